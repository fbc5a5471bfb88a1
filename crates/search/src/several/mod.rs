//! Searchers for any number of players, each of which deepens step by step.
//!
//! [`MaxN`] lets every player look after itself; a [`Coalition`] sets everybody against the player at the
//! root, or lets one opponent at a time do so, which looks deeper. `tests/plain.rs` says what each of them
//! computes, without cut-offs and tables.
//!
//! Asked for several lines, each searches a depth several times, every time without the moves that were best
//! before: so every score is that of a full search.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod cache;
mod coalition;
mod maxn;
mod opponents;
mod order;
mod roots;

pub use coalition::Coalition;
pub use maxn::MaxN;

/// How deep the searchers deepen when nothing limits them.
pub const DEPTH_MAX: u32 = 200;

/// The memory a table takes unless told otherwise.
pub const TABLE_BYTES: usize = 64 << 20;
