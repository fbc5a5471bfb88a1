//! Game-tree search that knows no game: only the [`Game`](manator_core::Game) trait, and a [`Guide`] that
//! says what the rules cannot.
//!
//! Nothing here assumes that players alternate, but [`refusable`], whose games promise it.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod guide;
pub mod limits;
pub mod refusable;
pub mod report;
pub mod score;

pub use guide::Guide;
pub use limits::{Clock, Limits};
pub use report::{Found, Report};
pub use score::Score;
