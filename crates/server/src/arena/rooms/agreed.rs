//! What people at several pages must agree about: moves taken back, and another game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Record};
use manator_state::game::{Rematch, Wish};
use serde_json::{Value, json};

use super::create;
use super::room::Room;
use crate::live;

/// What the next game of those who played is called in the record that is kept.
pub(super) const REMATCH: &str = "Rematch";

/// Somebody wants something, and which pages agree.
pub(super) struct Question {
    pub(super) what: Wish,
    pub(super) by: Player,
    agreed: Vec<usize>,
}

impl Question {
    /// Reads which game follows the one of a record.
    pub(super) fn rematch_of(record: &str) -> Option<String> {
        let tags = Record::parse(record).ok()?.tags;
        tags.into_iter().find(|(name, _)| name == REMATCH).map(|(_, id)| id)
    }
}

impl Room {
    pub(super) fn ask(&mut self, what: Wish, by: Player) -> Result<Value, String> {
        let page = self.chairs[by.index()].page();
        self.asked = Some(Question { what, by, agreed: page.into_iter().collect() });
        self.tell();
        Ok(json!({ "asked": true }))
    }

    pub(super) fn answer(&mut self, seat: usize, agrees: bool) -> Result<Value, String> {
        let page = self.chairs[seat].page().unwrap_or_default();
        let Some(asked) = &mut self.asked else {
            return Err("nobody has asked for anything".into());
        };
        let (what, by) = (asked.what, asked.by);
        if !agrees {
            self.asked = None;
            let words = match what {
                Wish::Undo => "does not allow the move to be taken back",
                Wish::Rematch => "does not want a rematch",
            };
            live::deed(&mut self.notes, Player(seat as u8), words.into());
            self.tell();
            return Ok(Value::Null);
        }
        if !asked.agreed.contains(&page) {
            asked.agreed.push(page);
        }
        let agreed = asked.agreed.clone();
        match self.pages().iter().all(|page| agreed.contains(page)) {
            true if what == Wish::Rematch => return self.begin_rematch(),
            true => self.take_back(Some(by))?,
            false => self.tell(),
        }
        Ok(Value::Null)
    }

    /// Returns whether those who played may play again: programs that play by requests begin their own games.
    pub(super) fn can_rematch(&self) -> bool {
        let has_program = self.chairs.iter().any(|chair| chair.attempts().is_some());
        self.session.is_over() && self.rematch.is_none() && !has_program && !self.pages().is_empty()
    }

    /// Begins another game, or asks the others for it; whoever is asked already agrees.
    pub(super) fn ask_rematch(&mut self, by: Player) -> Result<Value, String> {
        if !self.can_rematch() {
            return Err("there is no rematch: the game goes on, or another has begun".into());
        }
        if self.is_at_one_page() {
            return self.begin_rematch();
        }
        match &self.asked {
            Some(asked) if asked.what == Wish::Rematch => self.answer(by.index(), true),
            _ => self.ask(Wish::Rematch, by),
        }
    }

    /// Begins the same game anew with everybody on the next seat. Keys stay those of the people.
    fn begin_rematch(&mut self) -> Result<Value, String> {
        let mut table = self.session.table().copy();
        while table.undo() {}
        let mut chairs = self.chairs.clone();
        chairs.rotate_right(1);
        let controls = self.session.sheet.clocks.controls();
        let id = create::open(&self.rooms, table, chairs, controls).map_err(|(_, why)| why)?;
        self.rematch = Some(id.clone());
        self.asked = None;
        self.keep();
        self.tell();
        Ok(json!({ "begun": id }))
    }

    pub(super) fn next_game(&self) -> Option<Rematch> {
        let players = self.chairs.len();
        let seats = (0..players).map(|seat| (seat + 1) % players).collect();
        self.rematch.clone().map(|id| Rematch { id, seats })
    }
}
