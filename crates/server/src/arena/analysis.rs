//! Agents that think about positions of pages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use axum::Router;
use serde_json::Value;
use tokio::sync::mpsc::Sender;

use super::Arena;
use super::hub::Message;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new()
}

/// What one page has agents think about: one position at a time.
pub(super) struct Desk {
    #[expect(dead_code, reason = "answers go there")]
    out: Sender<Message>,
}

impl Desk {
    pub(super) fn new(out: Sender<Message>) -> Desk {
        Desk { out }
    }

    /// Begins to think, and ends what was thought about before.
    pub(super) fn think(&mut self, _arena: &Arena, _asked: &Value) -> Result<Value, String> {
        Err("nobody thinks here yet".into())
    }

    /// Ends the thinking.
    pub(super) fn stop(&mut self) {}
}
