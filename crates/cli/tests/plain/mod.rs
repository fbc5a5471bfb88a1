//! Games line by line, played by people in real terminals.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod crash;
mod games;
mod menu;
mod network;
mod person;
mod refusal;
mod resume;
mod served;
