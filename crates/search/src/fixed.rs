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
use crate::observe::{Entered, Left, Observer, Scope, Why};
use crate::report::{Found, Variations};
use crate::score::{Score, Window};

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
    minimax_observed((game, guide), position, depth, clock, &mut ())
}

/// Does the same while somebody watches.
pub fn minimax_observed<G: TwoPlayer>(
    tools: (&G, &(impl Guide<G> + ?Sized)),
    position: &G::Position,
    depth: u32,
    clock: &mut Clock,
    observer: &mut impl Observer<G::Move>,
) -> Found<G::Move> {
    let mut search = Search::new(tools, position, clock, observer);
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
    alphabeta_observed((game, guide), position, depth, clock, &mut ())
}

/// Does the same while somebody watches.
pub fn alphabeta_observed<G: TwoPlayer>(
    tools: (&G, &(impl Guide<G> + ?Sized)),
    position: &G::Position,
    depth: u32,
    clock: &mut Clock,
    observer: &mut impl Observer<G::Move>,
) -> Found<G::Move> {
    let mut search = Search::new(tools, position, clock, observer);
    let score = match depth {
        0 => search.leaf(position, 0, (search.root, Window::FULL)),
        _ => search.inner(position, depth, 0, -Score::INFINITE, Score::INFINITE),
    };
    search.found(position, depth, score)
}

struct Search<'a, G: TwoPlayer, U: ?Sized, O> {
    game: &'a G,
    guide: &'a U,
    root: Player,
    clock: &'a mut Clock,
    lines: Variations<G::Move>,
    observer: &'a mut O,
}

impl<'a, G: TwoPlayer, U: Guide<G> + ?Sized, O: Observer<G::Move>> Search<'a, G, U, O> {
    fn new(
        (game, guide): (&'a G, &'a U),
        position: &G::Position,
        clock: &'a mut Clock,
        observer: &'a mut O,
    ) -> Self {
        let root = game.to_move(position);
        Search { game, guide, root, clock, lines: Variations::new(), observer }
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
        self.observer.enter(|| Entered { depth, scope: Scope::All });
        if self.clock.tick() {
            self.observer.leave(|| Left::root(Score::TIE, Why::Stopped));
            return Score::TIE;
        }
        if let Some(outcome) = self.game.outcome(position) {
            let score = Score::of(&outcome, self.root, ply);
            self.observer.leave(|| Left::root(score, Why::Over));
            return score;
        }
        if depth == 0 {
            let score = Score::evaluation(self.guide.evaluate(self.game, position, self.root));
            self.observer.leave(|| Left::root(score, Why::Evaluated));
            return score;
        }
        let game = self.game;
        let maximises = game.to_move(position) == self.root;
        let mut best: Option<Score> = None;
        let mut scratch = position.clone();
        let _ = game.legal_moves(position, |mv| {
            self.observer.try_move(mv);
            let value =
                game.with_move(&mut scratch, mv, |next| self.minimax(next, depth - 1, ply + 1));
            if self.clock.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| if maximises { value > best } else { value < best }) {
                best = Some(value);
                self.observer.prefer();
                self.lines.put(ply as usize, mv);
            }
            ControlFlow::Continue(())
        });
        let score = best.unwrap_or(Score::TIE);
        let is_stopped = self.clock.is_stopped();
        let why = || if is_stopped { Why::Stopped } else { Why::Searched };
        self.observer.leave(|| Left::root(score, why()));
        score
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
        let (game, root) = (self.game, self.root);
        let window = || of_root(root, game.to_move(position), Window { alpha, beta });
        self.observer.enter(|| Entered { depth, scope: window().into() });
        if self.clock.tick() {
            self.observer.leave(|| Left::root(Score::TIE, Why::Stopped));
            return Score::TIE;
        }
        let mover = game.to_move(position);
        // The last ply has a loop of its own, so that evaluating is inlined into it.
        let best = match depth {
            1 => self.children(position, ply, alpha, beta, |search, next, alpha, beta| {
                let value = search.leaf(next, ply + 1, (mover, Window { alpha, beta }));
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
        let score = best.unwrap_or_else(|| self.end(position, ply));
        let is_stopped = self.clock.is_stopped();
        let why = || match best {
            _ if is_stopped => Why::Stopped,
            None => Why::Over,
            Some(best) if best >= beta => Why::Cut,
            Some(_) => Why::Searched,
        };
        self.observer.leave(|| Left::root(if mover == root { score } else { -score }, why()));
        score
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
            self.observer.try_move(mv);
            let found = game.with_move(&mut scratch, mv, |next| value(self, next, alpha, beta));
            if self.clock.is_stopped() {
                best = best.or(Some(Score::TIE));
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| found > best) {
                best = Some(found);
                self.observer.prefer();
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

    /// Returns what a position is worth to its mover without looking further. The window, as a player sees it, is
    /// only shown.
    #[inline]
    fn leaf(
        &mut self,
        position: &G::Position,
        ply: u32,
        (player, window): (Player, Window),
    ) -> Score {
        let (game, root) = (self.game, self.root);
        self.clock.tick();
        let scope = || of_root(root, player, window).into();
        self.observer.enter(|| Entered { depth: 0, scope: scope() });
        let (score, why) = match game.outcome(position) {
            Some(_) => (self.end(position, ply), Why::Over),
            None => {
                let mover = game.to_move(position);
                let score = Score::evaluation(self.guide.evaluate(game, position, mover));
                (score, Why::Evaluated)
            }
        };
        self.observer
            .leave(|| Left::root(if game.to_move(position) == root { score } else { -score }, why));
        score
    }

    #[cold]
    fn end(&mut self, position: &G::Position, ply: u32) -> Score {
        self.lines.clear(ply as usize);
        let outcome = self.game.outcome(position).expect("a position without moves is over");
        let score = Score::of(&outcome, self.root, ply);
        if self.game.to_move(position) == self.root { score } else { -score }
    }
}

/// Returns a player's window as the root player sees it.
fn of_root(root: Player, player: Player, window: Window) -> Window {
    if player == root { window } else { window.flipped() }
}
