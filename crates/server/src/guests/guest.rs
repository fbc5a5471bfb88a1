//! A guest, with its connection.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Instant;

use manator_core::Table;
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::{Contender, Fault};
use manator_protocol::ErrorCode;
use manator_sandbox::Program;

use super::proof::Proof;
use super::{Phase, Presence, Registry};
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
    pub(crate) proof: Proof,
    /// The connection that was admitted last and is being told so.
    pub(super) coming: Option<u64>,
    pub(super) here: Option<Connected>,
    pub(super) is_playing: bool,
    /// Plays when no agent is connected.
    pub(super) stand_in: Option<Program>,
    /// Whether a program of it is being examined, and plays afterwards.
    pub(super) is_examined: bool,
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
            proof: Proof::default(),
            coming: None,
            here: None,
            is_playing: false,
            stand_in: None,
            is_examined: false,
            absent_since: Instant::now(),
        }
    }

    pub(crate) fn presence(&self) -> Presence {
        match self {
            Guest { is_playing: true, .. } => Presence::Playing,
            Guest { here: Some(_), .. } => Presence::Connected,
            Guest { stand_in: Some(_), .. } | Guest { is_examined: true, .. } => Presence::Uploaded,
            _ => Presence::Absent,
        }
    }

    /// Returns whether it is not here, and not about to be.
    pub(crate) fn is_gone(&self) -> bool {
        self.coming.is_none() && self.here.is_none() && !self.is_playing
    }
}

/// A guest in a game. It goes back to the registry when this is dropped.
pub(super) struct Lent {
    registry: Arc<Registry>,
    guest: GuestId,
    /// There until this is dropped.
    connected: Option<Connected>,
}

impl Lent {
    pub(super) fn new(registry: Arc<Registry>, guest: GuestId, connected: Connected) -> Lent {
        Lent { registry, guest, connected: Some(connected) }
    }

    fn contender(&mut self) -> Result<&mut dyn Contender, Fault> {
        match &mut self.connected {
            Some(connected) => Ok(&mut *connected.contender),
            None => Err(Fault::Absent),
        }
    }
}

impl Contender for Lent {
    fn name(&self) -> String {
        self.connected.as_ref().map(|one| one.contender.name()).unwrap_or_default()
    }

    fn begin(&mut self, table: &dyn Table) -> Result<(), Fault> {
        self.contender()?.begin(table)
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        self.contender()?.choose(ask, hear)
    }

    fn finish(&mut self, table: &dyn Table) {
        if let Ok(contender) = self.contender() {
            contender.finish(table);
        }
    }

    fn is_there(&mut self) -> bool {
        self.contender().is_ok_and(Contender::is_there)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(connected) = self.connected.take() {
            self.registry.take_back(self.guest, connected);
        }
    }
}

pub(crate) type Refusal = (ErrorCode, String);

pub(crate) struct Request<'a> {
    pub(crate) game: &'a str,
    pub(crate) name: &'a str,
    pub(crate) seat: Option<u8>,
    pub(crate) token: Option<&'a str>,
    pub(crate) proof: &'a Proof,
}

pub(crate) enum Admission {
    /// As somebody new, on this seat; a name that somebody else has is numbered.
    New { seat: Option<u8> },
    /// As somebody who is known. A connection that it still has is replaced, after the game.
    Known(GuestId),
}

/// Who is admitted, and what becomes of those who leave.
pub(crate) trait Policy: Send + Sync {
    fn admit(
        &self,
        request: &Request<'_>,
        guests: &[Guest],
        phase: Phase,
    ) -> Result<Admission, Refusal>;

    /// Returns whether a guest that is gone may come back as the same guest.
    fn expects(&self, phase: Phase) -> bool;

    fn spoken(&self, name: &str) -> String {
        name.to_string()
    }

    /// Hears who is there, whenever that changes. The registry is locked meanwhile.
    fn publish(&self, guests: &[Guest]) {
        let _ = guests;
    }

    /// Hears that somebody may be free to play. The registry is not locked.
    fn freed(&self) {}
}
