//! What a position of Joust is worth.
// SPDX-License-Identifier: MIT OR Apache-2.0
