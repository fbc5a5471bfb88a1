//! Players, and values held once per player.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::{Index, IndexMut};

pub const MAX_PLAYERS: usize = 3;

/// A player, by seat in the order of play: the first is `Player(0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next player in seat order among `players`.
    #[inline]
    pub const fn next(self, players: usize) -> Player {
        let next = self.0 + 1;
        Player(if next as usize == players { 0 } else { next })
    }

    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..players as u8).map(Player)
    }
}

/// One value for each player of a game.
///
/// It never allocates, so that an outcome can be returned from the innermost loop of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PerPlayer<T> {
    items: [T; MAX_PLAYERS],
    players: u8,
}

impl<T: Default> PerPlayer<T> {
    /// Builds the values of `players` players from `value`.
    ///
    /// # Panics
    /// Panics when there are more than [`MAX_PLAYERS`] players.
    #[inline]
    pub fn from_fn(players: usize, mut value: impl FnMut(Player) -> T) -> Self {
        assert!(players <= MAX_PLAYERS, "more than {MAX_PLAYERS} players");
        let items = std::array::from_fn(|seat| {
            if seat < players { value(Player(seat as u8)) } else { T::default() }
        });
        PerPlayer { items, players: players as u8 }
    }
}

impl<T> PerPlayer<T> {
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.players as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        Player::all(self.players as usize).zip(self.as_slice())
    }

    #[inline]
    pub fn players(&self) -> usize {
        self.players as usize
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;
    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.items[..self.players as usize][player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.items[..self.players as usize][player.index()]
    }
}
