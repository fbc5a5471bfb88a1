//! Who wins: depth-first proof-number search (df-pn) for refusable turns.
//!
//! The mover wins a turn with at least two winning moves. So proving a turn costs the two cheapest
//! proofs among its moves, and disproving it the disproofs of all moves but the dearest one. The child
//! worth expanding lies in both sets, which always have one in common. A position never depends on how
//! it came about, so a proof holds wherever it is found again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Answer, Player, Refusable, TurnPhase, WON};

use crate::limits::{Clock, Limits};

use super::proof_cache::{Numbers, ProofCache, SOLVED};

/// How much dearer than the next child one may grow before the search turns to that, as a divisor:
/// a quarter. It keeps the search from jumping between children all the time.
const SWITCH_DIVISOR: u32 = 4;

/// The moves win if they stand: two where one may be refused, one to play where it cannot, and none where an answer is due
/// or the game is over. To fail is a tie, if the game has one, or a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    Wins { moves: Vec<S> },
    Fails,
    Open,
}

#[derive(Clone, Debug)]
pub struct Prover {
    table: ProofCache,
    /// Those of the last attempt.
    pub nodes: u64,
}

impl Prover {
    pub fn new(mebibytes: usize) -> Prover {
        Prover { table: ProofCache::new(mebibytes), nodes: 0 }
    }

    /// Forgets everything, so that the next attempt does not depend on earlier ones.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Finds out whether the player who decides next wins, in any phase of a turn.
    ///
    /// An attempt that ended at its limits leaves what it found out in the table, so that the next one
    /// goes on from there. [`Limits::depth`] has no meaning here.
    ///
    /// # Panics
    /// Panics when the game's options allow no refusals.
    pub fn prove<G: Refusable>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Verdict<G::Standing> {
        self.attempt(game, position, limits, |attempt| match game.turn_phase(position) {
            TurnPhase::Propose => attempt.wins(position, 2),
            TurnPhase::Alternate(_) => attempt.wins(position, 1),
            TurnPhase::Answer(proposed) => match attempt.answer_wins(position, proposed) {
                Verdict::Wins { .. } => Verdict::Wins { moves: Vec::new() },
                Verdict::Fails => Verdict::Fails,
                Verdict::Open => Verdict::Open,
            },
        })
    }

    /// Returns an answer that wins, if one is found within the limits.
    ///
    /// # Panics
    /// Panics when nothing is proposed, or the game's options allow no refusals.
    pub fn answer<G: Refusable>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Answer> {
        let TurnPhase::Answer(proposed) = game.turn_phase(position) else {
            panic!("nothing is proposed");
        };
        match self
            .attempt(game, position, limits, |attempt| attempt.answer_wins(position, proposed))
        {
            Verdict::Wins { moves } => moves.first().copied(),
            _ => None,
        }
    }

    fn attempt<G: Refusable, T>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        find: impl FnOnce(&mut Attempt<'_, G>) -> T,
    ) -> T {
        assert!(game.allows_refusals(), "moves cannot be refused in this game");
        let mut attempt = Attempt {
            game,
            asking: game.to_move(position),
            table: &mut self.table,
            clock: Clock::start(limits),
            children: Vec::new(),
        };
        let found = find(&mut attempt);
        self.nodes = attempt.clock.nodes();
        found
    }
}

struct Attempt<'a, G: Refusable> {
    game: &'a G,
    /// Who is to win; for the other a tie is as good as a win.
    asking: Player,
    table: &'a mut ProofCache,
    clock: Clock,
    /// The children of all turns from the root to the current one, one after the other.
    children: Vec<Child<G::Standing>>,
}

#[derive(Clone, Copy)]
struct Child<S> {
    mv: S,
    /// From the side of the player whose turn it is in the child.
    numbers: Numbers,
}

struct Choice {
    index: usize,
    /// Up to which numbers it stays the best choice.
    limits: Numbers,
}

