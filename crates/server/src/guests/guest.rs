//! A guest, with its connection.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Instant;

use manator_play::Contender;
use manator_sandbox::Program;

use super::Presence;
use crate::permits::Permit;

/// Identifies a guest, through any number of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuestId(pub(crate) u64);

/// A connection of a guest that can be asked for moves.
pub(super) struct Connected {
    pub(super) contender: Box<dyn Contender>,
    /// Counts the connection until it is dropped.
    pub(super) _permit: Permit,
}

/// Somebody who is or was here, or is expected.
pub(crate) struct Guest {
    pub(crate) id: GuestId,
    pub(crate) name: String,
    /// The name it asked for, which somebody else may have had.
    pub(crate) asked: String,
    /// The game it came for, in small letters.
    pub(crate) game: String,
    pub(crate) seat: Option<u8>,
    /// The connection that was admitted last and is being told so.
    pub(super) coming: Option<u64>,
    pub(super) here: Option<Connected>,
    pub(super) is_playing: bool,
    /// Plays when no agent is connected.
    pub(super) stand_in: Option<Program>,
    pub(super) absent_since: Instant,
}

impl Guest {
    pub(super) fn new(id: GuestId, name: String, seat: Option<u8>) -> Guest {
        Guest {
            id,
            asked: name.clone(),
            name,
            game: String::new(),
            seat,
            coming: None,
            here: None,
            is_playing: false,
            stand_in: None,
            absent_since: Instant::now(),
        }
    }

    pub(crate) fn presence(&self) -> Presence {
        match self {
            Guest { is_playing: true, .. } => Presence::Playing,
            Guest { here: Some(_), .. } => Presence::Connected,
            Guest { stand_in: Some(_), .. } => Presence::Uploaded,
            _ => Presence::Absent,
        }
    }

    /// Returns whether it is not here, and not about to be.
    pub(crate) fn is_gone(&self) -> bool {
        self.coming.is_none() && self.here.is_none() && !self.is_playing
    }
}
