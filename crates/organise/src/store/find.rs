//! Looks for games of a tournament.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_tournament::{Entrant, GameId};
use rusqlite::params;

use super::read::{OUTLINE, Row, Share, WHOLE, share, whole};
use super::{Number, Store, StoreError};

/// Which games are looked for: what is not said may be anything.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Takes part, by number.
    pub one: Option<u32>,
    pub other: Option<u32>,
    /// The round, as in the ids of games.
    pub round: Option<u32>,
    /// What `one` got: 1 won, 0 tied, -1 lost.
    pub payoff: Option<i8>,
    /// Why they ended, in one word.
    pub reason: Option<String>,
    /// How many are left out at the beginning.
    pub from: u32,
    pub count: u32,
}

#[derive(Clone, Debug)]
pub struct Page {
    pub total: usize,
    /// Some of them, the latest first, without moves, records and films.
    pub games: Vec<Row>,
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
        self.one(&text, key, |row| self.with_shares(row))
    }

    pub fn find(&self, number: Number, wanted: &Wanted) -> Result<Page, StoreError> {
        let Wanted { one, other, round, payoff, reason, from, count } = wanted;
        let total = self.one(
            &format!("SELECT count(*) FROM game WHERE {WHERE}"),
            params![number.0, one, payoff, other, reason, round],
            |row| row.get::<_, u32>(0),
        )?;
        let text = format!(
            "SELECT {OUTLINE} FROM game WHERE {WHERE} ORDER BY began DESC, id DESC LIMIT ?7 OFFSET ?8"
        );
        let which = params![number.0, one, payoff, other, reason, round, count, from];
        let games = self.all(&text, which, |row| self.with_shares(row))?;
        Ok(Page { total: total.unwrap_or_default() as usize, games })
    }

    /// Returns the games of a player, in the order of their ids, without moves, records and films.
    pub fn games_of(&self, number: Number, player: Entrant) -> Result<Vec<Row>, StoreError> {
        let text = format!(
            "SELECT {OUTLINE} FROM game
             WHERE id IN (SELECT game FROM seat WHERE player = ?2) AND +tournament = ?1
             ORDER BY round, unit, seating"
        );
        self.all(&text, params![number.0, player.0 as i64], |row| self.with_shares(row))
    }

    fn with_shares(&self, row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        let mut query = self.connection.prepare_cached(
            "SELECT game, player, payoff, offence, words FROM seat WHERE game = ?1 ORDER BY seat",
        )?;
        let shares = query
            .query_map([row.get::<_, i64>(0)?], share)?
            .collect::<rusqlite::Result<Vec<Share>>>()?;
        whole(row, shares)
    }
}
