//! `manator match`, with the real program: its own flags, and those of fastchess and cutechess-cli.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod books;
mod flags;
mod native;
mod program;
mod told;
