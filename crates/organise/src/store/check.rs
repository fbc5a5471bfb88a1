//! Looks for damage in a store, and saves what is intact.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, Params, params, params_from_iter};

use super::read::{WHOLE, with_shares};
use super::{Number, Store, StoreError, VERSIONS, sums, words};

/// How many faults of the file itself are told.
const FAULTS_MAX: usize = 20;

/// The first version of the tables in which rows have checksums.
const WITH_SUMS: usize = 6;

/// What was found in a store.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub tournaments: usize,
    pub games: usize,
    /// How many of both have no checksum, because an earlier version wrote them.
    pub unchecked: usize,
    /// What is damaged, in sentences.
    pub damage: Vec<String>,
}

impl Store {
    fn version(&self) -> rusqlite::Result<usize> {
        let version = |row: &rusqlite::Row<'_>| Ok(row.get::<_, u32>(0)? as usize);
        self.connection.pragma_query_value(None, "user_version", version)
    }

    /// Returns whether the newest version has written the tables, or brought them up to date.
    pub(super) fn has_sums(&self) -> bool {
        self.version().is_ok_and(|version| version >= WITH_SUMS)
    }

    /// Looks for damage: in the file, and in everything that has a checksum.
    pub fn check(&self) -> Findings {
        let mut findings = Findings::default();
        let faults = self.connection.prepare("PRAGMA integrity_check(20)").and_then(|mut query| {
            query.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()
        });
        match faults {
            Ok(lines) => findings.damage.extend(lines.into_iter().filter(|line| line != "ok")),
            Err(error) => findings.damage.push(words(error)),
        }
        findings.damage.truncate(FAULTS_MAX);
        for number in keys(&self.connection, "tournament", &mut findings.damage) {
            self.check_tournament(Number(number), &mut findings);
        }
        for key in keys(&self.connection, "game", &mut findings.damage) {
            self.check_game(key, &mut findings);
        }
        findings
    }

    fn check_tournament(&self, number: Number, findings: &mut Findings) {
        findings.tournaments += 1;
        if !self.has_sums() {
            findings.unchecked += 1;
            return;
        }
        let kept = self.one("SELECT sum FROM tournament WHERE id = ?1", [number.0], |row| {
            row.get::<_, Option<u32>>(0)
        });
        let sum = sums::of_tournament(&self.connection, number);
        match (kept, sum) {
            (Ok(Some(Some(kept))), Ok(sum)) if kept == sum => {}
            (Ok(Some(None)), Ok(_)) => findings.unchecked += 1,
            _ => findings.damage.push(format!("tournament {number} is damaged")),
        }
    }

    fn check_game(&self, key: i64, findings: &mut Findings) {
        findings.games += 1;
        if !self.has_sums() {
            findings.unchecked += 1;
            return;
        }
        let text = format!("SELECT {WHOLE} FROM game WHERE id = ?1");
        match self.one(&text, [key], |row| with_shares(&self.connection, row)) {
            Ok(Some(_)) => {}
            // The error says which game it is, where that can be read.
            Err(StoreError::File { why, .. }) => findings.damage.push(why),
            Ok(None) | Err(_) => findings.damage.push(format!("game row {key} cannot be read")),
        }
        let sum = self.one("SELECT sum FROM game WHERE id = ?1", [key], |row| row.get(0));
        findings.unchecked += usize::from(matches!(sum, Ok(Some(None::<u32>))));
    }

    /// Writes everything that is intact to a store that is not there yet; returns what is lost, in sentences.
    ///
    /// A tournament that has lost games is open again: `manator resume` plays them.
    pub fn save_intact(&self, path: &Path) -> Result<Vec<String>, StoreError> {
        let wrong = |why: String| StoreError::File { path: path.to_path_buf(), why };
        if path.exists() {
            return Err(wrong("there is a file of this name already".into()));
        }
        let copied = || -> rusqlite::Result<Vec<String>> {
            let mut copy = Connection::open(path)?;
            copy.pragma_update(None, "foreign_keys", "ON")?;
            // What an earlier version wrote is copied as it is, and brought up to date when it is opened.
            VERSIONS
                .to_version(&mut copy, self.version()?)
                .map_err(|_| rusqlite::Error::InvalidQuery)?;
            let transaction = copy.transaction()?;
            let mut lost = Vec::new();
            for table in tables(&transaction)? {
                self.copy_table(&table, &transaction, &mut lost)?;
            }
            transaction.commit()?;
            Ok(lost)
        };
        let lost = copied().map_err(|error| wrong(words(error)))?;
        Store::open(path)?.reopen_incomplete(self)?;
        Ok(lost)
    }

