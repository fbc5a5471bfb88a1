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

use super::proof_cache::{Memory, Numbers, ProofCache};
use super::ranks::{Choice, damped, sum};

/// What one move costs to prove or to disprove that looks neither good nor bad.
const UNIT: u32 = 16;
/// How many points of a lead double the cost of the other side's proof.
const DOUBLING: i32 = 200;
/// How many times that is done at most.
const DOUBLINGS_MAX: i32 = 4;

/// How many turns a small prover remembers: several times as many as it looks at.
const SMALL_ENTRIES: usize = 1 << 14;

/// What a prover is told about a turn that it has not looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appraisal {
    /// Two moves win at once.
    Won,
    /// How far the mover seems to be ahead; negative if it is behind.
    Lead(i32),
}

/// Tells a prover which turns look won. What it says of leads can only make a proof slower or faster.
pub trait Appraise<G: Refusable> {
    fn appraise(&self, game: &G, position: &G::Position) -> Appraisal;
}

/// The moves win if they stand: two where one may be refused, one to play where it cannot, and none where an answer is due
/// or the game is over. To fail is a tie, if the game has one, or a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    Wins { moves: Vec<S> },
    Fails,
    Open,
}

/// What a prover knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<S> {
    pub mv: S,
    /// Whether it wins for its mover if it stands; `None` while that is open.
    pub wins: Option<bool>,
    /// About how many nodes that took.
    pub work: u64,
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

    /// Returns a prover of short proofs, which forgets in no time.
    pub fn small() -> Prover {
        Prover { table: ProofCache::with_entries(SMALL_ENTRIES), nodes: 0 }
    }

    /// Forgets everything, so that the next attempt does not depend on earlier ones.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Returns what is known about every turn that took at least `nodes` to find out, to be kept and
    /// given to [`Prover::remember`] later.
    pub fn memories(&self, nodes: u64) -> impl Iterator<Item = Memory> {
        self.table.memories(nodes)
    }

    /// Takes what an earlier prover of the same game knew.
    pub fn remember(&mut self, memory: Memory) {
        self.table.remember(memory);
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
        guide: &impl Appraise<G>,
        position: &G::Position,
        limits: &Limits,
    ) -> Verdict<G::Standing> {
        self.attempt(game, guide, game.to_move(position), limits, |attempt| {
            match game.turn_phase(position) {
                TurnPhase::Propose => attempt.wins(position, 2),
                TurnPhase::Alternate(_) => attempt.wins(position, 1),
                TurnPhase::Answer(proposed) => match attempt.answer_wins(position, proposed) {
                    Verdict::Wins { .. } => Verdict::Wins { moves: Vec::new() },
                    Verdict::Fails => Verdict::Fails,
                    Verdict::Open => Verdict::Open,
                },
            }
        })
    }

    /// Returns what is known, without a search, of the moves that may stand: whether each wins for its
    /// mover, as a proof that `asking` wins or does not has found out.
    ///
    /// # Panics
    /// Panics when the game's options allow no refusals.
    pub fn known<G: Refusable>(
        &mut self,
        game: &G,
        guide: &impl Appraise<G>,
        position: &G::Position,
        asking: Player,
    ) -> Vec<Known<G::Standing>> {
        self.attempt(game, guide, asking, &Limits::default(), |attempt| {
            attempt.list(position);
            let known = attempt.children.iter().zip(&attempt.listed);
            let known = known.map(|(child, listed)| Known {
                mv: child.mv,
                wins: match child.numbers {
                    numbers if numbers.is_disproven() => Some(true),
                    numbers if numbers.is_proven() => Some(false),
                    _ => None,
                },
                work: attempt.table.work(listed.key),
            });
            known.collect()
        })
    }

    /// Finds out whether the mover wins a turn, as a part of the proof that `asking` wins or does not;
    /// `None` if that stays open.
    ///
    /// # Panics
    /// Panics when the game's options allow no refusals.
    pub fn settle<G: Refusable>(
        &mut self,
        game: &G,
        guide: &impl Appraise<G>,
        position: &G::Position,
        asking: Player,
        limits: &Limits,
    ) -> Option<bool> {
        let numbers = self.attempt(game, guide, asking, limits, |attempt| {
            let decided = attempt.decided(position, game.count_standing_moves(position));
            decided.unwrap_or_else(|| attempt.search(position, Numbers::UNLIMITED))
        });
        (numbers.is_proven() || numbers.is_disproven()).then_some(numbers.is_proven())
    }

    /// Returns an answer that wins, if one is found within the limits.
    ///
    /// # Panics
    /// Panics when nothing is proposed, or the game's options allow no refusals.
    pub fn answer<G: Refusable>(
        &mut self,
        game: &G,
        guide: &impl Appraise<G>,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Answer> {
        let TurnPhase::Answer(proposed) = game.turn_phase(position) else {
            panic!("nothing is proposed");
        };
        let asking = game.to_move(position);
        match self
            .attempt(game, guide, asking, limits, |attempt| attempt.answer_wins(position, proposed))
        {
            Verdict::Wins { moves } => moves.first().copied(),
            _ => None,
        }
    }

    fn attempt<G: Refusable, E: Appraise<G>, T>(
        &mut self,
        game: &G,
        guide: &E,
        asking: Player,
        limits: &Limits,
        find: impl FnOnce(&mut Attempt<'_, G, E>) -> T,
    ) -> T {
        assert!(game.allows_refusals(), "moves cannot be refused in this game");
        let mut attempt = Attempt {
            game,
            guide,
            asking,
            table: &mut self.table,
            clock: Clock::start(limits),
            children: Vec::new(),
            listed: Vec::new(),
        };
        let found = find(&mut attempt);
        self.nodes = attempt.clock.nodes();
        found
    }
}

struct Attempt<'a, G: Refusable, E> {
    game: &'a G,
    guide: &'a E,
    /// Who is to win; for the other a tie is as good as a win.
    asking: Player,
    table: &'a mut ProofCache,
    clock: Clock,
    /// The children of all turns from the root to the current one, one after the other.
    children: Vec<Child<G::Standing>>,
    /// The children of the turn that was listed last.
    listed: Vec<Listed>,
}

