//! The order in which moves are tried.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;
use std::ops::ControlFlow;

use manator_core::Game;

use crate::guide::Guide;

#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) index: u32,
    promise: i32,
}

pub(super) fn list<G: Game, E: Guide<G> + ?Sized>(
    game: &G,
    guide: &E,
    position: &G::Position,
    choices: &mut Vec<Choice<G::Move>>,
) {
    choices.clear();
    let _ = game.legal_moves(position, |mv| {
        let index = choices.len() as u32;
        choices.push(Choice { mv, index, promise: guide.promise(game, position, mv) });
        ControlFlow::<()>::Continue(())
    });
}

/// Returns the index of the move expected: the most promising, of several the first.
pub(super) fn expected<M>(choices: &[Choice<M>]) -> Option<u32> {
    choices.iter().rev().max_by_key(|choice| choice.promise).map(|choice| choice.index)
}

/// Sorts moves: the best known, then by promise, then killers, which have cut nearby, before others.
pub(super) fn sort<M: Copy + Eq>(
    choices: &mut [Choice<M>],
    best: Option<M>,
    killers: [Option<M>; 2],
) {
    choices.sort_unstable_by_key(|choice| {
        let mv = Some(choice.mv);
        (mv != best, Reverse(choice.promise), !killers.contains(&mv), choice.index)
    });
}
