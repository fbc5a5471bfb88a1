//! The one list of the games. Everything else that needs a list derives it from here.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Entry, Of};

/// Hands the list of the games, `module::Rulebook,` for each, to a macro of the caller's.
///
/// This crate, the engine, their tests and benchmarks declare the module of each game with it, so that a
/// file that is missing is named by the compiler.
///
/// ```
/// macro_rules! modules {
///     ($($module:ident::$rulebook:ident,)*) => { [$(stringify!($module)),*] };
/// }
/// let modules = manator_games::every_game!(modules);
/// assert!(modules.contains(&"kings_court"));
/// assert_eq!(modules.len(), manator_games::catalog::GAMES.len());
/// ```
#[macro_export]
macro_rules! every_game {
    ($then:ident) => {
        $then! {
            jetan::Jetan,
            threechess::ThreeChess,
            joust::Joust,
            kings_court::KingsCourt,
            refusal::Refusal,
        }
    };
}

macro_rules! entries {
    ($($module:ident::$rulebook:ident,)*) => {
        &[$(&Of::<crate::$module::$rulebook>::ENTRY),*]
    };
}

/// Every game there is, in the order in which they are shown.
pub const GAMES: &[&dyn Entry] = every_game!(entries);

/// Returns the game of that name, in any case.
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    GAMES.iter().copied().find(|entry| entry.card().name.eq_ignore_ascii_case(name))
}
