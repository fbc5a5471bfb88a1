//! A position as its mover sees it, and what is known of it without search.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Game;
use manator_core::random::mix;
use manator_games::joust::{Joust, Position, Squares};

use crate::eval::joust::path::{Race, Side, Walker};
use crate::eval::joust::reach::{moves_at_most, region};

/// How many nodes comparing two walks may take before a search goes on instead.
const RACE_NODES_MAX: u64 = 100_000;
/// How many nodes a walk may take that would decide a position early.
const WALK_NODES_MAX: u64 = 200;

/// Spreads two small numbers over a word: the golden ratio in 64 bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node<const N: usize> {
    pub(super) own: u8,
    pub(super) other: u8,
    pub(super) free: Squares<N>,
}

/// Both knights with the squares that each could get to if the other stood still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const N: usize> {
    own: Side<N>,
    other: Side<N>,
}

impl<const N: usize> Node<N> {
    pub(super) fn of(game: &Joust, position: &Position) -> Self {
        let mover = game.to_move(position);
        let (own, other) = (position.knight(mover), position.knight(mover.next(2)));
        Node { own, other, free: position.free() }
    }

    /// Returns what the other player sees after a move to a free square.
    #[inline]
    pub(super) fn after(self, to: u8) -> Self {
        Node { own: self.other, other: to, free: self.free & !Squares::of(to) }
    }

    #[inline]
    pub(super) fn exits(self, game: &Joust) -> Squares<N> {
        game.near(self.own) & self.free
    }

    #[inline]
    pub(super) fn other_exits(self, game: &Joust) -> Squares<N> {
        game.near(self.other) & self.free
    }

    /// Returns whether the mover wins where one of the two is stuck, or is after the next move.
    #[inline]
    pub(super) fn at_once(self, game: &Joust) -> Option<bool> {
        let exits = self.exits(game);
        let other_exits = self.other_exits(game);
        match other_exits.count() {
            _ if exits.is_empty() => Some(false),
            0 => Some(true),
            1 if exits.meets(other_exits) => Some(true),
            _ => None,
        }
    }

    /// Returns whether the mover finds both knights on the same colour.
    #[inline]
    fn is_hunter(self, game: &Joust) -> bool {
        let dark = game.dark_squares::<N>();
        dark.contains(self.own) == dark.contains(self.other)
    }

    #[inline]
    pub(super) fn reach(self, game: &Joust) -> Reach<N> {
        let side = |knight| Side { knight, region: region(game, knight, self.free) };
        Reach { own: side(self.own), other: side(self.other) }
    }

    /// Returns the squares the player to move can go to, the most promising first.
    ///
    /// For the hunter those that leave the other few exits, oneself many, and more in common. Own exits counted
    /// twice, or thrice, took 10 and 20 % more positions; what they have in common not counted at all 13 % more
    /// (60 positions of 8x8 after 14 plies, about 180,000 each). For the prey, whose move takes nothing from
    /// the hunter at once, those with many exits, the ones most that the hunter could burn.
    pub(super) fn ordered(
        self,
        game: &Joust,
    ) -> impl ExactSizeIterator<Item = u8> + Clone + use<N> {
        let other_exits = self.other_exits(game);
        let other_next = game.spread(other_exits);
        let is_hunter = self.is_hunter(game);
        let (mut exits, mut count) = ([(0, 0); 8], 0);
        for to in self.exits(game).iter() {
            let own = game.near(to) & self.free;
            let rank = if is_hunter {
                let other = other_exits & !Squares::of(to);
                let next = if other == other_exits { other_next } else { game.spread(other) };
                let common = own & next;
                6 * other.count() as i32 - 2 * own.count() as i32 - 3 * common.count() as i32
            } else {
                -((own.count() + (own & other_exits).count()) as i32)
            };
            exits[count] = (rank, to);
            count += 1;
        }
        exits[..count].sort_unstable();
        exits.into_iter().take(count).map(|(_, to)| to)
    }

    pub(super) fn key(self) -> u64 {
        let knights = (u64::from(self.own) << 8 | u64::from(self.other)).wrapping_mul(SPREAD);
        self.free.0.into_iter().fold(knights, |key, word| mix(key ^ word))
    }
}

impl<const N: usize> Reach<N> {
    /// Returns the node without the squares that neither reaches, which make no difference.
    #[inline]
    pub(super) fn node(self) -> Node<N> {
        let Reach { own, other } = self;
        Node { own: own.knight, other: other.knight, free: own.region | other.region }
    }

    /// Returns whether the mover wins, where the lengths of walks say so.
    ///
    /// Once the knights cannot meet, the longer walk wins; and before that, whoever can walk on squares
    /// of its own longer than the other can walk at all: nobody disturbs a walk over squares that the
    /// other knight never reaches.
    pub(super) fn by_walking(self, game: &Joust) -> Option<bool> {
        let Reach { own, other } = self;
        if !own.region.meets(other.region) {
            let race = Walker::new(game, RACE_NODES_MAX).race(own, other)?;
            return Some(matches!(race, Race::Won(_)));
        }
        let other_alone = Side { region: other.region & !own.region, ..other };
        if walks(game, other_alone, moves_at_most(game, own.knight, own.region)) {
            return Some(false);
        }
        let own_alone = Side { region: own.region & !other.region, ..own };
        let answers = moves_at_most(game, other.knight, other.region);
        walks(game, own_alone, answers + 1).then_some(true)
    }
}

fn walks<const N: usize>(game: &Joust, side: Side<N>, moves: u32) -> bool {
    moves_at_most(game, side.knight, side.region) >= moves
        && Walker::new(game, WALK_NODES_MAX).longest(side.knight, side.region, moves) == Some(moves)
}
