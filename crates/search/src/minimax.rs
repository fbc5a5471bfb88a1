//! Plain minimax to a fixed depth: the yardstick by which every other searcher is measured.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::{Player, TwoPlayer};

use crate::guide::Guide;
use crate::limits::{Clock, Limits};
use crate::report::Found;
use crate::score::Score;
use crate::variation::Variations;

/// Searches every line of `depth` plies; returns the best one and how many nodes there were.
///
/// Of equally good moves the first in the order of `legal_moves` counts as the best. With a depth of 0
/// the position is only evaluated, and the line is empty.
pub fn minimax<G: TwoPlayer>(
    game: &G,
    guide: &(impl Guide<G> + ?Sized),
    position: &G::Position,
    depth: u32,
) -> (Found<G::Move>, u64) {
    let mut clock = Clock::start(&Limits::default());
    let found = minimax_within(game, guide, position, depth, &mut clock);
    (found, clock.nodes())
}

/// Does the same until `clock` says stop; then the best of the moves searched so far counts.
pub fn minimax_within<G: TwoPlayer>(
    game: &G,
    guide: &(impl Guide<G> + ?Sized),
    position: &G::Position,
    depth: u32,
    clock: &mut Clock,
) -> Found<G::Move> {
    let root = game.to_move(position);
    let mut search = Minimax { game, guide, root, clock, lines: Variations::new() };
    let score = search.value(position, depth, 0);
    let mut line = search.lines.line(0).to_vec();
    if line.is_empty() && depth > 0 {
        let _ = game.legal_moves(position, |mv| {
            line.push(mv);
            ControlFlow::Break(())
        });
    }
    Found { line, score }
}

struct Minimax<'a, G: TwoPlayer, U: ?Sized> {
    game: &'a G,
    guide: &'a U,
    root: Player,
    clock: &'a mut Clock,
    lines: Variations<G::Move>,
}

impl<G: TwoPlayer, U: Guide<G> + ?Sized> Minimax<'_, G, U> {
    /// Returns what a position `ply` plies from the root is worth to the root player.
    fn value(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
        self.lines.clear(ply as usize);
        if self.clock.tick() {
            return Score::TIE;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return Score::of(&outcome, self.root, ply);
        }
        if depth == 0 {
            return Score::evaluation(self.guide.evaluate(self.game, position, self.root));
        }
        let game = self.game;
        let maximises = game.to_move(position) == self.root;
        let mut best: Option<Score> = None;
        let mut scratch = position.clone();
        let _ = game.legal_moves(position, |mv| {
            let value =
                game.with_move(&mut scratch, mv, |next| self.value(next, depth - 1, ply + 1));
            if self.clock.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| if maximises { value > best } else { value < best }) {
                best = Some(value);
                self.lines.put(ply as usize, mv);
            }
            ControlFlow::Continue(())
        });
        best.unwrap_or(Score::TIE)
    }
}
