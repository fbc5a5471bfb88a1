//! `manator class codes`: who joins with which code.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use clap::Args;

use super::{RosterFile, shown};
use crate::Verdict;

/// Print the join codes of a class
///
/// Codes are made once and kept beside the roster, in ROSTER.codes.toml. The last line is the instructor's.
#[derive(Args)]
pub(super) struct PrintCodes {
    #[command(flatten)]
    roster: RosterFile,
}

impl PrintCodes {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let (_, codes) = self.roster.open()?;
        let mut out = anstream::stdout().lock();
        for student in &codes.students {
            writeln!(out, "{}\t{}", student.code, shown(&student.name))?;
        }
        writeln!(out, "{}\t(instructor)", codes.instructor)?;
        Ok(Verdict::Yes)
    }
}
