//! What the opponents of the player at the root may do.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponents {
    Choose,
    /// Since the root player's last move, at most one has played something else than expected.
    ReplyOnce {
        replier: Option<Player>,
        /// How many moves of the round have been made, modulo the number of opponents.
        moved: u8,
    },
}

impl Opponents {
    pub(super) const REPLY: Opponents = Opponents::ReplyOnce { replier: None, moved: 0 };

    /// Returns the freedom in the round after a move of the root player.
    pub(super) fn afresh(self) -> Self {
        match self {
            Opponents::Choose => self,
            Opponents::ReplyOnce { .. } => Opponents::REPLY,
        }
    }

    pub(super) fn may_choose(self, mover: Player) -> bool {
        match self {
            Opponents::Choose => true,
            Opponents::ReplyOnce { replier, .. } => replier.is_none_or(|player| player == mover),
        }
    }

    /// Returns how much depth an opponent's move uses up: a round of them counts as one ply.
    pub(super) fn cost(self) -> u32 {
        match self {
            Opponents::Choose => 1,
            Opponents::ReplyOnce { moved, .. } => u32::from(moved == 0),
        }
    }

    pub(super) fn after(self, mover: Player, is_expected: bool, players: usize) -> Self {
        match self {
            Opponents::Choose => self,
            Opponents::ReplyOnce { replier, moved } => Opponents::ReplyOnce {
                replier: if is_expected { replier } else { Some(mover) },
                moved: (moved + 1) % (players as u8 - 1),
            },
        }
    }

    pub(super) fn number(self) -> u64 {
        match self {
            Opponents::Choose => 0,
            Opponents::ReplyOnce { replier, moved } => {
                1 + u64::from(replier.map_or(0, |player| player.0 + 1)) * 4 + u64::from(moved)
            }
        }
    }
}
