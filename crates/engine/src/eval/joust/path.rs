//! The longest walk of a single knight: what is left of the game once the knights cannot meet.
//!
//! Depth first with a bound. The bound counts colours, which alternate, and knows that a square with
//! only one neighbour can be entered but never left, so that a walk has room for one of them at most.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_games::joust::{Joust, Squares};
use manator_search::Score;

use super::reach::{alternating, moves_at_most, region};

/// Looks for the longest walks on one board, with a limited number of nodes for all of them together.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    game: &'a Joust,
    nodes_left: u64,
}

struct OutOfNodes;

impl<'a> Walker<'a> {
    pub fn new(game: &'a Joust, nodes_max: u64) -> Self {
        Walker { game, nodes_left: nodes_max }
    }

    /// Returns how many moves a knight on `from` can make over the squares of `free`, or `enough` if it
    /// can make that many; `None` when that takes too many nodes.
    pub fn longest<const N: usize>(
        &mut self,
        from: u8,
        free: Squares<N>,
        enough: u32,
    ) -> Option<u32> {
        let mut best = 0;
        let walk = self.walk(from, free, 0, enough, &mut best);
        match walk {
            ControlFlow::Break(Some(OutOfNodes)) => None,
            _ => Some(best.min(enough)),
        }
    }

    /// Returns how two knights fare in regions that never meet; `None` when that takes too many nodes.
    ///
    /// The mover is stuck first unless it has more moves than the other, and only the loser's walk need
    /// be known exactly.
    pub fn race<const N: usize>(&mut self, mover: Side<N>, other: Side<N>) -> Option<Race> {
        let most = |side: Side<N>| moves_at_most(self.game, side.knight, side.region);
        let (mover_most, other_most) = (most(mover), most(other));
        let longest = |walker: &mut Self, side: Side<N>, enough| {
            walker.longest(side.knight, side.region, enough)
        };
        if mover_most <= other_most {
            let moves = longest(self, mover, mover_most)?;
            let answers = longest(self, other, moves)?;
            return Some(if answers >= moves { Race::Lost(moves) } else { Race::Won(answers) });
        }
        let answers = longest(self, other, other_most)?;
        let moves = longest(self, mover, answers + 1)?;
        Some(if moves > answers { Race::Won(answers) } else { Race::Lost(moves) })
    }

    fn walk<const N: usize>(
        &mut self,
        from: u8,
        free: Squares<N>,
        made: u32,
        enough: u32,
        best: &mut u32,
    ) -> ControlFlow<Option<OutOfNodes>> {
        *best = made.max(*best);
        if *best >= enough {
            return ControlFlow::Break(None);
        }
        let region = region(self.game, from, free);
        let wanted = *best + 1 - made;
        if moves_at_most(self.game, from, region) < wanted
            || moves_between_ends(self.game, from, region) < wanted
        {
            return ControlFlow::Continue(());
        }
        if self.nodes_left == 0 {
            return ControlFlow::Break(Some(OutOfNodes));
        }
        self.nodes_left -= 1;
        // Squares with few ways on first, after Warnsdorff: they are the hardest to visit later.
        let mut exits = [(0, 0); 8];
        let mut count = 0;
        for to in (self.game.near(from) & region).iter() {
            exits[count] = ((self.game.near(to) & region).count(), to);
            count += 1;
        }
        let exits = &mut exits[..count];
        exits.sort_unstable();
        for (_, to) in exits {
            self.walk(*to, region & !Squares::of(*to), made + 1, enough, best)?;
        }
        ControlFlow::Continue(())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Side<const N: usize> {
    pub knight: u8,
    pub region: Squares<N>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Race {
    /// The player to move wins; the other one makes so many moves until then.
    Won(u32),
    /// The player to move loses after so many moves of its own.
    Lost(u32),
}

impl Race {
    /// Returns what that is worth to the player to move.
    ///
    /// The loser makes all its moves, and it is then the loser's turn.
    pub fn score(self) -> Score {
        match self {
            Race::Won(answers) => Score::win_in(2 * answers + 1),
            Race::Lost(moves) => Score::loss_in(2 * moves),
        }
    }
}

/// As [`moves_at_most`], knowing that dead ends cannot be passed through.
fn moves_between_ends<const N: usize>(game: &Joust, from: u8, region: Squares<N>) -> u32 {
    let passable = region & game.spread_twice(region | Squares::of(from));
    let dark = game.dark_squares();
    let (first, second) = if dark.contains(from) { (!dark, dark) } else { (dark, !dark) };
    let ends = region & !passable;
    let most = |more_first: bool, more_second: bool| {
        let first = (passable & first).count() + u32::from(more_first);
        let second = (passable & second).count() + u32::from(more_second);
        alternating(first, second)
    };
    most(ends.meets(first), false).max(most(false, ends.meets(second)))
}
