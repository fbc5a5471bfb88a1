//! Who may come into a class: whoever has the join code of a student plays for that student.
//!
//! Whoever comes with a code replaces who came with it before, after the game: a laptop that has lost its
//! connection comes back without anybody's help.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use manator_protocol::{ErrorCode, NAME_MAX};

use super::codes::Owner;
use super::door::{Door, Unknown};
use crate::guests::{Admission, Guest, Phase, Policy, Refusal, Request};

/// Students come in with their join codes. They are expected in the registry, in the order of the roster.
pub(super) struct JoinCodes(pub(super) Arc<Door>);

impl Policy for JoinCodes {
    fn admit(
        &self,
        request: &Request<'_>,
        guests: &[Guest],
        phase: Phase,
    ) -> Result<Admission, Refusal> {
        // Whoever comes from nowhere shares one address.
        let from = request.proof.from.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        let student = match self.0.owner(from, request.token.unwrap_or_default()) {
            Ok(Owner::Student(student)) => student,
            Ok(Owner::Instructor) | Err(Unknown::Wrong) => {
                let text = "the join code is missing or wrong: give yours with --token";
                return Err((ErrorCode::Token, text.into()));
            }
            Err(Unknown::TooMany(left)) => {
                let seconds = left.as_secs() + 1;
                let text = format!("too many wrong codes from here: try again in {seconds} s");
                return Err((ErrorCode::Busy, text));
            }
        };
        if request.seat.is_some() {
            return Err((ErrorCode::Seat, "seats cannot be chosen in a class".into()));
        }
        match guests.get(student) {
            Some(guest) if phase != Phase::Over => Ok(Admission::Known(guest.id)),
            _ => Err((ErrorCode::Closed, "all games are over".into())),
        }
    }

    fn expects(&self, _phase: Phase) -> bool {
        true
    }

    /// Whoever has a secret says that it comes back.
    fn awaits(&self, guest: &Guest) -> bool {
        guest.proof.secret.is_some()
    }

    /// Leaves out the words that mean something else in a line of the protocol.
    fn spoken(&self, name: &str) -> String {
        let is_reserved =
            |word: &&str| ["seat", "token"].contains(&word.to_ascii_lowercase().as_str());
        let words: Vec<&str> = name.split_whitespace().filter(|word| !is_reserved(word)).collect();
        let name: String = words.join(" ").chars().take(NAME_MAX).collect();
        let name = name.trim().to_string();
        if name.is_empty() { "student".into() } else { name }
    }
}
