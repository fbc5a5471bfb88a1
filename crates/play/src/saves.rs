//! Games kept on disk: a file for each, written anew after every move.
//!
//! A file is replaced as a whole, and the old one stays until the new one is safely there: whoever is
//! killed at any moment loses at most the move being made. A lock file beside it says that the game is
//! being played right now; the system lets go of it with the process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use manator_core::Record;
use manator_sandbox::private;

use crate::opening::{Opening, restore};

const ENDING: &str = "pgn";

#[derive(Clone, Debug)]
pub struct Saves {
    /// Made when it is needed.
    pub folder: PathBuf,
}

/// The place of one game in the folder.
#[derive(Debug)]
pub struct Slot {
    pub path: PathBuf,
    date: String,
    /// Held as long as the game is played.
    lock: File,
}

impl Saves {
    pub fn slot(&self, game: &str) -> io::Result<Slot> {
        private::make_folder(&self.folder)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (day, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let (year, month, date) = civil(day);
        let (hour, minute) = (seconds / 3600, seconds / 60 % 60);
        let clock = format!("{hour:02}{minute:02}{:02}", seconds % 60);
        for number in 1.. {
            let more = if number == 1 { String::new() } else { format!("-{number}") };
            let name = format!("{year}-{month:02}-{date:02}-{clock}-{game}{more}.{ENDING}");
            let path = self.folder.join(name);
            if path.exists() {
                continue;
            }
            if let Some(lock) = hold(&path)? {
                return Ok(Slot { path, date: format!("{year}.{month:02}.{date:02}"), lock });
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Finds the place to go on with the game of a file: its own if it is kept here and nobody plays it,
    /// else a new one.
    pub fn slot_for(&self, path: &Path, record: &Record) -> io::Result<Slot> {
        if path.parent() != Some(&self.folder) {
            return self.slot(&record.game.to_ascii_lowercase());
        }
        let lock = hold(path)?.ok_or_else(|| {
            io::Error::new(io::ErrorKind::ResourceBusy, "this game is being played")
        })?;
        Ok(Slot { path: path.into(), date: date_of(record), lock })
    }

    /// Returns the files of the games kept, the latest first, at most so many.
    pub fn latest(&self, count: usize) -> Vec<PathBuf> {
        let mut paths = self.paths().unwrap_or_default();
        paths.truncate(count);
        paths
    }

    fn paths(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == ENDING) {
                // A name that leads nowhere is no game.
                let Ok(metadata) = fs::metadata(&path) else { continue };
                paths.push((metadata.modified()?, path));
            }
        }
        paths.sort();
        Ok(paths.into_iter().rev().map(|(_, path)| path).collect())
    }

    /// Returns the last unfinished game that nobody is playing, of one game or of any.
    ///
    /// # Errors
    /// Returns why the folder cannot be read. A file in it that holds no game to go on with is passed over.
    pub fn last_unfinished(&self, game: Option<&str>) -> io::Result<Option<Opening>> {
        for path in self.paths()? {
            // Somebody may have put something else here: it is none of ours.
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let Ok(record) = Record::parse(&text) else { continue };
            let wanted = game.is_none_or(|game| record.game.eq_ignore_ascii_case(game));
            let restored = restore(&record).ok().filter(|_| wanted && record.result.is_none());
            let Some(opening) = restored else { continue };
            if let Some(lock) = hold(&path)? {
                let slot = Some(Slot { path, date: date_of(&record), lock });
                return Ok(Some(Opening { slot, ..opening }));
            }
        }
        Ok(None)
    }
}

impl Slot {
    /// Writes the game.
    ///
    /// # Errors
    /// Returns why it cannot be written; what was written before is still there.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let mut record = record.clone();
        if !self.date.is_empty() {
            record.tags.push(("Date".into(), self.date.clone()));
        }
        private::write(&self.path, record.to_string())
    }

    pub(crate) fn discard(self) {
        // What cannot be removed now is found again by `--resume`, and does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // Removed while it is held: nobody else can hold it in between.
        let _ = fs::remove_file(lock_path(&self.path));
        let _ = self.lock.unlock();
    }
}

fn date_of(record: &Record) -> String {
    let date = record.tags.iter().find(|(name, _)| name == "Date");
    date.map(|(_, date)| date.clone()).unwrap_or_default()
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Takes the lock of a game, or `None` when another process has it.
fn hold(path: &Path) -> io::Result<Option<File>> {
    let lock = private::options().create(true).append(true).open(lock_path(path))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Writes a file as a whole or not at all.
///
/// # Errors
/// Returns why it cannot be written; what was there before still is.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let draft = path.with_extension("tmp");
    let mut file = File::create(&draft)?;
    file.write_all(content.as_ref())?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    // The name itself is safe only when the folder is.
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Writes a file that was not there; it is whole or not there at all.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    let draft = PathBuf::from(name);
    let mut file = File::create_new(&draft)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        // A link, unlike a rename, never takes the place of a file that is there.
        .and_then(|()| fs::hard_link(&draft, path));
    fs::remove_file(&draft)?;
    written
}

/// Returns year, month and day of the days since 1970, in the Gregorian calendar.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years begin in March, so that the leap day is their last.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, date)
}
