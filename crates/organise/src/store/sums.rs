//! Checksums of what is kept.
//!
//! A disk or a cable that flips a bit gives a file that SQLite reads without complaint, and a report that says
//! something else. Therefore tournaments and games carry a CRC-32 of what they say.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crc32fast::Hasher;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use super::Number;
use super::read::Row;

/// Sums up texts so that what moves from one into the next changes the sum.
#[derive(Default)]
struct Sum(Hasher);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn add_all(&mut self, rows: &mut rusqlite::Rows<'_>) -> rusqlite::Result<()> {
        while let Some(row) = rows.next()? {
            for column in 0..row.as_ref().column_count() {
                match row.get_ref(column)? {
                    ValueRef::Null => self.add(b"null"),
                    ValueRef::Integer(number) => self.add(&number.to_le_bytes()),
                    ValueRef::Real(number) => self.add(&number.to_le_bytes()),
                    ValueRef::Text(text) | ValueRef::Blob(text) => self.add(text),
                }
            }
        }
        Ok(())
    }
}

/// Returns the sum of a tournament and its players.
pub(super) fn of_tournament(connection: &Connection, number: Number) -> rusqlite::Result<u32> {
    let mut sum = Sum::default();
    for text in [
        "SELECT key, title, game, definition, began, ended FROM tournament WHERE id = ?1",
        "SELECT number, name, agent, place FROM player WHERE tournament = ?1 ORDER BY number",
    ] {
        sum.add_all(&mut connection.prepare_cached(text)?.query([number.0])?)?;
    }
    Ok(sum.0.finalize())
}

/// Writes the sum of a tournament that has changed.
pub(super) fn keep_tournament(connection: &Connection, number: Number) -> rusqlite::Result<()> {
    let sum = of_tournament(connection, number)?;
    connection.execute("UPDATE tournament SET sum = ?2 WHERE id = ?1", params![number.0, sum])?;
    Ok(())
}

/// Returns the sum of a game without its moves, record and film.
pub(super) fn of_game(row: &Row) -> u32 {
    let mut sum = Sum::default();
    for text in [&row.id.to_string(), &row.reason, &row.words, &row.began, &row.worker] {
        sum.add(text.as_bytes());
    }
    sum.add(&row.plies.to_le_bytes());
    sum.add(&row.took_ms.to_le_bytes());
    for (who, payoff) in row.seats.iter().zip(&row.payoffs) {
        sum.add(&who.0.to_le_bytes());
        sum.add(&payoff.to_le_bytes());
    }
    for text in row.offences.iter().chain(&row.blames) {
        sum.add(text.as_deref().unwrap_or_default().as_bytes());
    }
    // Sums that earlier versions wrote stay as they are.
    if row.illegal.iter().any(|count| *count > 0) {
        row.illegal.iter().for_each(|count| sum.add(&count.to_le_bytes()));
    }
    sum.0.finalize()
}

/// Returns the sum of what is long in a game.
pub(super) fn of_long(row: &Row) -> u32 {
    let mut sum = Sum::default();
    for text in [&row.moves, &row.record, &row.film] {
        sum.add(text.as_bytes());
    }
    sum.0.finalize()
}
