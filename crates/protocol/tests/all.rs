//! Messages to text and back, in one program.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod messages;
mod round_trip;
mod tcp;
