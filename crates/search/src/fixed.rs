//! Searches of a fixed depth with nothing else: minimax, the yardstick by which every other searcher is measured, and
//! alpha-beta, which gives its moves and values in fewer nodes.
//!
//! Both try moves in the order in which the game lists them and keep no table, so that nothing but the windows tells
//! alpha-beta from minimax; it allocates nothing on the way.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::{Player, TwoPlayer};

use crate::guide::Guide;
use crate::limits::{Clock, Limits};
use crate::report::{Found, Variations};
use crate::score::Score;

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
    let mut search = Search::new(game, guide, position, clock);
    let score = search.minimax(position, depth, 0);
    search.found(position, depth, score)
}

/// Searches `depth` plies; returns the line and score that [`minimax`] would, and how many nodes it took.
pub fn alphabeta<G: TwoPlayer>(
    game: &G,
    guide: &(impl Guide<G> + ?Sized),
    position: &G::Position,
    depth: u32,
) -> (Found<G::Move>, u64) {
    let mut clock = Clock::start(&Limits::default());
    let found = alphabeta_within(game, guide, position, depth, &mut clock);
    (found, clock.nodes())
}

/// Does the same until `clock` says stop; then the best of the moves searched so far counts.
pub fn alphabeta_within<G: TwoPlayer>(
    game: &G,
    guide: &(impl Guide<G> + ?Sized),
    position: &G::Position,
    depth: u32,
    clock: &mut Clock,
) -> Found<G::Move> {
    let mut search = Search::new(game, guide, position, clock);
    let score = match depth {
        0 => search.leaf(position, 0),
        _ => search.inner(position, depth, 0, -Score::INFINITE, Score::INFINITE),
    };
    search.found(position, depth, score)
}

struct Search<'a, G: TwoPlayer, U: ?Sized> {
    game: &'a G,
    guide: &'a U,
    root: Player,
    clock: &'a mut Clock,
    lines: Variations<G::Move>,
}

impl<'a, G: TwoPlayer, U: Guide<G> + ?Sized> Search<'a, G, U> {
    fn new(game: &'a G, guide: &'a U, position: &G::Position, clock: &'a mut Clock) -> Self {
        Search { game, guide, root: game.to_move(position), clock, lines: Variations::new() }
    }

    fn found(&self, position: &G::Position, depth: u32, score: Score) -> Found<G::Move> {
        let mut line = self.lines.line(0).to_vec();
        if line.is_empty() && depth > 0 {
            line.extend(self.game.legal_moves(position, ControlFlow::Break).break_value());
        }
        Found { line, score }
    }

    /// Returns what a position `ply` plies from the root is worth to the root player.
    fn minimax(&mut self, position: &G::Position, depth: u32, ply: u32) -> Score {
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
                game.with_move(&mut scratch, mv, |next| self.minimax(next, depth - 1, ply + 1));
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

    /// Returns what a position with plies left to search is worth to its mover: exactly between `alpha`
    /// and `beta`, a bound outside.
    fn inner(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if self.clock.tick() {
            return Score::TIE;
        }
        let mover = self.game.to_move(position);
        // The last ply has a loop of its own, so that evaluating is inlined into it.
        let best = match depth {
            1 => self.children(position, ply, alpha, beta, |search, next, _, _| {
                let value = search.leaf(next, ply + 1);
                if search.game.to_move(next) == mover { value } else { -value }
            }),
            _ => self.children(position, ply, alpha, beta, |search, next, alpha, beta| {
                if search.game.to_move(next) == mover {
                    search.inner(next, depth - 1, ply + 1, alpha, beta)
                } else {
                    -search.inner(next, depth - 1, ply + 1, -beta, -alpha)
                }
            }),
        };
        // Over means stuck: no move was listed, so the game has ended here.
        best.unwrap_or_else(|| self.end(position, ply))
    }

    #[inline]
    fn children(
        &mut self,
        position: &G::Position,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        value: impl Fn(&mut Self, &G::Position, Score, Score) -> Score,
    ) -> Option<Score> {
        let game = self.game;
        let mut best = None;
        let mut scratch = position.clone();
        let _ = game.legal_moves(position, |mv| {
            let found = game.with_move(&mut scratch, mv, |next| value(self, next, alpha, beta));
            if self.clock.is_stopped() {
                best = best.or(Some(Score::TIE));
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| found > best) {
                best = Some(found);
            }
            if found > alpha {
                alpha = found;
                if found >= beta {
                    return ControlFlow::Break(());
                }
                self.lines.put(ply as usize, mv);
            }
            ControlFlow::Continue(())
        });
        best
    }

    #[inline]
    fn leaf(&mut self, position: &G::Position, ply: u32) -> Score {
        self.clock.tick();
        if self.game.outcome(position).is_some() {
            return self.end(position, ply);
        }
        let mover = self.game.to_move(position);
        Score::evaluation(self.guide.evaluate(self.game, position, mover))
    }

    #[cold]
    fn end(&mut self, position: &G::Position, ply: u32) -> Score {
        self.lines.clear(ply as usize);
        let outcome = self.game.outcome(position).expect("a position without moves is over");
        let score = Score::of(&outcome, self.root, ply);
        if self.game.to_move(position) == self.root { score } else { -score }
    }
}
