//! The `manator` program.
// SPDX-License-Identifier: MIT OR Apache-2.0

fn main() {}
