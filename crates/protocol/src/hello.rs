//! How a connection over TCP begins: who the client is, and whether it may stay.
//!
//! Afterwards the server talks to an agent as to any other, and tells a display [`News`](crate::News).
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

use manator_core::text::is_deceptive;

use crate::words::{ParseError, Words, split, write_given, write_named, write_text};

/// The first line of a server: its name, and the version of what is said here.
pub const HELLO: &str = "manator 1";
/// What a client names instead of a game to get whatever is played.
pub const ANY_GAME: &str = "any";
pub const NAME_MAX: usize = 40;
pub const TOKEN_MAX: usize = 200;
/// How short a secret may be with which an agent comes back: nobody must guess it.
pub const SECRET_MIN: usize = 16;

/// Seats and tables are counted from 1; who names no table watches the first. Whoever shows the same `rejoin` secret later is
/// the same agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromClient {
    Join {
        game: String,
        name: String,
        seat: Option<u8>,
        token: Option<String>,
        rejoin: Option<String>,
    },
    Watch {
        game: String,
        table: Option<u32>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromServer {
    Hello,
    Welcome(Welcome),
    Error { code: ErrorCode, text: String },
}

/// `rules` are the game and its options, as in `UGI_Game`. The name is what the client is called here: not what it asked for
/// when somebody else has that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Welcome {
    Join { rules: String, name: String },
    Watch { rules: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    Syntax,
    Game,
    Token,
    /// There is no such seat or table, or somebody sits there.
    Seat,
    Full,
    Name,
    Busy,
    /// It did not say or read anything for too long.
    Slow,
    Closed,
}

const CODES: &[(&str, ErrorCode)] = &[
    ("syntax", ErrorCode::Syntax),
    ("game", ErrorCode::Game),
    ("token", ErrorCode::Token),
    ("seat", ErrorCode::Seat),
    ("full", ErrorCode::Full),
    ("name", ErrorCode::Name),
    ("busy", ErrorCode::Busy),
    ("slow", ErrorCode::Slow),
    ("closed", ErrorCode::Closed),
];

const GAME: &str = "the name of a game";

impl FromStr for FromClient {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<FromClient, ParseError> {
        let (word, rest) = split(line);
        match word {
            "join" => join(rest),
            "watch" => watch(rest),
            _ => Err(ParseError::Unknown { word: word.into() }),
        }
    }
}

fn join(rest: &str) -> Result<FromClient, ParseError> {
    const NAME: &str = "a name of at most 40 characters";
    const TOKEN: &str = "a token of at most 200 bytes";
    const SECRET: &str = "a secret of 16 to 200 bytes";
    let mut words = Words::new("join", rest);
    let game = words.word(GAME)?.to_string();
    words.expect("as", "as NAME")?;
    let name = words.phrase(NAME, |word| matches!(word, "seat" | "token" | "rejoin"))?;
    if name.chars().count() > NAME_MAX || name.chars().any(is_deceptive) {
        return Err(words.unexpected(&name, NAME));
    }
    let (mut seat, mut token, mut rejoin) = (None, None, None);
    while let Some(word) = words.next() {
        match word {
            "seat" => seat = Some(words.counted("the number of a seat, from 1")?),
            "token" => token = Some(words.word(TOKEN)?.to_string()),
            "rejoin" => rejoin = Some(words.word(SECRET)?.to_string()),
            _ => return Err(words.unexpected(word, "seat, token or rejoin")),
        }
    }
    match (token, rejoin) {
        (Some(token), _) if token.len() > TOKEN_MAX => Err(words.unexpected(&token, TOKEN)),
        (_, Some(secret)) if !(SECRET_MIN..=TOKEN_MAX).contains(&secret.len()) => {
            Err(words.unexpected(&secret, SECRET))
        }
        (token, rejoin) => Ok(FromClient::Join { game, name, seat, token, rejoin }),
    }
}

fn watch(rest: &str) -> Result<FromClient, ParseError> {
    let mut words = Words::new("watch", rest);
    let game = words.word(GAME)?.to_string();
    let table = match words.next() {
        None => None,
        Some("table") => Some(words.counted("the number of a table, from 1")?),
        Some(word) => return Err(words.unexpected(word, "table")),
    };
    words.end()?;
    Ok(FromClient::Watch { game, table })
}

impl FromStr for FromServer {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<FromServer, ParseError> {
        let (word, rest) = split(line);
        match word {
            "manator" => {
                let mut words = Words::new("manator", rest);
                words.expect("1", "version 1")?;
                words.end().map(|()| FromServer::Hello)
            }
            "welcome" => welcome(rest).map(FromServer::Welcome),
            "error" => {
                let mut words = Words::new("error", rest);
                let code = words.named(CODES, "a code such as syntax or full")?;
                Ok(FromServer::Error { code, text: words.text() })
            }
            _ => Err(ParseError::Unknown { word: word.into() }),
        }
    }
}

fn welcome(rest: &str) -> Result<Welcome, ParseError> {
    const WHAT: &str = "join or watch";
    const RULES: &str = "a game and its options";
    let mut words = Words::new("welcome", rest);
    match words.word(WHAT)? {
        "join" => {
            let rules = words.phrase(RULES, |word| word == "as")?;
            words.expect("as", "as NAME")?;
            Ok(Welcome::Join { rules, name: words.phrase("a name", |_| false)? })
        }
        "watch" => Ok(Welcome::Watch { rules: words.phrase(RULES, |_| false)? }),
        word => Err(words.unexpected(word, WHAT)),
    }
}

impl fmt::Display for FromClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromClient::Join { game, name, seat, token, rejoin } => {
                write!(f, "join {game} as")?;
                write_text(f, name)?;
                write_given(f, "seat", seat.as_ref())?;
                write_given(f, "token", token.as_ref())?;
                write_given(f, "rejoin", rejoin.as_ref())
            }
            FromClient::Watch { game, table } => {
                write!(f, "watch {game}")?;
                write_given(f, "table", table.as_ref())
            }
        }
    }
}

impl fmt::Display for FromServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromServer::Hello => f.write_str(HELLO),
            FromServer::Welcome(Welcome::Join { rules, name }) => {
                write!(f, "welcome join {rules} as")?;
                write_text(f, name)
            }
            FromServer::Welcome(Welcome::Watch { rules }) => write!(f, "welcome watch {rules}"),
            FromServer::Error { code, text } => {
                write!(f, "error {code}")?;
                write_text(f, text)
            }
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_named(f, CODES, self)
    }
}
