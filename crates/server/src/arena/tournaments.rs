//! tournaments
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use axum::Router;

use super::Arena;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new()
}
