//! Who wins a position of Joust with perfect play.
//!
//! Boards with an even number of rows need no search from the usual start: a position that a mirror maps
//! onto itself with the knights exchanged is lost for the player to move. Others are searched.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod distance;
mod mirror;
mod node;
mod search;
mod table;

use std::ops::ControlFlow;

use manator_core::{Game, Player, legal_list};
use manator_games::joust::{Joust, Move, Position};
use manator_search::Limits;

use self::distance::Distances;
use self::mirror::Mirror;
use self::node::Node;
pub use self::search::Solver;
use self::search::Tell;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub winner: Player,
    /// In how many plies, if the winner hurries and the loser resists; `None` where that would take much
    /// longer to find out than who wins.
    pub plies: Option<u32>,
    /// A game that the winner wins, to its end. With `plies` known, both sides play it perfectly.
    pub line: Vec<Move>,
    pub proof: Proof,
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The winner answers every move with its mirror image.
    Mirror,
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub nodes: u64,
    pub decided: usize,
    pub moves: usize,
}

impl Solver {
    /// Solves a position; `None` if `progress`, which is called several times a second, breaks it off.
    pub fn solve(
        &mut self,
        game: &Joust,
        position: &Position,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<Solution> {
        match game.words {
            1 => self.solve_in::<1>(game, position, &mut progress),
            2 => self.solve_in::<2>(game, position, &mut progress),
            _ => self.solve_in::<4>(game, position, &mut progress),
        }
    }

    fn solve_in<const N: usize>(
        &mut self,
        game: &Joust,
        position: &Position,
        tell: Tell<'_>,
    ) -> Option<Solution> {
        let mover = game.to_move(position);
        let winner = |mover_wins| if mover_wins { mover } else { mover.next(2) };
        let solution = match mirrored_line::<N>(game, position) {
            Some((mover_wins, line)) => {
                let winner = winner(mover_wins);
                Solution { winner, plies: None, line, proof: Proof::Mirror, nodes: 0 }
            }
            None => {
                let found = self.attempt(game, position, &Limits::default(), tell)?;
                let (winner, nodes) = (winner(found.is_some()), self.nodes);
                let line = self.line(game, position, found, tell)?;
                Solution { winner, plies: None, line, proof: Proof::Search, nodes }
            }
        };
        let mut distances = Distances::new(game);
        let Some(line) = distances.line::<N>(position, solution.winner) else {
            return Some(solution);
        };
        let (plies, nodes) = (Some(line.len() as u32), solution.nodes + distances.nodes());
        Some(Solution { plies, line, nodes, ..solution })
    }

    /// Returns a game from a position that has been searched; `None` if the search is broken off.
    fn line(
        &mut self,
        game: &Joust,
        position: &Position,
        mut winning: Option<Move>,
        tell: Tell<'_>,
    ) -> Option<Vec<Move>> {
        let mut next = *position;
        let mut line = Vec::new();
        loop {
            if let Some(mv) = winning {
                game.play(&mut next, mv);
                line.push(mv);
            }
            let Some(mv) = resistance(game, &next) else { return Some(line) };
            game.play(&mut next, mv);
            line.push(mv);
            winning = self.attempt(game, &next, &Limits::default(), tell)?;
        }
    }
}

/// Returns whether the mover wins, and a game, if a mirror decides at once or after one move.
fn mirrored_line<const N: usize>(game: &Joust, position: &Position) -> Option<(bool, Vec<Move>)> {
    let mut next = *position;
    let mut line = Vec::new();
    let mirror = Mirror::of(game, Node::<N>::of(game, position)).or_else(|| {
        legal_list(game, position).into_iter().find_map(|mv| {
            let mut after = *position;
            game.play(&mut after, mv);
            let mirror = Mirror::of(game, Node::<N>::of(game, &after))?;
            (next, line) = (after, vec![mv]);
            Some(mirror)
        })
    })?;
    let mover_wins = !line.is_empty();
    while let Some(mv) = resistance(game, &next) {
        let answer = Move { from: mirror.image(mv.from), to: mirror.image(mv.to) };
        for mv in [mv, answer] {
            game.play(&mut next, mv);
            line.push(mv);
        }
    }
    Some((mover_wins, line))
}

/// Returns the loser's move that keeps most ways on open; `None` when it is stuck.
fn resistance(game: &Joust, position: &Position) -> Option<Move> {
    let mover = game.to_move(position);
    legal_list(game, position).into_iter().max_by_key(|mv| {
        let mut next = *position;
        game.play(&mut next, *mv);
        game.mobility(&next, mover)
    })
}
