//! The rules of all games, in one program: most of it is compiled from the same tests.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod branches;
mod catalog;
mod film;
mod fuzz;
mod jetan;
mod joust;
mod joust_search;
mod kings_court;
mod lessons;
mod refusal;
mod threechess;
