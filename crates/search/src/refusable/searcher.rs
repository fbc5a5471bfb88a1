//! Deepening turn by turn from the root: the two best moves, and what to refuse afterwards.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::Ordering;

use manator_core::{Answer, Refusable, TurnPhase};

use crate::guide::Guide;
use crate::limits::Limits;
use crate::platform::{self, with_helpers};
use crate::report::{Found, Report};
use crate::score::{Score, Window};
use crate::strong::threads::{Team, Watch};

use super::order::{Candidate, Order};
use super::turn::{NOTHING, Search};
use super::turn_cache::{NO_HINT, TurnCache};
use super::{Decision, Horizon, Reply};

/// How many turns deep a search goes at most; games are shorter.
const DEPTH_MAX: u32 = 250;
/// How many nodes an answer may cost that no search has prepared: a few milliseconds.
const ANSWER_NODES: u64 = 10_000;

#[derive(Debug)]
pub struct Searcher<G: Refusable> {
    table: TurnCache,
    /// One for each thread.
    orders: Vec<Order<G::Standing>>,
    horizon: Horizon,
    replies: Vec<Reply<G::Standing>>,
}

/// A move of the root that was looked at with the whole window.
#[derive(Clone, Debug)]
struct Top<S> {
    mv: S,
    value: Score,
    line: Vec<S>,
    reply: Option<Reply<S>>,
}

impl<G: Refusable> Searcher<G> {
    /// Returns a searcher of one thread that remembers positions in so many mebibytes, or not at all in none.
    pub fn new(mebibytes: usize, horizon: Horizon) -> Self {
        Searcher {
            table: TurnCache::new(mebibytes),
            orders: vec![Order::new()],
            horizon,
            replies: Vec::new(),
        }
    }

    /// Lets so many threads search: they help each other by what they leave in the memory.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.orders = (0..platform::threads(threads)).map(|_| Order::new()).collect();
        self
    }

    /// Forgets everything, so that the next search does not depend on earlier ones.
    pub fn forget(&mut self) {
        self.table.clear();
        self.orders.fill_with(Order::new);
        self.replies.clear();
    }

    /// Searches the turn of the player who is to propose, or to play an alternate, and calls `report`
    /// after each turn of depth.
    ///
    /// # Panics
    /// Panics when an answer is due, or the game's options allow no refusals.
    pub fn think(
        &mut self,
        game: &G,
        guide: &impl Guide<G>,
        position: &G::Position,
        limits: &Limits,
        report: impl FnMut(&Report<G::Standing>),
    ) -> Decision<G::Standing> {
        let needed = match game.turn_phase(position) {
            TurnPhase::Propose => 2,
            TurnPhase::Alternate(_) => 1,
            TurnPhase::Answer(_) => panic!("an answer is due, not a move"),
        };
        let decision = self.deepen(game, guide, position, needed, limits, report);
        self.replies.clone_from(&decision.replies);
        decision
    }

    /// Answers a proposal at once: from what the last search found out about the turns it expected,
    /// and after a short look at any other. Returns what the turn is worth to the one who answers, too.
    ///
    /// # Panics
    /// Panics when nothing is proposed, or the game's options allow no refusals.
    pub fn answer(
        &mut self,
        game: &G,
        guide: &impl Guide<G>,
        position: &G::Position,
    ) -> (Answer, Score) {
        let proposed = proposed(game, position);
        let key = game.key(&game.turn_start(position));
        let Some(reply) = self.replies.iter().find(|reply| reply.key == key) else {
            return self.weigh(game, guide, position, &Limits::nodes(ANSWER_NODES));
        };
        let refuses = reply.refuse == Some(proposed);
        (if refuses { Answer::Refuse } else { Answer::Accept }, reply.score.sooner(1))
    }

    /// Searches the turn of the player who waits for an answer, and refuses the proposal exactly if it
    /// is worth more than every other move. Returns what the turn is worth to the one who answers, too.
    ///
    /// # Panics
    /// Panics when nothing is proposed, or the game's options allow no refusals.
    pub fn weigh(
        &mut self,
        game: &G,
        guide: &impl Guide<G>,
        position: &G::Position,
        limits: &Limits,
    ) -> (Answer, Score) {
        let proposed = proposed(game, position);
        let decision = self.deepen(game, guide, &game.turn_start(position), 2, limits, |_| {});
        let answer = match &decision.lines[..] {
            [best, second] if best.best() != Some(proposed) || best.score == second.score => {
                Answer::Accept
            }
            _ => Answer::Refuse,
        };
        (answer, -decision.score)
    }

    fn deepen(
        &mut self,
        game: &G,
        guide: &impl Guide<G>,
        position: &G::Position,
        needed: usize,
        limits: &Limits,
        mut report: impl FnMut(&Report<G::Standing>),
    ) -> Decision<G::Standing> {
        assert!(game.allows_refusals(), "moves cannot be refused in this game");
        self.table.restart();
        self.orders.iter_mut().for_each(Order::restart);
        let team = Team::start(&limits.at_the_aim());
        let (table, horizon, team) = (&self.table, self.horizon, &team);
        let root = |order| {
            let (clock, moves) = (Watch::new(team), Vec::new());
            let search = Search { game, guide, horizon, table, order, clock, moves, reply: None };
            Root::new(position, needed, search)
        };
        let deepest = limits.depth.unwrap_or(DEPTH_MAX).min(DEPTH_MAX);
        let (first, others) = self.orders.split_first_mut().expect("at least one thread");
        let helpers = (1..).zip(others).map(|(seat, order)| {
            let mut root = root(order);
            // Half of the helpers are a turn ahead of the others.
            move || {
                root.deepen(seat % 2, deepest, |_, _| {});
            }
        });
        with_helpers(helpers, || {
            let mut root = root(first);
            let depth = root.deepen(0, deepest, |root, depth| {
                let (nodes, elapsed) = (root.search.clock.nodes(), team.clock.elapsed());
                report(&Report { depth, lines: root.lines(), nodes, elapsed });
            });
            team.stopped.store(true, Ordering::Relaxed);
            root.decision(depth)
        })
    }
}

