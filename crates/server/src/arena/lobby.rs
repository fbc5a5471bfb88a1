//! Agents that come to the arena over the network and wait for somebody to play.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::{Arc, OnceLock, Weak};

use manator_protocol::ErrorCode;
use manator_state::game::{self, Guests};

use super::rooms::Rooms;
use crate::guests::{Admission, Guest, Phase, Policy, Presence, Refusal, Request};
use crate::hub::Hub;

const TOPIC: &str = "guests";

/// Everybody may come; a name is taken as long as its guest is there.
pub(super) struct Lobby {
    pub(super) hub: Arc<Hub>,
    /// Where they play, once there is such a thing.
    pub(super) rooms: Arc<OnceLock<Weak<Rooms>>>,
}

impl Policy for Lobby {
    fn admit(
        &self,
        request: &Request<'_>,
        _guests: &[Guest],
        _phase: Phase,
    ) -> Result<Admission, Refusal> {
        match request.seat {
            None => Ok(Admission::New { seat: None }),
            Some(_) => {
                Err((ErrorCode::Seat, "seats are given here by whoever begins a game".into()))
            }
        }
    }

    fn expects(&self, _phase: Phase) -> bool {
        false
    }

    fn publish(&self, guests: &[Guest]) {
        let one = |guest: &Guest| {
            let busy = match guest.presence() {
                Presence::Connected => false,
                Presence::Playing => true,
                Presence::Uploaded | Presence::Absent => return None,
            };
            Some(game::Guest { name: guest.name.clone(), game: guest.game.clone(), busy })
        };
        self.hub.publish(TOPIC, &Guests { guests: guests.iter().filter_map(one).collect() });
    }

    fn freed(&self) {
        if let Some(rooms) = self.rooms.get().and_then(Weak::upgrade) {
            rooms.look();
        }
    }
}
