//! Which scores a search of one position is about.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::score::Score;

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
