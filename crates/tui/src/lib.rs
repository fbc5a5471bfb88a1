//! Manator in a full-screen terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod board;
pub mod theme;
pub mod touch;
