//! The program that is tested, with nothing of whoever runs the tests.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::process::{Command, Stdio};

pub(crate) const MANATOR: &str = env!("CARGO_BIN_EXE_manator");
/// A folder without a configuration file: whoever runs the tests may have one.
pub(crate) const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");

/// Returns the program; its games are kept in the tests' own folder.
pub(crate) fn manator() -> Command {
    let mut command = Command::new(MANATOR);
    command
        .env("XDG_CONFIG_HOME", NO_CONFIG)
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("MANATOR_TOKEN")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null());
    command
}
