//! Puzzles: positions in which exactly one move wins, with the proof left to whoever doubts it.
//!
//! What a [`Puzzle`] claims is exact: its move wins by force within [`Puzzle::plies`] plies, and no other move wins by force
//! within [`Puzzle::alone`] plies, which are at least as many. Where a proposal may be refused, one move never wins
//! alone: the opponent would refuse it. There a puzzle begins after a refusal, with the move that stands.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod collect;
mod find;
mod solve;

use std::fmt;
use std::str::FromStr;

use manator_core::{Decision, Player, Table, TextError};

use crate::agent::AgentError;
use crate::catalog;
use crate::prover::Prover;

pub use collect::Collection;
pub use find::{Finder, Unproven};
pub use solve::{Hint, Judged, Solver};

/// A position to win, and what is claimed about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Within so many plies the solution wins, whatever the others do.
    pub plies: u32,
    /// Within so many plies no other move wins by force.
    pub alone: u32,
    pub solution: String,
    pub position: String,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { plies, alone, solution, position } = self;
        write!(f, "{plies} {alone} {solution} {position}")
    }
}

impl FromStr for Puzzle {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Puzzle, TextError> {
        let wrong = || TextError::new(text, "PLIES ALONE MOVE POSITION");
        let fields: Vec<&str> = text.splitn(4, ' ').collect();
        let &[plies, alone, solution, position] = &fields[..] else { return Err(wrong()) };
        let number = |field: &str| field.parse::<u32>().map_err(|_| wrong());
        Ok(Puzzle {
            plies: number(plies)?,
            alone: number(alone)?,
            solution: solution.into(),
            position: position.into(),
        })
    }
}

/// Reads a set of puzzles: one a line, beside lines that begin with `#`.
pub fn read_set(text: &str) -> Result<Vec<Puzzle>, TextError> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::parse).collect()
}

/// Returns the puzzles that are kept for a game; none where there is no set.
///
/// # Panics
/// Panics when a set that is built in cannot be read, which a test would have shown.
pub fn kept(game: &str) -> Vec<Puzzle> {
    let text = catalog::find(game).and_then(|stable| stable.puzzles());
    read_set(text.unwrap_or_default()).expect("the sets that are built in can be read")
}

/// Returns how many moves of its own a player who wins within so many plies must see: the grade of a puzzle.
pub fn own_moves(table: &dyn Table, plies: u32) -> u32 {
    1 + plies.saturating_sub(turn_plies(table)).div_ceil(round_plies(table))
}

/// Returns how many plies it takes at most until the same player begins a turn again.
fn round_plies(table: &dyn Table) -> u32 {
    turn_plies(table) * table.card().players.len() as u32
}

fn turn_plies(table: &dyn Table) -> u32 {
    // A turn in which a proposal may be refused has three: the proposal, the answer, the alternate.
    if table.decision() == Decision::Move { 1 } else { 3 }
}

/// Returns whether a move is to be made that stands, so that one alone may win.
fn has_single_moves(table: &dyn Table) -> bool {
    table.outcome().is_none() && matches!(table.decision(), Decision::Move | Decision::Alternate)
}

/// Opens a prover of wins of a player in the game on a table, which looks at so many positions at most.
pub fn prover(
    table: &dyn Table,
    player: Player,
    nodes: u64,
) -> Result<Box<dyn Prover>, AgentError> {
    let game = table.card().name;
    let unknown = || AgentError::Unknown { name: "prover".into(), game, known: Vec::new() };
    catalog::find(game).ok_or_else(unknown)?.prover(table, player, nodes)
}

/// Returns the table after a move that is legal there.
fn after(table: &dyn Table, mv: &str) -> Box<dyn Table> {
    let mut next = table.copy();
    next.play(mv).expect("a legal move");
    next
}
