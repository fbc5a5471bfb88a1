//! A proof written down: in which turns of the winner which two moves win.
//!
//! Whoever reads it begins at the root. The winner has two moves, one of which stands; the other side has all
//! of its moves but one, which the winner refuses. What comes after each is in the certificate again, or won
//! at once, or found out by a short search.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::ops::ControlFlow;

use manator_core::{Game, Notation, Player, Refusable};
use manator_games::refusal::{Move, Position, Refusal, SOUTH};
use manator_search::Limits;
use manator_search::refusable::{Known, Prover};

use super::book::{BUCKET_BITS, ENTRY_BYTES, MARK_BITS, PAIR_BITS, TITLE, paired};
use super::{after, as_south, fingerprint, numbered};
use crate::eval::refusal::RefusalEval;

/// How many turns are looked at between two reports of progress.
const REPORT_INTERVAL: usize = 10_000;
/// A turn that took so many times what a reader may spend is not tried for a reader.
const TOO_HARD: u64 = 1;
/// What a turn seems to cost that the prover has forgotten about.
const FORGOTTEN: u64 = 1000;
/// How many nodes are tried first for a move of which nothing is known any more.
const RETRY_NODES: u64 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub entries: usize,
    /// Turns that are left to the reader.
    pub left: usize,
    /// Turns yet to be looked at.
    pub open: usize,
}

/// The turns of a proof and how to write them.
#[derive(Clone, Debug)]
pub struct Certificate {
    root: String,
    beneath: u64,
    /// A turn of the winner, seen as South, and the number of its two moves.
    entries: Vec<(Position, usize)>,
}

impl Certificate {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the certificate as a file; [`Book`](super::Book) says how.
    pub fn bytes(&self, game: &Refusal) -> Vec<u8> {
        let kept = BUCKET_BITS + MARK_BITS;
        let salted = |salt: u64| {
            let entry = |(position, pair): &(Position, usize)| {
                let hash = fingerprint(game, position, salt) >> (64 - kept);
                hash << PAIR_BITS | *pair as u64
            };
            let mut entries: Vec<u64> = self.entries.iter().map(entry).collect();
            entries.sort_unstable();
            let differ = |pair: &[u64]| pair[0] >> PAIR_BITS != pair[1] >> PAIR_BITS;
            entries.windows(2).all(differ).then_some((salt, entries))
        };
        // No two entries may look alike.
        let (salt, entries) = (0..).find_map(salted).expect("some salt does it");
        let Certificate { root, beneath, .. } = self;
        let head = format!("{TITLE}\nposition {root}\nbeneath {beneath}\nsalt {salt}\n");
        let mut bytes = head.into_bytes();
        for bucket in 0..1 << BUCKET_BITS {
            let begin = entries.partition_point(|entry| entry >> (MARK_BITS + PAIR_BITS) < bucket);
            bytes.extend((begin as u32).to_le_bytes());
        }
        for entry in entries {
            bytes.extend(&entry.to_le_bytes()[..ENTRY_BYTES]);
        }
        bytes
    }
}

