//! `manator resume`: a tournament that was interrupted goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use clap::Args;

use crate::Verdict;
use crate::organise::Running;

/// Go on with a tournament that was interrupted
///
/// Games that are over are not played again, and the others are the same as without the interruption.
#[derive(Args)]
pub(crate) struct Resume {
    /// The number of the tournament: see `manator tournaments` [default: the last that is not over]
    number: Option<i64>,
    #[command(flatten)]
    running: Running,
}

impl Resume {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        Ok(self.running.go_on(self.number)?.verdict())
    }
}
