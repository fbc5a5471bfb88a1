//! The record of a game in a file of the player's choice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file that was not there; it is whole or not there at all.
///
/// # Errors
/// Returns why it cannot be written.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if path.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(".tmp");
    let mut file = File::create_new(&draft)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    let written = written.and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // Half a draft would stand in the way of the next attempt.
        let _ = fs::remove_file(&draft);
    }
    written
}
