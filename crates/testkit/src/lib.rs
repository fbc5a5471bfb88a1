//! Runs rule vectors, contracts and playthroughs against any game.
// SPDX-License-Identifier: MIT OR Apache-2.0
