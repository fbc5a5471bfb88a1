//! What a position is worth to one player, and which scores a search is about.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::ops::Neg;

use manator_core::{LOST, Outcome, Player, WON};

/// A value from one player's side: an evaluation's own units, or a proven end so many plies away.
///
/// ```
/// use manator_search::Score;
///
/// assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(5) > Score::loss_in(3));
/// assert!(Score::win_in(3) > Score::evaluation(i32::MAX));
/// assert_eq!((-Score::win_in(3)).to_string(), "loses in 3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

pub const PLIES_MAX: i32 = 4096;
const MATE: i32 = 1_000_000;
/// The least score that is a proven win; evaluations stay below.
const PROVEN: i32 = MATE - PLIES_MAX;

impl Score {
    /// What an end is worth in which everybody has lost: just above every loss of one's own.
    pub(crate) const ALL_LOST: Score = Score(-(PROVEN - 1));
    pub const INFINITE: Score = Score(MATE + 1);
    pub const TIE: Score = Score(0);
    /// The greatest value an evaluation may give, and minus the least.
    pub const EVALUATION_MAX: i32 = PROVEN - 2;

    pub const fn win_in(plies: u32) -> Score {
        Score(MATE - plies as i32)
    }

    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - MATE)
    }

    /// Returns what the end of a game `plies` from the root is worth to `player`.
    ///
    /// Quick wins are better than slow ones, and slow losses better than quick ones.
    pub fn of(outcome: &Outcome, player: Player, plies: u32) -> Score {
        match outcome.payoffs[player] {
            WON => Score::win_in(plies),
            LOST if outcome.payoffs.as_slice().iter().all(|p| *p == LOST) => Score::ALL_LOST,
            LOST => Score::loss_in(plies),
            _ => Score::TIE,
        }
    }

    /// Keeps an evaluation apart from proven scores.
    pub fn evaluation(value: i32) -> Score {
        Score(value.clamp(-Score::EVALUATION_MAX, Score::EVALUATION_MAX))
    }

    /// Returns in how many plies the player wins, if that is proven.
    pub fn wins_in(self) -> Option<u32> {
        (self.0 >= PROVEN).then(|| (MATE - self.0) as u32)
    }

    /// Returns in how many plies the player loses, if that is proven.
    pub fn loses_in(self) -> Option<u32> {
        (-self).wins_in()
    }

    /// Moves a proven end so many plies further away.
    pub fn later(self, plies: u32) -> Score {
        self.shifted(plies as i32)
    }

    /// Moves a proven end so many plies nearer.
    pub fn sooner(self, plies: u32) -> Score {
        self.shifted(-(plies as i32))
    }

    /// Returns whether somebody is proven to win.
    pub fn is_proven(self) -> bool {
        self.0.abs() >= PROVEN
    }

    fn shifted(self, plies: i32) -> Score {
        match self.0 {
            value if value >= PROVEN => Score(value - plies),
            value if value <= -PROVEN => Score(value + plies),
            _ => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.wins_in(), self.loses_in()) {
            (Some(plies), _) => write!(f, "wins in {plies}"),
            (_, Some(plies)) => write!(f, "loses in {plies}"),
            _ => write!(f, "{:+}", self.0),
        }
    }
}

/// The scores that matter: better than `alpha`, but not so good that the opponent avoids them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window =
        Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Returns the window that only asks whether a score exceeds `alpha`.
    #[inline]
    pub(crate) fn above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// Returns the window that only asks whether a score reaches `beta`.
    #[inline]
    pub(crate) fn below(beta: Score) -> Window {
        Window { alpha: Score(beta.0 - 1), beta }
    }

    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns whether scores inside are possible: whether the node is on a line that may be played.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}
