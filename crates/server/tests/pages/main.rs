//! What browsers are served, over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod analysis;
mod api;
mod browser;
mod budget;
mod class;
mod course;
mod crowd;
mod files;
mod floods;
mod learn;
mod memory;
mod owner;
mod players;
mod puzzles;
mod rooms;
mod studies;
mod tournaments;