fn proposed<G: Refusable>(game: &G, position: &G::Position) -> G::Standing {
    match game.turn_phase(position) {
        TurnPhase::Answer(mv) => mv,
        _ => panic!("nothing is proposed"),
    }
}

struct Root<'a, G: Refusable, E> {
    position: &'a G::Position,
    /// How many moves decide: 2 where one may be refused.
    needed: usize,
    moves: Vec<G::Standing>,
    /// The best of them, as many as are needed, the best first.
    top: Vec<Top<G::Standing>>,
    search: Search<'a, G, E>,
}

impl<'a, G: Refusable, E: Guide<G>> Root<'a, G, E> {
    fn new(position: &'a G::Position, needed: usize, mut search: Search<'a, G, E>) -> Self {
        search.list(position, 0, [NO_HINT; 2]);
        search.moves.sort_by_key(|candidate| -candidate.rank);
        let listed = search.moves.drain(..);
        let moves: Vec<_> = listed.map(|Candidate { mv, .. }| mv).collect();
        // Whatever happens, there are legal moves to return.
        let first = moves.iter().take(needed);
        let top =
            |mv: &G::Standing| Top { mv: *mv, value: Score::TIE, line: vec![*mv], reply: None };
        let top = first.map(top).collect();
        Root { position, needed, moves, top, search }
    }

    /// Searches deeper and deeper, and returns how deep everything was looked at.
    fn deepen(&mut self, mut depth: u32, deepest: u32, mut report: impl FnMut(&Self, u32)) -> u32 {
        while depth < deepest && self.is_open(depth) && self.iterate(depth + 1) {
            depth += 1;
            report(self, depth);
        }
        depth
    }

    /// Returns whether searching deeper than `depth` could change the decision.
    fn is_open(&self, depth: u32) -> bool {
        // Captures beyond the horizon can prove an end before a nearer one is found.
        let is_settled = |top: &Top<_>| {
            top.value.wins_in().or(top.value.loses_in()).is_some_and(|turns| turns <= depth)
        };
        !self.top.is_empty() && !self.top.iter().all(is_settled)
    }

    fn iterate(&mut self, depth: u32) -> bool {
        for (place, top) in self.top.iter().enumerate() {
            let from = self.moves.iter().position(|mv| *mv == top.mv).expect("a move of the root");
            self.moves[place.min(from)..=place.max(from)].rotate_right(1);
        }
        let mut best: Vec<Top<G::Standing>> = Vec::new();
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let alpha = match best.get(self.needed - 1) {
                Some(last) => last.value,
                None => NOTHING,
            };
            let asked = alpha == NOTHING || {
                let more = Score(alpha.0 + 1);
                self.search.after(self.position, mv, depth, 0, more) >= more
            };
            if asked && !self.search.clock.stopped {
                let top = self.look(mv, depth, alpha);
                if top.value > alpha && !self.search.clock.stopped {
                    let place = best.partition_point(|other| other.value >= top.value);
                    best.insert(place, top);
                    best.truncate(self.needed);
                }
            }
            if self.search.clock.stopped {
                break;
            }
        }
        // Once the moves that were best before have been looked at, what is found counts, even if
        // others have not.
        if best.len() == self.top.len() {
            self.top = best;
        }
        !self.search.clock.stopped
    }

    fn look(&mut self, mv: G::Standing, depth: u32, alpha: Score) -> Top<G::Standing> {
        let search = &mut self.search;
        search.reply = None;
        let mut next = self.position.clone();
        search.game.stand(&mut next, mv);
        let window = Window { alpha: Window::FULL.alpha, beta: -alpha };
        let mut line = Vec::new();
        let value = -search.exact(&next, depth - 1, 1, window, &mut line);
        line.insert(0, mv);
        Top { mv, value, line, reply: search.reply.take() }
    }

    fn lines(&self) -> Vec<Found<G::Standing>> {
        self.top.iter().map(|top| Found { line: top.line.clone(), score: top.value }).collect()
    }

    fn decision(&self, depth: u32) -> Decision<G::Standing> {
        let game = self.search.game;
        let score = match self.top.get(self.needed - 1) {
            Some(last) => last.value,
            None if self.top.is_empty() => {
                let outcome = game.outcome(self.position).expect("over without a move");
                Score::of(&outcome, game.to_move(self.position), 0)
            }
            None => Score::loss_in(1),
        };
        Decision {
            propose: self.top.first().map(|top| top.mv),
            alternate: self.top.get(1).map(|top| top.mv),
            score,
            lines: self.lines(),
            replies: self.top.iter().filter_map(|top| top.reply).collect(),
            depth,
            nodes: self.search.clock.nodes(),
        }
    }
}
