//! Paths: the start and every landing square of a move, which is how moves are written.
//!
//! A jumping piece is in a state: where it is and what it has captured. The null rule says that no state
//! comes twice, so legal paths are the walks that never repeat one. The shortest path to an outcome is
//! found by widening circles in alphabetical order, and paths are counted state by state.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use manator_core::grid::GridSquare;

use super::moves::{Direction, Move, around, each};
use super::position::{COURT, OPENING_MOVES, Position, first_square};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    origin: u64,
    square: u64,
    captured: u64,
}

impl State {
    fn start(piece: u64) -> State {
        State { origin: piece, square: piece, captured: 0 }
    }

    /// Returns the states one jump leads to, in the alphabetical order of their squares.
    fn jumps(self, position: &Position) -> impl Iterator<Item = State> {
        let free = position.empty() | self.origin;
        let enemy = position.enemy & !self.captured;
        let own = position.own;
        Direction::ALPHABETICAL.into_iter().filter_map(move |direction| {
            let jumped = direction.step(self.square) & (own | enemy);
            let square = direction.step(jumped) & free;
            let captured = self.captured | jumped & enemy;
            (square != 0).then_some(State { square, captured, ..self })
        })
    }
}

/// Returns the shortest path to the outcome of a legal move, the alphabetically first of several.
pub(super) fn shortest(position: &Position, mv: Move) -> Vec<GridSquare> {
    let (from, to) = mv.ends(position);
    if around(from) & to != 0 {
        return vec![first_square(from), first_square(to)];
    }
    // Any piece may go a closed round.
    let pieces = if from == 0 { position.own } else { from };
    let mut reached: Vec<(State, Option<usize>)> = Vec::new();
    let mut seen = HashSet::new();
    let _ = each(pieces, |piece| {
        reached.push((State::start(piece), None));
        seen.insert(State::start(piece));
        ControlFlow::<()>::Continue(())
    });
    let mut index = 0;
    while index < reached.len() {
        for state in reached[index].0.jumps(position) {
            if state.captured & !mv.captured != 0 || !seen.insert(state) {
                continue;
            }
            reached.push((state, Some(index)));
            let target = if to == 0 { state.origin } else { to };
            if state.square == target && state.captured == mv.captured {
                return path_to(&reached);
            }
        }
        index += 1;
    }
    Vec::new()
}

fn path_to(reached: &[(State, Option<usize>)]) -> Vec<GridSquare> {
    let mut path = Vec::new();
    let mut next = reached.len().checked_sub(1);
    while let Some(index) = next {
        let (state, parent) = reached[index];
        path.push(first_square(state.square));
        next = parent;
    }
    path.reverse();
    path
}

/// Counts the legal paths of a position that is not lost or forfeited.
pub(super) fn count(position: &Position) -> u64 {
    let mut total = 0;
    let sole = position.sole_in_court();
    let _ = super::moves::visit_slides(position, sole, &mut |_| {
        total += 1;
        ControlFlow::<()>::Continue(())
    });
    if position.played < OPENING_MOVES {
        return total;
    }
    let _ = each(position.own, |piece| {
        let allowed = if piece == sole { COURT } else { !0 };
        let mut counter = Counter { position, allowed, known: HashMap::new() };
        // Standing still is no path.
        total += counter.count_after_capture(State::start(piece)) - u64::from(piece & allowed != 0);
        ControlFlow::<()>::Continue(())
    });
    total
}

struct Counter<'a> {
    position: &'a Position,
    allowed: u64,
    /// How many ways there are to go on from the square of a capture; all that came before it is
    /// forgotten by then.
    known: HashMap<State, u64>,
}

impl Counter<'_> {
    /// Counts the ways to go on from a state in which nothing was visited since the last capture.
    fn count_after_capture(&mut self, state: State) -> u64 {
        if let Some(count) = self.known.get(&state) {
            return *count;
        }
        let count = self.count_from(state, state.square);
        self.known.insert(state, count);
        count
    }

    /// Counts the ways to go on, stopping here included, without the squares `visited`.
    fn count_from(&mut self, state: State, visited: u64) -> u64 {
        let mut count = u64::from(state.square & self.allowed != 0);
        for next in state.jumps(self.position) {
            if next.captured != state.captured {
                count += self.count_after_capture(next);
            } else if next.square & visited == 0 {
                count += self.count_from(next, visited | next.square);
            }
        }
        count
    }
}
