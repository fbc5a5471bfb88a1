//! What is said to an agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

use crate::go::Go;
use crate::words::{ParseError, Words, split, write_words};

/// Which of two names a message goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Any game.
    #[default]
    Ugi,
    /// Chess and its kin.
    Uci,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToAgent {
    /// Asks who it is and what can be set.
    Ugi,
    /// The same, of an agent that knows only UCI.
    Uci,
    SetOption {
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    NewGame(Dialect),
    /// Asks it to answer when all before is done.
    IsReady,
    /// Where the game stands.
    Position {
        start: Start,
        moves: Vec<String>,
    },
    /// The legal moves, for agents that know no rules.
    Legal(Vec<String>),
    /// Asks for a move.
    Go(Go),
    /// Asks for the move at once.
    Stop,
    Quit,
    /// Asks what the rules say.
    Query(Query),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Where it always does.
    Startpos,
    /// In this position, as the game writes it.
    Fen(String),
}

/// What the rules can be asked.
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

const QUERIES: [(&str, Query); 8] = [
    ("player", Query::Player),
    ("p1turn", Query::Turn(1)),
    ("p2turn", Query::Turn(2)),
    ("p3turn", Query::Turn(3)),
    ("gameover", Query::GameOver),
    ("result", Query::Result),
    ("legal", Query::Legal),
    ("fen", Query::Fen),
];

impl FromStr for ToAgent {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<ToAgent, ParseError> {
        let (word, rest) = split(line);
        let alone = |command, message| Words::new(command, rest).end().map(|()| message);
        match word {
            "ugi" => alone("ugi", ToAgent::Ugi),
            "uci" => alone("uci", ToAgent::Uci),
            "setoption" => set_option(rest),
            "uginewgame" => alone("uginewgame", ToAgent::NewGame(Dialect::Ugi)),
            "ucinewgame" => alone("ucinewgame", ToAgent::NewGame(Dialect::Uci)),
            "isready" => alone("isready", ToAgent::IsReady),
            "position" => {
                read_position(rest).map(|(start, moves)| ToAgent::Position { start, moves })
            }
            "legal" => Ok(ToAgent::Legal(Words::new("legal", rest).rest())),
            "go" => Go::parse(rest).map(ToAgent::Go),
            "stop" => alone("stop", ToAgent::Stop),
            "quit" => alone("quit", ToAgent::Quit),
            "query" => query(rest),
            _ => Err(ParseError::Unknown { word: word.into() }),
        }
    }
}

fn set_option(rest: &str) -> Result<ToAgent, ParseError> {
    const FORM: &str = "name N value V";
    let mut words = Words::new("setoption", rest);
    let word = words.word(FORM)?;
    if word != "name" {
        return Err(words.unexpected(word, FORM));
    }
    let name = words.phrase("the name of an option", |word| word == "value")?;
    let value = words.next().map(|_| words.text());
    Ok(ToAgent::SetOption { name, value })
}

/// Reads where a game began, and the moves since.
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

fn query(rest: &str) -> Result<ToAgent, ParseError> {
    const WHAT: &str = "player, p1turn, p2turn, p3turn, gameover, result, legal or fen";
    let mut words = Words::new("query", rest);
    let word = words.word(WHAT)?;
    let query = QUERIES.iter().find(|(name, _)| *name == word);
    let (_, query) = query.ok_or_else(|| words.unexpected(word, WHAT))?;
    words.end()?;
    Ok(ToAgent::Query(*query))
}

impl fmt::Display for ToAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToAgent::Ugi => f.write_str("ugi"),
            ToAgent::Uci => f.write_str("uci"),
            ToAgent::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                value.iter().try_for_each(|value| write!(f, " value {value}"))
            }
            ToAgent::NewGame(Dialect::Ugi) => f.write_str("uginewgame"),
            ToAgent::NewGame(Dialect::Uci) => f.write_str("ucinewgame"),
            ToAgent::IsReady => f.write_str("isready"),
            ToAgent::Position { start, moves } => write_position(f, start, moves),
            ToAgent::Legal(moves) => {
                f.write_str("legal")?;
                write_words(f, moves)
            }
            ToAgent::Go(go) => write!(f, "{go}"),
            ToAgent::Stop => f.write_str("stop"),
            ToAgent::Quit => f.write_str("quit"),
            ToAgent::Query(query) => write!(f, "query {query}"),
        }
    }
}

/// Writes what [`read_position`] reads, with the word before it.
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
        match self {
            Query::Player => f.write_str("player"),
            Query::Turn(player) => write!(f, "p{player}turn"),
            Query::GameOver => f.write_str("gameover"),
            Query::Result => f.write_str("result"),
            Query::Legal => f.write_str("legal"),
            Query::Fen => f.write_str("fen"),
        }
    }
}
