//! What is proven about a node: for each player, how it ends at worst and at best.
//!
//! Every player is taken to maximise its own payoff and to win at once when it can. Nothing else is
//! assumed about which of equally good moves it plays, so what is proven holds for every such choice.
//! With two players this is the MCTS-Solver of Winands, Björnsson and Saito (2008), with ties.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{LOST, MAX_PLAYERS, Outcome, Player, WON};

/// How a game ends for one player, from worst to best.
pub(super) type Level = u8;
pub(super) const LOSS: Level = 0;
/// Everybody has lost, which is just above being beaten.
pub(super) const ALL_LOST: Level = 1;
pub(super) const TIE: Level = 2;
pub(super) const WIN: Level = 3;

/// A number from 0 to 1 for each player.
pub(super) type Values = [f32; MAX_PLAYERS];

pub(super) const WORTH: [f32; 4] = [0.0, 1.0 / 16.0, 0.5, 1.0];

/// Bounds on the levels of all players, two bits for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    low: u8,
    high: u8,
}

impl Bounds {
    /// Returns what is known before anything is proven.
    pub(super) fn open(players: usize) -> Self {
        Bounds { low: 0, high: (1 << (2 * players)) - 1 }
    }

    #[inline]
    pub(super) fn from_bits(bits: u16) -> Self {
        let [low, high] = bits.to_le_bytes();
        Bounds { low, high }
    }

    #[inline]
    pub(super) fn to_bits(self) -> u16 {
        u16::from_le_bytes([self.low, self.high])
    }

    pub(super) fn of(outcome: &Outcome) -> Self {
        let all_lost = outcome.payoffs.as_slice().iter().all(|payoff| *payoff == LOST);
        let levels = outcome.payoffs.iter().map(|(player, payoff)| {
            let level = match *payoff {
                WON => WIN,
                LOST if all_lost => ALL_LOST,
                LOST => LOSS,
                _ => TIE,
            };
            level << (2 * player.0)
        });
        let levels = levels.sum();
        Bounds { low: levels, high: levels }
    }

    /// Returns the levels of two players, one of whom is known to reach `level`.
    pub(super) fn of_two(player: Player, level: Level) -> Self {
        let other = [WIN, ALL_LOST, TIE, LOSS][usize::from(level)];
        let levels = level << (2 * player.0) | other << (2 * (1 - player.0));
        Bounds { low: levels, high: levels }
    }

    #[inline]
    pub(super) fn low(self, player: Player) -> Level {
        self.low >> (2 * player.0) & 3
    }

    #[inline]
    pub(super) fn high(self, player: Player) -> Level {
        self.high >> (2 * player.0) & 3
    }

    #[inline]
    pub(super) fn is_exact(self) -> bool {
        self.low == self.high
    }

    pub(super) fn values(self) -> Values {
        std::array::from_fn(|seat| WORTH[usize::from(self.low(Player(seat as u8)))])
    }

    #[inline]
    pub(super) fn range(self, player: Player) -> (f32, f32) {
        (WORTH[usize::from(self.low(player))], WORTH[usize::from(self.high(player))])
    }

    pub(super) fn and(self, other: Self) -> Self {
        let mut both = self;
        for player in Player::all(MAX_PLAYERS) {
            both.raise(player, other.low(player));
            both.lower(player, other.high(player));
        }
        both
    }

    pub(super) fn backed_up(
        players: usize,
        mover: Player,
        moves: impl Iterator<Item = Bounds> + Clone,
    ) -> Self {
        let best = moves.clone().map(|bounds| bounds.low(mover)).max().unwrap_or(LOSS);
        // The mover may choose any move that could be as good as the one it is sure of.
        let chosen = moves.filter(|bounds| bounds.high(mover) >= best);
        let least = |a: u8, b: u8, mask: u8| (a & mask).min(b & mask);
        let most = |a: u8, b: u8, mask: u8| (a & mask).max(b & mask);
        let join = |a: Bounds, b: Bounds| {
            let fold = |a, b, pick: fn(u8, u8, u8) -> u8| {
                (0..players).fold(0, |bits, seat| bits | pick(a, b, 3 << (2 * seat)))
            };
            Bounds { low: fold(a.low, b.low, least), high: fold(a.high, b.high, most) }
        };
        let Some(mut bounds) = chosen.reduce(join) else { return Bounds::open(players) };
        bounds.raise(mover, best);
        if best == WIN {
            bounds.won_by(mover, players);
        }
        bounds
    }

    /// Notes that at most one player wins, and that of two players the other one then loses.
    fn won_by(&mut self, winner: Player, players: usize) {
        let most = if players == 2 { LOSS } else { TIE };
        for player in Player::all(players).filter(|player| *player != winner) {
            self.lower(player, most);
        }
    }

    fn raise(&mut self, player: Player, level: Level) {
        if level > self.low(player) {
            self.low = self.low & !(3 << (2 * player.0)) | level << (2 * player.0);
        }
    }

    fn lower(&mut self, player: Player, level: Level) {
        if level < self.high(player) {
            self.high = self.high & !(3 << (2 * player.0)) | level << (2 * player.0);
        }
    }
}
