//! A set of puzzles that differ: of few and of many moves, none a mirror image of another.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use manator_core::{Settings, Table};
use manator_search::Limits;

use super::find::Finder;
use super::{Puzzle, has_single_moves, own_moves};
use crate::agent::{Agent, AgentError};
use crate::catalog;
use crate::options::{OPTIONS, with_hash};

/// Two puzzles of one game are at least so many plies apart.
const APART_PLIES: usize = 6;
/// How many positions are looked at to see whether a win may be near.
const SCOUT_NODES: u64 = 8_000;
/// Puzzles of more moves than this are counted with those of so many.
const GRADES: usize = 5;
/// What wins at once is easy: at most so many in a hundred, where there are others.
const AT_ONCE_PERCENT: usize = 15;
/// How deep positions are counted to tell whether one is another seen in a mirror.
const LIKENESS_PLIES: u32 = 3;

/// Collects puzzles from games, and keeps those of one move, of two and so on apart.
pub struct Collection {
    finder: Finder,
    /// Tells at little cost where a win may be; what it overlooks is missed, and what it claims is proven.
    scout: Box<dyn Agent>,
    wanted: usize,
    /// What no symmetry changes of each puzzle that is held.
    seen: HashSet<u64>,
    held: Vec<Vec<Puzzle>>,
}

impl Collection {
    /// Begins a set of so many puzzles of games like the one on a table.
    pub fn new(table: &dyn Table, finder: Finder, wanted: usize) -> Result<Collection, AgentError> {
        // With more than two, only what holds against all others together is a forced win.
        let name = if table.card().players.len() > 2 { "paranoid" } else { "champion" };
        let scout = catalog::open(table, name, &with_hash(&Settings::defaults(OPTIONS), 1))?;
        let held = vec![Vec::new(); GRADES];
        Ok(Collection { finder, scout, wanted, seen: HashSet::new(), held })
    }

    /// Looks at every position of a game up to where it stands.
    pub fn add_game(&mut self, game: &dyn Table) -> Result<(), AgentError> {
        let mut table = game.copy();
        let mut found = Vec::new();
        self.scout.new_game();
        while table.undo() {
            if self.is_promising(&*table)?
                && let Some(puzzle) = self.finder.look(&*table)?
            {
                let grade = (own_moves(&*table, puzzle.plies) as usize).min(GRADES);
                found.push((table.moves().len(), grade, likeness(&*table), puzzle));
            }
        }
        // What there is least of is taken first; of a grade, what comes first in the game.
        found.reverse();
        found.sort_by_key(|(_, grade, _, _)| self.counts()[grade - 1]);
        let mut taken: Vec<usize> = Vec::new();
        for (ply, grade, likeness, puzzle) in found {
            let is_apart = taken.iter().all(|other| ply.abs_diff(*other) >= APART_PLIES);
            let is_wanted = self.held[grade - 1].len() < self.wanted;
            if is_apart && is_wanted && self.seen.insert(likeness) {
                taken.push(ply);
                self.held[grade - 1].push(puzzle);
            }
        }
        Ok(())
    }

    fn is_promising(&mut self, table: &dyn Table) -> Result<bool, AgentError> {
        // An alternate is prepared with the proposal, and not judged again.
        if !has_single_moves(table) || !table.begins_turn() {
            return Ok(has_single_moves(table));
        }
        let thought = self.scout.think(table, &Limits::nodes(SCOUT_NODES), &mut |_| {})?;
        Ok(thought.lines.first().is_some_and(|line| line.score.wins_in().is_some()))
    }

    /// Returns how many puzzles of one move, of two and so on are held.
    pub fn counts(&self) -> Vec<usize> {
        self.held.iter().map(Vec::len).collect()
    }

    /// Returns whether there are enough of every number of moves.
    pub fn is_full(&self) -> bool {
        self.counts().iter().all(|count| count * GRADES >= self.wanted)
    }

    /// Returns as many as are wanted, of all numbers of moves alike where there are enough, the shortest first.
    pub fn chosen(&self) -> Vec<Puzzle> {
        let mut counts = vec![0; GRADES];
        let at_once_max = (self.wanted * AT_ONCE_PERCENT).div_ceil(100);
        let most = |grade: usize| {
            self.held[grade].len().min(if grade == 0 { at_once_max } else { self.wanted })
        };
        while counts.iter().sum::<usize>() < self.wanted {
            let short = (0..GRADES).filter(|grade| counts[*grade] < most(*grade));
            let Some(grade) = short.min_by_key(|grade| counts[*grade]) else { break };
            counts[grade] += 1;
        }
        // Where there is nothing else, more that win at once are taken.
        let missing = self.wanted - counts.iter().sum::<usize>();
        counts[0] = self.held[0].len().min(counts[0] + missing);
        let of_each = self.held.iter().zip(counts);
        of_each.flat_map(|(held, count)| held[..count].iter().cloned()).collect()
    }
}

/// Returns a number that is the same for positions that a symmetry maps onto each other: how many pieces of each kind
/// there are, and how many ways to go on.
fn likeness(table: &dyn Table) -> u64 {
    let mut kinds: Vec<&str> = table.pieces().iter().map(|placed| placed.piece.kind).collect();
    kinds.sort_unstable();
    let ways: Vec<u64> = (1..=LIKENESS_PLIES).map(|plies| table.perft(plies)).collect();
    let mut hasher = DefaultHasher::new();
    (kinds, ways).hash(&mut hasher);
    hasher.finish()
}
