//! Games of people in the arena.
// SPDX-License-Identifier: MIT OR Apache-2.0

use rusqlite::params;

use super::{Store, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its number, from 1; 0 before it is kept.
    pub number: i64,
    /// What names it in addresses.
    pub id: String,
    /// Who sits where, as the arena writes it.
    pub seats: String,
    pub record: String,
    /// When it began, in milliseconds since 1970.
    pub began_ms: i64,
    pub is_over: bool,
}

const COLUMNS: &str = "number, id, seats, record, began_ms, ended";

impl Store {
    pub fn add_room(&mut self, room: &Room) -> Result<i64, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO room (id, seats, record, began_ms, ended) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![room.id, room.seats, room.record, room.began_ms, room.is_over],
            )?;
            Ok(transaction.last_insert_rowid())
        })
    }

    pub fn keep_room(&mut self, room: &Room) -> Result<(), StoreError> {
        self.execute(
            "UPDATE room SET seats = ?2, record = ?3, ended = ?4 WHERE id = ?1",
            params![room.id, room.seats, room.record, room.is_over],
        )?;
        Ok(())
    }

    pub fn room(&self, id: &str) -> Result<Option<Room>, StoreError> {
        self.one(&format!("SELECT {COLUMNS} FROM room WHERE id = ?1"), [id], room)
    }

    /// Returns the last games of the arena, the latest first; of the unfinished ones only, when asked.
    pub fn rooms(&self, count: usize, unfinished: bool) -> Result<Vec<Room>, StoreError> {
        let text = format!(
            "SELECT {COLUMNS} FROM room WHERE ended = 0 OR NOT ?1 ORDER BY number DESC LIMIT ?2"
        );
        self.all(&text, params![unfinished, count as i64], room)
    }

    pub fn forget_room(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute("DELETE FROM room WHERE id = ?1", [id])?;
        Ok(())
    }
}

fn room(row: &rusqlite::Row<'_>) -> rusqlite::Result<Room> {
    Ok(Room {
        number: row.get(0)?,
        id: row.get(1)?,
        seats: row.get(2)?,
        record: row.get(3)?,
        began_ms: row.get(4)?,
        is_over: row.get(5)?,
    })
}
