//! Where Manator keeps things on this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use anyhow::Context;
use etcetera::{BaseStrategy, choose_base_strategy};

/// The folder of Manator inside those of the platform.
const NAME: &str = "manator";

/// Returns the folder in which games are kept.
pub(crate) fn games() -> anyhow::Result<PathBuf> {
    let places = choose_base_strategy().context("no home folder")?;
    Ok(places.data_dir().join(NAME).join("games"))
}
