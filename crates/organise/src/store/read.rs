//! What a store knows.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_core::film::Film;
use manator_core::{PerPlayer, Record};
use manator_games::catalog;
use manator_state::tournament::GamesQuery;
use manator_tournament::notes::Note;
use manator_tournament::{Entrant, GameId, Played, Results, UnitId};

use rusqlite::types::Type;
use rusqlite::{Connection, params};

use super::{Number, Store, StoreError, row, sums};
use crate::event::Event;
use crate::game::note;

#[derive(Clone, Debug)]
pub struct Kept {
    pub number: Number,
    /// What names it among all tournaments of all stores.
    pub key: String,
    pub title: String,
    pub game: String,
    pub players: usize,
    pub games: usize,
    pub began: String,
    pub ended: Option<String>,
}

/// A game that is kept, with everything that is known of it but its result by seat.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: GameId,
    pub seats: Vec<Entrant>,
    pub payoffs: Vec<i8>,
    /// What each seat did wrong, in one word.
    pub offences: Vec<Option<String>>,
    /// The same as the end of a sentence that begins with a name.
    pub blames: Vec<Option<String>>,
    /// How many answers of each seat were no legal moves.
    pub illegal: Vec<u32>,
    /// Why it ended, in one word.
    pub reason: String,
    /// How it ended, in one sentence.
    pub words: String,
    pub plies: usize,
    pub began: String,
    pub took_ms: u64,
    pub worker: String,
    /// The moves with blanks between them.
    pub moves: String,
    pub record: String,
    /// The game as pictures, where an earlier version has kept it.
    pub(super) film: String,
}

impl Row {
    pub fn played(&self) -> Played {
        let payoffs = PerPlayer::from_fn(self.payoffs.len(), |player| self.payoffs[player.index()]);
        Played { id: self.id, seats: self.seats.clone(), payoffs, reason: self.reason.clone() }
    }

    /// Returns the game as pictures, for pages that know no rules; nothing if the rules of today forbid its moves.
    pub fn film(&self) -> String {
        if self.film.is_empty() {
            return film(&self.record).map(|film| film.to_string()).unwrap_or_default();
        }
        self.film.clone()
    }

    pub fn note(&self) -> Note {
        let offences = self.offences.iter().enumerate();
        let offences = offences.filter_map(|(seat, kind)| Some((seat, kind.as_deref()?)));
        note((&self.words, &self.worker), offences, &self.illegal)
    }
}

fn film(record: &str) -> Option<Film> {
    let record = Record::parse(record).ok()?;
    let mut film = None;
    let replayed = record.replay(catalog::find(&record.game)?, |table, _| match &mut film {
        Some(film) => Film::add(film, table),
        None => film = Some(Film::new(table)),
    });
    replayed.ok().and(film)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    pub id: GameId,
    /// Why, a line for each attempt.
    pub why: String,
}

const KEPT: &str = "id, key, title, game, began, ended,
    (SELECT count(*) FROM player WHERE tournament = tournament.id),
    (SELECT count(*) FROM game WHERE tournament = tournament.id)";

pub(super) const WHOLE: &str =
    "id, round, unit, seating, reason, words, plies, began, took_ms, worker,
    sum, long_sum, moves, record, film";
pub(super) const OUTLINE: &str =
    "id, round, unit, seating, reason, words, plies, began, took_ms, worker,
    sum, NULL, '', '', ''";

impl Store {
    /// Returns all tournaments, the oldest first.
    pub fn list(&self) -> Result<Vec<Kept>, StoreError> {
        self.all(&format!("SELECT {KEPT} FROM tournament ORDER BY id"), [], kept)
    }

    pub fn tournament(&self, number: Number) -> Result<(Kept, Event), StoreError> {
        let text = format!("SELECT {KEPT}, definition, sum FROM tournament WHERE id = ?1");
        let found = self.one(&text, [number.0], |row| {
            let (definition, sum): (String, Option<u32>) = (row.get(8)?, row.get(9)?);
            if sum.is_some() && sum != Some(sums::of_tournament(&self.connection, number)?) {
                return Err(damaged(format!("tournament {number}")));
            }
            Ok((kept(row)?, definition))
        })?;
        let (kept, definition) = found.ok_or(StoreError::Unknown { number })?;
        let event = Event::from_json(&definition);
        Ok((kept, event.map_err(|error| StoreError::Definition { number, error })?))
    }

    /// Returns the tournament that was begun last, or last among those that are not over.
    pub fn last(&self, only_open: bool) -> Result<Option<Number>, StoreError> {
        // Where guests play, nobody goes on without their class or server.
        let which = match only_open {
            true => "WHERE ended IS NULL AND id NOT IN (SELECT tournament FROM hosted)",
            false => "",
        };
        let query = format!("SELECT max(id) FROM tournament {which}");
        Ok(self.one(&query, [], |row| row.get(0))?.flatten().map(Number))
    }

