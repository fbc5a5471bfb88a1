//! A room as its pages see it, and as it is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::{Player, Record};
use manator_organise::store;
use manator_state::position;
use serde_json::{Value, json};

use super::chair::Chair;
use super::room::Room;

impl Room {
    /// Tells everybody where the game stands.
    pub(super) fn tell(&self) {
        self.rooms.hub.publish(&format!("game/{}", self.id), &self.state());
        self.rooms.list.set(&self.id, self.began_ms, self.summary());
    }

    /// Describes the game: `GameState` of the page's contract.
    fn state(&self) -> Value {
        let table = self.session.table();
        let mut map = position::json(table, &self.film);
        let players = Player::all(self.chairs.len());
        let clocks: Vec<Option<u64>> = players
            .map(|player| self.session.left(player).map(|left| left.as_millis() as u64))
            .collect();
        let record = self.session.record();
        let spent: Vec<u64> =
            record.moves.iter().map(|mv| mv.spent_ms.unwrap_or_default()).collect();
        let is_plain = self.is_at_one_page();
        let notes: Vec<Value> =
            self.notes.iter().map(|(seat, text)| json!({ "seat": seat, "text": text })).collect();
        let more = json!({
            "id": self.id,
            "number": self.number,
            "board": self.board,
            "seats": self.seats(),
            "spent": spent,
            "control": self.session.clocks().controls().to_string(),
            "clocks": clocks,
            "ticking": self.session.clocks().running().map(Player::index),
            "canUndo": !table.moves().is_empty() && self.chairs.iter().any(|c| c.page().is_some()),
            "canRedo": is_plain && self.session.can_redo(),
            "asked": self.asked.as_ref().map(|(by, _)| json!({ "what": "undo", "by": by.index() })),
            "notes": notes,
            "watching": self.watching,
            "began": self.began_ms,
            "over": self.over(),
        });
        if let Value::Object(more) = more {
            map.extend(more);
        }
        Value::Object(map)
    }

    fn seats(&self) -> Vec<Value> {
        let sides = self.session.table().card().players;
        let awaited = self.session.seats();
        let one = |(at, (chair, side)): (usize, (&Chair, &&str))| {
            let here = match chair {
                Chair::Person { .. } => self.here[at] > 0,
                Chair::Agent { .. } => true,
                Chair::Guest { .. } => awaited.awaited_at(Player(at as u8)).is_none(),
            };
            json!({ "side": side, "kind": chair.kind(), "name": chair.name(), "here": here })
        };
        self.chairs.iter().zip(sides).enumerate().map(one).collect()
    }

    fn over(&self) -> Option<Value> {
        let verdict = self.session.verdict()?;
        Some(position::over(&verdict.outcome, &verdict.words))
    }

    /// Describes the game in the list of all.
    fn summary(&self) -> Value {
        let table = self.session.table();
        summary(
            &self.id,
            self.number,
            self.began_ms,
            &self.chairs,
            table,
            self.over(),
            self.watching,
        )
    }

    /// Returns the record, with the names of everybody.
    pub(super) fn record(&self) -> Record {
        let mut record = self.session.record();
        for (side, chair) in self.session.table().card().players.iter().zip(&self.chairs) {
            record.set_player(side, chair.name());
        }
        record
    }

    /// Keeps the game as it stands.
    pub(super) fn keep(&self) {
        let row = store::Room {
            number: self.number,
            id: self.id.clone(),
            seats: serde_json::to_string(&self.chairs).unwrap_or_default(),
            record: self.session.record_with_undone().to_string(),
            began_ms: self.began_ms,
            is_over: self.session.is_over(),
        };
        self.rooms.keep(&row);
    }
}

/// Describes a game in the list of all.
pub(super) fn summary(
    id: &str,
    number: i64,
    began_ms: i64,
    chairs: &[Chair],
    table: &dyn manator_core::Table,
    over: Option<Value>,
    watching: usize,
) -> Value {
    let card = table.card();
    let names: Vec<&str> = chairs.iter().map(Chair::name).collect();
    json!({
        "id": id,
        "number": number,
        "game": card.name,
        "title": card.title,
        "options": table.settings().to_string(),
        "names": names,
        "plies": table.moves().len(),
        "turn": table.to_move().index(),
        "over": over,
        "began": began_ms,
        "watching": watching,
    })
}
