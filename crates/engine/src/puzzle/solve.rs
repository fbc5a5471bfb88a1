//! Solving a puzzle: whether a move wins, what the others answer, and where to look.
//!
//! Every answer is proven anew in the position that is reached, so that another move than the one that is kept is recognised where
//! it wins, too.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::Gesture;
use manator_core::{Player, Table, WON};

use super::find::winners;
use super::{after, prover};
use crate::agent::AgentError;
use crate::prover::Prover;

/// How many plies beyond the win that is known a slower one is looked for, as long as the nodes last.
const SLOWER_PLIES: u32 = 6;
/// How far it is looked whether an answer wins for whoever gives it.
const COUNTER_PLIES: u32 = 3;

/// What became of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The game is over, and won.
    Won,
    /// It wins by force within so many plies more, whatever is answered; the best answers are these. Another move may win
    /// sooner.
    Wins { plies: u32, is_slower: bool, replies: Vec<String> },
    /// These answers, the best of everybody's until it is the player's turn again, leave no win by force within so many
    /// plies; the first may even win for whoever gives it.
    Fails { plies: u32, replies: Vec<String>, is_lost: bool },
    /// It could not be found out within the limit of nodes.
    Unknown,
}

/// Where to look: the piece that wins, and its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The cell of the piece, and its kind; `None` where nothing is moved.
    pub piece: Option<(u16, &'static str)>,
    pub mv: String,
}

/// Solves with one player, within a number of nodes for all questions together.
pub struct Solver {
    player: Player,
    /// How many plies a win may take.
    plies_max: u32,
    nodes: u64,
    proof: Box<dyn Prover>,
}

impl Solver {
    /// Opens a solver of the position on a table for the player to move, who began with a win within so many plies.
    pub fn new(table: &dyn Table, plies: u32, nodes: u64) -> Result<Solver, AgentError> {
        let player = table.to_move();
        let proof = prover(table, player, nodes)?;
        Ok(Solver { player, plies_max: plies + SLOWER_PLIES, nodes, proof })
    }

    /// Judges a legal move of the player.
    pub fn judge(&mut self, table: &dyn Table, mv: &str) -> Result<Judged, AgentError> {
        let next = after(table, mv);
        if next.outcome().is_some_and(|outcome| outcome.payoffs[self.player] == WON) {
            return Ok(Judged::Won);
        }
        let Some(best) = self.distance(table, self.plies_max)? else { return Ok(Judged::Unknown) };
        let fastest = best.saturating_sub(1);
        for plies in fastest..=fastest + SLOWER_PLIES {
            match self.proof.wins(&*next, plies)? {
                Some(true) => {
                    let replies = self.replies(&*next, plies)?;
                    return Ok(Judged::Wins { plies, is_slower: plies > fastest, replies });
                }
                Some(false) => {}
                None if plies == fastest => return Ok(Judged::Unknown),
                None => break,
            }
        }
        self.refuted(&*next, fastest)
    }

    /// Returns where to look, in a position that the player wins.
    pub fn hint(&mut self, table: &dyn Table) -> Result<Option<Hint>, AgentError> {
        let Some(plies) = self.distance(table, self.plies_max)? else { return Ok(None) };
        let found = winners(&mut *self.proof, table, plies)?.unwrap_or_default();
        let Some(mv) = found.into_iter().next() else { return Ok(None) };
        let gesture = table.gestures().into_iter().find(|(text, _)| *text == mv);
        let cell = gesture.and_then(|(_, gesture)| match gesture {
            Gesture::Cells(cells) => cells.first().copied(),
            Gesture::Button(_) => None,
        });
        let pieces = table.pieces();
        let piece = cell.and_then(|cell| {
            let placed = pieces.iter().find(|placed| placed.cell == cell)?;
            Some((cell.0, placed.piece.kind))
        });
        Ok(Some(Hint { piece, mv }))
    }

    /// Returns how the others resist longest, until the player decides again or the game is over.
    fn replies(&mut self, table: &dyn Table, plies: u32) -> Result<Vec<String>, AgentError> {
        let (mut table, mut left) = (table.copy(), plies);
        let mut replies = Vec::new();
        while table.outcome().is_none() && table.to_move() != self.player {
            let mut longest: Option<(u32, String)> = None;
            left = left.saturating_sub(1);
            for mv in table.legal() {
                let next = after(&*table, &mv);
                // What could not be found out in time resists longest.
                let wins_in = self.distance(&*next, left)?.unwrap_or(left);
                if longest.as_ref().is_none_or(|(plies, _)| wins_in > *plies) {
                    longest = Some((wins_in, mv));
                }
            }
            let Some((_, mv)) = longest else { break };
            table = after(&*table, &mv);
            replies.push(mv);
        }
        Ok(replies)
    }

    /// Returns the answers after which no win is left within so many plies, the shortest refutation first.
    fn refuted(&mut self, table: &dyn Table, plies: u32) -> Result<Judged, AgentError> {
        let (mut table, mut left) = (table.copy(), plies);
        let (mut replies, mut is_lost) = (Vec::new(), false);
        while table.outcome().is_none() && table.to_move() != self.player {
            left = left.saturating_sub(1);
            let mut best: Option<(u32, String)> = None;
            for mv in table.legal() {
                let next = after(&*table, &mv);
                if self.proof.wins(&*next, left)? == Some(true) {
                    continue;
                }
                let counter = self.counter(&*next, table.to_move())?;
                if best.as_ref().is_none_or(|(other, _)| counter < *other) {
                    best = Some((counter, mv));
                }
            }
            let Some((counter, mv)) = best else { break };
            is_lost |= counter <= COUNTER_PLIES;
            table = after(&*table, &mv);
            replies.push(mv);
        }
        Ok(Judged::Fails { plies, replies, is_lost })
    }

    /// Returns within how many plies somebody else wins by force, or more than are looked at.
    fn counter(&self, table: &dyn Table, other: Player) -> Result<u32, AgentError> {
        let mut proof = prover(table, other, self.nodes / 100)?;
        for plies in 0..=COUNTER_PLIES {
            if proof.wins(table, plies)? == Some(true) {
                return Ok(plies);
            }
        }
        Ok(COUNTER_PLIES + 1)
    }

    fn distance(&mut self, table: &dyn Table, most: u32) -> Result<Option<u32>, AgentError> {
        for plies in 0..=most {
            match self.proof.wins(table, plies)? {
                Some(true) => return Ok(Some(plies)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }
}
