//! Who sits on a seat, as people write it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::str::FromStr;

use manator_core::{OptionError, Settings};
use manator_engine::options::OPTIONS;
use manator_sandbox::{Program, Sandbox, WordsError, is_agent_file};

use crate::remote::Passage;

/// Who sits on a seat, as people write it: `human`, `champion`, `alphabeta:depth=4`, `./my_agent`,
/// `remote:listen:4000`. `Once` is a program that is started for each move, `Guest` an agent that is not here yet:
/// whoever owns the session seats it when it comes.
#[derive(Clone, Debug)]
pub enum SeatSpec {
    Person,
    Agent { name: String, settings: Settings },
    Program(Program),
    Once(Program),
    Remote(Address),
    Guest(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// It connects to us, at this host and port.
    Listen(String),
    Connect(String),
    /// The same, to a program that knows moves and nothing else.
    Plain(String),
    /// It plays at a server for us.
    Server(Passage),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    #[error("'{text}': expected {expected}")]
    Form { text: String, expected: &'static str },
    #[error("{0}")]
    Option(OptionError),
    #[error("{0}")]
    Program(WordsError),
}

impl SeatSpec {
    pub fn agent(name: &str) -> SeatSpec {
        SeatSpec::Agent { name: name.into(), settings: Settings::defaults(OPTIONS) }
    }

    /// Limits what the program that sits there may use, if one does.
    pub fn confine(&mut self, sandbox: &Sandbox) {
        if let SeatSpec::Program(program) | SeatSpec::Once(program) = self {
            program.sandbox = Some(sandbox.clone());
        }
    }

    pub fn is_person(&self) -> bool {
        matches!(self, SeatSpec::Person)
    }
}

impl FromStr for SeatSpec {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        let text = text.trim();
        let form = |expected| SeatError::Form { text: text.into(), expected };
        if let Some(rest) = text.strip_prefix("remote:") {
            let expected = "remote:listen:PORT, remote:listen:HOST:PORT, remote:connect:HOST:PORT or remote:plain:HOST:PORT";
            return address(rest).map(SeatSpec::Remote).ok_or_else(|| form(expected));
        }
        let program = |line: &str| line.parse().map_err(SeatError::Program);
        if let Some(line) = text.strip_prefix("program:") {
            return program(line).map(SeatSpec::Program);
        }
        if let Some(line) = text.strip_prefix("once:") {
            return program(line).map(SeatSpec::Once);
        }
        // The file of an agent needs no further word.
        let first = text.split([' ', ':']).next().unwrap_or_default();
        if is_agent_file(first) {
            return program(text).map(SeatSpec::Program);
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(form(
                "human, an agent such as champion or alphabeta:depth=4, a program such as ./my_agent \
                 or program:python3 agent.py, once:…, or remote:…",
            ));
        }
        if ["human", "person", "me"].contains(&name) && options.is_empty() {
            return Ok(SeatSpec::Person);
        }
        let settings = Settings::parse(OPTIONS, &options.replace(',', " "));
        Ok(SeatSpec::Agent { name: name.into(), settings: settings.map_err(SeatError::Option)? })
    }
}

fn address(text: &str) -> Option<Address> {
    let (kind, place) = text.split_once(':')?;
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) => (host, port),
        None => ("", place),
    };
    port.parse::<u16>().ok()?;
    match (kind, host) {
        // Whoever waits for another machine wants to be found from there.
        ("listen", "") => Some(Address::Listen(format!("0.0.0.0:{port}"))),
        ("listen", host) => Some(Address::Listen(format!("{host}:{port}"))),
        ("connect", host) if !host.is_empty() => Some(Address::Connect(format!("{host}:{port}"))),
        ("plain", host) if !host.is_empty() => Some(Address::Plain(format!("{host}:{port}"))),
        _ => None,
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatSpec::Person => f.write_str("human"),
            SeatSpec::Agent { name, settings } => {
                f.write_str(name)?;
                for (index, (option, value)) in settings.pairs().enumerate() {
                    let mark = if index == 0 { ':' } else { ',' };
                    write!(f, "{mark}{option}={value}")?;
                }
                Ok(())
            }
            SeatSpec::Program(program) => write!(f, "program:{program}"),
            SeatSpec::Once(program) => write!(f, "once:{program}"),
            SeatSpec::Remote(Address::Listen(place)) => write!(f, "remote:listen:{place}"),
            SeatSpec::Remote(Address::Connect(place)) => write!(f, "remote:connect:{place}"),
            SeatSpec::Remote(Address::Plain(place)) => write!(f, "remote:plain:{place}"),
            SeatSpec::Remote(Address::Server(_)) => f.write_str("remote"),
            SeatSpec::Guest(name) => write!(f, "guest:{name}"),
        }
    }
}
