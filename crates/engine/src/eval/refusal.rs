//! What a position of Refusal is worth.
// SPDX-License-Identifier: MIT OR Apache-2.0