    pub fn order(&self, number: Number) -> Result<Vec<Entrant>, StoreError> {
        self.all(
            "SELECT number FROM player WHERE tournament = ?1 AND place IS NOT NULL ORDER BY place",
            [number.0],
            |row| Ok(Entrant(usize::try_from(row.get::<_, i64>(0)?).unwrap_or(usize::MAX))),
        )
    }

    /// Calls `visit` with every game of a tournament, in the order of their ids.
    pub fn games(&self, number: Number, visit: impl FnMut(Row)) -> Result<(), StoreError> {
        self.visit(number, WHOLE, visit)
    }

    /// Does the same without moves, records and films, which are empty: that takes a fraction of the time.
    pub fn outlines(&self, number: Number, visit: impl FnMut(Row)) -> Result<(), StoreError> {
        self.visit(number, OUTLINE, visit)
    }

    fn visit(
        &self,
        number: Number,
        columns: &str,
        mut visit: impl FnMut(Row),
    ) -> Result<(), StoreError> {
        // Games that are kept meanwhile are seen with their seats, or not at all.
        let reading = self.connection.unchecked_transaction();
        let _reading = reading.map_err(|error| self.wrong(error))?;
        let mut seats = self.seats(number).map_err(|error| self.wrong(error))?;
        let mut read = || -> rusqlite::Result<Option<GameId>> {
            let mut query = self.connection.prepare(&format!(
                "SELECT {columns} FROM game WHERE tournament = ?1 ORDER BY round, unit, seating"
            ))?;
            let mut rows = query.query([number.0])?;
            while let Some(row) = rows.next()? {
                let Some(shares) = seats.remove(&row.get::<_, i64>(0)?) else {
                    return Ok(Some(id(row)?));
                };
                visit(whole(row, shares)?);
            }
            Ok(None)
        };
        match read().map_err(|error| self.wrong(error))? {
            None => Ok(()),
            Some(id) => Err(row(format!("game {id} of tournament {number} has no seats"))),
        }
    }

    pub fn results(&self, number: Number, mut empty: Results) -> Result<Results, StoreError> {
        let mut wrong = None;
        self.outlines(number, |row| {
            let is_whole = (2..=manator_core::MAX_PLAYERS).contains(&row.payoffs.len());
            let added = is_whole.then(|| empty.add_noted(row.played(), row.note()));
            if !matches!(added, Some(Ok(()))) {
                wrong.get_or_insert(row.id);
            }
        })?;
        match wrong {
            None => Ok(empty),
            Some(id) => Err(row(format!("game {id} does not belong to tournament {number}"))),
        }
    }

    pub fn set_asides(&self, number: Number) -> Result<Vec<SetAside>, StoreError> {
        self.all(
            "SELECT why, round, unit, seating FROM set_aside WHERE tournament = ?1
             ORDER BY round, unit, seating",
            [number.0],
            |row| Ok(SetAside { id: id(row)?, why: row.get(0)? }),
        )
    }

    fn seats(&self, number: Number) -> rusqlite::Result<HashMap<i64, Vec<Share>>> {
        let mut query = self.connection.prepare(&format!(
            "SELECT seat.game, {} FROM seat
             JOIN game ON game.id = seat.game WHERE game.tournament = ?1 ORDER BY seat.game, seat.seat",
            share_columns(&self.connection)?
        ))?;
        let mut rows = query.query([number.0])?;
        let mut seats: HashMap<i64, Vec<Share>> = HashMap::new();
        while let Some(row) = rows.next()? {
            seats.entry(row.get(0)?).or_default().push(share(row)?);
        }
        Ok(seats)
    }
}

struct Share {
    player: Entrant,
    payoff: i8,
    offence: Option<String>,
    blame: Option<String>,
    illegal: u32,
}

/// Returns the columns of a share, also in a store of an earlier version, which counted no illegal answers.
fn share_columns(connection: &Connection) -> rusqlite::Result<&'static str> {
    let mut query = connection
        .prepare_cached("SELECT count(*) FROM pragma_table_info('seat') WHERE name = 'illegal'")?;
    Ok(match query.query_row([], |row| row.get::<_, u32>(0))? {
        0 => "seat.player, seat.payoff, seat.offence, seat.words, 0",
        _ => "seat.player, seat.payoff, seat.offence, seat.words, seat.illegal",
    })
}

/// Reads a share from `game` and its columns.
fn share(row: &rusqlite::Row<'_>) -> rusqlite::Result<Share> {
    let player = Entrant(row.get::<_, u32>(1)? as usize);
    let (payoff, offence, blame) = (row.get(2)?, row.get(3)?, row.get(4)?);
    Ok(Share { player, payoff, offence, blame, illegal: row.get(5)? })
}

fn id(row: &rusqlite::Row<'_>) -> rusqlite::Result<GameId> {
    let unit = UnitId { round: row.get(1)?, number: row.get(2)? };
    Ok(GameId { unit, seating: row.get(3)? })
}

