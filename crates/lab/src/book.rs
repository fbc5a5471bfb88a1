//! Opening books: a tree of positions, grown where play is likely to go, and what it says about the moves.
//!
//! A position is searched deeply, and its best moves are kept with their scores. What grows next is the position that costs least
//! to reach: for each move on the way what it is worse than the best, and a fixed price a ply (the drop-out expansion of
//! Lincke). With two players a position that was searched is worth what the best of its moves is worth, so that what is found deep
//! in the tree corrects what was thought above; among more, a move is worth what its mover thought of it. A line of the file is
//! a position: its number, the moves that lead to it, and its best moves with their scores. Which position comes next
//! follows from the lines before, so that a file is checked by growing it again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use manator_core::{Player, Settings, Table};
use manator_engine::catalog;
use manator_search::Limits;

use crate::data::DataError;
use crate::game_line::LineError;
use crate::lines;

/// How a tree grows.
pub struct BookSession<'a> {
    pub table: &'a dyn Table,
    /// The options of the champion; `lines` says how many moves of a position are looked at.
    pub settings: &'a Settings,
    pub nodes: u64,
    /// How much worse than the best a move may be to be looked at further.
    pub margin: i32,
    /// What a ply costs.
    pub ply: i32,
    /// How many positions the file is to hold in the end.
    pub positions: usize,
    pub time: Option<Duration>,
}

struct Candidate {
    mv: String,
    /// What the search of the position thought of it.
    score: i32,
    key: u64,
}

struct Node {
    path: Vec<String>,
    key: u64,
    mover: Player,
    candidates: Vec<Candidate>,
}

/// A tree of positions that were searched.
pub struct Tree<'a> {
    session: &'a BookSession<'a>,
    nodes: Vec<Node>,
    /// Which node has a key.
    known: HashMap<u64, usize>,
}

/// Adds positions to a file until it has as many as it should, time is up, or `stop` is set; `told` hears of each line.
pub fn grow<'a>(
    path: &Path,
    heading: &str,
    session: &'a BookSession<'a>,
    stop: &AtomicBool,
    mut told: impl FnMut(&str),
) -> Result<Tree<'a>, DataError> {
    let mut tree = Tree { session, nodes: Vec::new(), known: HashMap::new() };
    let mut file = lines::open(path, heading, |line| tree.repeat(line))?;
    let mut agent = catalog::open(session.table, "champion", session.settings)?;
    let limits = Limits::nodes(session.nodes);
    let begin = Instant::now();
    let goes_on = || {
        let in_time = session.time.is_none_or(|time| begin.elapsed() < time);
        in_time && !stop.load(Ordering::Relaxed)
    };
    while tree.nodes.len() < session.positions && goes_on() {
        let Some(next) = tree.next() else { break };
        let table = tree.reach(&next).expect("moves of the tree are legal");
        agent.new_game();
        let thought = agent.think(&*table, &limits, &mut |_| {})?;
        let best = thought.lines.first().map_or(0, |line| line.score.0);
        let found = thought.lines.iter().filter_map(|line| {
            let score = line.score.0;
            let mv = line.moves.first()?.clone();
            (best - score <= session.margin).then_some((mv, score))
        });
        let line = tree.add(next, &found.collect::<Vec<_>>()).expect("agents play legal moves");
        lines::add(&mut file, path, &line)?;
        told(&line);
    }
    Ok(tree)
}

