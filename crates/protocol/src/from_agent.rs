//! What an agent says.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

use crate::declaration::Declaration;
use crate::info::Info;
use crate::words::{ParseError, Words, split, write_given, write_text};

/// What an agent says: `UgiOk`, or `UciOk` if it was asked in UCI, when it has said who it is, `ReadyOk` when it has done all
/// before. Anything else is `Noise`, which is kept and means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromAgent {
    Id(Id),
    Option(Declaration),
    UgiOk,
    UciOk,
    ReadyOk,
    Info(Info),
    BestMove {
        mv: String,
        ponder: Option<String>,
        alternate: Option<String>,
    },
    Response(String),
    /// It leaves for good, and why.
    Bye(String),
    Noise(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Id {
    Name(String),
    Author(String),
}

impl FromStr for FromAgent {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<FromAgent, ParseError> {
        let (word, rest) = split(line);
        let alone = |command, message| Words::new(command, rest).end().map(|()| message);
        match word {
            "id" => id(rest),
            "option" => Declaration::parse(rest).map(FromAgent::Option),
            "ugiok" => alone("ugiok", FromAgent::UgiOk),
            "uciok" => alone("uciok", FromAgent::UciOk),
            "readyok" => alone("readyok", FromAgent::ReadyOk),
            "info" => Info::parse(rest).map(FromAgent::Info),
            "bestmove" => best_move(rest),
            "response" => Ok(FromAgent::Response(Words::new("response", rest).text())),
            "bye" => Ok(FromAgent::Bye(Words::new("bye", rest).text())),
            _ => Ok(FromAgent::Noise(line.trim().to_string())),
        }
    }
}

fn id(rest: &str) -> Result<FromAgent, ParseError> {
    const WHAT: &str = "name or author";
    let mut words = Words::new("id", rest);
    match words.word(WHAT)? {
        "name" => Ok(FromAgent::Id(Id::Name(words.text()))),
        "author" => Ok(FromAgent::Id(Id::Author(words.text()))),
        word => Err(words.unexpected(word, WHAT)),
    }
}

fn best_move(rest: &str) -> Result<FromAgent, ParseError> {
    let mut words = Words::new("bestmove", rest);
    let mv = words.word("a move")?.to_string();
    let (mut ponder, mut alternate) = (None, None);
    while let Some(word) = words.next() {
        let place = match word {
            "ponder" => &mut ponder,
            "alternate" => &mut alternate,
            _ => return Err(words.unexpected(word, "ponder or alternate")),
        };
        *place = Some(words.word("a move")?.to_string());
    }
    Ok(FromAgent::BestMove { mv, ponder, alternate })
}

impl fmt::Display for FromAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromAgent::Id(Id::Name(text)) => write!(f, "id name {text}"),
            FromAgent::Id(Id::Author(text)) => write!(f, "id author {text}"),
            FromAgent::Option(declaration) => write!(f, "{declaration}"),
            FromAgent::UgiOk => f.write_str("ugiok"),
            FromAgent::UciOk => f.write_str("uciok"),
            FromAgent::ReadyOk => f.write_str("readyok"),
            FromAgent::Info(info) => write!(f, "{info}"),
            FromAgent::BestMove { mv, ponder, alternate } => {
                write!(f, "bestmove {mv}")?;
                write_given(f, "ponder", ponder.as_ref())?;
                write_given(f, "alternate", alternate.as_ref())
            }
            FromAgent::Response(text) => write!(f, "response {text}"),
            FromAgent::Bye(text) => {
                f.write_str("bye")?;
                write_text(f, text)
            }
            FromAgent::Noise(text) => f.write_str(text),
        }
    }
}