pub(super) fn with_shares(
    connection: &Connection,
    row: &rusqlite::Row<'_>,
) -> rusqlite::Result<Row> {
    let columns = share_columns(connection)?;
    let mut query = connection.prepare_cached(&format!(
        "SELECT game, {columns} FROM seat WHERE game = ?1 ORDER BY seat"
    ))?;
    let shares = query.query_map([row.get::<_, i64>(0)?], share)?;
    whole(row, shares.collect::<rusqlite::Result<Vec<Share>>>()?)
}

/// Reads a game from the columns of [`WHOLE`] or [`OUTLINE`], unless it is damaged.
fn whole(row: &rusqlite::Row<'_>, shares: Vec<Share>) -> rusqlite::Result<Row> {
    let read = Row {
        id: id(row)?,
        seats: shares.iter().map(|share| share.player).collect(),
        payoffs: shares.iter().map(|share| share.payoff).collect(),
        blames: shares.iter().map(|share| share.blame.clone()).collect(),
        illegal: shares.iter().map(|share| share.illegal).collect(),
        offences: shares.into_iter().map(|share| share.offence).collect(),
        reason: row.get(4)?,
        words: row.get(5)?,
        plies: row.get::<_, u32>(6)? as usize,
        began: row.get(7)?,
        took_ms: row.get::<_, i64>(8)?.unsigned_abs(),
        worker: row.get(9)?,
        moves: row.get(12)?,
        record: row.get(13)?,
        film: row.get(14)?,
    };
    let (sum, long_sum): (Option<u32>, Option<u32>) = (row.get(10)?, row.get(11)?);
    let is_intact = sum.is_none_or(|sum| sum == sums::of_game(&read))
        && long_sum.is_none_or(|sum| sum == sums::of_long(&read));
    match is_intact {
        true => Ok(read),
        false => Err(damaged(format!("game {}", read.id))),
    }
}

/// Says that something is not as it was written.
fn damaged(what: String) -> rusqlite::Error {
    let why = format!("{what} is damaged: `manator store check` tells more");
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, why.into())
}

fn kept(row: &rusqlite::Row<'_>) -> rusqlite::Result<Kept> {
    Ok(Kept {
        number: Number(row.get(0)?),
        key: row.get(1)?,
        title: row.get(2)?,
        game: row.get(3)?,
        began: row.get(4)?,
        ended: row.get(5)?,
        players: row.get::<_, u32>(6)? as usize,
        games: row.get::<_, u32>(7)? as usize,
    })
}

const WHERE: &str = "tournament = ?1
    AND (?2 IS NULL OR EXISTS (SELECT 1 FROM seat WHERE seat.game = game.id AND player = ?2
        AND (?3 IS NULL OR sign(payoff) = ?3)))
    AND (?4 IS NULL OR EXISTS (SELECT 1 FROM seat WHERE seat.game = game.id AND player = ?4))
    AND (?5 IS NULL OR reason = ?5)
    AND (?6 IS NULL OR round = ?6)";

impl Store {
    pub fn game(&self, number: Number, id: GameId) -> Result<Option<Row>, StoreError> {
        let text = format!(
            "SELECT {WHOLE} FROM game WHERE tournament = ?1 AND round = ?2 AND unit = ?3 AND seating = ?4"
        );
        let key = params![number.0, id.unit.round, id.unit.number, id.seating];
        self.one(&text, key, |row| with_shares(&self.connection, row))
    }

    /// Returns how many games there are that are looked for, and some of them, the latest first, without moves,
    /// records and films. What is not said may be anything.
    pub fn find(
        &self,
        number: Number,
        wanted: &GamesQuery,
    ) -> Result<(usize, Vec<Row>), StoreError> {
        let GamesQuery { one, other, round, payoff, reason, from, count } = wanted;
        let total = self.one(
            &format!("SELECT count(*) FROM game WHERE {WHERE}"),
            params![number.0, one, payoff, other, reason, round],
            |row| row.get::<_, u32>(0),
        )?;
        let text = format!(
            "SELECT {OUTLINE} FROM game WHERE {WHERE} ORDER BY began DESC, id DESC LIMIT ?7 OFFSET ?8"
        );
        let most = count.map_or(-1, i64::from);
        let which = params![number.0, one, payoff, other, reason, round, most, from];
        let games = self.all(&text, which, |row| with_shares(&self.connection, row))?;
        Ok((total.unwrap_or_default() as usize, games))
    }

    /// Returns the games of a player, in the order of their ids, without moves, records and films.
    pub fn games_of(&self, number: Number, player: Entrant) -> Result<Vec<Row>, StoreError> {
        let text = format!(
            "SELECT {OUTLINE} FROM game
             WHERE id IN (SELECT game FROM seat WHERE player = ?2) AND +tournament = ?1
             ORDER BY round, unit, seating"
        );
        self.all(&text, params![number.0, player.0 as i64], |row| {
            with_shares(&self.connection, row)
        })
    }
}