impl Tree<'_> {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns how many moves the longest line has.
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.path.len()).max().unwrap_or(0)
    }

    /// Returns the lines of a book: for each position what it is worth, and the moves that are at most so much worse than
    /// the best.
    pub fn book(&self, spare: i32) -> String {
        let values = self.values();
        let mut rows = BTreeMap::new();
        for node in &self.nodes {
            let mut moves: Vec<(i32, &str)> = node
                .candidates
                .iter()
                .map(|candidate| (self.worth(node, candidate, &values), candidate.mv.as_str()))
                .collect();
            moves.sort_by_key(|(worth, _)| -worth);
            let Some((best, _)) = moves.first().copied() else { continue };
            let kept = moves.iter().filter(|(worth, _)| best - worth <= spare);
            let kept: String = kept.map(|(_, mv)| format!(" {mv}")).collect();
            rows.insert(node.key, format!("{:016x} {best}{kept}\n", node.key));
        }
        rows.into_values().collect()
    }

    /// Returns the moves to the position that is to be searched next; `None` if there is no other.
    fn next(&self) -> Option<Vec<String>> {
        if self.nodes.is_empty() {
            return Some(Vec::new());
        }
        let values = self.values();
        let mut costs = vec![i64::MAX; self.nodes.len()];
        costs[0] = 0;
        let mut next: Option<(i64, Vec<String>)> = None;
        for at in self.by_plies() {
            let (node, cost) = (&self.nodes[at], costs[at]);
            for candidate in &node.candidates {
                let worse = values[at] - self.worth(node, candidate, &values);
                let cost = cost.saturating_add(i64::from(worse) + i64::from(self.session.ply));
                match self.known.get(&candidate.key) {
                    Some(child) if self.is_below(*child, node) => {
                        costs[*child] = costs[*child].min(cost);
                    }
                    Some(_) => {}
                    None if next.as_ref().is_none_or(|(least, _)| cost < *least) => {
                        next = Some((
                            cost,
                            [&node.path[..], std::slice::from_ref(&candidate.mv)].concat(),
                        ));
                    }
                    None => {}
                }
            }
        }
        next.map(|(_, path)| path)
    }

    /// Returns what each node is worth to its mover.
    fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.nodes.len()];
        for at in self.by_plies().into_iter().rev() {
            let node = &self.nodes[at];
            let worths = node.candidates.iter().map(|one| self.worth(node, one, &values));
            values[at] = worths.max().unwrap_or(0);
        }
        values
    }

    /// Returns what a move is worth to its mover; `values` are those of the nodes further down.
    fn worth(&self, node: &Node, candidate: &Candidate, values: &[i32]) -> i32 {
        let is_of_two = self.session.table.card().players.len() == 2;
        let child = self.known.get(&candidate.key).filter(|_| is_of_two).copied();
        let child = child.filter(|child| self.is_below(*child, node));
        match child.filter(|child| !self.nodes[*child].candidates.is_empty()) {
            Some(child) if self.nodes[child].mover == node.mover => values[child],
            Some(child) => -values[child],
            None => candidate.score,
        }
    }

    /// Returns whether a node is further from the start than another: lines that come back to where they were end there.
    fn is_below(&self, child: usize, node: &Node) -> bool {
        self.nodes[child].path.len() > node.path.len()
    }

    fn by_plies(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|at| self.nodes[*at].path.len());
        order
    }

    fn reach(&self, path: &[String]) -> Option<Box<dyn Table>> {
        let mut table = self.session.table.copy();
        path.iter().try_for_each(|mv| table.play(mv).map(drop)).ok()?;
        Some(table)
    }

    /// Adds a node; returns its line, or `None` if a move is illegal.
    fn add(&mut self, path: Vec<String>, found: &[(String, i32)]) -> Option<String> {
        let mut table = self.reach(&path)?;
        let (key, mover) = (table.key(), table.to_move());
        let mut line = format!("{}", self.nodes.len());
        line.extend(path.iter().map(|mv| format!(" {mv}")));
        line += " |";
        let mut candidates = Vec::new();
        for (mv, score) in found {
            let mv = table.play(mv).ok()?;
            let _ = write!(line, " {mv}/{score}");
            // What ends the game needs no further look.
            if table.outcome().is_none() {
                candidates.push(Candidate { mv, score: *score, key: table.key() });
            }
            table.undo();
        }
        self.known.insert(key, self.nodes.len());
        self.nodes.push(Node { path, key, mover, candidates });
        Some(line)
    }

    /// Adds the node that a line of the file tells of.
    fn repeat(&mut self, line: &str) -> Result<(), LineError> {
        let wrong = |expected| LineError { word: line.into(), expected };
        let found = line.split_once(" |").map(|(_, found)| found).unwrap_or_default();
        let read = |word: &str| {
            let (mv, score) = word.split_once('/')?;
            Some((mv.to_string(), score.parse().ok()?))
        };
        let found: Option<Vec<(String, i32)>> = found.split_whitespace().map(read).collect();
        let found = found.ok_or_else(|| wrong("a position, and moves with their scores"))?;
        let next = self.next().ok_or_else(|| wrong("the end of the file"))?;
        let expected = self.add(next, &found).ok_or_else(|| wrong("legal moves"))?;
        match line == expected {
            true => Ok(()),
            false => Err(wrong("the position that follows from the lines before")),
        }
    }
}
