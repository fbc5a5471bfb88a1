//! What programs are told that play over HTTP or MCP, language models above all, and what they may ask for.
//!
//! Pages never see these types. They say everything in words and moves: such a program has no rules of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use manator_core::{Entry, Illegal, Table};
use serde::{Deserialize, Serialize};

use crate::catalog::OptionCard;
use crate::position::Over;

/// How often a program may answer again in place of one move, where nothing else is said, and at most.
pub const RETRIES: u32 = 3;
pub const RETRIES_MAX: u32 = 99;

/// A game as whoever plays it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiGame {
    pub id: String,
    pub game: &'static str,
    pub options: String,
    /// The side that the program plays, if it plays.
    pub you: Option<&'static str>,
    pub your_turn: bool,
    /// Nobody when it is over.
    pub to_move: Option<&'static str>,
    pub players: Vec<ApiPlayer>,
    /// The board as text, with line breaks.
    pub board: String,
    pub position: String,
    /// What else is known of the position, such as `squares burned: 2`.
    pub facts: Vec<String>,
    pub moves: Vec<String>,
    /// What may be played now; not there when it is somebody else's turn, or is withheld.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// How many illegal answers are forgiven in place of the next move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries_left: Option<u32>,
    pub over: Option<Over>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiPlayer {
    pub side: &'static str,
    pub name: String,
    pub illegal_answers: u32,
    /// What its clock shows, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

impl ApiGame {
    /// Describes a game for whoever sits on a seat, whose attempts are counted.
    pub fn of(
        id: impl Into<String>,
        table: &dyn Table,
        players: Vec<ApiPlayer>,
        over: Option<Over>,
        seated: Option<(usize, &Attempts)>,
    ) -> ApiGame {
        let card = table.card();
        let turn = table.to_move().index();
        let own = seated.filter(|(seat, _)| over.is_none() && *seat == turn);
        ApiGame {
            id: id.into(),
            game: card.name,
            options: table.settings().to_string(),
            you: seated.map(|(seat, _)| card.players[seat]),
            your_turn: own.is_some(),
            to_move: over.is_none().then(|| card.players[turn]),
            players,
            board: table.canvas(None).to_string(),
            position: table.position(),
            facts: table
                .facts()
                .iter()
                .map(|fact| format!("{}: {}", fact.label, fact.value))
                .collect(),
            moves: table.moves().to_vec(),
            legal: own.filter(|(_, attempts)| !attempts.withheld).map(|_| table.legal()),
            retries_left: own.map(|(_, attempts)| attempts.left()),
            over,
        }
    }
}

/// What a program on a seat may do wrong, and has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempts {
    /// How many illegal answers are forgiven in place of one move.
    pub retries: u32,
    /// Whether it is not told which moves are legal.
    pub withheld: bool,
    /// How many illegal answers it gave: in all, and since the last move.
    #[serde(default)]
    pub illegal: u32,
    #[serde(default)]
    pub tried: u32,
}

impl Attempts {
    /// Reads how often a program may answer again.
    ///
    /// # Errors
    /// Returns what is expected instead.
    pub fn new(retries: Option<u32>, withheld: bool) -> Result<Attempts, String> {
        let retries = retries.unwrap_or(RETRIES);
        if retries > RETRIES_MAX {
            return Err(format!("retries: {retries} is not between 0 and {RETRIES_MAX}"));
        }
        Ok(Attempts { retries, withheld, illegal: 0, tried: 0 })
    }

    pub fn left(&self) -> u32 {
        self.retries.saturating_sub(self.tried)
    }

    /// Counts an illegal answer; returns what the program is told, and whether it may answer again.
    pub fn refuse(&mut self, illegal: &Illegal) -> (ApiRefusal, bool) {
        let may_retry = self.left() > 0;
        self.illegal += 1;
        self.tried += 1;
        let why = if self.withheld { illegal.fault.why.clone() } else { illegal.why() };
        let next = match self.left() {
            _ if !may_retry => "that was one too many: the game is lost".into(),
            0 => "another illegal answer loses the game".into(),
            1 => "1 more is forgiven in place of this move".into(),
            left => format!("{left} more are forgiven in place of this move"),
        };
        let refusal = ApiRefusal {
            error: format!("{}: {why}; {next}", illegal.text),
            code: Some(illegal.fault.code),
            retries_left: Some(self.left()),
            illegal_answers: Some(self.illegal),
            game: None,
        };
        (refusal, may_retry)
    }

    pub fn accept(&mut self) {
        self.tried = 0;
    }
}

