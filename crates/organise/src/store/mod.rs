//! Where tournaments are kept: one SQLite file.
//!
//! A game is in the file, and the file on the disk, before anybody hears of it: the journal is written ahead
//! and synced at every commit. A game is named by its place in the schedule, so that one that comes twice is
//! kept once.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arena;
mod check;
mod explore;
mod read;
mod sums;

use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manator_core::random::mix;
use manator_core::record::result_text;
use manator_sandbox::private;
use manator_tournament::{Entrant, GameId};
use rusqlite::types::Type;
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Params, Transaction, TransactionBehavior, params,
};
use rusqlite_migration::{M, Migrations};

use crate::event::EventError;
use crate::game::Finished;
use crate::prepared::Prepared;
use read::{WHOLE, with_shares};

pub use arena::Room;
pub use check::Findings;
pub use explore::Explored;
pub use read::{Kept, Row, SetAside};

/// How long to wait for another program that writes.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a store is opened before it is given up, and how long to wait in between.
const OPEN_ATTEMPTS: usize = 5;
const OPEN_INTERVAL: Duration = Duration::from_millis(100);
/// The last moment that SQLite can write, at the end of the year 9999, in milliseconds since 1970.
const BEGAN_MS_MAX: u64 = 253_402_300_799_999;
const TIME: &str = "%Y-%m-%dT%H:%M:%fZ";

/// All versions of the tables, the oldest first. A version that was ever released does not change.
static VERSIONS: LazyLock<Migrations<'static>> = LazyLock::new(|| {
    Migrations::new(vec![
        M::up(include_str!("schema.sql")),
        M::up(include_str!("class.sql")),
        M::up(include_str!("arena.sql")),
        M::up(include_str!("arena_tournament.sql")),
        M::up(include_str!("hosted.sql")),
        M::up(include_str!("sums.sql")),
        M::up(include_str!("illegal.sql")),
        M::up(include_str!("explored.sql")),
    ])
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub i64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {why}", path.display())]
    File { path: PathBuf, why: String },
    #[error("there is no tournament {number}")]
    Unknown { number: Number },
    #[error("the definition of tournament {number} cannot be read: {error}")]
    Definition { number: Number, error: EventError },
    #[error("{why}")]
    Row { why: String },
    #[error("tournament {number} is being played by another program")]
    Claimed { number: Number },
}

pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let wrong = |why: String| StoreError::File { path: path.to_path_buf(), why };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            private::make_folder(folder).map_err(|error| wrong(error.to_string()))?;
        }
        close_to_others(path);
        // Another program may be making the same store: then it is there the next time we look.
        let mut opened = connect(path);
        for _ in 1..OPEN_ATTEMPTS {
            if opened.is_ok() {
                break;
            }
            std::thread::sleep(OPEN_INTERVAL);
            opened = connect(path);
        }
        Ok(Store { connection: opened.map_err(wrong)?, path: path.to_path_buf() })
    }

    /// Opens a store to read it, also where nothing can be written.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        let refused = match Store::open(path) {
            Ok(store) => return Ok(store),
            Err(error) => error,
        };
        let Ok(store) = Store::look(path) else { return Err(refused) };
        match store.has_sums() {
            true => Ok(store),
            false => Err(StoreError::File {
                path: path.to_path_buf(),
                why: "an earlier version of manator wrote it, and it cannot be brought up to date here: \
                      copy it to where it can be written"
                    .into(),
            }),
        }
    }

    /// Opens a store of any version as it is, and changes nothing.
    pub fn look(path: &Path) -> Result<Store, StoreError> {
        let connection =
            look(path).map_err(|why| StoreError::File { path: path.to_path_buf(), why })?;
        Ok(Store { connection, path: path.to_path_buf() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn create(&mut self, prepared: &Prepared) -> Result<Number, StoreError> {
        self.write(|transaction| insert(transaction, prepared))
    }

    /// Keeps finished games, all of them or none; returns which of them were not kept before.
    pub fn add(&mut self, number: Number, games: &[&Finished]) -> Result<Vec<bool>, StoreError> {
        let mut ids = Vec::new();
        for game in games {
            ids.push(game.id.parse::<GameId>().map_err(|error| row(error.to_string()))?);
            if game.began_ms > BEGAN_MS_MAX {
                let (id, began) = (&game.id, game.began_ms);
                let most = BEGAN_MS_MAX;
                let why = format!("game {id} began {began} ms after 1970: expected at most {most}");
                return Err(row(why));
            }
        }
        self.write(|transaction| {
            let mut game_row = transaction.prepare_cached(
                "INSERT INTO game (tournament, round, unit, seating, result, reason, words,
                     plies, began, took_ms, worker, moves, record, film)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, strftime(?9, ?10 / 1000.0, 'unixepoch'),
                     ?11, ?12, ?13, ?14, '')
                 ON CONFLICT (tournament, round, unit, seating) DO NOTHING",
            )?;
            let mut seat_row = transaction.prepare_cached(
                "INSERT INTO seat (game, seat, player, payoff, offence, words, illegal)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            let mut whole_row =
                transaction.prepare_cached(&format!("SELECT {WHOLE} FROM game WHERE id = ?1"))?;
            let mut sum_row = transaction
                .prepare_cached("UPDATE game SET sum = ?2, long_sum = ?3 WHERE id = ?1")?;
            let mut are_new = Vec::new();
            for (game, id) in games.iter().zip(&ids) {
                let added = game_row.execute(params![
                    number.0,
                    id.unit.round,
                    id.unit.number,
                    id.seating,
                    result_text(Some(&game.payoffs)),
                    game.reason,
                    game.words,
                    game.plies as i64,
                    TIME,
                    game.began_ms as i64,
                    game.took_ms as i64,
                    game.worker,
                    game.moves,
                    game.record,
                ])?;
                are_new.push(added == 1);
                if added == 0 {
                    continue;
                }
                let key = transaction.last_insert_rowid();
                for (seat, (player, payoff)) in game.seats.iter().zip(&game.payoffs).enumerate() {
                    let offence = game.offences.iter().find(|offence| offence.seat == seat);
                    let kind = offence.map(|offence| offence.kind.as_str());
                    let words = offence.map(|offence| offence.words.as_str());
                    seat_row.execute(params![
                        key,
                        seat as i64,
                        *player as i64,
                        payoff,
                        kind,
                        words,
                        game.illegal.get(seat).copied().unwrap_or_default(),
                    ])?;
                }
                let kept = whole_row.query_row([key], |row| with_shares(transaction, row))?;
                sum_row.execute(params![key, sums::of_game(&kept), sums::of_long(&kept)])?;
                transaction.execute(
                    "DELETE FROM set_aside
                     WHERE tournament = ?1 AND round = ?2 AND unit = ?3 AND seating = ?4",
                    params![number.0, id.unit.round, id.unit.number, id.seating],
                )?;
            }
            Ok(are_new)
        })
    }

    pub fn set_aside(
        &mut self,
        number: Number,
        id: GameId,
        why: &[String],
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO set_aside (tournament, round, unit, seating, why)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            params![number.0, id.unit.round, id.unit.number, id.seating, why.join("\n")],
        )
    }

    /// Keeps that a tournament is over, and in which order everybody finished.
    pub fn end(&mut self, number: Number, order: &[Entrant]) -> Result<(), StoreError> {
        self.write(|transaction| {
            for (place, who) in (1_i64..).zip(order) {
                transaction.execute(
                    "UPDATE player SET place = ?3 WHERE tournament = ?1 AND number = ?2",
                    params![number.0, who.0 as i64, place],
                )?;
            }
            transaction.execute(
                "UPDATE tournament SET ended = coalesce(ended, strftime(?2, 'now')) WHERE id = ?1",
                params![number.0, TIME],
            )?;
            sums::keep_tournament(transaction, number)
        })
    }

    /// Keeps that games of a tournament that was over are missing.
    pub fn reopen(&mut self, number: Number) -> Result<(), StoreError> {
        self.write(|transaction| {
            for text in [
                "UPDATE tournament SET ended = NULL WHERE id = ?1",
                "UPDATE player SET place = NULL WHERE tournament = ?1",
            ] {
                transaction.execute(text, [number.0])?;
            }
            sums::keep_tournament(transaction, number)
        })
    }

    /// Keeps another result of a game: payoffs, reason, words, and who was at fault; games after so many rounds are
    /// removed.
    pub(crate) fn replace(
        &mut self,
        number: Number,
        game: &Row,
        rounds: u32,
    ) -> Result<(), StoreError> {
        let id = game.id;
        self.write(|transaction| {
            transaction.execute(
                "DELETE FROM game WHERE tournament = ?1 AND round > ?2",
                params![number.0, rounds],
            )?;
            let key: i64 = transaction.query_row(
                "UPDATE game SET result = ?5, reason = ?6, words = ?7, sum = ?8
                 WHERE tournament = ?1 AND round = ?2 AND unit = ?3 AND seating = ?4 RETURNING id",
                params![
                    number.0,
                    id.unit.round,
                    id.unit.number,
                    id.seating,
                    result_text(Some(&game.payoffs)),
                    game.reason,
                    game.words,
                    sums::of_game(game),
                ],
                |row| row.get(0),
            )?;
            for (seat, payoff) in game.payoffs.iter().enumerate() {
                transaction.execute(
                    "UPDATE seat SET payoff = ?3, offence = ?4, words = ?5
                     WHERE game = ?1 AND seat = ?2",
                    params![key, seat as i64, payoff, game.offences[seat], game.blames[seat]],
                )?;
            }
            Ok(())
        })
    }

    pub fn forget(&mut self, number: Number) -> Result<(), StoreError> {
        let text = "DELETE FROM tournament WHERE id = ?1";
        let gone = self.write(|transaction| transaction.execute(text, [number.0]))?;
        if gone == 0 { Err(StoreError::Unknown { number }) } else { Ok(()) }
    }

    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let done = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|transaction| {
                let done = work(&transaction)?;
                transaction.commit()?;
                Ok(done)
            });
        done.map_err(|error| self.wrong(error))
    }

    fn execute(&mut self, text: &str, params: impl Params) -> Result<(), StoreError> {
        self.write(|transaction| transaction.execute(text, params)).map(drop)
    }

    fn one<T>(
        &self,
        text: &str,
        params: impl Params,
        read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let found = self.connection.query_row(text, params, read).optional();
        found.map_err(|error| self.wrong(error))
    }

    fn all<T>(
        &self,
        text: &str,
        params: impl Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let found = self
            .connection
            .prepare_cached(text)
            .and_then(|mut statement| statement.query_map(params, read)?.collect());
        found.map_err(|error| self.wrong(error))
    }

    fn wrong(&self, error: rusqlite::Error) -> StoreError {
        StoreError::File { path: self.path.clone(), why: words(error) }
    }
}

