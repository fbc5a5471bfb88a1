//! Who sits where in a room, and what proves it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::text::is_deceptive;
use manator_play::SeatSpec;
use manator_protocol::NAME_MAX;
use manator_state::api::Attempts;
use manator_state::game::SeatKind;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::arena::positions::{AgentSpec, quoted};

/// What keys and the names of rooms are made of: no letters that are easily confused.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How long the name of a room is, and how long a key, which nobody must guess.
const ID_LENGTH: usize = 10;
const KEY_LENGTH: usize = 24;
/// How long the text is that a picture is drawn from.
const PICTURE_LENGTH: usize = 8;
const NOBODY: &str = "Player";

/// Who sits on a seat of a room. The key proves that a page is a person's; people at the same page have the
/// same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Chair {
    Person {
        key: String,
        page: usize,
        name: String,
        /// Where a program plays by requests: what it may do wrong, and has done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attempts: Option<Attempts>,
        /// What the picture of the person is drawn from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
        /// Whether nobody sits here yet, and whoever takes the seat first is given the key.
        #[serde(default, skip_serializing_if = "is_false")]
        open: bool,
    },
    Agent {
        name: String,
    },
    /// An agent from elsewhere; once it has sat here, only whoever has its secret.
    Guest {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
}

pub(super) const HERE: &str = "here";
const LINK: &str = "link";
pub(super) const OPEN: &str = "open";
/// A program that plays by requests.
const API: &str = "api";
/// What a seat of an agent that comes over the network begins with.
const GUEST: &str = "guest:";

impl Chair {
    /// Reads a seat as a page writes it; `number` tells pages apart.
    pub(super) fn read(text: &str, number: usize, table: &dyn Table) -> Result<Chair, String> {
        let person = |page, attempts, open| {
            let (key, name) = (new_key()?, NOBODY.into());
            Ok(Chair::Person { key, page, name, attempts, picture: None, open })
        };
        match text.trim() {
            HERE => person(0, None, false),
            LINK => person(number + 1, None, false),
            OPEN => person(number + 1, None, true),
            API => person(number + 1, Some(Attempts::new(None, false)?), false),
            text => match text.strip_prefix(GUEST) {
                Some(name) => Ok(Chair::Guest { name: called(name)?, secret: None }),
                None => {
                    AgentSpec::read(text, table)?;
                    Ok(Chair::Agent { name: text.into() })
                }
            },
        }
    }

    pub(super) fn spec(&self, table: &dyn Table) -> Result<SeatSpec, String> {
        Ok(match self {
            Chair::Person { .. } => SeatSpec::Person,
            Chair::Agent { name } => {
                let AgentSpec { name, settings } = AgentSpec::read(name, table)?;
                SeatSpec::Agent { name, settings }
            }
            Chair::Guest { name, .. } => SeatSpec::Guest(name.clone()),
        })
    }

    pub(super) fn opens_with(&self, given: &str) -> bool {
        match self {
            Chair::Person { key, .. } => bool::from(key.as_bytes().ct_eq(given.as_bytes())),
            _ => false,
        }
    }

    pub(super) fn page(&self) -> Option<usize> {
        match self {
            Chair::Person { page, .. } => Some(*page),
            _ => None,
        }
    }

    pub(super) fn attempts(&self) -> Option<&Attempts> {
        match self {
            Chair::Person { attempts, .. } => attempts.as_ref(),
            _ => None,
        }
    }

    pub(super) fn attempts_mut(&mut self) -> Option<&mut Attempts> {
        match self {
            Chair::Person { attempts, .. } => attempts.as_mut(),
            _ => None,
        }
    }

    /// Returns whether whoever comes first may sit here.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Chair::Person { open: true, .. })
    }

    pub(super) fn picture(&self) -> Option<&str> {
        match self {
            Chair::Person { picture, .. } => picture.as_deref(),
            _ => None,
        }
    }

    pub(super) fn name(&self) -> &str {
        let (Chair::Person { name, .. } | Chair::Agent { name } | Chair::Guest { name, .. }) = self;
        name
    }

    pub(super) fn kind(&self) -> SeatKind {
        match self {
            Chair::Person { .. } => SeatKind::Person,
            Chair::Agent { .. } => SeatKind::Agent,
            Chair::Guest { .. } => SeatKind::Guest,
        }
    }
}

pub(super) fn called(name: &str) -> Result<String, String> {
    let clean: String = name.chars().filter(|letter| !is_deceptive(*letter)).collect();
    let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    match clean.chars().count() {
        0 => Err("a name is missing: expected some letters".into()),
        count if count > NAME_MAX => {
            Err(format!("a name of {count} letters: expected at most {NAME_MAX}"))
        }
        _ => Ok(clean),
    }
}

/// Reads what a picture is drawn from: letters as keys are made of, always so many.
pub(super) fn pictured(seed: &str) -> Result<String, String> {
    let is_plain = seed.len() == PICTURE_LENGTH && seed.bytes().all(|b| LETTERS.contains(&b));
    let expected = "of a to z and 2 to 9 without l and o";
    match is_plain {
        true => Ok(seed.into()),
        false => Err(format!(
            "picture: '{}': expected {PICTURE_LENGTH} letters {expected}",
            quoted(seed)
        )),
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

pub(super) fn room_id() -> Result<String, String> {
    random(ID_LENGTH)
}

/// Returns a key that nobody guesses.
pub(crate) fn new_key() -> Result<String, String> {
    random(KEY_LENGTH)
}

fn random(length: usize) -> Result<String, String> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    // There are 32 letters, so that all are equally likely.
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    Ok(bytes.iter().map(letter).collect())
}
