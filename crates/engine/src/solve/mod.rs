//! Who wins with perfect play, game by game.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod joust;
