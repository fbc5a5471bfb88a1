//! What agents and evaluations are worth, in one program: most of it is compiled from the same searches.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agents;
mod duel;
mod eval_jetan;
mod eval_joust;
mod eval_kings_court;
mod eval_refusal;
mod eval_threechess;
mod exact;
mod lines;
mod solve_joust;
