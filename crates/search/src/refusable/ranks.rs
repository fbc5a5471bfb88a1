//! What a turn costs to prove and to disprove, by what its moves cost.
//!
//! Lines meet again all the time, and a plain sum would count what they share many times over, until every
//! hard turn looks hopeless. So of the moves to be disproven only the dearest counts in full.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::proof::Child;
use super::proof_cache::{Numbers, SOLVED};

/// How much dearer than the next child one may grow before the search turns to that, as a divisor:
/// a quarter. It keeps the search from jumping between children all the time.
const SWITCH_DIVISOR: u32 = 4;
/// What part of its cost a move to be disproven adds if another is dearer: a quarter.
const DAMPING: u32 = 4;

pub(super) struct Choice {
    pub(super) index: usize,
    /// Up to which numbers it stays the best choice.
    pub(super) limits: Numbers,
}

/// Returns the numbers of a turn from its children's, and which of them to expand unless that reaches
/// the limits.
pub(super) fn sum<S>(
    children: &[Child<S>],
    needed: usize,
    limits: Numbers,
) -> (Numbers, Option<Choice>) {
    let ranks = Ranks::of(children, needed);
    // A move is proven by disproving what the opponent has afterwards.
    let [first, second, ..] = ranks.cheapest;
    let proof = if needed == 1 { first.cost } else { add(first.cost, second.cost) };
    let numbers = Numbers { proof, disproof: ranks.disproof() };
    if proof >= limits.proof || numbers.disproof >= limits.disproof {
        return (numbers, None);
    }
    let chosen = if needed == 1 || first.index != ranks.spared.index { first } else { second };
    let own = children[chosen.index].numbers;
    // The next cheapest, and the one spared, which take its place when it becomes too dear.
    let next = patient(ranks.cheapest[needed].cost);
    let spared = if needed == 1 { SOLVED } else { patient(ranks.spared.cost) };
    let child = Numbers {
        proof: ranks.grows_to(own.proof, limits.disproof).min(spared),
        disproof: (limits.proof - proof + own.disproof).min(next),
    };
    (numbers, Some(Choice { index: chosen.index, limits: child }))
}

#[derive(Clone, Copy)]
struct Cost {
    cost: u32,
    index: usize,
}

struct Ranks {
    /// The three whose moves are the cheapest to prove, the cheapest first.
    cheapest: [Cost; 3],
    /// The one whose move is the dearest to disprove, if two are needed: it may stay as it is.
    spared: Cost,
    /// What the dearest of the others costs to disprove.
    dearest: u32,
    /// What all that are left cost to disprove.
    rest: u32,
}

impl Ranks {
    fn of<S>(children: &[Child<S>], needed: usize) -> Ranks {
        let none = Cost { cost: SOLVED, index: usize::MAX };
        let spared = Cost { cost: 0, ..none };
        let mut ranks = Ranks { cheapest: [none; 3], spared, dearest: 0, rest: 0 };
        for (index, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            if let Some(place) = ranks.cheapest.iter().position(|other| disproof < other.cost) {
                ranks.cheapest[place..].rotate_right(1);
                ranks.cheapest[place] = Cost { cost: disproof, index };
            }
            let mut cost = proof;
            if needed > 1 && cost > ranks.spared.cost {
                (cost, ranks.spared) = (ranks.spared.cost, Cost { cost, index });
            }
            if cost > ranks.dearest {
                (cost, ranks.dearest) = (ranks.dearest, cost);
            }
            ranks.rest = add(ranks.rest, cost);
        }
        ranks
    }

    fn disproof(&self) -> u32 {
        damped(self.dearest, self.rest)
    }

    /// Returns how dear a move that costs `own` to disprove may become before all of them cost `limit`.
    fn grows_to(&self, own: u32, limit: u32) -> u32 {
        let slack = limit - self.disproof();
        if own >= self.dearest {
            return own.saturating_add(slack).min(SOLVED);
        }
        let below = own.saturating_add(slack.saturating_mul(DAMPING));
        if below <= self.dearest {
            return below;
        }
        let others = (self.rest - own + self.dearest) / DAMPING;
        limit.saturating_sub(others).max(self.dearest + 1).min(SOLVED)
    }
}

/// Returns what several disproofs cost together.
pub(super) fn damped(dearest: u32, rest: u32) -> u32 {
    if dearest == SOLVED { SOLVED } else { (dearest + rest / DAMPING).min(SOLVED - 1) }
}

/// Adds two numbers; only what is impossible makes the sum so.
fn add(a: u32, b: u32) -> u32 {
    if a == SOLVED || b == SOLVED { SOLVED } else { (a + b).min(SOLVED - 1) }
}

/// Returns up to where a child may grow while another costs `other`.
fn patient(other: u32) -> u32 {
    (other + other / SWITCH_DIVISOR + 1).min(SOLVED)
}
