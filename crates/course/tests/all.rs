//! The original programs' frames and boards, in one program.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod board;
mod fuzz;
mod wire;
