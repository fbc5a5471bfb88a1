//! How strong players are, and how sure that is.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod elo;
mod normal;
pub mod sprt;
