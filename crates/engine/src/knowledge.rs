//! Who wins a position for certain: by what is solved of its game, or by a short proof.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Table};

use crate::agent::AgentError;
use crate::catalog;
use crate::puzzle::{own_moves, prover};

/// How many plies deep a forced win may lie.
const PLIES_MAX: u32 = 12;

/// A position that is decided, whatever is played by the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    pub winner: Player,
    /// Within how many moves of the winner, where that is known.
    pub moves: Option<u32>,
}

/// Finds out who wins the position on a table, by looking at so many positions; `None` if that is not known.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use manator_core::Player;
/// use manator_engine::knowledge;
/// use manator_games::catalog;
///
/// let joust = catalog::find("joust").ok_or("no joust")?;
/// let table = joust.open(manator_core::Settings::parse(joust.card().options, "size=4x4")?)?;
/// let decided = knowledge::decided(&*table, 100_000)?.ok_or("unknown")?;
/// assert_eq!(decided.winner, Player(1));
/// # Ok(())
/// # }
/// ```
pub fn decided(table: &dyn Table, nodes: u64) -> Result<Option<Decided>, AgentError> {
    if table.outcome().is_some() {
        return Ok(None);
    }
    if let Some(found) = forced(table, nodes / 2)? {
        return Ok(Some(found));
    }
    let stable = catalog::find(table.card().name);
    let winner = stable.and_then(|stable| stable.solved(table, nodes / 2));
    Ok(winner.map(|winner| Decided { winner, moves: None }))
}

/// Looks for the shortest win that somebody can force.
fn forced(table: &dyn Table, nodes: u64) -> Result<Option<Decided>, AgentError> {
    let players = table.card().players.len();
    let mut proofs = Vec::new();
    for player in Player::all(players) {
        proofs.push((player, prover(table, player, nodes / players as u64)?));
    }
    for plies in 1..=PLIES_MAX {
        for (winner, proof) in &mut proofs {
            if proof.wins(table, plies)? == Some(true) {
                let moves = Some(own_moves(table, plies));
                return Ok(Some(Decided { winner: *winner, moves }));
            }
        }
    }
    Ok(None)
}
