//! What games begin with.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::random::{SplitMix, mix};

use crate::event::Openings;

/// How often an opening is tried before the game begins at its start.
const ATTEMPTS_MAX: usize = 100;
/// The word before a position in a list of openings.
const POSITION: &str = "position ";

/// Returns the tables that games begin with; none when all begin at the start.
///
/// # Errors
/// Returns the opening that cannot be used, and why.
pub(crate) fn prepare(
    table: &dyn Table,
    openings: &Openings,
    wanted: usize,
    seed: u64,
) -> Result<Vec<Box<dyn Table>>, String> {
    match openings {
        Openings::Random(0) => Ok(Vec::new()),
        Openings::Random(plies) => {
            Ok((0..wanted as u64).map(|number| random(table, *plies, seed, number)).collect())
        }
        Openings::Listed(lines) => lines
            .iter()
            .map(|line| listed(table, line).map_err(|why| format!("'{line}': {why}")))
            .collect(),
    }
}

/// Returns an opening of random legal moves that decide nothing.
fn random(table: &dyn Table, plies: usize, seed: u64, number: u64) -> Box<dyn Table> {
    let mut random = SplitMix::new(mix(seed) ^ mix(number));
    for _ in 0..ATTEMPTS_MAX {
        let mut opening = table.copy();
        for _ in 0..plies {
            let legal = opening.legal();
            if legal.is_empty() {
                break;
            }
            let mv = &legal[random.below(legal.len() as u64) as usize];
            opening.play(mv).expect("a legal move");
        }
        if is_playable(&*opening) {
            return opening;
        }
    }
    table.copy()
}

/// Reads one opening of a list.
fn listed(table: &dyn Table, line: &str) -> Result<Box<dyn Table>, String> {
    let mut opening = table.copy();
    match line.trim().strip_prefix(POSITION) {
        Some(position) => {
            opening.set_position(position.trim()).map_err(|error| error.to_string())?
        }
        None => {
            for mv in line.split_whitespace() {
                opening.play(mv).map_err(|error| error.to_string())?;
            }
        }
    }
    match is_playable(&*opening) {
        true => Ok(opening),
        false => Err("the game is over there, or a proposal waits for its answer".into()),
    }
}

/// Returns whether a game can begin there: it is not over, and no proposal waits for its answer.
fn is_playable(table: &dyn Table) -> bool {
    table.outcome().is_none() && table.begins_turn()
}
