//! Searchers for any number of players, each of which deepens step by step.
//!
//! [`MaxN`] lets every player look after itself; a [`Coalition`] sets everybody against the player at the
//! root, or lets one opponent at a time do so, which looks deeper. `tests/plain.rs` says what each of them
//! computes, without cut-offs and tables.
//!
//! Asked for several lines, each searches a depth several times, every time without the moves that were best
//! before: so every score is that of a full search.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod cache;
mod coalition;
mod guarded;
mod maxn;
mod opponents;
mod order;

use std::mem;

use manator_core::{Game, Player};

use cache::PositionCache;
use order::{Choice, Roots};

use crate::guide::Guide;
use crate::limits::{Clock, Limits};
use crate::report::{Found, Report, Variations};
use crate::score::Score;

pub use coalition::Coalition;
pub use guarded::Guarded;
pub use maxn::MaxN;

pub const DEPTH_MAX: u32 = 200;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The memory that the table of positions takes at most.
    pub bytes: usize,
    /// How many of the best moves are reported; one is, at least.
    pub lines: usize,
}

struct Run<'a, G: Game, E: ?Sized, T, O> {
    game: &'a G,
    guide: &'a E,
    root: Player,
    table: &'a mut PositionCache<T>,
    clock: Clock,
    lines: Variations<G::Move>,
    plies: Vec<Ply<G::Move>>,
    roots: Roots<G::Move>,
    observer: &'a mut O,
}

struct Ply<M> {
    /// A list of moves, kept so as not to allocate at every node.
    choices: Vec<Choice<M>>,
    killers: [Option<M>; 2],
}

impl<'a, G: Game, E: Guide<G> + ?Sized, T, O> Run<'a, G, E, T, O> {
    fn new(
        (game, guide): (&'a G, &'a E),
        table: &'a mut PositionCache<T>,
        position: &G::Position,
        limits: &Limits,
        observer: &'a mut O,
    ) -> Self {
        Run {
            game,
            guide,
            root: game.to_move(position),
            table,
            clock: Clock::start(limits),
            lines: Variations::new(),
            plies: Vec::new(),
            roots: Roots::new(),
            observer,
        }
    }

    /// Searches deeper and deeper until a limit, or until `search` says of every line asked for that looking
    /// deeper would change nothing. `score` is what the position is worth unsearched.
    fn deepen(
        mut self,
        position: &G::Position,
        score: Score,
        (limits, lines): (&Limits, usize),
        mut search: impl FnMut(&mut Self, u32) -> (Found<G::Move>, bool),
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut choices = Vec::new();
        order::list(self.game, self.guide, position, &mut choices);
        // A legal move, should the search be stopped at once.
        let first = order::expected(&choices).map(|index| choices[index as usize].mv);
        let mut found = vec![Found { line: first.into_iter().collect(), score }];
        let mut done = 0;
        let depth_max = if choices.is_empty() { 0 } else { limits.depth.unwrap_or(DEPTH_MAX) };
        'deeper: for depth in 1..=depth_max {
            let mut best: Vec<Found<G::Move>> = Vec::new();
            let mut is_settled = true;
            while best.len() < lines.clamp(1, choices.len()) {
                self.roots.beyond(&best, &found);
                let (line, settled) = search(&mut self, depth);
                if self.clock.is_stopped() {
                    break 'deeper;
                }
                best.push(line);
                is_settled &= settled;
            }
            (done, found) = (depth, best);
            progress(&self.report(depth, &found));
            if is_settled {
                break;
            }
        }
        self.report(done, &found)
    }

    fn report(&self, depth: u32, found: &[Found<G::Move>]) -> Report<G::Move> {
        let (nodes, elapsed) = (self.clock.nodes(), self.clock.elapsed());
        Report { depth, lines: found.to_vec(), nodes, elapsed }
    }

    fn take_choices(&mut self, ply: u32) -> Vec<Choice<G::Move>> {
        let ply = ply as usize;
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, || Ply { choices: Vec::new(), killers: [None; 2] });
        }
        mem::take(&mut self.plies[ply].choices)
    }
}
