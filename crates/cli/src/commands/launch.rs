//! `manator launch-sandboxed`: limits itself and becomes another program. Not for people.
//!
//! It is looked for before anything else, so that no configuration file has a say in it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use manator_sandbox::{LAUNCH, Launched};

use crate::streams;

/// Launches a program if the command line says so; then returns how to end, for it has failed or was only
/// asked for a report.
pub(crate) fn run(words: &[OsString]) -> Option<ExitCode> {
    let (_, [command, rest @ ..]) = words.split_first()? else { return None };
    if command != LAUNCH {
        return None;
    }
    // Whoever started us reads this, or is gone: then nobody can be told.
    let warn = |text: &str| drop(writeln!(streams::stderr(), "sandbox: {text}"));
    Some(match manator_sandbox::launch(rest.iter().cloned(), warn) {
        Launched::Report(text) => {
            let _ = streams::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Launched::Failed { why, status } => {
            warn(&why);
            ExitCode::from(status)
        }
    })
}
