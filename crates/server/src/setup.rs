//! What a server plays, with whom, and on what terms.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manator_core::{Settings, Table};
use manator_engine::{AgentError, catalog};
use manator_organise::{Entry, Event, Format, Openings};
use manator_play::referee::OnIllegal;
use manator_play::{SeatSpec, Terms};
use manator_tournament::schedule::seatings;

pub(crate) use manator_play::rules;

use crate::seating::Tokens;

pub struct Setup {
    pub table: Box<dyn Table>,
    pub agents: usize,
    /// How many displays to wait for; more may come at any time.
    pub displays: usize,
    /// How many games each group of agents plays, in each direction.
    pub runs: u32,
    /// Whether everybody meets everybody from every seat.
    pub tourney: bool,
    pub concurrency: usize,
    pub sleep: Duration,
    /// What chance is drawn from; without it, from the time.
    pub seed: Option<u64>,
    /// What games begin with in turn, each line moves or `position` and a position; the start where there are none.
    pub openings: Vec<String>,
    pub terms: Terms,
    /// Who takes the seats for which there is no agent.
    pub house: (String, Settings),
    pub tokens: Tokens,
    pub limits: Limits,
    /// What this machine is called in the addresses that browsers use, besides its addresses.
    pub names: Vec<String>,
    pub store: PathBuf,
    pub earlier: Earlier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub each_max: usize,
    pub all_max: usize,
    /// How long a client may take to say who it is.
    pub hello: Duration,
    /// How long a display may read nothing of what it is told.
    pub unread: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            each_max: 256,
            all_max: 2048,
            hello: Duration::from_secs(10),
            unread: Duration::from_secs(10),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    GoesOn,
    IsLeft,
}

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("{name}: {value} is not between {min} and {max}")]
    OutOfRange { name: &'static str, value: usize, min: usize, max: usize },
    #[error("house: {0}")]
    House(AgentError),
    #[error(
        "a token for a seat: nobody has a seat of its own in a tournament or at several tables; \
         expected one token for all"
    )]
    SeatTokens,
}

/// The most agents or displays a server waits for.
const GUESTS_MAX: usize = 1000;
/// The most agents of a tournament, in which everybody meets everybody.
const TOURNEY_MAX: usize = 100;
/// The most games of a tournament, and those of several tables: all of them are scheduled before the first.
const TOURNEY_GAMES_MAX: usize = 100_000;
const GAMES_MAX: usize = 1_000_000;

impl Setup {
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let within = |name, value: usize, min: usize, max: usize| match value {
            value if (min..=max).contains(&value) => Ok(()),
            value => Err(SetupError::OutOfRange { name, value, min, max }),
        };
        let agents_max = if self.tourney { TOURNEY_MAX } else { GUESTS_MAX };
        within("agents", self.agents, 0, agents_max)?;
        within("displays", self.displays, 0, GUESTS_MAX)?;
        within("runs", self.runs as usize, 1, 1_000_000)?;
        within("concurrency", self.concurrency, 1, GUESTS_MAX)?;
        within("per-address", self.limits.each_max, 1, self.limits.all_max)?;
        let games_max = if self.tourney { TOURNEY_GAMES_MAX } else { GAMES_MAX };
        within("games", self.games(), 1, games_max)?;
        if self.tokens.has_seats() && self.has_no_seats() {
            return Err(SetupError::SeatTokens);
        }
        let (name, settings) = &self.house;
        catalog::open(&*self.table, name, settings).map(drop).map_err(SetupError::House)
    }

    pub(crate) fn players(&self) -> usize {
        self.table.card().players.len()
    }

    pub(crate) fn has_no_seats(&self) -> bool {
        self.tourney || self.agents > self.players()
    }

    fn games(&self) -> usize {
        let (players, runs) = (self.players(), self.runs as usize);
        match self.tourney {
            // The first may be any of the agents, the next any but the first, and so on.
            true => {
                let seatings = (0..players).map(|seat| self.agents.max(players) - seat);
                seatings.product::<usize>().saturating_mul(runs)
            }
            false => self.tables().saturating_mul(runs),
        }
    }

    pub(crate) fn house(&self) -> SeatSpec {
        let (name, settings) = self.house.clone();
        SeatSpec::Agent { name, settings }
    }

    pub(crate) fn event(&self) -> Event {
        let players = self.players();
        let (format, games) = match self.tourney {
            true => (Format::InOrder, self.runs * seatings(&vec![(); players]).len() as u32),
            false => (Format::Tables, self.runs),
        };
        let pairs = self.table.settings();
        Event {
            options: pairs.pairs().map(|(name, value)| format!("{name}={value}")).collect(),
            format,
            games: Some(games),
            openings: match self.openings.is_empty() {
                true => Openings::Random(0),
                false => Openings::Listed(self.openings.clone()),
            },
            seed: self.seed.unwrap_or_else(now),
            time: self.terms.allowance.control.to_string(),
            margin: u64::try_from(self.terms.margin.as_millis()).unwrap_or(u64::MAX),
            steps: self.terms.steps,
            ask_again: self.terms.on_illegal == OnIllegal::AskAgain,
            ..Event::new(self.table.card().name, Vec::<Entry>::new())
        }
    }

    /// Returns what names this setup in the store: a server with the same goes on with its tournament.
    pub(crate) fn key(&self) -> String {
        let event = Event { seed: self.seed.unwrap_or_default(), ..self.event() };
        format!("server of {} for {}: {}", self.agents, self.house(), event.to_json())
    }

    pub(crate) fn tables(&self) -> usize {
        match self.tourney {
            true => self.concurrency,
            false => self.agents.div_ceil(self.players()).max(1),
        }
    }
}

/// Returns a number that no other run has.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}