    /// Copies the rows of a table that can be read and are not damaged.
    fn copy_table(
        &self,
        table: &str,
        copy: &Connection,
        lost: &mut Vec<String>,
    ) -> rusqlite::Result<()> {
        let mut refused = 0_usize;
        let mut insert = |row: Vec<Value>| -> rusqlite::Result<()> {
            let places = vec!["?"; row.len()].join(", ");
            let text = format!("INSERT INTO {table} VALUES ({places})");
            // Without the tournament or the game that it belongs to, a row cannot be kept.
            if copy.execute(&text, params_from_iter(row)).is_err() {
                refused += 1;
            }
            Ok(())
        };
        if let "tournament" | "game" = table {
            let mut unreadable = Vec::new();
            for key in keys(&self.connection, table, &mut unreadable) {
                if let Some(why) = self.fault(table, key) {
                    lost.push(why);
                    continue;
                }
                let text = format!("SELECT * FROM {table} WHERE id = ?1");
                read_all(&self.connection, &text, [key], &mut insert)?;
            }
            lost.extend(unreadable);
        } else {
            let text = format!("SELECT * FROM {table}");
            if read_all(&self.connection, &text, [], &mut insert).is_err() {
                lost.push(format!("not all rows of the table {table} can be read"));
            }
        }
        if refused > 0 {
            lost.push(format!("{refused} rows of the table {table} belong to what is lost"));
        }
        Ok(())
    }

    /// Says what is wrong with a tournament or a game, if something is.
    fn fault(&self, table: &str, key: i64) -> Option<String> {
        let mut findings = Findings::default();
        match table {
            "tournament" => self.check_tournament(Number(key), &mut findings),
            _ => self.check_game(key, &mut findings),
        }
        findings.damage.pop()
    }

    /// Opens tournaments again that have fewer games here than in another store.
    fn reopen_incomplete(&mut self, whole: &Store) -> Result<(), StoreError> {
        let count = "SELECT count(*) FROM game WHERE tournament = ?1";
        for kept in self.list()? {
            // What cannot be counted there was damaged.
            let before = whole.one(count, [kept.number.0], |row| row.get::<_, u32>(0));
            if !matches!(before, Ok(Some(before)) if before as usize == kept.games) {
                self.write(|transaction| {
                    transaction.execute(
                        "UPDATE tournament SET ended = NULL WHERE id = ?1",
                        params![kept.number.0],
                    )?;
                    sums::keep_tournament(transaction, kept.number)
                })?;
            }
        }
        Ok(())
    }
}

/// Returns the tables of a store, those that others refer to first.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let text = "SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
    connection.prepare(text)?.query_map([], |row| row.get(0))?.collect()
}

/// Returns the ids of all rows of a table, also of those behind damaged pages.
fn keys(connection: &Connection, table: &str, damage: &mut Vec<String>) -> BTreeSet<i64> {
    let mut keys = BTreeSet::new();
    for order in ["ASC", "DESC"] {
        // The index of a table may be whole where its pages are not, so pages are read.
        let text = format!("SELECT id FROM {table} NOT INDEXED ORDER BY id {order}");
        let read = read_all(connection, &text, [], &mut |row| {
            if let [Value::Integer(key)] = row[..] {
                keys.insert(key);
            }
            Ok(())
        });
        match read {
            Ok(()) => return keys,
            Err(error) if order == "ASC" => {
                damage.push(format!(
                    "not all rows of the table {table} can be read: {}",
                    words(error)
                ));
            }
            Err(_) => {}
        }
    }
    keys
}

/// Calls `visit` with every row, until one cannot be read.
fn read_all(
    connection: &Connection,
    text: &str,
    params: impl Params,
    visit: &mut impl FnMut(Vec<Value>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut query = connection.prepare(text)?;
    let columns = query.column_count();
    let mut rows = query.query(params)?;
    while let Some(row) = rows.next()? {
        visit((0..columns).map(|column| row.get(column)).collect::<rusqlite::Result<_>>()?)?;
    }
    Ok(())
}
