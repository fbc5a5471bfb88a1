//! What proves that an agent may play, or that a seat is its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use manator_protocol::TOKEN_MAX;
use subtle::ConstantTimeEq;

#[derive(Clone, Default)]
pub struct Tokens {
    /// What everybody needs who has no token for a seat.
    all: Option<String>,
    /// What a seat needs, counted from 1.
    seats: Vec<(u8, String)>,
}

/// A text that is no token. It may be a secret that went wrong, and is not repeated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a token of {length} characters: expected SECRET or SEAT=SECRET, one word of at most \
     {TOKEN_MAX} bytes, seats counted from 1"
)]
pub struct TokenError {
    length: usize,
}

// Secrets are never printed, not even by mistake.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tokens for all: {}, seats: {}", self.all.is_some(), self.seats.len())
    }
}

impl Tokens {
    /// Reads tokens, each a secret for all or `SEAT=SECRET` for one seat of `players`.
    pub fn read<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        players: usize,
    ) -> Result<Tokens, TokenError> {
        let mut tokens = Tokens::default();
        for text in texts {
            let error = || TokenError { length: text.chars().count() };
            let (seat, secret) = match text.split_once('=') {
                Some((seat, secret)) => (Some(seat.parse::<u8>().map_err(|_| error())?), secret),
                None => (None, text),
            };
            let is_word = !secret.is_empty() && !secret.contains(char::is_whitespace);
            if !is_word || secret.len() > TOKEN_MAX {
                return Err(error());
            }
            match seat {
                None => tokens.all = Some(secret.into()),
                Some(seat) if (1..=players).contains(&usize::from(seat)) => {
                    tokens.seats.push((seat, secret.into()));
                }
                Some(_) => return Err(error()),
            }
        }
        Ok(tokens)
    }

    /// Returns the seat that a token opens, or nothing when it opens any; `wanted` is the seat asked for.
    pub(crate) fn check(&self, given: Option<&str>, wanted: Option<u8>) -> Result<Option<u8>, ()> {
        let given = given.unwrap_or_default();
        // Every secret is compared, whatever the ones before it were.
        let mut opens = None;
        for (seat, secret) in &self.seats {
            if is_equal(given, secret) && wanted.is_none_or(|wanted| wanted == *seat) {
                opens = Some(*seat);
            }
        }
        let is_guest = self.all.as_deref().is_none_or(|secret| is_equal(given, secret));
        let is_reserved =
            wanted.is_some_and(|wanted| self.seats.iter().any(|(seat, _)| *seat == wanted));
        match opens {
            Some(seat) => Ok(Some(seat)),
            None if is_reserved || !is_guest => Err(()),
            None => Ok(wanted),
        }
    }

    pub(crate) fn has_seats(&self) -> bool {
        !self.seats.is_empty()
    }

    pub(crate) fn is_reserved(&self, seat: u8) -> bool {
        self.seats.iter().any(|(reserved, _)| *reserved == seat)
    }
}

/// Compares in a time that does not depend on where two texts differ.
fn is_equal(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
