//! Tournaments that are played in the arena, and go on when it is opened again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use rusqlite::params;

use super::{Number, Store, StoreError, insert};
use crate::prepared::Prepared;

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
        )?;
        Ok(())
    }

    pub fn stop_in_arena(&mut self, number: Number) -> Result<(), StoreError> {
        self.execute("UPDATE arena_tournament SET playing = 0 WHERE tournament = ?1", [number.0])?;
        Ok(())
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