/// Why something that a program asks for is not done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ApiRefusal {
    /// A sentence without a full stop: of an illegal move, the arbiter's.
    pub error: String,
    /// The kind of an illegal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries_left: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_answers: Option<u32>,
    /// The game, where this ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<ApiGame>>,
}

/// Asks to begin a game, or in a match for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewApiGame {
    pub game: String,
    pub options: ApiOptions,
    /// The side to play; without it, the one that is named first in the rules.
    pub side: Option<String>,
    pub opponent: Opponents,
    /// What the program is called in front of others.
    pub name: Option<String>,
    pub withhold_legal: bool,
    pub retries: Option<u32>,
    /// As in `5m+3s` or `10s/move`.
    pub time: Option<String>,
    /// Another position to begin with.
    pub position: Option<String>,
    /// Who asks, where a match waits for several.
    pub player: Option<String>,
    /// How many seconds to wait for its turn.
    pub wait: Option<u64>,
}

/// The options of rules: `"size=5x6"`, or an object of names and values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum ApiOptions {
    Text(String),
    Named(BTreeMap<String, OptionText>),
}

/// A value of an option, as text or as a number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum OptionText {
    Text(String),
    Number(serde_json::Number),
}

impl Default for ApiOptions {
    fn default() -> ApiOptions {
        ApiOptions::Text(String::new())
    }
}

impl ApiOptions {
    /// Returns them as settings are written.
    pub fn text(&self) -> String {
        let pair = |(name, value): (&String, &OptionText)| match value {
            OptionText::Text(text) => format!("{name}={text}"),
            OptionText::Number(number) => format!("{name}={number}"),
        };
        match self {
            ApiOptions::Text(text) => text.clone(),
            ApiOptions::Named(all) => all.iter().map(pair).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Who plays on the other seats: one for all, or one each in seat order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Opponents {
    All(String),
    Each(Vec<String>),
}

impl Opponents {
    /// Who plays where nothing else is said.
    const USUAL: &str = "medium";
}

impl Default for Opponents {
    fn default() -> Opponents {
        Opponents::All(Opponents::USUAL.into())
    }
}

impl NewApiGame {
    /// Returns which seat the program takes, and who sits on all seats, with `own` for the program.
    ///
    /// # Errors
    /// Returns what is expected instead.
    pub fn seats(&self, players: &[&str], own: &str) -> Result<(usize, Vec<String>), String> {
        let seat = match &self.side {
            None => 0,
            Some(side) => players
                .iter()
                .position(|player| player.eq_ignore_ascii_case(side))
                .ok_or_else(|| format!("side: '{side}' is not {}", players.join(" or ")))?,
        };
        let others = players.len() - 1;
        let mut seats = match &self.opponent {
            Opponents::All(one) => vec![one.clone(); others],
            Opponents::Each(all) if all.len() == others => all.clone(),
            Opponents::Each(all) => {
                return Err(format!("opponent: {} were given: expected {others}", all.len()));
            }
        };
        seats.insert(seat, own.into());
        Ok((seat, seats))
    }
}

/// A game that has begun, and the key that proves who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Begun {
    pub id: String,
    pub key: String,
    /// The keys of other seats for whoever plays there, by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<&'static str, String>,
    pub state: ApiGame,
}

/// An answer to the question for a move, or that the game is given up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ApiAnswer {
    pub key: String,
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves were played when it was decided on; refused when others have been since.
    pub ply: Option<u64>,
    /// How many seconds to wait for the next turn.
    pub wait: Option<u64>,
}

/// A game that can be played: what there is to know before it begins.
#[derive(Clone, Debug, Serialize)]
pub struct ApiRules {
    pub game: &'static str,
    pub title: &'static str,
    pub summary: &'static str,
    pub players: &'static [&'static str],
    pub options: Vec<OptionCard>,
    /// Who may be the opponent.
    pub agents: Vec<&'static str>,
    /// The whole rules, where one game was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

impl ApiRules {
    pub fn of(entry: &dyn Entry, agents: Vec<&'static str>) -> ApiRules {
        let card = entry.card();
        ApiRules {
            game: card.name,
            title: card.title,
            summary: card.summary,
            players: card.players,
            options: card.options.iter().map(OptionCard::of).collect(),
            agents,
            rules: None,
        }
    }

    #[must_use]
    pub fn with_text(self, entry: &dyn Entry) -> ApiRules {
        ApiRules { rules: Some(entry.rules()), ..self }
    }
}
