//! The model of joint ratings: a game as choices.
//!
//! The model of Plackett (1975) and Luce (1959): the first is chosen among all in proportion to strength,
//! then the next among those who are left. Ties are those of Firth, Kosmidis and Turner (Davidson-Luce model
//! for multi-item choice with ties, 2019): a tied set can be chosen like a player, with the geometric mean of
//! its members' strengths times a parameter for its size. A tie of a size that never occurred is taken to be
//! impossible. Every seat has an advantage of its own.
//!
//! Ranks are those of the payoffs: whoever got more comes first, equal payoffs are tied. With two players
//! this is the model of Bradley and Terry (1952) with the ties of Davidson (On extending the Bradley-Terry model to
//! accommodate ties, 1970). Davidson's ties are chosen over those of Rao and Kupper because a tie then counts exactly
//! half a win and half a loss: at the maximum everybody's expected points are the points scored, and the likelihood is
//! concave in the logarithms of the strengths.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;

pub(crate) struct Stage {
    pub(crate) left: Vec<usize>,
    pub(crate) next: Vec<usize>,
}

/// Returns the steps of the ranking in which a game ended. Where one seat is left there is no choice.
pub(crate) fn stages(payoffs: &[i8]) -> Vec<Stage> {
    let levels: BTreeSet<i8> = payoffs.iter().copied().collect();
    let mut left: Vec<usize> = (0..payoffs.len()).collect();
    let mut stages = Vec::new();
    for level in levels.into_iter().rev() {
        let (next, rest): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|seat| payoffs[**seat] == level);
        if left.len() > 1 {
            stages.push(Stage { left, next });
        }
        left = rest;
    }
    stages
}

/// Returns the sets that can come next: single seats, and tied ones of the sizes that occur.
pub(crate) fn candidates(left: &[usize], tie_sizes: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let subsets = (1..1_usize << left.len()).map(|mask| -> Vec<usize> {
        (0..left.len()).filter(|at| mask >> at & 1 == 1).map(|at| left[at]).collect()
    });
    subsets.filter(|set| set.len() == 1 || tie_sizes.contains(&set.len())).collect()
}
