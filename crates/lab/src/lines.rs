//! Files that are only ever added to, a whole line at a time, after a line that says how they were made.
//!
//! A line that a power cut left unfinished is cut off when the file is opened again, and what it said is found again:
//! it comes out the same.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use crate::data::DataError;
use crate::game_line::LineError;

/// Opens a file to add to; `visit` is told each line that it holds, but for the heading.
pub(crate) fn open(
    path: &Path,
    heading: &str,
    mut visit: impl FnMut(&str) -> Result<(), LineError>,
) -> Result<File, DataError> {
    let fault = |source| DataError::File { path: path.into(), source };
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = file.map_err(fault)?;
    let (mut row, mut whole) = (0, 0);
    let mut reader = BufReader::new(&file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = reader.read_until(b'\n', &mut line).map_err(fault)?;
        if line.pop() != Some(b'\n') {
            break;
        }
        row += 1;
        whole += bytes as u64;
        let text = String::from_utf8_lossy(&line);
        if row > 1 {
            visit(&text).map_err(|source| DataError::Line { path: path.into(), row, source })?;
        } else if text != heading {
            let (found, expected) = (text.into(), heading.into());
            return Err(DataError::Plan { path: path.into(), found, expected });
        }
    }
    file.set_len(whole).map_err(fault)?;
    file.seek(SeekFrom::Start(whole)).map_err(fault)?;
    if row == 0 {
        add(&mut file, path, heading)?;
    }
    Ok(file)
}

/// Adds a line.
pub(crate) fn add(file: &mut File, path: &Path, line: &str) -> Result<(), DataError> {
    let fault = |source| DataError::File { path: path.into(), source };
    file.write_all(format!("{line}\n").as_bytes()).map_err(fault)
}
