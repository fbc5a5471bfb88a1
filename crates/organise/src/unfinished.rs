//! The games of a tournament that are not over, so that they go on after an interruption.
//!
//! Each is a record in a file of its own that grows with every move, because a store is too slow for that. What is in
//! memory when a machine loses power may be lost: such a game begins anew, or a few moves before.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use manator_core::{Record, Table};
use manator_play::Sheet;
use manator_play::referee::Event;
use manator_tournament::GameId;

use crate::pool::{Playing, Watcher};
use crate::store::Number;

/// What stands at the end of a record whose game goes on.
const OPEN: &str = "*";

pub struct Unfinished {
    folder: PathBuf,
    /// The files of those that are played now.
    files: Mutex<HashMap<GameId, File>>,
}

impl Unfinished {
    /// Names the games of a tournament of a store, in a folder beside it.
    pub fn of(store: &Path, tournament: Number) -> Unfinished {
        let mut name = store.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".games-{}", tournament.0));
        Unfinished { folder: store.with_file_name(name), files: Mutex::default() }
    }

    /// Returns whether somebody has moved in a game that is not over.
    pub fn is_empty(&self) -> bool {
        fs::read_dir(&self.folder).map_or(true, |mut files| files.next().is_none())
    }

    /// Returns how far a game that begins like this has come.
    pub(crate) fn find(&self, id: GameId, opening: &dyn Table) -> Option<Record> {
        let text = fs::read_to_string(self.path(id)).ok()?;
        // A line that was not written to its end is left out.
        let whole = &text[..=text.rfind('\n')?];
        let record = Record::parse(&format!("{whole}{OPEN}\n")).ok()?;
        let begin = Record::of(opening);
        let moves = begin.moves.len();
        let is_same = record.game == begin.game
            && record.options == begin.options
            && record.rules_version == begin.rules_version
            && record.position == begin.position
            && record.moves.len() > moves
            && record.moves.iter().zip(&begin.moves).all(|(one, other)| one.text == other.text);
        is_same.then_some(record)
    }

    /// Forgets a game that is over, and kept.
    pub fn forget(&self, id: GameId) {
        let _ = fs::remove_file(self.path(id));
        // The last one takes the folder along.
        let _ = fs::remove_dir(&self.folder);
    }

    pub fn forget_all(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }

    fn path(&self, id: GameId) -> PathBuf {
        self.folder.join(format!("{id}.game"))
    }

    fn write(&self, id: GameId, sheet: &Sheet) -> io::Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(file), Some(mv)) = (files.get_mut(&id), sheet.last_move()) {
            return file.write_all(format!("{mv}\n").as_bytes());
        }
        fs::create_dir_all(&self.folder)?;
        let mut file = File::create(self.path(id))?;
        let mut record = sheet.record([]);
        (record.result, record.reason) = (None, None);
        let text = record.to_string();
        file.write_all(text.trim_end().trim_end_matches(OPEN).as_bytes())?;
        files.insert(id, file);
        Ok(())
    }
}

impl Watcher for Unfinished {
    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        if matches!(event, Event::Moved { .. }) {
            // The game goes on without a disk; if it is interrupted, it begins anew.
            let _ = self.write(game.pairing.id, sheet);
        }
    }

    fn ended(&self, game: Playing<'_>, _report: &manator_play::Report) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(&game.pairing.id);
    }
}
