//! Games of people in the arena, tournaments that are played there and go on when it is opened again, and those that
//! guests come to: which class or server one belongs to, and what agents said last.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use manator_tournament::GameId;
use rusqlite::params;

use super::{Number, Store, StoreError, insert};
use crate::prepared::Prepared;

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
        )
    }

    /// Forgets a game that nobody has played.
    pub fn remove_room(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute("DELETE FROM room WHERE id = ?1", params![id])
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

impl Store {
    /// Keeps a new tournament that the arena plays from now on, so many games at a time.
    pub fn create_in_arena(
        &mut self,
        prepared: &Prepared,
        concurrency: usize,
    ) -> Result<Number, StoreError> {
        self.write(|transaction| {
            let number = insert(transaction, prepared)?;
            transaction.execute(
                "INSERT INTO arena_tournament (tournament, concurrency, playing) VALUES (?1, ?2, 1)",
                params![number.0, concurrency as i64],
            )?;
            Ok(number)
        })
    }

    /// Keeps that the arena plays a tournament from now on, so many games at a time.
    pub fn begin_in_arena(&mut self, number: Number, concurrency: usize) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO arena_tournament (tournament, concurrency, playing)
             VALUES (?1, ?2, 1)",
            params![number.0, concurrency as i64],
        )
    }

    pub fn stop_in_arena(&mut self, number: Number) -> Result<(), StoreError> {
        self.execute("UPDATE arena_tournament SET playing = 0 WHERE tournament = ?1", [number.0])
    }

    /// Returns the tournaments that the arena plays and that are not over, the oldest first.
    pub fn played_in_arena(&self) -> Result<Vec<Number>, StoreError> {
        self.all(
            "SELECT tournament FROM arena_tournament
             JOIN tournament ON tournament.id = arena_tournament.tournament
             WHERE playing = 1 AND ended IS NULL ORDER BY tournament",
            [],
            |row| Ok(Number(row.get(0)?)),
        )
    }

    /// Returns how many games of a tournament the arena has played at a time, if it has.
    pub fn concurrency(&self, number: Number) -> Result<Option<usize>, StoreError> {
        let text = "SELECT concurrency FROM arena_tournament WHERE tournament = ?1";
        self.one(text, [number.0], |row| Ok(row.get::<_, u32>(0)? as usize))
    }
}

impl Store {
    /// Keeps a new tournament of the host with a key, and returns its number.
    pub fn create_for(&mut self, prepared: &Prepared, key: &str) -> Result<Number, StoreError> {
        self.write(|transaction| {
            let number = insert(transaction, prepared)?;
            transaction.execute(
                "INSERT INTO hosted (tournament, key) VALUES (?1, ?2)",
                params![number.0, key],
            )?;
            Ok(number)
        })
    }

    pub fn last_of(&self, key: &str) -> Result<Option<Number>, StoreError> {
        let text = "SELECT max(tournament) FROM hosted WHERE key = ?1";
        Ok(self.one(text, [key], |row| row.get(0))?.flatten().map(Number))
    }

    /// Keeps what was said last in a game, by seat.
    pub fn add_notes(
        &mut self,
        number: Number,
        id: GameId,
        notes: &[(usize, String)],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for (seat, text) in notes {
                transaction.execute(
                    "INSERT OR REPLACE INTO note (tournament, round, unit, seating, seat, text)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![
                        number.0,
                        id.unit.round,
                        id.unit.number,
                        id.seating,
                        *seat as i64,
                        text
                    ],
                )?;
            }
            Ok(())
        })
    }

    pub fn notes(&self, number: Number, id: GameId) -> Result<Vec<(usize, String)>, StoreError> {
        self.all(
            "SELECT seat, text FROM note
             WHERE tournament = ?1 AND round = ?2 AND unit = ?3 AND seating = ?4 ORDER BY seat",
            params![number.0, id.unit.round, id.unit.number, id.seating],
            |row| Ok((row.get::<_, u32>(0)? as usize, row.get(1)?)),
        )
    }

    /// Writes a copy of the whole store to a file that is not there yet, while others go on using it.
    pub fn back_up(&self, path: &Path) -> Result<(), StoreError> {
        let text = path.to_string_lossy();
        let copied = self.connection.execute("VACUUM INTO ?1", [&text]);
        copied.map(drop).map_err(|error| self.wrong(error))
    }
}
