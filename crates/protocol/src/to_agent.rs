//! What is said to an agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

use crate::go::Go;
use crate::words::{ParseError, Words, split, write_named, write_text, write_words};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    #[default]
    Ugi,
    /// Chess and its kin.
    Uci,
}

/// What is said to an agent: `Ugi`, or `Uci` to one that knows only that, asks who it is and what can be set, `IsReady` for an
/// answer when all before is done. The legal moves are for agents that know no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToAgent {
    Ugi,
    Uci,
    SetOption {
        name: String,
        value: Option<String>,
    },
    NewGame(Dialect),
    IsReady,
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Legal(Vec<String>),
    Go(Go),
    Stop,
    /// What it did wrong: one word for programs, and what was expected.
    Fault {
        code: String,
        text: String,
    },
    /// How the game ended.
    Over {
        result: String,
        reason: String,
        text: String,
    },
    Quit,
    Query(Query),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Startpos,
    Fen(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    Player,
    /// Whether a player, counted from 1, is to move.
    Turn(u8),
    GameOver,
    Result,
    Legal,
    Fen,
}

const QUERIES: &[(&str, Query)] = &[
    ("player", Query::Player),
    ("p1turn", Query::Turn(1)),
    ("p2turn", Query::Turn(2)),
    ("p3turn", Query::Turn(3)),
    ("gameover", Query::GameOver),
    ("result", Query::Result),
    ("legal", Query::Legal),
    ("fen", Query::Fen),
];

const ALONE: &[(&str, ToAgent)] = &[
    ("ugi", ToAgent::Ugi),
    ("uci", ToAgent::Uci),
    ("uginewgame", ToAgent::NewGame(Dialect::Ugi)),
    ("ucinewgame", ToAgent::NewGame(Dialect::Uci)),
    ("isready", ToAgent::IsReady),
    ("stop", ToAgent::Stop),
    ("quit", ToAgent::Quit),
];

impl FromStr for ToAgent {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<ToAgent, ParseError> {
        let (word, rest) = split(line);
        if let Some((command, message)) = ALONE.iter().find(|(name, _)| *name == word) {
            return Words::new(command, rest).end().map(|()| message.clone());
        }
        match word {
            "setoption" => set_option(rest),
            "position" => {
                read_position(rest).map(|(start, moves)| ToAgent::Position { start, moves })
            }
            "legal" => Ok(ToAgent::Legal(Words::new("legal", rest).rest())),
            "go" => Go::parse(rest).map(ToAgent::Go),
            "fault" => {
                let mut words = Words::new("fault", rest);
                let code = words.word("a fault in one word")?.to_string();
                Ok(ToAgent::Fault { code, text: words.text() })
            }
            "over" => {
                read_over(rest).map(|(result, reason, text)| ToAgent::Over { result, reason, text })
            }
            "query" => query(rest),
            _ => Err(ParseError::Unknown { word: word.into() }),
        }
    }
}

fn set_option(rest: &str) -> Result<ToAgent, ParseError> {
    const FORM: &str = "name N value V";
    let mut words = Words::new("setoption", rest);
    words.expect("name", FORM)?;
    let name = words.phrase("the name of an option", |word| word == "value")?;
    let value = words.next().map(|_| words.text());
    Ok(ToAgent::SetOption { name, value })
}

pub(crate) fn read_position(rest: &str) -> Result<(Start, Vec<String>), ParseError> {
    let mut words = Words::new("position", rest);
    let start = match words.word("startpos or fen")? {
        "startpos" => Start::Startpos,
        // The positions of some games have blanks in them.
        "fen" => Start::Fen(words.phrase("a position", |word| word == "moves")?),
        word => return Err(words.unexpected(word, "startpos or fen")),
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => words.rest(),
        Some(word) => return Err(words.unexpected(word, "moves")),
    };
    Ok((start, moves))
}

/// Reads a result, a reason in one word, and the same in a sentence.
pub(crate) fn read_over(rest: &str) -> Result<(String, String, String), ParseError> {
    let mut words = Words::new("over", rest);
    let result = words.word("a result such as 1-0")?.to_string();
    let reason = words.word("a reason in one word")?.to_string();
    Ok((result, reason, words.text()))
}

pub(crate) fn write_over(
    f: &mut fmt::Formatter<'_>,
    result: &str,
    reason: &str,
    text: &str,
) -> fmt::Result {
    write!(f, "over {result} {reason}")?;
    write_text(f, text)
}

fn query(rest: &str) -> Result<ToAgent, ParseError> {
    const WHAT: &str = "player, p1turn, p2turn, p3turn, gameover, result, legal or fen";
    let mut words = Words::new("query", rest);
    let query = words.named(QUERIES, WHAT)?;
    words.end()?;
    Ok(ToAgent::Query(query))
}

impl fmt::Display for ToAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToAgent::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                value.iter().try_for_each(|value| write!(f, " value {value}"))
            }
            ToAgent::Position { start, moves } => write_position(f, start, moves),
            ToAgent::Legal(moves) => {
                f.write_str("legal")?;
                write_words(f, moves)
            }
            ToAgent::Go(go) => write!(f, "{go}"),
            ToAgent::Fault { code, text } => {
                write!(f, "fault {code}")?;
                write_text(f, text)
            }
            ToAgent::Over { result, reason, text } => write_over(f, result, reason, text),
            ToAgent::Query(query) => write!(f, "query {query}"),
            message => write_named(f, ALONE, message),
        }
    }
}

pub(crate) fn write_position(
    f: &mut fmt::Formatter<'_>,
    start: &Start,
    moves: &[String],
) -> fmt::Result {
    match start {
        Start::Startpos => f.write_str("position startpos")?,
        Start::Fen(text) => write!(f, "position fen {text}")?,
    }
    if !moves.is_empty() {
        f.write_str(" moves")?;
    }
    write_words(f, moves)
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_named(f, QUERIES, self)
    }
}