impl<G: Refusable> Attempt<'_, G> {
    fn wins(&mut self, position: &G::Position, needed: usize) -> Verdict<G::Standing> {
        if self.game.count_standing_moves(position) < needed {
            return match self.game.outcome(position) {
                Some(outcome) if outcome.payoffs[self.asking] == WON => {
                    Verdict::Wins { moves: Vec::new() }
                }
                _ => Verdict::Fails,
            };
        }
        let base = self.children.len();
        self.list(position);
        let numbers = self.expand(position, needed, Numbers::UNLIMITED, base);
        let winning = self.children[base..].iter().filter(|child| child.numbers.is_disproven());
        let moves = winning.map(|child| child.mv).take(needed).collect();
        self.children.truncate(base);
        match numbers {
            _ if numbers.is_proven() => Verdict::Wins { moves },
            _ if numbers.is_disproven() => Verdict::Fails,
            _ => Verdict::Open,
        }
    }

    fn answer_wins(&mut self, position: &G::Position, proposed: G::Standing) -> Verdict<Answer> {
        let mut accepted = position.clone();
        self.game.stand(&mut accepted, proposed);
        let accepting = self.wins(&accepted, 2);
        if let Verdict::Wins { .. } = accepting {
            return Verdict::Wins { moves: vec![Answer::Accept] };
        }
        let mut refused = position.clone();
        self.game.play(&mut refused, self.game.reply(Answer::Refuse));
        let refusing = self.fails(&refused);
        match (accepting, refusing) {
            (_, Some(true)) => Verdict::Wins { moves: vec![Answer::Refuse] },
            (Verdict::Fails, Some(false)) => Verdict::Fails,
            _ => Verdict::Open,
        }
    }

    /// Finds out whether no alternate saves the player who was refused.
    fn fails(&mut self, position: &G::Position) -> Option<bool> {
        if self.game.count_standing_moves(position) == 0 {
            return Some(true);
        }
        match self.turn(position, 1, Numbers::UNLIMITED) {
            numbers if numbers.is_proven() => Some(false),
            numbers if numbers.is_disproven() => Some(true),
            _ => None,
        }
    }

    fn turn(&mut self, position: &G::Position, needed: usize, limits: Numbers) -> Numbers {
        let base = self.children.len();
        self.list(position);
        let numbers = self.expand(position, needed, limits, base);
        self.children.truncate(base);
        numbers
    }

    fn search(&mut self, position: &G::Position, limits: Numbers) -> Numbers {
        if self.clock.tick() {
            return Numbers { proof: 1, disproof: 1 };
        }
        let before = self.clock.nodes();
        let numbers = self.turn(position, 2, limits);
        let work = self.clock.nodes() - before;
        self.table.store(self.key(position), numbers, work);
        numbers
    }

    /// Expands the children listed from `base` on until their turn's numbers reach the limits.
    fn expand(
        &mut self,
        position: &G::Position,
        needed: usize,
        limits: Numbers,
        base: usize,
    ) -> Numbers {
        loop {
            let (numbers, choice) = sum(&self.children[base..], needed, limits);
            let Some(Choice { index, limits }) = choice else { return numbers };
            let child = base + index;
            let mut next = position.clone();
            self.game.stand(&mut next, self.children[child].mv);
            let found = self.search(&next, limits);
            if self.clock.is_stopped() {
                return numbers;
            }
            self.children[child].numbers = found;
        }
    }

    fn list(&mut self, position: &G::Position) {
        let game = self.game;
        let base = self.children.len();
        let _ = game.standing_moves(position, |mv| {
            let mut next = position.clone();
            game.stand(&mut next, mv);
            let numbers = self.known(&next);
            self.children.push(Child { mv, numbers });
            ControlFlow::<()>::Continue(())
        });
        debug_assert_eq!(self.children.len() - base, game.count_standing_moves(position));
    }

    fn known(&self, position: &G::Position) -> Numbers {
        match self.game.count_standing_moves(position) {
            0 => {
                let outcome = self.game.outcome(position).expect("over without a move");
                let is_won = outcome.payoffs[self.asking] == WON;
                let is_asking = self.game.to_move(position) == self.asking;
                if is_won == is_asking { Numbers::PROVEN } else { Numbers::DISPROVEN }
            }
            1 => Numbers::DISPROVEN,
            // As if each move cost one proof and one disproof.
            count => self
                .table
                .find(self.key(position))
                .unwrap_or(Numbers { proof: 2, disproof: count as u32 - 1 }),
        }
    }

    /// Returns a position's key; a tie counts for one player or the other.
    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position) ^ mix(u64::from(self.asking.0))
    }
}

/// Returns the numbers of a turn from its children's, and which of them to expand unless that reaches
/// the limits.
fn sum<S>(children: &[Child<S>], needed: usize, limits: Numbers) -> (Numbers, Option<Choice>) {
    let ranks = Ranks::of(children, needed);
    // A move is proven by disproving what the opponent has afterwards.
    let [first, second, ..] = ranks.cheapest;
    let proof = if needed == 1 { first.cost } else { add(first.cost, second.cost) };
    let numbers = Numbers { proof, disproof: ranks.rest };
    if proof >= limits.proof || ranks.rest >= limits.disproof {
        return (numbers, None);
    }
    let chosen = if needed == 1 || first.index != ranks.dearest.index { first } else { second };
    let own = children[chosen.index].numbers;
    // The next cheapest, and the dearest one, which take its place when it becomes too dear.
    let next = patient(ranks.cheapest[needed].cost);
    let spared = if needed == 1 { SOLVED } else { patient(ranks.dearest.cost) };
    let child = Numbers {
        proof: (limits.disproof - ranks.rest + own.proof).min(spared),
        disproof: (limits.proof - proof + own.disproof).min(next),
    };
    (numbers, Some(Choice { index: chosen.index, limits: child }))
}

#[derive(Clone, Copy)]
struct Cost {
    cost: u32,
    index: usize,
}

struct Ranks {
    /// The three whose moves are the cheapest to prove, the cheapest first.
    cheapest: [Cost; 3],
    /// The one whose move is the dearest to disprove.
    dearest: Cost,
    /// What disproving all costs, or all but the dearest if two are needed.
    rest: u32,
}

impl Ranks {
    fn of<S>(children: &[Child<S>], needed: usize) -> Ranks {
        let none = Cost { cost: SOLVED, index: usize::MAX };
        let mut ranks = Ranks { cheapest: [none; 3], dearest: Cost { cost: 0, ..none }, rest: 0 };
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            if let Some(place) = ranks.cheapest.iter().position(|other| disproof < other.cost) {
                ranks.cheapest[place..].rotate_right(1);
                ranks.cheapest[place] = Cost { cost: disproof, index };
            }
            if needed == 1 || proof <= ranks.dearest.cost {
                ranks.rest = add(ranks.rest, proof);
            } else {
                ranks.rest = add(ranks.rest, ranks.dearest.cost);
                ranks.dearest = Cost { cost: proof, index };
            }
        }
        ranks
    }
}

/// Adds two numbers; only what is impossible makes the sum so.
fn add(a: u32, b: u32) -> u32 {
    if a == SOLVED || b == SOLVED { SOLVED } else { (a + b).min(SOLVED - 1) }
}

/// Returns up to where a child may grow while another costs `other`.
fn patient(other: u32) -> u32 {
    (other + other / SWITCH_DIVISOR + 1).min(SOLVED)
}