struct Listed {
    key: u64,
    count: usize,
    is_decided: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Child<S> {
    pub(super) mv: S,
    /// From the side of the player whose turn it is in the child.
    pub(super) numbers: Numbers,
}

impl<G: Refusable, E: Appraise<G>> Attempt<'_, G, E> {
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
        self.listed.clear();
        let _ = game.standing_moves(position, |mv| {
            let mut next = position.clone();
            game.stand(&mut next, mv);
            let count = game.count_standing_moves(&next);
            let numbers = self.decided(&next, count);
            self.listed.push(Listed { key: self.key(&next), count, is_decided: numbers.is_some() });
            self.children.push(Child { mv, numbers: numbers.unwrap_or(Numbers::UNLIMITED) });
            ControlFlow::<()>::Continue(())
        });
        // The memory is asked for all of them before anything is done with one.
        self.table.touch(self.listed.iter().map(|listed| listed.key));
        for (index, listed) in self.listed.iter().enumerate().filter(|(_, it)| !it.is_decided) {
            let child = &mut self.children[base + index];
            child.numbers = self.table.find(listed.key).unwrap_or_else(|| {
                let mut next = position.clone();
                game.stand(&mut next, child.mv);
                match self.guide.appraise(game, &next) {
                    Appraisal::Won => Numbers::PROVEN,
                    Appraisal::Lead(lead) => estimate(listed.count as u32, lead),
                }
            });
        }
    }

    /// Returns the numbers of a turn with fewer than two moves.
    fn decided(&self, position: &G::Position, count: usize) -> Option<Numbers> {
        match count {
            0 => {
                let outcome = self.game.outcome(position).expect("over without a move");
                let is_won = outcome.payoffs[self.asking] == WON;
                let is_asking = self.game.to_move(position) == self.asking;
                Some(if is_won == is_asking { Numbers::PROVEN } else { Numbers::DISPROVEN })
            }
            1 => Some(Numbers::DISPROVEN),
            _ => None,
        }
    }

    /// Returns a position's key; a tie counts for one player or the other.
    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position) ^ mix(u64::from(self.asking.0))
    }
}

/// Returns the numbers of a turn of `count` moves as if each cost the same, but for the lead.
fn estimate(count: u32, lead: i32) -> Numbers {
    // The eighth roots of 2, times 256.
    const ROOTS: [u32; 8] = [256, 279, 304, 332, 362, 395, 431, 470];
    let eighths = (lead * 8 / DOUBLING).clamp(-8 * DOUBLINGS_MAX, 8 * DOUBLINGS_MAX);
    let scaled = |cost: u32, eighths: i32| {
        let root = (cost * ROOTS[eighths.rem_euclid(8) as usize]) << DOUBLINGS_MAX;
        (root >> (8 + DOUBLINGS_MAX - eighths.div_euclid(8))).max(1)
    };
    let proof = scaled(2 * UNIT, -eighths);
    let disproof = scaled(damped(UNIT, (count - 2) * UNIT), eighths);
    Numbers { proof, disproof }
}
