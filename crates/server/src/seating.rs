//! Who may play on a server, and where: whoever comes first, or whoever has the token of all or of a seat.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use manator_protocol::{ErrorCode, TOKEN_MAX};
use subtle::ConstantTimeEq;

use crate::guests::{Admission, Guest, Phase, Policy, Presence, Refusal, Request};

pub(crate) struct Seating {
    pub(crate) agents: usize,
    /// The seats that can be asked for; none in tournaments and when there are several tables.
    pub(crate) seats: u8,
    pub(crate) tokens: Tokens,
    /// Whether a tournament goes on that only its guests can take part in.
    pub(crate) goes_on: bool,
}

impl Policy for Seating {
    /// Whoever was lost may come back under its name.
    fn admit(
        &self,
        request: &Request<'_>,
        guests: &[Guest],
        phase: Phase,
    ) -> Result<Admission, Refusal> {
        let wrong = |()| (ErrorCode::Token, "the token is missing or wrong".to_string());
        let seat = self.tokens.check(request.token, request.seat).map_err(wrong)?;
        if phase == Phase::Over {
            return Err((ErrorCode::Closed, "the server closes".into()));
        }
        if let Some(guest) = self.lost(guests, request, seat) {
            return Ok(Admission::Known(guest.id));
        }
        let is_kept = |guest: &Guest| {
            let is_same = guest.proof.is_met_by(request.proof);
            guest.is_gone() && guest.name == request.name && !is_same
        };
        if guests.iter().any(is_kept) {
            let text = format!(
                "the place of {} is kept for it: come with its rejoin secret, or from its address if it \
                 has none",
                request.name
            );
            return Err((ErrorCode::Token, text));
        }
        if phase != Phase::Waiting || guests.len() >= self.agents {
            return Err(self.full(guests, request.name));
        }
        self.check_seat(guests, seat)?;
        Ok(Admission::New { seat })
    }

    fn expects(&self, phase: Phase) -> bool {
        phase != Phase::Waiting || self.goes_on
    }

    /// Whoever has a secret says that it comes back.
    fn awaits(&self, guest: &Guest) -> bool {
        guest.proof.secret.is_some()
    }
}

impl Seating {
    /// Returns the guest that was lost and now comes back, perhaps before anybody noticed: by the name it had, or else by
    /// the one it asked for. A seat that needs a token is given back to that token only, and a place to whoever had it.
    fn lost<'a>(
        &self,
        guests: &'a [Guest],
        request: &Request<'_>,
        seat: Option<u8>,
    ) -> Option<&'a Guest> {
        let name = request.name;
        let may_be = |guest: &&Guest| {
            let is_reserved = guest.seat.is_some_and(|seat| self.tokens.is_reserved(seat));
            let is_it = guest.proof.is_same(request.proof)
                || guest.is_gone() && guest.proof.is_met_by(request.proof);
            is_it && (seat == guest.seat || seat.is_none() && !is_reserved)
        };
        let lost = || guests.iter().filter(may_be);
        lost().find(|guest| guest.name == name).or_else(|| lost().find(|guest| guest.asked == name))
    }

    fn full(&self, guests: &[Guest], name: &str) -> Refusal {
        let is_playing =
            |guest: &Guest| guest.name == name && guest.presence() == Presence::Playing;
        if guests.iter().any(is_playing) {
            // Perhaps it has lost its connection, and nobody has noticed yet.
            let text = format!("{name} is playing: come back when that game is over");
            return (ErrorCode::Busy, text);
        }
        let missing: Vec<&str> = guests
            .iter()
            .filter(|guest| self.goes_on && guest.is_gone())
            .map(|guest| guest.name.as_str())
            .collect();
        let text = match self.agents {
            _ if !missing.is_empty() => format!(
                "a tournament goes on here, which waits for {}: come under such a name",
                missing.join(", ")
            ),
            0 => "the house plays alone here".into(),
            1 => "the only agent is here already".into(),
            agents => format!("all {agents} agents are here already"),
        };
        (ErrorCode::Full, text)
    }

    /// Makes sure that there is a seat for somebody who asks for this one, or for any.
    fn check_seat(&self, guests: &[Guest], wanted: Option<u8>) -> Result<(), Refusal> {
        let refused = |text: String| Err((ErrorCode::Seat, text));
        match wanted {
            Some(_) if self.seats == 0 => refused("seats cannot be chosen here".into()),
            Some(seat) if seat > self.seats => {
                refused(format!("there is no seat {seat}: expected 1 to {}", self.seats))
            }
            Some(seat) if guests.iter().any(|guest| guest.seat == Some(seat)) => {
                refused(format!("seat {seat} is taken"))
            }
            Some(seat) if self.tokens.is_reserved(seat) => Ok(()),
            // Those who asked for no seat sit on all that need no token.
            Some(seat) if !self.has_free_seat(guests) => refused(format!("seat {seat} is taken")),
            None if self.seats > 0 && !self.has_free_seat(guests) => {
                Err((ErrorCode::Token, "the seats that are left need a token".into()))
            }
            _ => Ok(()),
        }
    }

    fn has_free_seat(&self, guests: &[Guest]) -> bool {
        let open = (1..=self.seats).filter(|seat| {
            !self.tokens.is_reserved(*seat) && !guests.iter().any(|guest| guest.seat == Some(*seat))
        });
        open.count() > guests.iter().filter(|guest| guest.seat.is_none()).count()
    }
}

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