fn insert(transaction: &Transaction<'_>, prepared: &Prepared) -> rusqlite::Result<Number> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let key = mix(now as u64 ^ mix(u64::from(std::process::id())));
    let event = &prepared.event;
    transaction.execute(
        "INSERT INTO tournament (key, title, game, definition, began)
         VALUES (?1, ?2, ?3, ?4, strftime(?5, 'now'))",
        params![format!("{key:016x}"), event.title, event.game, event.to_json(), TIME],
    )?;
    let number = transaction.last_insert_rowid();
    for (at, (name, agent)) in prepared.names().iter().zip(prepared.specs()).enumerate() {
        transaction.execute(
            "INSERT INTO player (tournament, number, name, agent) VALUES (?1, ?2, ?3, ?4)",
            params![number, at as i64, name, agent],
        )?;
    }
    sums::keep_tournament(transaction, Number(number))?;
    Ok(Number(number))
}

/// Makes a store and its companions, which hold keys, readable for us alone, also those of older versions.
fn close_to_others(path: &Path) {
    // What cannot be made cannot be opened either, which is said then. SQLite gives the companions that it
    // makes the mode of the store.
    let _ = private::options().create(true).append(true).open(path);
    for companion in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(companion);
        private::tighten(Path::new(&name));
    }
}

