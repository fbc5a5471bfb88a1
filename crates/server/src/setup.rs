//! What a server plays, with whom, and on what terms.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::time::Duration;

use manator_core::{Settings, Table};
use manator_engine::{AgentError, catalog};
use manator_play::Terms;

use crate::token::Tokens;

/// What a server plays, with whom, and on what terms.
pub struct Setup {
    /// The game as it begins.
    pub table: Box<dyn Table>,
    /// How many agents to wait for.
    pub agents: usize,
    /// How many displays to wait for; more may come at any time.
    pub displays: usize,
    /// How many games each group of agents plays, in each direction.
    pub runs: u32,
    /// Whether everybody meets everybody from every seat.
    pub tourney: bool,
    /// How many games of a tournament are played at the same time.
    pub concurrency: usize,
    /// How long to wait between games.
    pub sleep: Duration,
    /// What chance is drawn from.
    pub seed: u64,
    /// On what terms games are played.
    pub terms: Terms,
    /// Who takes the seats for which there is no agent.
    pub house: (String, Settings),
    /// Who may play.
    pub tokens: Tokens,
    /// How many may come, and how long they may take.
    pub limits: Limits,
    /// What this machine is called in the addresses that browsers use, besides its addresses.
    pub names: Vec<String>,
}

/// How many connections there may be, and how slow they may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From one address.
    pub each_max: usize,
    /// In all.
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

/// Why a server cannot do what it is asked.
#[derive(Debug)]
pub enum SetupError {
    /// A number makes no sense.
    OutOfRange {
        /// Which.
        name: &'static str,
        /// The number.
        value: usize,
        /// The least.
        min: usize,
        /// The greatest.
        max: usize,
    },
    /// The agent that fills empty seats cannot be had.
    House(AgentError),
    /// There are tokens for seats where nobody has a seat of its own.
    SeatTokens,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OutOfRange { name, value, min, max } => {
                write!(f, "{name}: {value} is not between {min} and {max}")
            }
            SetupError::House(error) => write!(f, "house: {error}"),
            SetupError::SeatTokens => f.write_str(
                "a token for a seat: nobody has a seat of its own in a tournament or at several \
                 tables; expected one token for all",
            ),
        }
    }
}

impl std::error::Error for SetupError {}

/// The most agents or displays a server waits for.
const GUESTS_MAX: usize = 1000;
/// The most agents of a tournament, in which everybody meets everybody.
const TOURNEY_MAX: usize = 100;
/// The most games of a tournament: all of them are scheduled before the first.
const GAMES_MAX: usize = 100_000;

impl Setup {
    /// Makes sure that it all makes sense.
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
        if self.tourney {
            within("games", self.games(), 1, GAMES_MAX)?;
        }
        if self.tokens.has_seats() && self.has_no_seats() {
            return Err(SetupError::SeatTokens);
        }
        let (name, settings) = &self.house;
        catalog::open(&*self.table, name, settings).map(drop).map_err(SetupError::House)
    }

    /// Returns the rules as `UGI_Game` has them.
    pub(crate) fn rules(&self) -> String {
        let rules = format!("{} {}", self.table.card().name, self.table.settings());
        rules.trim().to_string()
    }

    /// Returns how many players a game has.
    pub(crate) fn players(&self) -> usize {
        self.table.card().players.len()
    }

    /// Returns whether agents cannot choose where they sit.
    pub(crate) fn has_no_seats(&self) -> bool {
        self.tourney || self.agents > self.players()
    }

    /// Returns how many games a tournament has.
    fn games(&self) -> usize {
        let players = self.players();
        // The first may be any of the agents, the next any but the first, and so on.
        let of_each: usize = (0..players).map(|seat| self.agents.max(players) - seat).product();
        of_each.saturating_mul(self.runs as usize)
    }

    /// Returns how many tables there are.
    pub(crate) fn tables(&self) -> usize {
        match self.tourney {
            true => self.concurrency,
            false => self.agents.div_ceil(self.players()).max(1),
        }
    }
}
