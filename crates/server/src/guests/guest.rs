//! A guest, with its connection.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manator_core::Table;
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::{Contender, Fault};
use manator_protocol::{ErrorCode, ToAgent};
use manator_sandbox::Program;

use super::proof::Proof;
use super::{Phase, Presence, Registry};
use crate::permits::Permit;

/// How long a game that is to begin waits for a guest whose connection broke and that comes back.
pub(super) const RETURN_TIMEOUT: Duration = Duration::from_secs(15);

/// Identifies a guest, through any number of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuestId(pub(crate) u64);

/// A connection of a guest that can be asked for moves.
pub(super) struct Connected {
    pub(super) contender: Box<dyn Contender>,
    /// Closes the connection while somebody waits for it.
    pub(super) stream: Option<Arc<TcpStream>>,
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
    /// The connection in a game.
    pub(super) lent: Option<Arc<TcpStream>>,
    pub(super) is_playing: bool,
    /// Whether its connection broke in a game that waits for it.
    pub(super) is_away: bool,
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
            lent: None,
            is_playing: false,
            is_away: false,
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

    /// Takes its connection for a game.
    pub(super) fn take(&mut self) -> Option<Connected> {
        let connected = self.here.take()?;
        (self.is_playing, self.is_away) = (true, false);
        self.lent.clone_from(&connected.stream);
        Some(connected)
    }

    /// Returns whether it is not here, and not about to be.
    pub(crate) fn is_gone(&self) -> bool {
        self.coming.is_none() && self.here.is_none() && (!self.is_playing || self.is_away)
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

impl Lent {
    /// Waits until a guest whose connection broke has another one, if it is one that comes back.
    fn wait_return(&mut self, fault: Fault, may_wait: impl Fn() -> bool) -> Result<(), Fault> {
        if !self.registry.awaits(self.guest) {
            return Err(fault);
        }
        match self.registry.wait_return(self.guest, may_wait) {
            Some(connected) => {
                self.connected = Some(connected);
                Ok(())
            }
            None => Err(Fault::Gone(format!("{fault} and did not come back in time"))),
        }
    }
}

impl Contender for Lent {
    fn name(&self) -> String {
        self.connected.as_ref().map(|one| one.contender.name()).unwrap_or_default()
    }

    fn begin(&mut self, table: &dyn Table) -> Result<(), Fault> {
        let end = Instant::now() + RETURN_TIMEOUT;
        loop {
            match self.contender()?.begin(table) {
                Err(fault @ Fault::Gone(_)) => self.wait_return(fault, || Instant::now() < end)?,
                ready => return ready,
            }
        }
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        loop {
            let fault = match self.contender()?.choose(ask, hear) {
                Err(fault @ Fault::Gone(_)) => fault,
                answer => return answer,
            };
            // Its clock runs on.
            self.wait_return(fault, || ask.poll().is_ok())?;
            hear(Heard::Note("(has come back)".into()));
            match self.contender()?.begin(ask.table) {
                Ok(()) | Err(Fault::Gone(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn finish(&mut self, table: &dyn Table, told: &[ToAgent]) {
        if let Ok(contender) = self.contender() {
            contender.finish(table, told);
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

    /// Returns whether a game goes on when the connection of a guest breaks, as long as its clock allows.
    fn awaits(&self, guest: &Guest) -> bool {
        let _ = guest;
        false
    }

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
