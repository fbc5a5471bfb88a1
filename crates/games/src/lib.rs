//! The rules of the games and their [`catalog`]. No game knows of another.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod bits;
pub mod catalog;

macro_rules! modules {
    ($($module:ident::$rulebook:ident,)*) => { $(pub mod $module;)* };
}
every_game!(modules);
