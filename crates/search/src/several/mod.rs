//! Searchers for any number of players, each of which deepens step by step.
//!
//! [`MaxN`] lets every player look after itself, [`Paranoid`] sets everybody against the player at the
//! root, and [`BestReply`] lets one opponent at a time do so, which looks deeper. [`plain`] says what
//! each of them computes, without cut-offs and tables.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod brs;
mod coalition;
mod maxn;
mod opponents;
mod order;
mod paranoid;
pub mod plain;
mod table;

pub use brs::BestReply;
pub use maxn::MaxN;
pub use paranoid::Paranoid;

/// How deep the searchers deepen when nothing limits them.
pub const DEPTH_MAX: u32 = 200;

/// The memory a table takes unless told otherwise.
pub const TABLE_BYTES: usize = 64 << 20;
