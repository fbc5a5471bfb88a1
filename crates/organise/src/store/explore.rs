//! What was played from a position, over all games of a store.
//!
//! Games are counted once, after they are over, position by position, so that a question reads a few rows however many games
//! there are. A position is named by its key, the same for positions that the rules cannot tell apart, mixed with the rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::mix;
use manator_core::{MAX_PLAYERS, Record, Table, WON};
use manator_games::catalog;
use rusqlite::{Transaction, params};

use super::{Store, StoreError};

/// How many moves of a game are counted: later ones are hardly ever seen twice.
const PLIES_MAX: usize = 60;
/// How many moves of a position are told, the most frequent first.
const MOVES_MAX: u32 = 30;

/// A move that was played from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    pub mv: String,
    pub games: u32,
    /// How many of them each seat has won.
    pub won: Vec<u32>,
}

struct Step {
    position: i64,
    mv: String,
    won: [bool; MAX_PLAYERS],
}

impl Store {
    /// Returns what was played from the position on a table, the most frequent move first.
    pub fn explored(&self, table: &dyn Table) -> Result<Vec<Explored>, StoreError> {
        let players = table.card().players.len();
        self.all(
            "SELECT move, games, won_1, won_2, won_3 FROM explored WHERE position = ?1
             ORDER BY games DESC, move LIMIT ?2",
            params![name(table), MOVES_MAX],
            |row| {
                let won = (0..players).map(|seat| row.get(2 + seat)).collect::<Result<_, _>>()?;
                Ok(Explored { mv: row.get(0)?, games: row.get(1)?, won })
            },
        )
    }

    /// Returns how many games are over and not counted yet.
    pub fn unexplored(&self) -> Result<u32, StoreError> {
        let count = self.one(
            "SELECT (SELECT count(*) FROM game WHERE id > (SELECT game FROM explored_until))
                 + (SELECT count(*) FROM room WHERE ended = 1 AND explored = 0)",
            [],
            |row| row.get(0),
        )?;
        Ok(count.unwrap_or_default())
    }

    /// Counts at most so many more games of each kind; returns how many there were.
    pub fn explore(&mut self, games_max: u32) -> Result<usize, StoreError> {
        let numbered = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let until: i64 =
            self.one("SELECT game FROM explored_until", [], |row| row.get(0))?.unwrap_or_default();
        let games: Vec<(i64, String)> = self.all(
            "SELECT id, record FROM game WHERE id > ?1 ORDER BY id LIMIT ?2",
            params![until, games_max],
            numbered,
        )?;
        let rooms: Vec<(i64, String)> = self.all(
            "SELECT number, record FROM room WHERE ended = 1 AND explored = 0 ORDER BY number LIMIT ?1",
            [games_max],
            numbered,
        )?;
        // Games are played again before anything is locked.
        let of_games: Vec<Step> = games.iter().flat_map(|(_, record)| steps(record)).collect();
        let of_rooms: Vec<(i64, Vec<Step>)> =
            rooms.iter().map(|(number, record)| (*number, steps(record))).collect();
        if games.is_empty() && rooms.is_empty() {
            return Ok(0);
        }
        self.write(|transaction| {
            if let Some((last, _)) = games.last() {
                // Whoever else has counted them meanwhile has moved this.
                let text = "UPDATE explored_until SET game = ?1 WHERE game = ?2";
                if transaction.execute(text, params![last, until])? == 1 {
                    count(transaction, &of_games)?;
                }
            }
            for (number, steps) in &of_rooms {
                let text = "UPDATE room SET explored = 1 WHERE number = ?1 AND explored = 0";
                if transaction.execute(text, [number])? == 1 {
                    count(transaction, steps)?;
                }
            }
            Ok(())
        })?;
        Ok(games.len() + rooms.len())
    }
}

fn count(transaction: &Transaction<'_>, steps: &[Step]) -> rusqlite::Result<()> {
    let mut row = transaction.prepare_cached(
        "INSERT INTO explored (position, move, games, won_1, won_2, won_3)
         VALUES (?1, ?2, 1, ?3, ?4, ?5)
         ON CONFLICT (position, move) DO UPDATE SET games = games + 1, won_1 = won_1 + ?3,
             won_2 = won_2 + ?4, won_3 = won_3 + ?5",
    )?;
    for Step { position, mv, won: [first, second, third] } in steps {
        row.execute(params![position, mv, first, second, third])?;
    }
    Ok(())
}

/// Returns the first moves of a game with the positions they were played from; none if the rules of today forbid them.
fn steps(record: &str) -> Vec<Step> {
    let Ok(mut record) = Record::parse(record) else { return Vec::new() };
    let Some(entry) = catalog::find(&record.game) else { return Vec::new() };
    let payoffs = record.result.clone().unwrap_or_default();
    let won = std::array::from_fn(|seat| payoffs.get(seat) == Some(&WON));
    if record.moves.len() > PLIES_MAX {
        record.moves.truncate(PLIES_MAX);
        (record.result, record.reason) = (None, None);
    }
    let mut steps = Vec::with_capacity(record.moves.len());
    let mut before = 0;
    let replayed = record.replay(entry, |table, played| {
        if let Some(mv) = played.and_then(|_| table.moves().last()) {
            steps.push(Step { position: before, mv: mv.clone(), won });
        }
        before = name(table);
    });
    if replayed.is_ok() { steps } else { Vec::new() }
}

/// Returns what names the position on a table together with its rules.
fn name(table: &dyn Table) -> i64 {
    let rules = format!("{} {}", table.card().name, table.settings());
    rules.bytes().fold(mix(table.key()), |name, byte| mix(name ^ u64::from(byte))) as i64
}
