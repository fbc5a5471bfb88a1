//! Servers, agents and displays as real processes and real connections on this machine.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agents;
mod displays;
mod driver;
mod games;
mod guest;
mod hello;
mod leaving;
mod options;
mod resume;
mod returns;
mod strangers;
mod students;
