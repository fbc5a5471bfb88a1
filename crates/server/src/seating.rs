//! Who may play on a server, and where: whoever comes first, or whoever has the token of all or of a seat.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_protocol::ErrorCode;

use crate::guests::{Admission, Guest, Phase, Policy, Presence, Refusal, Request};
use crate::token::Tokens;

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
        if let Some(guest) = self.lost(guests, request.name, seat) {
            return Ok(Admission::Known(guest.id));
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
}

impl Seating {
    /// Returns the guest that was lost and now comes back: by the name it had, or else by the one it asked
    /// for. A seat that needs a token is given back to that token only.
    fn lost<'a>(&self, guests: &'a [Guest], name: &str, seat: Option<u8>) -> Option<&'a Guest> {
        let may_be = |guest: &&Guest| {
            let is_reserved = guest.seat.is_some_and(|seat| self.tokens.is_reserved(seat));
            guest.is_gone() && (seat == guest.seat || seat.is_none() && !is_reserved)
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
