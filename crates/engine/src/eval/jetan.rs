//! What a position of Jetan is worth.
// SPDX-License-Identifier: MIT OR Apache-2.0
