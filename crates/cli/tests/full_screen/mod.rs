//! The full screen as a person sees and drives it: the real program in a real pseudo-terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod commands;
mod display;
pub(crate) mod driver;
mod exits;
mod games;
mod screens;
