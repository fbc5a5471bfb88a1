//! The terms on which a referee has a game played: what each player may use, when scores end the game, and
//! what a record says about ends that the rules do not know.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod adjudication;
mod allowances;
mod ends;
mod scripted;
