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

/// No more nodes may be visited.
struct OutOfNodes;

impl<'a> Walker<'a> {
    /// Returns a walker that visits so many nodes in all.
    pub fn new(game: &'a Joust, nodes_max: u64) -> Self {
        Walker { game, nodes_left: nodes_max }
    }

    pub fn nodes_left(&self) -> u64 {
        self.nodes_left
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

/// A knight with the squares it can get to.
#[derive(Clone, Copy, Debug)]
pub struct Side<const N: usize> {
    pub knight: u8,
    pub region: Squares<N>,
}

/// How two knights fare that cannot meet.
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

#[cfg(test)]
mod tests {
    use manator_core::Game;
    use manator_core::grid::{Grid, GridSquare};
    use manator_core::random::SplitMix;

    use super::*;

    fn plain(game: &Joust, from: u8, free: Squares<1>) -> u32 {
        let walks = (game.near(from) & free).iter();
        walks.map(|to| 1 + plain(game, to, free & !Squares::of(to))).max().unwrap_or(0)
    }

    fn board(columns: u8, rows: u8) -> Joust {
        let corner = GridSquare { column: 0, row: 0 };
        let other = GridSquare { column: columns - 1, row: rows - 1 };
        Joust::on(Grid { columns, rows }, [corner, other])
    }

    #[test]
    fn walks_are_as_long_as_trying_everything_finds() {
        let mut random = SplitMix::new(4);
        for (columns, rows) in [(3, 4), (4, 4), (5, 5), (6, 5), (8, 8)] {
            let game = board(columns, rows);
            for _ in 0..200 {
                let burned = random.next_u64() & random.next_u64();
                let more = if columns > 5 { random.next_u64() } else { 0 };
                let free = game.start().free::<1>() & !Squares([burned | more]);
                let from = random.below(u64::from(columns) * u64::from(rows)) as u8;
                let free = free & !Squares::of(from);
                let longest = plain(&game, from, free);
                let mut walker = Walker::new(&game, u64::MAX);
                assert_eq!(walker.longest(from, free, u32::MAX), Some(longest));
                for enough in [1, longest, longest + 1] {
                    let found = walker.longest(from, free, enough);
                    assert_eq!(found, Some(longest.min(enough)), "{free:?} from {from}");
                }
                let region = region(&game, from, free);
                assert!(moves_between_ends(&game, from, region) >= longest);
                assert!(moves_at_most(&game, from, region) >= longest);
            }
        }
    }

    #[test]
    fn a_walker_gives_up_when_told_to() {
        let game = board(8, 8);
        let mut walker = Walker::new(&game, 10);
        let free = game.start().free::<1>();
        assert_eq!(walker.longest(0, free, u32::MAX), None);
        assert_eq!(walker.nodes_left(), 0);
    }
}
