//! Manator in a full-screen terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod board;
pub mod theme;
pub mod touch;

use std::fmt;
use std::io;

use manator_host::{Opening, Saves, SetupError};

/// Why a game cannot be played on the full screen.
#[derive(Debug)]
pub enum RunError {
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// A seat cannot be taken.
    Setup(SetupError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Terminal(error) => write!(f, "terminal: {error}"),
            RunError::Setup(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for RunError {}

/// Plays a game on the full screen until the user leaves.
///
/// # Errors
/// Returns why the terminal cannot be used, or a seat not be taken.
pub fn run(opening: Opening, saves: Saves) -> Result<(), RunError> {
    let _ = (opening, saves);
    Ok(())
}
