//! What a player could do in one move, as sets: for evaluations, which list no moves.
//!
//! A jumping piece stays on squares of one colour and jumps over squares of the other. So a Court that
//! holds pieces on both colours cannot be emptied by one move, and of other Courts most hold a piece that
//! nothing can jump over; chains are searched for the rest only.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::Player;

use super::chains::{Chains, Hurdles, Seen};
use super::moves::{around, each, visit_moves};
use super::position::{COURT, OPENING_MOVES, PARITIES, Position, ROWS_1_TO_7, ROWS_2_TO_8};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The empty squares where some piece can stop.
    pub squares: u64,
    /// The enemies some piece can capture.
    pub captures: u64,
}

impl Position {
    /// Returns what `player` could do if it were their turn.
    ///
    /// Jumps count even in the opening, and so do moves that would leave the Court empty.
    #[inline]
    pub fn reach(&self, player: Player) -> Reach {
        self.reach_of(self.pieces(player), self.pieces(Player(player.0 ^ 1)))
    }

    #[inline]
    fn reach_of(&self, pieces: u64, enemies: u64) -> Reach {
        let empty = self.empty();
        // A way to a square that crosses the same piece or its own origin twice has a shorter one, so
        // all pieces can be followed at once, and captures need not be remembered.
        let landings = Hurdles::new(self.own | self.enemy).flood(pieces, empty);
        let captures = Hurdles::new(enemies).between(landings, empty);
        Reach { squares: (landings | around(pieces)) & empty, captures }
    }

    /// Returns the pieces of `player` that nothing can jump over while those next to them stay: on both
    /// lines through them there is another of their own, or the edge.
    #[inline]
    pub const fn guarded(&self, player: Player) -> u64 {
        let own = self.pieces(player);
        let others = !own;
        let vertical = (others & ROWS_1_TO_7) << 1 & (others & ROWS_2_TO_8) >> 1;
        own & !(vertical | others << 8 & others >> 8)
    }

    /// Returns whether `player` could win on the spot if it were their turn: by emptying the other's
    /// Court, or by leaving the other no legal move.
    pub fn can_win(&self, player: Player) -> bool {
        let view = self.turned_to(player);
        view.played >= OPENING_MOVES && (view.can_empty_court() || view.can_stifle())
    }

    /// Returns whether `player` could empty the other's Court if it were their turn.
    pub(super) fn can_empty(&self, player: Player) -> bool {
        let view = self.turned_to(player);
        view.played >= OPENING_MOVES && view.can_empty_court()
    }

    /// Returns the position with `player` to move.
    ///
    /// If that is the other player, they are supposed to move after one more move.
    const fn turned_to(&self, player: Player) -> Position {
        if player.0 == self.to_move.0 {
            return *self;
        }
        let Position { own, enemy, quiet, played, .. } = *self;
        let played = played + (played < OPENING_MOVES) as u8;
        Position { own: enemy, enemy: own, quiet, played, to_move: player }
    }

    fn can_empty_court(&self) -> bool {
        let targets = self.enemy & COURT;
        if targets & self.guarded(self.to_move.next(2)) != 0 {
            return false;
        }
        PARITIES.into_iter().enumerate().any(|(index, parity)| {
            let pieces = self.own & parity;
            // Jumps cross the squares of the two classes that differ in column or in row.
            if targets & !(PARITIES[index ^ 2] | PARITIES[index ^ 1]) != 0 {
                return false;
            }
            targets & !self.reach_of(pieces, self.enemy).captures == 0
                && self.captures_all(pieces, targets)
        })
    }

    fn captures_all(&self, pieces: u64, targets: u64) -> bool {
        let chains = Chains::new(self);
        let sole = self.sole_in_court();
        let mut seen = Seen::new();
        let found = each(pieces, |piece| {
            let allowed = if piece == sole { COURT } else { !0 };
            seen.clear();
            chains.visit(piece, &mut seen, |landings, captured| {
                if targets & !captured == 0 && landings & allowed != 0 {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
        });
        found.is_break()
    }

    /// Returns whether the player to move has a move after which the other has none.
    fn can_stifle(&self) -> bool {
        // A move fills one square and captures only what can be captured: two squares to slide to, left
        // to pieces that cannot, are enough. Guarded ones are known without following jumps.
        if self.can_slide_apart(self.guarded(self.to_move.next(2)))
            || self.can_slide_apart(self.enemy & !self.reach(self.to_move).captures)
        {
            return false;
        }
        let found = visit_moves(self, |mv| {
            let mut next = *self;
            next.play(mv);
            let stuck = visit_moves(&next, |_| ControlFlow::Break(())).is_continue();
            if stuck { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break()
    }

    /// Returns whether some of the other's pieces, if they stay, have two squares to slide to.
    const fn can_slide_apart(&self, kept: u64) -> bool {
        // One that may be the last in the Court has to stay there.
        let inside = kept & COURT;
        let bound = if inside & inside.wrapping_sub(1) == 0 { inside } else { 0 };
        let slides = (around(kept & !bound) | around(bound) & COURT) & self.empty();
        slides & slides.wrapping_sub(1) != 0
    }
}
