//! Tournaments as pages see them, and as pages ask for them.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod rounds;
mod tables;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::game::RunningGame;

pub use rounds::{Leg, Meeting, Round, Rounds, RoundsKind, Side};
pub use tables::{Basis, Counts, Crosstable, Reason, SeatTally, Standing, Tables};

/// Whether it is played, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Stage {
    /// Games are played here.
    Playing,
    /// It is played here as soon as another one is over.
    Waiting,
    /// Not played here; it can go on.
    Resting,
    /// All games are over.
    Over,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first players meet all others.
    Gauntlet,
    /// Everybody meets those who did as well.
    Swiss,
    /// Who loses is out.
    Knockout,
    /// The tournament of the King's Court course: everybody once in each seat, then a play-off.
    Course,
    /// Neighbours meet again and again, from the same seats.
    Tables,
    /// Everybody meets everybody from every seat, in the order of entry.
    InOrder,
}

impl Format {
    pub fn is_planned(self) -> bool {
        matches!(self, Format::RoundRobin | Format::Gauntlet | Format::Tables | Format::InOrder)
    }
}

/// The topic `tournaments`: the latest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentList {
    pub tournaments: Vec<TournamentSummary>,
    /// How many games this machine plays at the same time.
    pub concurrency: usize,
    pub players_max: usize,
    pub games_max: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentSummary {
    pub number: i64,
    pub title: String,
    pub game: String,
    pub players: usize,
    /// UTC, as in `2026-11-16T09:30:00.123Z`.
    pub began: String,
    pub ended: Option<String>,
    pub played: usize,
    /// How many games there are, at least; null when that cannot be known.
    pub planned: Option<u64>,
    /// Whether results cannot make it more.
    pub exact: bool,
    pub stage: Stage,
}

/// The answer to `GET /api/tournaments/N`: what does not change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentFacts {
    pub number: i64,
    pub title: String,
    pub game: String,
    pub options: String,
    pub format: Format,
    pub began: String,
    pub names: Vec<String>,
    /// Who everybody is, as people write it.
    pub agents: Vec<String>,
    /// Each a name and a value.
    pub terms: Vec<(&'static str, String)>,
    pub board: Board,
}

/// The topic `tournament/N`: everything that changes while games are played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentState {
    #[serde(flatten)]
    pub tables: Tables,
    pub number: i64,
    pub stage: Stage,
    pub ended: Option<String>,
    pub played: usize,
    pub planned: Option<u64>,
    /// Whether results cannot make it more games.
    pub exact: bool,
    /// Games a second, where some were played.
    pub pace: Option<f64>,
    pub history: RatingHistory,
    pub sprt: Option<SprtState>,
    pub running: Vec<RunningGame>,
    /// What there is to know beside the games.
    pub notes: Vec<String>,
}

/// Ratings after so many games, of the first few.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingHistory {
    /// After how many games.
    pub at: Vec<usize>,
    pub lines: Vec<RatingCurve>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingCurve {
    pub entrant: usize,
    /// Nothing before the first game.
    pub elo: Vec<Option<f64>>,
}

/// Where a sequential test stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SprtState {
    pub words: String,
    pub ratio: Option<f64>,
    pub lower: f64,
    pub upper: f64,
    pub verdict: String,
    pub decided: bool,
}

/// Asks `GET /api/tournaments/N/games` for games, as a query.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GamesQuery {
    pub one: Option<u32>,
    pub other: Option<u32>,
    pub round: Option<u32>,
    pub payoff: Option<i8>,
    pub reason: Option<String>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub from: u32,
    pub count: Option<u32>,
}

/// Some games of a tournament, the latest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GamesPage {
    pub total: usize,
    pub games: Vec<FinishedGame>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FinishedGame {
    pub id: String,
    pub seats: Vec<usize>,
    pub payoffs: Vec<i8>,
    pub result: String,
    pub reason: String,
    pub words: String,
    pub plies: usize,
    pub began: String,
    /// In milliseconds.
    pub took: u64,
}

/// The answer to `GET /api/tournaments/N/games/ID`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WholeGame {
    #[serde(flatten)]
    pub game: FinishedGame,
    pub film: String,
    pub record: String,
    pub moves: Vec<String>,
    /// What the movers thought of their moves, where they told: `+0.34/12 0.51s`.
    pub thoughts: Vec<String>,
}

/// Asks for a tournament: `POST /api/tournaments` makes it, `POST /api/tournaments/preview` says what it would be.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewTournament {
    pub title: String,
    pub game: String,
    /// The options of the rules, as in `size=8x8 first=random`.
    pub options: String,
    pub format: Format,
    /// How many games each group plays, where everybody meets.
    pub games: Option<u32>,
    pub rounds: Option<u32>,
    pub challengers: Option<usize>,
    pub play_offs: Option<u32>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub drawn_seeds: bool,
    /// How many random moves a game begins with.
    pub opening: usize,
    pub seed: u64,
    pub time: String,
    /// How many moves each player may make.
    pub steps: u32,
    pub sprt: Option<SprtBounds>,
    pub concurrency: usize,
    pub players: Vec<NewEntrant>,
}

impl Default for NewTournament {
    fn default() -> NewTournament {
        NewTournament {
            title: String::new(),
            game: String::new(),
            options: String::new(),
            format: Format::default(),
            games: None,
            rounds: None,
            challengers: None,
            play_offs: None,
            drawn_seeds: false,
            opening: 2,
            seed: 1,
            time: "none".into(),
            steps: 500,
            sprt: None,
            concurrency: 1,
            players: Vec::new(),
        }
    }
}

/// The two differences of a sequential test.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SprtBounds {
    pub elo0: f64,
    pub elo1: f64,
}

/// Somebody who is to take part; without a name it is called what it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewEntrant {
    pub name: String,
    pub agent: String,
}

/// The answer to `POST /api/tournaments`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewTournamentAnswer {
    pub number: i64,
}

/// The answer to `POST /api/tournaments/preview`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Preview {
    pub games: u64,
    pub exact: bool,
    pub players: usize,
    pub seats: usize,
}
