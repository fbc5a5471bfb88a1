//! Moves taken back, and played again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::record::Branch;
use manator_core::{Record, RecordedMove};

use super::Session;

impl Session {
    /// Takes moves back until a person decides again; returns whether it could.
    ///
    /// Moves that another program has seen cannot be taken back.
    pub fn undo(&mut self) -> bool {
        let Some(count) = self.undo_count() else { return false };
        for _ in 0..count {
            self.undone.extend(self.sheet.undo());
        }
        self.seats.hurry();
        self.save();
        self.proceed();
        true
    }

    /// Returns how many moves lie behind the last decision of a person.
    fn undo_count(&self) -> Option<usize> {
        if self.seats.any_remote() {
            return None;
        }
        let mut replay = self.sheet.table.copy();
        let watched = !self.seats.any_person();
        let mut count = 0;
        while replay.undo() {
            count += 1;
            if watched || self.seats.is_person(replay.to_move()) {
                return Some(count);
            }
        }
        None
    }

    /// Plays moves again that were taken back, until a person decides; returns whether there were any.
    pub fn redo(&mut self) -> bool {
        if self.undone.is_empty() || self.seats.any_remote() {
            return false;
        }
        while let Some((text, ply)) = self.undone.pop() {
            self.sheet.redo(&text, ply);
            if !self.seats.any_person() || self.seats.is_person(self.sheet.table.to_move()) {
                break;
            }
        }
        self.seats.hurry();
        self.save();
        self.proceed();
        true
    }

    /// Returns the record of the game so far, and after its last move, as a branch, the moves that were taken back.
    pub fn record_with_undone(&self) -> Record {
        let mut record = self.record();
        let again = |(text, ply): &super::Undone| {
            let mut mv = RecordedMove { text: text.clone(), ..RecordedMove::default() };
            ply.note(&mut mv);
            mv
        };
        let moves: Vec<RecordedMove> = self.undone.iter().rev().map(again).collect();
        if !moves.is_empty() {
            record.branches.push(Branch { line: 0, ply: record.moves.len(), moves });
        }
        record
    }

    /// Takes over a record of [`Session::record_with_undone`] whose moves are already on the table.
    pub fn take_over_with_undone(&mut self, record: &Record) {
        self.sheet.take_over(record);
        let is_end = |branch: &&Branch| branch.line == 0 && branch.ply == record.moves.len();
        if let Some(branch) = record.branches.iter().find(is_end) {
            self.undone = self.sheet.taken_back(&branch.moves);
            self.undone.reverse();
        }
    }
}