fn connect(path: &Path) -> Result<Connection, String> {
    let mut connection = Connection::open(path).map_err(words)?;
    connection.busy_timeout(LOCK_TIMEOUT).map_err(words)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(words)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(words)?;
    connection.pragma_update(None, "foreign_keys", "ON").map_err(words)?;
    VERSIONS.to_latest(&mut connection).map_err(|error| match error {
        rusqlite_migration::Error::MigrationDefinition(_) => {
            "it was written by a newer version of manator".to_string()
        }
        other => other.to_string(),
    })?;
    Ok(connection)
}

/// Opens a file that is only read. Where not even the files beside it can be made, it is read as if nobody could
/// change it, unless there are changes that are not in it yet.
fn look(path: &Path) -> Result<Connection, String> {
    let test = |connection: Connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let opened = Connection::open_with_flags(path, flags).and_then(test);
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    let has_journal = std::fs::metadata(journal).is_ok_and(|data| data.len() > 0);
    match opened {
        Ok(connection) => Ok(connection),
        Err(error) if has_journal || !path.is_file() => Err(words(error)),
        Err(_) => {
            let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(byte);
            let escape = |byte: &u8| match is_plain(byte) {
                true => char::from(*byte).to_string(),
                false => format!("%{byte:02x}"),
            };
            let address: String = path.as_os_str().as_encoded_bytes().iter().map(escape).collect();
            let address = format!("file:{address}?immutable=1");
            Connection::open_with_flags(address, flags).and_then(test).map_err(words)
        }
    }
}

fn row(why: impl Into<String>) -> StoreError {
    StoreError::Row { why: why.into() }
}

fn words(error: rusqlite::Error) -> String {
    if let rusqlite::Error::FromSqlConversionFailure(_, Type::Null, why) = error {
        return why.to_string();
    }
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
            "it is damaged: `manator store check` tells more".into()
        }
        Some(rusqlite::ErrorCode::NotADatabase) => "it is no store of manator".into(),
        Some(rusqlite::ErrorCode::DiskFull) => "the disk is full".into(),
        Some(rusqlite::ErrorCode::CannotOpen) => "it cannot be opened".into(),
        Some(rusqlite::ErrorCode::ReadOnly) => "it cannot be written".into(),
        _ => error.to_string(),
    }
}

/// The right to play a tournament. It ends with the program, however that ends.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _lock: File,
}

impl Claim {
    /// Removes the lock of a tournament that is over: nobody will claim it any more.
    pub fn release(self) {
        // A lock that stays does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Store {
    pub fn claim(&self, number: Number) -> Result<Claim, StoreError> {
        self.hold(&number.to_string(), || StoreError::Claimed { number })
    }

    pub fn claim_arena(&self) -> Result<Claim, StoreError> {
        self.hold("arena", || StoreError::File {
            path: self.path().to_path_buf(),
            why: "another arena plays the games that are kept there".into(),
        })
    }

    fn hold(&self, what: &str, taken: impl FnOnce() -> StoreError) -> Result<Claim, StoreError> {
        let mut path = self.path().as_os_str().to_owned();
        path.push(format!("-{what}.lock"));
        let path = PathBuf::from(path);
        let wrong =
            |error: std::io::Error| StoreError::File { path: path.clone(), why: error.to_string() };
        let lock = private::options().create(true).append(true).open(&path).map_err(wrong)?;
        private::tighten(&path);
        match lock.try_lock() {
            Ok(()) => Ok(Claim { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(taken()),
            Err(TryLockError::Error(error)) => Err(wrong(error)),
        }
    }
}
