//! `manator display`: the real program, and a server that says what a test wants it to say.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod plain;
mod screens;
mod server;
mod trouble;
