//! Evaluations that are learned: what they see of a position, and how it is weighed.
//!
//! A [`Trainable`] evaluation turns a position into a few numbers, its *terms*, in one of several *phases*, and
//! may add *inputs*, facts about the board that a small net reads. [`Learned`] weighs them; its weights are
//! trained by `manator lab` and are part of the program. All arithmetic is of integers, so that an
//! evaluation is the same on every machine.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod weights;

use manator_core::{Game, Player, Rulebook, Table, Typed};

pub use weights::{Learned, Quantised, WeightsError};

/// How large everything is, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub game: &'static str,
    /// The names of the terms. Weights of other terms are refused.
    pub terms: &'static [&'static str],
    /// How many sets of weights there are, one for each part of a game.
    pub phases: usize,
    /// How many inputs the net knows, and how many of them a position has at most.
    pub inputs: usize,
    pub inputs_at_once: usize,
    /// How many neurons read the inputs, once with the mover's eyes and once with the other's; with none
    /// there are only terms.
    pub width: usize,
    /// How many ways there are to look at a board without changing what it is worth.
    pub symmetries: usize,
    /// The advantage that wins 73 % of games, in the units of the evaluation: a logistic curve's scale.
    pub scale: i32,
}

/// What an evaluation sees of a position, with the eyes of the player to move, or of another where it says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub terms: Vec<i32>,
    pub phase: usize,
    pub inputs: Vec<u16>,
}

/// An evaluation whose weights can be trained.
///
/// ```
/// use manator_core::Settings;
/// use manator_engine::catalog;
/// use manator_games::catalog as games;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let entry = games::find("kings-court").expect("a game");
/// let table = entry.open(Settings::defaults(entry.card().options))?;
/// let sight = catalog::find("kings-court").and_then(|stable| stable.sight()).expect("it learns");
/// let seen = sight.see(&*table).expect("a position that is not decided");
/// assert_eq!(seen.terms.len(), sight.shape().terms.len());
/// // All pieces stand outside the Court: neither side has an advantage.
/// let term = |name| sight.shape().terms.iter().position(|term| *term == name);
/// assert_eq!(seen.terms[term("piece").expect("a term")], 0);
/// assert_eq!(seen.inputs.len(), 48);
/// # Ok(())
/// # }
/// ```
pub trait Trainable: Sync + 'static {
    type Game: Rulebook;

    const SHAPE: Shape;

    /// Returns what the evaluation sees, or `None` where it has no say: the player to move wins at once.
    fn see(&self, game: &Self::Game, position: &<Self::Game as Game>::Position) -> Option<Seen>;

    /// Returns what the evaluation sees with the eyes of each player whom it values positions for: between two,
    /// the player to move, whose gain is the other's loss; among several, all of them.
    fn views(
        &self,
        game: &Self::Game,
        position: &<Self::Game as Game>::Position,
    ) -> Vec<(Player, Seen)> {
        self.see(game, position).map(|seen| (game.to_move(position), seen)).into_iter().collect()
    }

    /// Returns the input that the other player sees where the mover sees this one.
    fn turned(&self, input: u16) -> u16 {
        input
    }

    /// Returns the input that takes the place of this one when the board is looked at another way; terms
    /// stay as they are. Symmetry 0 changes nothing.
    fn mirrored(&self, input: u16, _symmetry: usize) -> u16 {
        input
    }
}

/// A [`Trainable`] evaluation of any game, for those who train it.
pub trait Sight: Sync {
    fn shape(&self) -> &'static Shape;

    /// Returns what the evaluation sees on a table of its game.
    fn see(&self, table: &dyn Table) -> Option<Seen>;

    /// Returns what it sees with the eyes of each player whom it values positions for.
    fn views(&self, table: &dyn Table) -> Vec<(Player, Seen)>;

    fn turned(&self, input: u16) -> u16;

    fn mirrored(&self, input: u16, symmetry: usize) -> u16;
}

impl<T: Trainable> Sight for T {
    fn shape(&self) -> &'static Shape {
        &T::SHAPE
    }

    fn see(&self, table: &dyn Table) -> Option<Seen> {
        let typed = table.as_any().downcast_ref::<Typed<T::Game>>()?;
        Trainable::see(self, typed.game(), typed.current())
    }

    fn views(&self, table: &dyn Table) -> Vec<(Player, Seen)> {
        let typed = table.as_any().downcast_ref::<Typed<T::Game>>();
        typed.map_or_else(Vec::new, |typed| Trainable::views(self, typed.game(), typed.current()))
    }

    fn turned(&self, input: u16) -> u16 {
        Trainable::turned(self, input)
    }

    fn mirrored(&self, input: u16, symmetry: usize) -> u16 {
        Trainable::mirrored(self, input, symmetry)
    }
}
