//! Positions that are mirrored, turned or colour-swapped behave alike.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Player, Rulebook, Table};

use crate::arbiter::after;

pub struct Symmetry<'a> {
    /// The options of the game played, and of the game it looks like.
    pub options: [&'a str; 2],
    pub position: &'a dyn Fn(&str) -> String,
    pub mv: &'a dyn Fn(&str) -> String,
    pub player: &'a dyn Fn(Player) -> Player,
}

/// Checks on random play that the legal moves and the outcome are carried over.
pub fn check<G: Rulebook>(symmetry: &Symmetry<'_>, positions: usize, seed: u64) {
    let mut random = SplitMix::new(seed);
    let mut table = after::<G>(symmetry.options[0], "");
    let mut image = after::<G>(symmetry.options[1], "");
    for _ in 0..positions {
        let text = (symmetry.position)(&table.position());
        image.set_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let context = format!("{} and {text}", table.position());
        let legal = table.legal();
        let canonical = |mv: &String| {
            let mv = (symmetry.mv)(mv);
            image.judge(&mv).unwrap_or_else(|illegal| panic!("{illegal}: {context}"))
        };
        let mut carried: Vec<String> = legal.iter().map(canonical).collect();
        carried.sort_unstable();
        assert_eq!(carried, image.legal(), "{context}");
        match (table.outcome(), image.outcome()) {
            (Some(outcome), Some(other)) => {
                assert_eq!(outcome.reason, other.reason, "{context}");
                for (player, payoff) in outcome.payoffs.iter() {
                    assert_eq!(*payoff, other.payoffs[(symmetry.player)(player)], "{context}");
                }
                while table.undo() {}
                continue;
            }
            (outcome, other) => assert_eq!(outcome, other, "{context}"),
        }
        let to_move = (symmetry.player)(table.to_move());
        assert_eq!(to_move, image.to_move(), "{context}");
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a listed move can be played");
    }
}

/// Carries the board field of a position text over, cell by cell.
///
/// `from` tells, for column and row of the new board counted from the top left, where the character comes
/// from; `letter` carries the character itself over.
pub fn board(
    field: &str,
    from: impl Fn(usize, usize) -> (usize, usize),
    letter: impl Fn(char) -> char,
) -> String {
    let rows: Vec<Vec<char>> = field.split('/').map(|row| row.chars().collect()).collect();
    let carried = |row: usize| {
        let cells = (0..rows[row].len()).map(|column| {
            let (column, row) = from(column, row);
            letter(rows[row][column])
        });
        cells.collect::<String>()
    };
    (0..rows.len()).map(carried).collect::<Vec<_>>().join("/")
}
