//! Tournaments with the real program: every format, kept safely, whatever happens to the program.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod damage;
mod documents;
mod formats;
mod http;
mod illegal;
mod kills;
mod machines;
mod ordinary;
pub(crate) mod program;
mod results;
mod strangers;
