//! Whether a position is a puzzle, and whether one that is kept holds.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Table, TextError};

use super::{Puzzle, after, has_single_moves, prover, round_plies};
use crate::agent::AgentError;
use crate::prover::Prover;

/// Looks for puzzles, and proves them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finder {
    /// How many plies deep a win may lie.
    pub plies_max: u32,
    /// How many positions a proof may take, the proof that other moves do not win included.
    pub nodes: u64,
}

/// Why a puzzle does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproven {
    #[error(transparent)]
    Position(#[from] TextError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error("won in {found:?} plies: expected {plies}")]
    Depth { plies: u32, found: Option<u32> },
    #[error("{found:?} win within {plies} plies: expected only {expected}")]
    Moves { plies: u32, expected: String, found: String },
}

impl Finder {
    /// Returns the puzzle that the position on a table is, if it is one.
    pub fn look(&self, table: &dyn Table) -> Result<Option<Puzzle>, AgentError> {
        if !has_single_moves(table) || table.legal().len() < 2 {
            return Ok(None);
        }
        // What was played before does not count: a puzzle is its position.
        let position = table.position();
        let mut set_up = table.copy();
        set_up.set_position(&position).expect("a position that was written is read");
        let table = &*set_up;
        let mut proof = prover(table, table.to_move(), self.nodes)?;
        let Some(plies) = self.depth(&mut *proof, table)? else { return Ok(None) };
        let found = winners(&mut *proof, table, plies)?;
        let Some([solution]) = found.as_deref() else { return Ok(None) };
        // A win that takes one round more is a second solution to whoever solves it.
        let mut alone = plies;
        for more in plies + 1..=plies + round_plies(table) {
            match winners(&mut *proof, table, more)? {
                Some(found) if found.len() > 1 => return Ok(None),
                Some(_) => alone = more,
                None => break,
            }
        }
        Ok(Some(Puzzle { plies, alone, solution: solution.clone(), position }))
    }

    /// Proves a puzzle again, on a table of its game.
    pub fn prove(table: &dyn Table, puzzle: &Puzzle) -> Result<(), Unproven> {
        let Puzzle { plies, alone, solution, position } = puzzle;
        let mut table = table.copy();
        table.set_position(position)?;
        let finder = Finder { plies_max: *plies, nodes: u64::MAX };
        let mut proof = prover(&*table, table.to_move(), u64::MAX)?;
        let found = finder.depth(&mut *proof, &*table)?;
        if found != Some(*plies) {
            return Err(Unproven::Depth { plies: *plies, found });
        }
        for plies in [*plies, *alone] {
            let found = winners(&mut *proof, &*table, plies)?.unwrap_or_default();
            if found != [solution.as_str()] {
                let (expected, found) = (solution.clone(), found.join(", "));
                return Err(Unproven::Moves { plies, expected, found });
            }
        }
        Ok(())
    }

    /// Returns within how many plies the player to move wins by force, at best.
    fn depth(&self, proof: &mut dyn Prover, table: &dyn Table) -> Result<Option<u32>, AgentError> {
        for plies in 1..=self.plies_max {
            match proof.wins(table, plies)? {
                Some(true) => return Ok(Some(plies)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Returns the moves that win by force within so many plies; `None` if the nodes did not suffice.
pub(super) fn winners(
    proof: &mut dyn Prover,
    table: &dyn Table,
    plies: u32,
) -> Result<Option<Vec<String>>, AgentError> {
    let mut found = Vec::new();
    for mv in table.legal() {
        match proof.wins(&*after(table, &mv), plies - 1)? {
            Some(true) => found.push(mv),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}
