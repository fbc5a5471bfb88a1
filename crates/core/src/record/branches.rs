//! What might have been played instead: the branches of a game that was analysed.
//!
//! A branch is a tag of its own, `[Branch "2: E3G2 F7D6"]`, and not in brackets among the moves as in PGN: whoever
//! does not know branches keeps any tag, but could not read such moves.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::mem;

use super::parse::branch_moves;
use super::{MoveIndex, Record, RecordedMove, ReplayError};
use crate::table::Table;

pub(super) const BRANCH: &str = "Branch";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The line it leaves: 0 is the game, 1 the first branch.
    pub line: usize,
    /// How many moves are played before it, from the beginning of the game.
    pub ply: usize,
    /// The moves; a branch has at least one.
    pub moves: Vec<RecordedMove>,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}:", self.ply)?,
            line => write!(f, "{line}/{}:", self.ply)?,
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl Branch {
    fn read(value: &str) -> Option<Branch> {
        let (leaves, moves) = value.split_once(':')?;
        let (line, ply) = leaves.split_once('/').unwrap_or(("0", leaves));
        let moves = branch_moves(moves).filter(|moves| !moves.is_empty())?;
        Some(Branch { line: line.trim().parse().ok()?, ply: ply.trim().parse().ok()?, moves })
    }
}

struct Node {
    /// The branch and the index in it; nothing for moves of the game.
    of: Option<(usize, usize)>,
    depth: usize,
    round: u32,
    children: Vec<usize>,
}

impl Record {
    /// Tells branches from other tags; a tag of that name that is none stays what it is.
    pub(super) fn take_branches(&mut self) {
        for (name, value) in mem::take(&mut self.tags) {
            let branch = (name == BRANCH).then(|| Branch::read(&value)).flatten();
            match branch.filter(|branch| self.holds(branch)) {
                Some(branch) => self.branches.push(branch),
                None => self.tags.push((name, value)),
            }
        }
    }

    /// Returns whether a branch leaves a line that is there.
    fn holds(&self, branch: &Branch) -> bool {
        let line = match branch.line.checked_sub(1) {
            None => Some((0, self.moves.len())),
            Some(at) => self.branches.get(at).map(|line| (line.ply, line.moves.len())),
        };
        line.is_some_and(|(ply, moves)| (ply..=ply + moves).contains(&branch.ply))
    }

    /// Plays all branches of a record whose moves are on a table; writes their moves as the rules do, and the
    /// numbers before them.
    pub fn replay_branches(&mut self, table: &dyn Table) -> Result<(), ReplayError> {
        let mut table = table.copy();
        let line = table.moves().to_vec();
        while table.undo() {}
        let starter = table.to_move();
        let mut nodes = self.nodes(line.len());
        // Each move is played once, however the branches are intertwined.
        let mut ahead: Vec<(usize, u32)> = children(&nodes, 0);
        while let Some((node, round)) = ahead.pop() {
            let depth = nodes[node].depth;
            while table.moves().len() >= depth {
                table.undo();
            }
            let begins = table.begins_turn() && table.to_move() == starter;
            nodes[node].round = round + u32::from(begins);
            let number = nodes[node].round;
            let at = MoveIndex { ply: depth, number };
            match nodes[node].of {
                None => {
                    let played = table.play(&line[depth - 1]);
                    played.map_err(|illegal| ReplayError::Move { at, illegal })?;
                }
                Some((branch, index)) => {
                    let mv = &mut self.branches[branch].moves[index];
                    let wrong = |illegal| ReplayError::Branch { branch: branch + 1, at, illegal };
                    mv.text = table.play(&mv.text).map_err(wrong)?;
                    mv.number = begins.then_some(number);
                }
            }
            ahead.extend(children(&nodes, node));
        }
        Ok(())
    }

    /// Returns all moves as a tree, the first position first. A branch that leaves no line is left out.
    fn nodes(&self, moves: usize) -> Vec<Node> {
        let node = |of, depth| Node { of, depth, round: 0, children: Vec::new() };
        let mut nodes: Vec<Node> = (0..=moves).map(|depth| node(None, depth)).collect();
        for (at, before) in (1..).zip(&mut nodes[..moves]) {
            before.children.push(at);
        }
        // The nodes of each line, the one it leaves first, with how many moves are played before.
        let mut lines: Vec<(usize, Vec<usize>)> = vec![(0, (0..=moves).collect())];
        for (number, branch) in self.branches.iter().enumerate() {
            let left = lines.get(branch.line);
            let left = left.and_then(|(ply, line)| line.get(branch.ply.checked_sub(*ply)?));
            let Some(mut last) = left.copied() else {
                lines.push((branch.ply, Vec::new()));
                continue;
            };
            let mut line = vec![last];
            for index in 0..branch.moves.len() {
                let at = nodes.len();
                nodes.push(node(Some((number, index)), branch.ply + index + 1));
                nodes[last].children.push(at);
                line.push(at);
                last = at;
            }
            lines.push((branch.ply, line));
        }
        nodes
    }
}

fn children(nodes: &[Node], node: usize) -> Vec<(usize, u32)> {
    nodes[node].children.iter().map(|child| (*child, nodes[node].round)).collect()
}
