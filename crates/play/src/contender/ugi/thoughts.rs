//! What an agent tells about its thinking, put together line by line.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_engine::{Line, Thought};
use manator_protocol::{Info, Score as Told};
use manator_search::Score;

use super::tongue::Tongue;

const LINES_MAX: u32 = 64;
const MOVES_MAX: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Thoughts(Thought);

impl Thoughts {
    /// Adds what it tells; returns the whole when there is something new to show.
    pub(super) fn add(&mut self, info: &Info, tongue: &Tongue) -> Option<Thought> {
        let thought = &mut self.0;
        thought.depth = info.depth.unwrap_or(thought.depth);
        thought.nodes = info.nodes.unwrap_or(thought.nodes);
        thought.elapsed = info.time_ms.map_or(thought.elapsed, Duration::from_millis);
        let score = info.score?;
        let number = info.multipv.unwrap_or(1).clamp(1, LINES_MAX) as usize;
        let moves = info.pv.iter().take(MOVES_MAX).map(|mv| tongue.read(mv)).collect();
        let line = Line { moves, score: read(score) };
        match thought.lines.get_mut(number - 1) {
            Some(place) => *place = line,
            None => thought.lines.push(line),
        }
        Some(thought.clone())
    }

    pub(super) fn take(self) -> Option<Thought> {
        (!self.0.lines.is_empty()).then_some(self.0)
    }
}

fn read(score: Told) -> Score {
    let plies = |count: i64| u32::try_from(count.unsigned_abs()).unwrap_or(u32::MAX).min(4000);
    match score {
        Told::Cp(value) => {
            let limit = i64::from(Score::EVALUATION_MAX);
            Score::evaluation(i32::try_from(value.clamp(-limit, limit)).unwrap_or(0))
        }
        Told::Mate(count) if count > 0 => Score::win_in(plies(count)),
        Told::Mate(count) => Score::loss_in(plies(count)),
    }
}
