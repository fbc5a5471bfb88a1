//! Alpha-beta for one player against all others, who minimise what that player gets.
//!
//! Values and windows are always the root player's; a node's mover sees them negated unless it is the
//! root player. A table entry is used only where it gives what a search of exactly the depth wanted
//! would give: at its own depth, or deeper when every line below it came to its end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::random::mix;
use manator_core::{Game, Player};

use super::cache::PositionCache;
use super::opponents::Opponents;
use super::order::{self, Choice};
use super::{Options, Run};
use crate::guide::Guide;
use crate::limits::Limits;
use crate::observe::{Entered, Left, Observer, Why};
use crate::report::{Found, Report};
use crate::score::{Score, Window};
use crate::transposition::Bound;

/// A searcher for one player against all others, which remembers positions from one search to the next.
#[derive(Debug)]
pub struct Coalition<G: Game, E: ?Sized> {
    game: Arc<G>,
    guide: Arc<E>,
    opponents: Opponents,
    table: PositionCache<Entry<G::Move>>,
    lines: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    /// Counted in plies from the position.
    score: Score,
    bound: Bound,
    mv: M,
    depth: u32,
    complete: bool,
}

#[derive(Clone, Copy)]
struct Valued {
    score: Score,
    complete: bool,
}

#[derive(Clone, Copy)]
struct Site {
    depth: u32,
    ply: u32,
    opponents: Opponents,
}

impl<G: Game, E: Guide<G> + ?Sized> Coalition<G, E> {
    /// Makes a paranoid searcher (Sturtevant and Korf 2000): everybody against the player at the root.
    pub fn paranoid(game: Arc<G>, guide: Arc<E>, options: Options) -> Self {
        Coalition::new(game, guide, options, Opponents::Choose)
    }

    /// Makes a best-reply searcher in its improved form, BRS+ (Esser, Gras, Winands, Schadd and Lanctot
    /// 2013).
    ///
    /// Between two moves of the player at the root, one opponent plays the reply that hurts most and the
    /// others play the moves the guide expects of them, those of greatest [`promise`](Guide::promise). All
    /// moves are legal ones, played in turn, so every position is real. A round of opponents' moves counts
    /// as one ply of depth, so the search sees further ahead for its own moves than max^n and paranoid
    /// search do. With two players it is plain alpha-beta.
    pub fn best_reply(game: Arc<G>, guide: Arc<E>, options: Options) -> Self {
        Coalition::new(game, guide, options, Opponents::REPLY)
    }

    fn new(game: Arc<G>, guide: Arc<E>, options: Options, opponents: Opponents) -> Self {
        let Options { bytes, lines } = options;
        Coalition { game, guide, opponents, table: PositionCache::new(bytes), lines }
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
        progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let tools = (&*self.game, &*self.guide);
        let run = Run::new(tools, &mut self.table, position, limits, observer);
        let (score, opponents) = (run.leaf(position, 0).score, self.opponents);
        let search = |run: &mut Run<'_, G, E, Entry<G::Move>, O>, depth| {
            let site = Site { depth, ply: 0, opponents };
            let Valued { score, complete } = run.node(&mut position.clone(), site, Window::FULL);
            // A win found is the quickest, and a loss found the slowest.
            let proven = score.wins_in().or(score.loses_in()).is_some();
            (Found { line: run.lines.line(0).to_vec(), score }, proven || complete)
        };
        run.deepen(position, score, (limits, self.lines), search, progress)
    }
}

