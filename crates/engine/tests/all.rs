//! What agents and evaluations are worth, in one program: most of it is compiled from the same searches.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agents;
mod books;
mod duel;
mod exact;
mod examples;
mod explained;
mod jouster;
mod learned;
mod levels;
mod lines;
mod puzzles;
mod refusal_champion;
mod solve_joust;
mod solve_kings_court;
mod solve_refusal;

/// The evaluations of each game, in a file named like its module.
mod eval {
    macro_rules! modules {
        ($($module:ident::$rulebook:ident,)*) => { $(mod $module;)* };
    }
    manator_games::every_game!(modules);
}
