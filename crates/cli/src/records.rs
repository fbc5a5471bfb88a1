//! A file to which the records of games are added.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

pub(crate) struct Records(File);

impl Records {
    pub(crate) fn open(path: &Path) -> anyhow::Result<Records> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Records(file.with_context(|| format!("cannot open {}", path.display()))?))
    }

    /// Adds a record as one piece, so that none is ever torn apart by another.
    pub(crate) fn add(&mut self, record: impl Display) -> io::Result<()> {
        self.0.write_all(format!("{record}\n").as_bytes())?;
        self.0.flush()
    }
}