impl<G, E, O> Run<'_, G, E, Entry<G::Move>, O>
where
    G: Game,
    E: Guide<G> + ?Sized,
    O: Observer<G::Move>,
{
    fn node(&mut self, position: &mut G::Position, mut site: Site, window: Window) -> Valued {
        self.clock.tick();
        self.lines.clear(site.ply as usize);
        self.observer.enter(|| Entered { depth: site.depth, scope: window.into() });
        let mover = self.game.to_move(position);
        let cost = match mover == self.root {
            true => {
                site.opponents = site.opponents.afresh();
                1
            }
            false => site.opponents.cost(),
        };
        if site.depth < cost {
            return self.leave_leaf(position, site.ply);
        }
        let key = self.key(position, site);
        let known = self.table.probe(key);
        // Not where a line is being found, which would be cut short.
        if let Some(entry) = known
            && !window.is_open()
            && let Some(valued) = entry.settles(site, window)
        {
            self.observer.leave(|| Left::root(valued.score, Why::Remembered));
            return valued;
        }
        let mut choices = self.take_choices(site.ply);
        order::list(self.game, self.guide, position, &mut choices);
        let expected = order::expected(&choices);
        if mover != self.root && !site.opponents.may_choose(mover) {
            choices.retain(|choice| Some(choice.index) == expected);
        }
        let killers = self.plies[site.ply as usize].killers;
        let is_part = self.roots.is_part(site.ply);
        let best = match is_part {
            true => self.roots.restrict(&mut choices),
            false => known.map(|entry| entry.mv),
        };
        order::sort(&mut choices, best, killers);
        let below = Site { depth: site.depth - cost, ply: site.ply + 1, ..site };
        let node = Node { mover, expected, site, below };
        let searched = self.moves(position, &choices, &node, window);
        self.plies[site.ply as usize].choices = choices;
        let Some((mv, valued)) = searched else { return self.leave_leaf(position, site.ply) };
        let is_stopped = self.clock.is_stopped();
        let ours = mover == self.root;
        self.observer.leave(|| {
            let own = if ours { window } else { window.flipped() };
            let score = if ours { valued.score } else { -valued.score };
            let why = match score {
                _ if is_stopped => Why::Stopped,
                score if score >= own.beta => Why::Cut,
                score if score >= Score::win_in(site.ply + 1) => Why::Won,
                _ => Why::Searched,
            };
            Left::root(valued.score, why)
        });
        if !is_part && !self.clock.is_stopped() {
            let bound = match valued.score {
                score if score >= window.beta => Bound::Lower,
                score if score <= window.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let (score, depth) = (valued.score.sooner(site.ply), site.depth);
            self.table.store(key, Entry { score, bound, mv, depth, complete: valued.complete });
        }
        valued
    }

    fn moves(
        &mut self,
        position: &mut G::Position,
        choices: &[Choice<G::Move>],
        node: &Node,
        window: Window,
    ) -> Option<(G::Move, Valued)> {
        let game = self.game;
        let ours = node.mover == self.root;
        let mut own = if ours { window } else { window.flipped() };
        let mut best: Option<(G::Move, Score)> = None;
        let mut complete = true;
        for choice in choices {
            let below = node.below(choice, ours, game.players());
            self.observer.try_move(choice.mv);
            let valued = game.with_move(position, choice.mv, |next| {
                let mut try_move = |window: Window| {
                    let seen = if ours { window } else { window.flipped() };
                    let valued = self.node(next, below, seen);
                    Valued { score: if ours { valued.score } else { -valued.score }, ..valued }
                };
                // All but the first are expected to be no better: ask just that first.
                if best.is_some() && own.is_open() {
                    let scout = try_move(Window::above(own.alpha));
                    if scout.score <= own.alpha || scout.score >= own.beta {
                        return scout;
                    }
                }
                try_move(own)
            });
            if self.clock.is_stopped() {
                let (mv, score) = best.unwrap_or((choice.mv, valued.score));
                return Some((mv, node.seen(ours, score, false)));
            }
            complete &= valued.complete;
            if best.is_none_or(|(_, score)| valued.score > score) {
                best = Some((choice.mv, valued.score));
                self.observer.prefer();
                if valued.score > own.alpha {
                    own.alpha = valued.score;
                    self.lines.put(node.site.ply as usize, choice.mv);
                }
            }
            // Nothing is better than to win at once.
            if own.alpha >= own.beta || valued.score >= Score::win_in(node.site.ply + 1) {
                self.note_killer(node.site.ply, choice.mv);
                return Some((choice.mv, node.seen(ours, valued.score, valued.complete)));
            }
        }
        best.map(|(mv, score)| (mv, node.seen(ours, score, complete)))
    }

    fn key(&self, position: &G::Position, site: Site) -> u64 {
        let context = site.opponents.number() << 8 | u64::from(self.root.0);
        self.game.key(position) ^ mix(context)
    }

    fn leaf(&self, position: &G::Position, ply: u32) -> Valued {
        match self.game.outcome(position) {
            Some(outcome) => Valued { score: Score::of(&outcome, self.root, ply), complete: true },
            None => {
                let value = self.guide.evaluate(self.game, position, self.root);
                Valued { score: Score::evaluation(value), complete: false }
            }
        }
    }

    fn leave_leaf(&mut self, position: &G::Position, ply: u32) -> Valued {
        let valued = self.leaf(position, ply);
        let is_stopped = self.clock.is_stopped();
        self.observer.leave(|| {
            let why = if valued.complete { Why::Over } else { Why::Evaluated };
            Left::root(valued.score, if is_stopped { Why::Stopped } else { why })
        });
        valued
    }

    fn note_killer(&mut self, ply: u32, mv: G::Move) {
        let killers = &mut self.plies[ply as usize].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

impl<M> Entry<M> {
    fn settles(&self, site: Site, window: Window) -> Option<Valued> {
        let fits = self.depth == site.depth || (self.complete && self.depth < site.depth);
        let score = self.score.later(site.ply);
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (fits && answers).then_some(Valued { score, complete: self.complete })
    }
}

struct Node {
    mover: Player,
    expected: Option<u32>,
    site: Site,
    below: Site,
}

impl Node {
    fn below<M>(&self, choice: &Choice<M>, ours: bool, players: usize) -> Site {
        let opponents = match ours {
            true => self.site.opponents,
            false => {
                let is_expected = Some(choice.index) == self.expected;
                self.site.opponents.after(self.mover, is_expected, players)
            }
        };
        Site { opponents, ..self.below }
    }

    fn seen(&self, ours: bool, score: Score, complete: bool) -> Valued {
        Valued { score: if ours { score } else { -score }, complete }
    }
}
