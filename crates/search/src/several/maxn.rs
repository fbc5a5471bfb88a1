//! Max^n (Luckhardt and Irani 1986): every player maximises its own value.
//!
//! Of equally good moves a player plays the one listed first. Moves are tried in any order, so a move listed
//! before the best one replaces it already when it is as good. Only shallow pruning is sound here (Korf 1991).
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cell::Cell;
use std::sync::Arc;

use manator_core::{Game, PerPlayer, Player};

use super::cache::PositionCache;
use super::order::{self, Choice};
use super::{Options, Run};
use crate::guide::Guide;
use crate::limits::Limits;
use crate::observe::{Entered, Left, Observer, Scope, Why};
use crate::report::{Found, Report};
use crate::score::Score;

#[derive(Debug)]
pub struct MaxN<G: Game, E: ?Sized> {
    game: Arc<G>,
    guide: Arc<E>,
    table: PositionCache<Entry<G::Move>>,
    lines: usize,
    /// What the last depth completed says each player gets.
    pub values: Option<PerPlayer<Score>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    /// Ends are counted in plies from the position.
    values: PerPlayer<Score>,
    mv: M,
    depth: u32,
    complete: bool,
}

/// A value, and whether looking deeper could not change it because every line came to its end.
#[derive(Clone, Copy)]
struct Valued {
    values: PerPlayer<Score>,
    complete: bool,
}

/// What a player higher up must get from a node for the node to matter.
#[derive(Clone, Copy)]
struct Floor {
    player: Player,
    needed: Score,
}

impl<G: Game, E: Guide<G> + ?Sized> MaxN<G, E> {
    pub fn new(game: Arc<G>, guide: Arc<E>, Options { bytes, lines }: Options) -> Self {
        MaxN { game, guide, table: PositionCache::new(bytes), lines, values: None }
    }

    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches deeper and deeper, reporting each depth completed, and returns the last report.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search_observed(position, limits, &mut (), progress)
    }

    /// Does the same while somebody watches.
    pub fn search_observed<O: Observer<G::Move>>(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        observer: &mut O,
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let tools = (&*self.game, &*self.guide);
        let run = Run::new(tools, &mut self.table, position, limits, observer);
        let (root, players) = (run.root, Cell::new(None));
        let score = run.leaf(position, 0).values[root];
        let search = |run: &mut Run<'_, G, E, Entry<G::Move>, O>, depth| {
            let Valued { values, complete } = run.node(&mut position.clone(), depth, 0, None);
            if !run.roots.is_part(0) {
                players.set(Some(values));
            }
            (Found { line: run.line(position, depth), score: values[root] }, complete)
        };
        self.values = None;
        run.deepen(position, score, (limits, self.lines), search, |report| {
            self.values = players.get();
            progress(report);
        })
    }
}

