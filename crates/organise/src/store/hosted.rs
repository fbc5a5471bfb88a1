//! Tournaments that guests come to: which class or server one belongs to, and what agents said last.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use manator_tournament::GameId;
use rusqlite::params;

use super::{Number, Store, StoreError, insert};
use crate::prepared::Prepared;

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
