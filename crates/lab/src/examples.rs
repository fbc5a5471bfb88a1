//! From games to examples: what an evaluation sees, and what it should have said.
//!
//! The value of a position is what the search thought of it, mixed with the value of the next one, and so on to
//! the end of the game. A random move cuts that off: what comes after it says nothing about the position before.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::mix;
use manator_core::{Player, Table};
use manator_engine::eval::learned::{Shape, Sight};
use manator_search::Score;

use crate::game_line::{End, GameLine};

/// One game in so many is kept apart: the weights never see it, and are judged by it.
const HELD_OUT: u64 = 20;

/// Examples of an evaluation, one after the other in long lists.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    pub(crate) terms: Vec<i16>,
    pub(crate) phases: Vec<u8>,
    pub(crate) inputs: Vec<u16>,
    /// Where the inputs of each example end.
    pub(crate) ends: Vec<usize>,
    pub(crate) targets: Vec<f32>,
}

impl Examples {
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(crate) fn inputs(&self, index: usize) -> &[u16] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.inputs[begin..self.ends[index]]
    }

    pub(crate) fn terms(&self, index: usize, count: usize) -> &[i16] {
        &self.terms[index * count..][..count]
    }
}

/// What there is to learn from, and what is held out.
#[derive(Clone, Debug, Default)]
pub struct Split {
    pub train: Examples,
    pub held_out: Examples,
}

/// How values are mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixing {
    /// How much the next position counts, and not what the search thought of this one.
    pub next: f32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}, move {mv}: {why}")]
pub struct ReplayError {
    number: u64,
    mv: String,
    why: String,
}

impl Split {
    /// Adds the positions of a game of the given file.
    pub fn add(
        &mut self,
        sight: &dyn Sight,
        start: &dyn Table,
        (file, game): (u64, &GameLine),
        mixing: Mixing,
    ) -> Result<(), ReplayError> {
        let mut table = start.copy();
        let movers = game.steps.iter().map(|step| {
            let mover = table.to_move();
            table.play(&step.mv).map(|_| mover).map_err(|illegal| ReplayError {
                number: game.number,
                mv: step.mv.clone(),
                why: illegal.why(),
            })
        });
        let movers = movers.collect::<Result<Vec<Player>, _>>()?;
        let targets = values(game, &movers, sight.shape().scale as f32, mixing);
        let held_out = mix(mix(file) ^ game.number).is_multiple_of(HELD_OUT);
        let examples = if held_out { &mut self.held_out } else { &mut self.train };
        for target in targets.into_iter().rev() {
            let is_undone = table.undo();
            debug_assert!(is_undone);
            if let Some(target) = target {
                examples.see(sight, &*table, target);
            }
        }
        Ok(())
    }
}

impl Examples {
    fn see(&mut self, sight: &dyn Sight, table: &dyn Table, target: f32) {
        let Some(seen) = sight.see(table) else { return };
        let Shape { terms, inputs_at_once, .. } = sight.shape();
        debug_assert!(seen.terms.len() == terms.len() && seen.inputs.len() <= *inputs_at_once);
        self.terms.extend(seen.terms.iter().map(|term| *term as i16));
        self.phases.push(seen.phase as u8);
        self.inputs.extend(&seen.inputs);
        self.ends.push(self.inputs.len());
        self.targets.push(target);
    }
}

/// Returns the value of each position to its mover, between 0 and 1; `None` where nobody thought about it.
fn values(game: &GameLine, movers: &[Player], scale: f32, mixing: Mixing) -> Vec<Option<f32>> {
    let mut values = vec![None; game.steps.len()];
    // What is expected of the game from here on, by the first player.
    let mut next = game.end.as_ref().map(result);
    for (index, step) in game.steps.iter().enumerate().rev() {
        let Some(score) = step.score else { break };
        let is_first = movers[index] == Player(0);
        let turned = |value: f32| if is_first { value } else { 1.0 - value };
        let thought = thought(Score(score), scale);
        let value = match next.filter(|_| !step.is_random) {
            Some(next) => (1.0 - mixing.next) * thought + mixing.next * turned(next),
            None => thought,
        };
        values[index] = Some(value);
        next = Some(turned(value));
    }
    values
}

/// Returns how many of a hundred such games are won, as a part of 1.
fn thought(score: Score, scale: f32) -> f32 {
    // An end in which both lose is a tie to those who look at both sides.
    let both_lose = score.0.abs() > Score::EVALUATION_MAX && !score.is_proven();
    if both_lose { 0.5 } else { sigmoid(score.0 as f32 / scale) }
}

/// Returns what the first of two players got, between 0 and 1.
fn result(end: &End) -> f32 {
    let [first, second] = [0, 1].map(|at| end.payoffs.get(at).map_or(0.0, |got| f32::from(*got)));
    0.5 + (first - second) / 4.0
}

pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

#[cfg(test)]
mod tests {
    use manator_core::Player;

    use super::{Mixing, sigmoid, values};
    use crate::game_line::GameLine;

    #[track_caller]
    fn check(line: &str, next: f32, expected: &[Option<f32>]) {
        let game: GameLine = line.parse().expect("a game");
        let movers: Vec<Player> = (0..game.steps.len() as u8).map(|ply| Player(ply % 2)).collect();
        let found = values(&game, &movers, 100.0, Mixing { next });
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let distance = found.zip(*expected).map(|(found, expected)| (found - expected).abs());
            assert!(found.is_some() == expected.is_some() && distance.unwrap_or(0.0) < 1e-6);
        }
    }

    #[test]
    fn values_follow_the_game_and_stop_at_random_moves() {
        let last = 0.5 * sigmoid(2.0) + 0.5;
        let before = 0.5 * 0.5 + 0.5 * (1.0 - last);
        let random = sigmoid(-1.0);
        let first = 0.5 * sigmoid(1.0) + 0.5 * (1.0 - random);
        let expected = [None, Some(first), Some(random), Some(before), Some(last)];
        check("0 1,-1 won a b/100 c/-100! d/0 e/200", 0.5, &expected);
    }

    #[test]
    fn a_game_broken_off_is_worth_what_was_thought_last() {
        let expected = [None, Some(sigmoid(1.0)), Some(sigmoid(-1.0))];
        check("0 - - a b/0 c/-100", 1.0, &expected);
    }

    #[test]
    fn a_game_that_both_lose_is_a_tie() {
        check("0 -1,-1 double-forfeit a/-995903", 0.5, &[Some(0.5)]);
    }
}
