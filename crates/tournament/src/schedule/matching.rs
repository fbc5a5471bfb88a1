//! The largest number of pairs that can be formed, each player in one at most.
//!
//! Edmonds' algorithm (Paths, trees, and flowers, 1965): a matching grows along paths on which its pairs
//! alternate with others. Odd cycles, the blossoms, are shrunk to one point while a path is sought.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;

/// Returns how many disjoint pairs there are at most among `count` players, of those that are `joined`.
pub(crate) fn largest(count: usize, joined: impl Fn(usize, usize) -> bool) -> usize {
    let neighbours: Vec<Vec<usize>> = (0..count)
        .map(|one| (0..count).filter(|other| *other != one && joined(one, *other)).collect())
        .collect();
    let mut mate = vec![None; count];
    for root in 0..count {
        if mate[root].is_none() {
            Forest::new(&neighbours, &mut mate).grow_from(root);
        }
    }
    mate.iter().flatten().count() / 2
}

struct Forest<'a> {
    neighbours: &'a [Vec<usize>],
    mate: &'a mut Vec<Option<usize>>,
    parent: Vec<Option<usize>>,
    /// The point to which the blossom of each has been shrunk.
    base: Vec<usize>,
    reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Forest<'a> {
    fn new(neighbours: &'a [Vec<usize>], mate: &'a mut Vec<Option<usize>>) -> Self {
        let count = neighbours.len();
        Forest {
            neighbours,
            mate,
            parent: vec![None; count],
            base: (0..count).collect(),
            reached: vec![false; count],
            queue: VecDeque::new(),
        }
    }

    fn grow_from(&mut self, root: usize) {
        self.reach(root);
        while let Some(from) = self.queue.pop_front() {
            for &to in &self.neighbours[from] {
                if self.base[from] == self.base[to] || self.mate[from] == Some(to) {
                    continue;
                }
                let outer = to == root || self.mate[to].is_some_and(|m| self.parent[m].is_some());
                if outer {
                    self.shrink(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    match self.mate[to] {
                        Some(mate) => self.reach(mate),
                        None => return self.swap_along(to),
                    }
                }
            }
        }
    }

    fn reach(&mut self, player: usize) {
        if !self.reached[player] {
            self.reached[player] = true;
            self.queue.push_back(player);
        }
    }

    /// Shrinks the cycle that an edge between two outer points closes.
    fn shrink(&mut self, one: usize, other: usize) {
        let base = self.meeting_point(one, other);
        let mut blossom = vec![false; self.base.len()];
        self.mark(one, base, other, &mut blossom);
        self.mark(other, base, one, &mut blossom);
        for player in 0..self.base.len() {
            if blossom[self.base[player]] {
                self.base[player] = base;
                self.reach(player);
            }
        }
    }

    /// Returns the first base that lies on both ways to the root.
    fn meeting_point(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.base.len()];
        let mut at = Some(one);
        while let Some(player) = at {
            let base = self.base[player];
            passed[base] = true;
            at = self.mate[base].and_then(|mate| self.parent[mate]);
        }
        let mut base = self.base[other];
        while !passed[base] {
            let Some(next) = self.mate[base].and_then(|mate| self.parent[mate]) else { break };
            base = self.base[next];
        }
        base
    }

    /// Marks the bases between a point and the base of its blossom, and leads their paths around it.
    fn mark(&mut self, from: usize, base: usize, child: usize, blossom: &mut [bool]) {
        let (mut player, mut child) = (from, child);
        while self.base[player] != base {
            let Some(mate) = self.mate[player] else { break };
            blossom[self.base[player]] = true;
            blossom[self.base[mate]] = true;
            self.parent[player] = Some(child);
            child = mate;
            let Some(next) = self.parent[mate] else { break };
            player = next;
        }
    }

    fn swap_along(&mut self, end: usize) {
        let mut at = Some(end);
        while let Some(player) = at {
            let Some(parent) = self.parent[player] else { break };
            let next = self.mate[parent];
            self.mate[player] = Some(parent);
            self.mate[parent] = Some(player);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::largest;
    use manator_core::random::SplitMix;

    fn brute(left: &[usize], joined: &dyn Fn(usize, usize) -> bool) -> usize {
        let [first, rest @ ..] = left else { return 0 };
        let mut best = brute(rest, joined);
        for at in 0..rest.len() {
            if joined(*first, rest[at]) {
                let others = [&rest[..at], &rest[at + 1..]].concat();
                best = best.max(1 + brute(&others, joined));
            }
        }
        best
    }

    #[test]
    fn it_is_as_large_as_trying_everything() {
        let mut random = SplitMix::new(1);
        for _ in 0..3000 {
            let count = random.below(10) as usize;
            let density = random.below(10);
            let edges: Vec<bool> = (0..100).map(|_| random.below(10) < density).collect();
            let joined = |one: usize, other: usize| edges[one.min(other) * 10 + one.max(other)];
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(largest(count, joined), brute(&all, &joined), "{count} {edges:?}");
        }
    }
}
