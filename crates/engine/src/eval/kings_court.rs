//! What a position of King's Court is worth.
// SPDX-License-Identifier: MIT OR Apache-2.0
