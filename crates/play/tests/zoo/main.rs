//! Programs of strangers, each with a vice of its own: what the referee makes of them, and that nothing is
//! left of them.
//!
//! Time decides only where the verdict is about time. Everywhere else the clock is so generous that a
//! machine under load changes nothing; a referee that took nearly as long as the clock would be noticed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg(target_os = "linux")]

mod answers;
mod ends;
mod fuzz;
mod handshakes;
mod harness;
mod leaving;
mod once;
mod output;
mod several;
mod times;
mod unasked;
mod variant;
