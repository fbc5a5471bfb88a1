//! Agents that come over the network and wait for somebody to play.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_protocol::ErrorCode;

use crate::hall::{Entrant, Number, Reception, Refusal};

/// Where they wait.
#[derive(Default)]
pub(super) struct Lobby;

impl Reception for Lobby {
    fn admit(
        &self,
        _name: &str,
        _seat: Option<u8>,
        _token: Option<&str>,
    ) -> Result<(Number, String), Refusal> {
        Err((ErrorCode::Full, "agents cannot come here yet".into()))
    }

    fn arrive(&self, _number: Number, _entrant: Entrant) {}

    fn lose(&self, _number: Number) {}
}
