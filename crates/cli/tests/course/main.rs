//! The course's original Jetan programs and ours, over real connections.
//!
//! The original programs are stand-ins, written from what is known of their language alone: nothing here
//! uses our own frames, messages or boards.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agent;
mod board;
mod display;
mod faults;
mod flood;
mod games;
mod ours;
mod process;
mod server;
mod wire;