pub(super) struct Writer<'a> {
    game: &'a Refusal,
    guide: RefusalEval,
    prover: &'a mut Prover,
    reader: Prover,
    root: &'a Position,
    winner: Player,
    seen: HashSet<u64>,
    /// Turns of the winner, with what they took to prove.
    open: Vec<(Position, u64)>,
    entries: Vec<(Position, usize)>,
    left: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        game: &'a Refusal,
        guide: RefusalEval,
        prover: &'a mut Prover,
        root: &'a Position,
        winner: Player,
    ) -> Writer<'a> {
        Writer {
            game,
            guide,
            prover,
            reader: Prover::small(),
            root,
            winner,
            seen: HashSet::new(),
            open: Vec::new(),
            entries: Vec::new(),
            left: 0,
        }
    }

    pub(super) fn write(
        mut self,
        beneath: u64,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<Certificate> {
        if self.root.mover == self.winner {
            self.open.push((*self.root, u64::MAX));
        } else {
            self.defend(self.root);
        }
        while let Some((position, work)) = self.open.pop() {
            if !self.seen.insert(self.game.key(&position)) {
                continue;
            }
            if self.seen.len().is_multiple_of(REPORT_INTERVAL) {
                let (entries, left, open) = (self.entries.len(), self.left, self.open.len());
                if progress(Progress { entries, left, open }).is_break() {
                    return None;
                }
            }
            if work <= beneath * TOO_HARD && self.is_left_to_reader(&position, beneath) {
                self.left += 1;
            } else {
                self.enter(&position);
            }
        }
        let root = as_south(self.root, self.winner);
        let root = self.game.write_position(&root).trim_end_matches(" propose -").to_string();
        Some(Certificate { root, beneath, entries: self.entries })
    }

    fn is_left_to_reader(&mut self, position: &Position, beneath: u64) -> bool {
        self.reader.forget();
        let (limits, seen) = (Limits::nodes(beneath), as_south(position, self.winner));
        self.reader.settle(self.game, &self.guide, &seen, SOUTH, &limits) == Some(true)
    }

    /// Enters a turn of the winner with the two moves after which least is left to prove.
    fn enter(&mut self, position: &Position) {
        let two = self.cheapest(position);
        let seen = as_south(position, self.winner);
        let order = numbered(self.game, &seen);
        let numbers = two.map(|mv| {
            let mv = if self.winner == SOUTH { mv } else { mv.rotated() };
            order.iter().position(|other| *other == mv).expect("a legal move")
        });
        self.entries.push((seen, paired(numbers)));
        for mv in two {
            self.defend(&after(self.game, position, mv));
        }
    }

    fn cheapest(&mut self, position: &Position) -> [Move; 2] {
        let asking = self.root.mover;
        loop {
            let known = self.prover.known(self.game, &self.guide, position, asking);
            let winning = known.into_iter().filter(|known| known.wins == Some(true));
            let mut winning: Vec<(u64, Move)> =
                winning.map(|known| (self.burden(position, known.mv), known.mv)).collect();
            winning.sort_unstable();
            if let [(_, first), (_, second), ..] = winning[..] {
                return [first, second];
            }
            let limits = Limits::default();
            self.prover.settle(self.game, &self.guide, position, asking, &limits);
        }
    }

    /// Estimates how much is left to prove after a move of the winner.
    fn burden(&mut self, position: &Position, mv: Move) -> u64 {
        let next = after(self.game, position, mv);
        let known = self.prover.known(self.game, &self.guide, &next, self.root.mover);
        let cost = |known: &Known<Move>| match known.wins {
            Some(false) => {
                let reached = after(self.game, &next, known.mv);
                let is_seen = self.seen.contains(&self.game.key(&reached));
                if is_seen { 0 } else { known.work }
            }
            _ => FORGOTTEN,
        };
        let costs: Vec<u64> = known.iter().map(cost).collect();
        costs.iter().sum::<u64>() - costs.iter().max().unwrap_or(&0)
    }

    /// Opens what comes after each move of the other side but the one that is hardest to answer.
    fn defend(&mut self, position: &Position) {
        if self.game.count_standing_moves(position) < 2 {
            return;
        }
        let mut known = self.proven(position);
        let key = |mv: Move| self.game.key(&after(self.game, position, mv));
        let hardest = known.iter().enumerate().max_by_key(|(_, known)| {
            (known.wins != Some(false), !self.seen.contains(&key(known.mv)), known.work)
        });
        let hardest = hardest.map(|(index, _)| index).expect("two moves or more");
        known.swap_remove(hardest);
        for known in known {
            let next = after(self.game, position, known.mv);
            // Two ways to take the king need no proof.
            if known.work > 0 || next.forces().king_attackers < 2 {
                self.open.push((next, known.work));
            }
        }
    }

    /// Returns what is known of the other side's moves once all but one are known to lose.
    fn proven(&mut self, position: &Position) -> Vec<Known<Move>> {
        let asking = self.root.mover;
        let mut nodes = RETRY_NODES;
        loop {
            let known = self.prover.known(self.game, &self.guide, position, asking);
            let open: Vec<Move> = known
                .iter()
                .filter(|known| known.wins != Some(false))
                .map(|known| known.mv)
                .collect();
            if open.len() < 2 {
                return known;
            }
            for mv in open {
                let next = after(self.game, position, mv);
                let limits = Limits::nodes(nodes);
                self.prover.settle(self.game, &self.guide, &next, asking, &limits);
            }
            nodes *= 4;
        }
    }
}
