//! Manator in a full-screen terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod app;
pub mod board;
mod dialog;
mod draw;
mod input;
mod panel;
mod run;
mod screen;
mod stage;
pub mod theme;
pub mod touch;
mod turn;
mod watch;
mod words;

pub use run::{Left, RunError, ask_and_run, lobby, run};
pub use watch::{Departed, Redraw, Viewer, Watching, watch};
