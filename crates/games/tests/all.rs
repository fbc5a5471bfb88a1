//! The rules of all games, in one program: most of it is compiled from the same tests.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bits;
mod branches;
mod catalog;
mod film;
mod fuzz;
mod lessons;
mod notices;

macro_rules! modules {
    ($($module:ident::$rulebook:ident,)*) => { $(mod $module;)* };
}
manator_games::every_game!(modules);