impl<G, E, O> Run<'_, G, E, Entry<G::Move>, O>
where
    G: Game,
    E: Guide<G> + ?Sized,
    O: Observer<G::Move>,
{
    fn node(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        ply: u32,
        floor: Option<Floor>,
    ) -> Valued {
        self.clock.tick();
        self.lines.clear(ply as usize);
        self.observer.enter(|| Entered { depth, scope: floor.into() });
        if depth == 0 {
            return self.leave_leaf(position, ply);
        }
        let key = self.game.key(position);
        let known = self.table.probe(key);
        let is_part = self.roots.is_part(ply);
        if let Some(entry) = known
            && !is_part
            && (entry.depth == depth || (entry.complete && entry.depth < depth))
        {
            // The line ends here; what follows is read from the table afterwards.
            self.lines.clear(ply as usize + 1);
            self.lines.put(ply as usize, entry.mv);
            let values = each(&entry.values, |score| score.later(ply));
            self.observer.leave(|| Left::each(values, Why::Remembered));
            return Valued { values, complete: entry.complete };
        }
        let mut choices = self.take_choices(ply);
        order::list(self.game, self.guide, position, &mut choices);
        let best = match is_part {
            true => self.roots.restrict(&mut choices),
            false => known.map(|entry| entry.mv),
        };
        order::sort(&mut choices, best, [None; 2]);
        let searched = self.moves(position, &choices, (depth, ply), floor);
        self.plies[ply as usize].choices = choices;
        let Some(best) = searched else { return self.leave_leaf(position, ply) };
        let is_stopped = self.clock.is_stopped();
        self.observer.leave(|| Left::each(best.valued.values, best.why(is_stopped)));
        if best.exact && !is_part && !self.clock.is_stopped() {
            let values = each(&best.valued.values, |score| score.sooner(ply));
            let entry = Entry { values, mv: best.mv, depth, complete: best.valued.complete };
            self.table.store(key, entry);
        }
        best.valued
    }

    fn moves(
        &mut self,
        position: &mut G::Position,
        choices: &[Choice<G::Move>],
        (depth, ply): (u32, u32),
        floor: Option<Floor>,
    ) -> Option<Best<G::Move>> {
        let game = self.game;
        let mover = game.to_move(position);
        let mut best: Option<Best<G::Move>> = None;
        let mut complete = true;
        for choice in choices {
            let needed = best.as_ref().map(|best| best.needed(choice.index, mover));
            if needed.is_some_and(|needed| needed > Score::win_in(ply + 1)) {
                continue;
            }
            self.observer.try_move(choice.mv);
            let valued = game.with_move(position, choice.mv, |next| {
                // Nodes in a row at which one player decides are one decision.
                let floor = match game.to_move(next) == mover {
                    true => floor,
                    false => needed.map(|needed| Floor { player: mover, needed }),
                };
                self.node(next, depth - 1, ply + 1, floor)
            });
            complete &= valued.complete;
            if self.clock.is_stopped() {
                return best.or(Some(Best::new(choice, valued)));
            }
            if needed.is_some_and(|needed| valued.values[mover] < needed) {
                continue;
            }
            self.lines.put(ply as usize, choice.mv);
            self.observer.prefer();
            best = Some(Best::new(choice, valued));
            let most =
                floor.map(|floor| (self.most(valued.values[mover], floor.player, mover), floor));
            if most.is_some_and(|(most, floor)| most < floor.needed) {
                return best.map(|best| Best { exact: false, ..best }.with_complete(complete));
            }
        }
        best.map(|best| best.with_complete(complete))
    }

    /// Returns the most `other` can get from a node at which `mover` is sure of `score`.
    ///
    /// At most one player wins; of two players, the other one then loses.
    fn most(&self, score: Score, other: Player, mover: Player) -> Score {
        if other == mover {
            Score::INFINITE
        } else if self.game.players() == 2 {
            // Unless the mover may choose an end in which everybody loses.
            if score.0 >= -Score::EVALUATION_MAX { -score } else { Score::INFINITE }
        } else if score.wins_in().is_some() {
            Score::TIE
        } else {
            Score::INFINITE
        }
    }

    fn leaf(&self, position: &G::Position, ply: u32) -> Valued {
        let outcome = self.game.outcome(position);
        let values = PerPlayer::from_fn(self.game.players(), |player| match &outcome {
            Some(outcome) => Score::of(outcome, player, ply),
            None => Score::evaluation(self.guide.evaluate(self.game, position, player)),
        });
        Valued { values, complete: outcome.is_some() }
    }

    fn leave_leaf(&mut self, position: &G::Position, ply: u32) -> Valued {
        let valued = self.leaf(position, ply);
        let is_stopped = self.clock.is_stopped();
        let why = || match valued.complete {
            _ if is_stopped => Why::Stopped,
            true => Why::Over,
            false => Why::Evaluated,
        };
        self.observer.leave(|| Left::each(valued.values, why()));
        valued
    }

    fn line(&self, position: &G::Position, depth: u32) -> Vec<G::Move> {
        let mut line = self.lines.line(0).to_vec();
        let mut position = position.clone();
        line.iter().for_each(|mv| self.game.play(&mut position, *mv));
        while (line.len() as u32) < depth {
            let left = depth - line.len() as u32;
            let entry = self.table.probe(self.game.key(&position));
            let fits = |entry: &Entry<G::Move>| {
                (entry.depth == left || (entry.complete && entry.depth < left))
                    && self.game.is_legal(&position, entry.mv)
            };
            let Some(entry) = entry.filter(fits) else { break };
            self.game.play(&mut position, entry.mv);
            line.push(entry.mv);
        }
        line
    }
}

struct Best<M> {
    mv: M,
    index: u32,
    valued: Valued,
    exact: bool,
}

impl<M: Copy> Best<M> {
    fn new(choice: &Choice<M>, valued: Valued) -> Self {
        Best { mv: choice.mv, index: choice.index, valued, exact: true }
    }

    /// Returns what another move must be worth to the mover to be chosen instead.
    fn needed(&self, index: u32, mover: Player) -> Score {
        Score(self.valued.values[mover].0 + i32::from(index > self.index))
    }

    fn why(&self, is_stopped: bool) -> Why {
        match self.exact {
            _ if is_stopped => Why::Stopped,
            true => Why::Searched,
            false => Why::Cut,
        }
    }

    fn with_complete(mut self, complete: bool) -> Self {
        self.valued.complete = complete;
        self
    }
}

impl From<Option<Floor>> for Scope {
    fn from(floor: Option<Floor>) -> Scope {
        floor.map_or(Scope::All, |Floor { player, needed }| Scope::Needs { player, value: needed })
    }
}

fn each(values: &PerPlayer<Score>, f: impl Fn(Score) -> Score) -> PerPlayer<Score> {
    PerPlayer::from_fn(values.players(), |player| f(values[player]))
}
