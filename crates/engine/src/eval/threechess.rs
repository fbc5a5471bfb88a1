//! What a position of ThreeChess is worth.
// SPDX-License-Identifier: MIT OR Apache-2.0
