//! What an agent's own terminal shows of its games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use manator_core::Table;
use manator_core::record::{read_result, score_text};
use manator_engine::Thought;
use manator_play::title;
use manator_protocol::ToAgent;
use manator_search::Score;

use crate::commands::engine::Follower;
use crate::streams;

#[derive(Default)]
pub(super) struct Trace {
    /// Whether everything is shown; a fault is shown in any case.
    is_shown: bool,
    /// How many games were lost by a fault.
    pub(super) faults: Arc<AtomicUsize>,
    games: usize,
    is_playing: bool,
    is_seated: bool,
    /// How many moves of the game were shown.
    moves: usize,
}

impl Trace {
    pub(super) fn new(is_shown: bool) -> Trace {
        Trace { is_shown, ..Trace::default() }
    }

    fn say(&self, text: &str) {
        if self.is_shown {
            // Whoever has stopped reading does not stop the game.
            let _ = writeln!(streams::stderr(), "{text}");
        }
    }
}

impl Follower for Trace {
    fn begins(&mut self) {
        // After a connection broke, the game goes on.
        if !self.is_playing {
            self.games += 1;
            (self.moves, self.is_playing, self.is_seated) = (0, true, false);
            self.say(&format!("game {} begins", self.games));
        }
    }

    fn stands(&mut self, table: &dyn Table) {
        let played = table.moves();
        if played.len() < self.moves {
            self.say(&format!("game {} begins anew", self.games));
            self.moves = 0;
        }
        for (index, mv) in played.iter().enumerate().skip(self.moves) {
            self.say(&format!("{}. {mv}", index + 1));
        }
        self.moves = played.len();
    }

    fn moved(&mut self, table: &dyn Table, mv: &str, thought: &Thought, spent: Duration) {
        let number = table.moves().len() + 1;
        if !std::mem::replace(&mut self.is_seated, true) {
            self.say(&format!("it plays {}", title(table, table.to_move())));
        }
        let line = thought.lines.first().filter(|_| thought.depth > 0);
        let seen = line.map(|line| format!("depth {}, {}, ", thought.depth, worth(line.score)));
        let seen = seen.unwrap_or_default();
        self.say(&format!("{number}. {mv}  {seen}{:.3} s", spent.as_secs_f64()));
        self.moves = number;
    }

    fn told(&mut self, message: &ToAgent) {
        match message {
            ToAgent::Fault { code, text } => {
                self.faults.fetch_add(1, Ordering::Relaxed);
                let _ = writeln!(streams::stderr(), "lost by a fault ({code}): it {text}");
            }
            ToAgent::Over { result, text, .. } => {
                self.is_playing = false;
                let payoffs = read_result(result).flatten();
                let result = payoffs.map_or(result.clone(), |payoffs| score_text(&payoffs));
                self.say(&format!("game {} is over: {result}, {text}", self.games));
            }
            _ => {}
        }
    }
}

fn worth(score: Score) -> String {
    match (score.wins_in(), score.loses_in()) {
        (Some(plies), _) => format!("wins in {plies}"),
        (_, Some(plies)) => format!("loses in {plies}"),
        _ => format!("score {:+}", score.0),
    }
}
