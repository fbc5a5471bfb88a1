//! Games that a referee or people have played, in one program; what programs leave behind is looked for in others.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod client;
mod fuzz;
mod referee;
mod session;
mod terms;
mod time;
mod turn_time;
mod watched;
