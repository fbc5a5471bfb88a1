//! Tournaments with the real program: every format, kept safely, whatever happens to the program.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod damage;
mod documents;
mod formats;
mod kills;
mod machines;
pub(crate) mod program;
mod strangers;
