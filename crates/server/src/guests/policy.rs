//! Who is admitted, and what becomes of those who leave.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_protocol::ErrorCode;

use super::{Guest, GuestId, Phase};

pub(crate) type Refusal = (ErrorCode, String);

pub(crate) struct Request<'a> {
    pub(crate) game: &'a str,
    pub(crate) name: &'a str,
    pub(crate) seat: Option<u8>,
    pub(crate) token: Option<&'a str>,
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
