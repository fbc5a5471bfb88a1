//! What browsers are served, over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod analysis;
mod browser;
mod class;
mod course;
mod crowd;
mod files;
mod learn;
mod rooms;
mod studies;
mod tournaments;
