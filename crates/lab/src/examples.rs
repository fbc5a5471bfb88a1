//! From games to examples: what an evaluation sees, and what it should have said.
//!
//! The value of a position is what the search thought of it, mixed with the value of the next one, and so on to
//! the end of the game. A random move cuts that off: what comes after it says nothing about the position before.
//! Between two players one's value is what the other's leaves of 1; among several each has one of its own, which stays
//! as it is while others think.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::mix;
use manator_core::{PerPlayer, Player, Table};
use manator_engine::eval::learned::{Seen, Shape, Sight};
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
        let players = table.card().players.len();
        let targets = values(game, (players, &movers), sight.shape().scale as f32, mixing);
        let held_out = mix(mix(file) ^ game.number).is_multiple_of(HELD_OUT);
        let examples = if held_out { &mut self.held_out } else { &mut self.train };
        for target in targets.into_iter().rev() {
            let is_undone = table.undo();
            debug_assert!(is_undone);
            if target.iter().all(|(_, value)| value.is_none()) {
                continue;
            }
            for (player, seen) in sight.views(&*table) {
                if let Some(target) = target[player] {
                    examples.put(sight.shape(), &seen, target);
                }
            }
        }
        Ok(())
    }
}

impl Examples {
    fn put(&mut self, shape: &Shape, seen: &Seen, target: f32) {
        let Shape { terms, inputs_at_once, .. } = shape;
        debug_assert!(seen.terms.len() == terms.len() && seen.inputs.len() <= *inputs_at_once);
        self.terms.extend(seen.terms.iter().map(|term| *term as i16));
        self.phases.push(seen.phase as u8);
        self.inputs.extend(&seen.inputs);
        self.ends.push(self.inputs.len());
        self.targets.push(target);
    }
}

/// Returns the value of each position to each player, between 0 and 1; `None` where nobody thought about it.
fn values(
    game: &GameLine,
    (players, movers): (usize, &[Player]),
    scale: f32,
    mixing: Mixing,
) -> Vec<PerPlayer<Option<f32>>> {
    let mut values = vec![PerPlayer::from_fn(players, |_| None); game.steps.len()];
    // What is expected of the game from here on.
    let mut next = PerPlayer::from_fn(players, |player| {
        game.end.as_ref().map(|end| result(end, player, players))
    });
    for (index, step) in game.steps.iter().enumerate().rev() {
        let Some(score) = step.score else { break };
        if step.is_random {
            next = PerPlayer::from_fn(players, |_| None);
        }
        let mover = movers[index];
        let thought = thought(Score(score), scale);
        let value = match next[mover] {
            Some(next) => (1.0 - mixing.next) * thought + mixing.next * next,
            None => thought,
        };
        if players == 2 {
            next[mover.next(players)] = Some(1.0 - value);
        }
        next[mover] = Some(value);
        values[index] = next;
    }
    values
}

/// Returns how many of a hundred such games are won, as a part of 1.
fn thought(score: Score, scale: f32) -> f32 {
    // An end in which both lose is a tie to those who look at both sides.
    let both_lose = score.0.abs() > Score::EVALUATION_MAX && !score.is_proven();
    if both_lose { 0.5 } else { sigmoid(score.0 as f32 / scale) }
}

/// Returns what a player got, between 0 and 1: with two players, compared with what the other got.
fn result(end: &End, player: Player, players: usize) -> f32 {
    let got = |who: Player| end.payoffs.get(who.index()).map_or(0.0, |got| f32::from(*got));
    match players {
        2 => 0.5 + (got(player) - got(player.next(players))) / 4.0,
        _ => 0.5 + got(player) / 2.0,
    }
}

pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

#[cfg(test)]
mod tests {
    use manator_core::Player;

    use super::{Mixing, sigmoid, values};
    use crate::game_line::GameLine;

    fn movers(game: &GameLine, players: u8) -> Vec<Player> {
        (0..game.steps.len() as u8).map(|ply| Player(ply % players)).collect()
    }

    #[track_caller]
    fn check(line: &str, next: f32, expected: &[Option<f32>]) {
        let game: GameLine = line.parse().expect("a game");
        let movers = movers(&game, 2);
        let found = values(&game, (2, &movers), 100.0, Mixing { next });
        assert_eq!(found.len(), expected.len());
        for ((found, expected), mover) in found.iter().zip(expected).zip(movers) {
            let (found, other) = (found[mover], found[mover.next(2)]);
            assert_eq!(other, found.map(|value| 1.0 - value));
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

    #[test]
    fn among_three_each_has_a_value_of_its_own() {
        let game: GameLine = "0 1,0,-1 won a b/100 c/-100! d/0 e/200".parse().expect("a game");
        let found = values(&game, (3, &movers(&game, 3)), 100.0, Mixing { next: 0.5 });
        let expected = [
            [None; 3],
            // The move after it is random: only who thinks knows anything.
            [None, Some(sigmoid(1.0)), Some(sigmoid(-1.0))],
            [None, None, Some(sigmoid(-1.0))],
            [Some(0.75), Some(0.5 * sigmoid(2.0) + 0.25), Some(0.0)],
            [Some(1.0), Some(0.5 * sigmoid(2.0) + 0.25), Some(0.0)],
        ];
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.as_slice(), expected);
        }
    }
}
