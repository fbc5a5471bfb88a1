//! Cells touched one after the other, until they are a move.
//!
//! A move is a run of cells, and what was touched so far is the beginning of some of them. Where one
//! move is the beginning of another, only the person can say that it ends here: by touching the last
//! cell once more, or with [`Touch::finish`]. Where only one piece can move it need not be touched first.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{CellId, Gesture};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touched {
    /// Nothing begins or goes on there; what was chosen stays.
    Nothing,
    /// The cell was added to those chosen, or begins a new choice.
    Chosen,
    Dropped,
    /// The cells chosen are this move, and the choice is empty again.
    Move(String),
}

#[derive(Clone, Debug, Default)]
pub struct Touch {
    runs: Vec<(String, Vec<CellId>)>,
    /// The moves made by a button: the button's name and the move.
    pub buttons: Vec<(&'static str, String)>,
    pub chosen: Vec<CellId>,
}

impl Touch {
    pub fn new(gestures: Vec<(String, Gesture)>) -> Touch {
        let mut touch = Touch::default();
        for (mv, gesture) in gestures {
            match gesture {
                Gesture::Cells(cells) => touch.runs.push((mv, cells)),
                Gesture::Button(name) => touch.buttons.push((name, mv)),
            }
        }
        touch
    }

    pub fn touch(&mut self, cell: CellId) -> Touched {
        if self.targets().contains(&cell) {
            self.chosen = self.begun();
            self.chosen.push(cell);
            return self.chosen_or_made();
        }
        if self.chosen.len() > 1 && self.chosen.last() == Some(&cell) {
            return self.finish();
        }
        if self.chosen.first() == Some(&cell) {
            self.chosen.clear();
            return Touched::Dropped;
        }
        if self.runs.iter().any(|(_, run)| run.first() == Some(&cell)) {
            self.chosen = vec![cell];
            return self.chosen_or_made();
        }
        Touched::Nothing
    }

    pub fn drop_all(&mut self) -> bool {
        let any = !self.chosen.is_empty();
        self.chosen.clear();
        any
    }

    pub fn step_back(&mut self) -> bool {
        self.chosen.pop().is_some()
    }

    pub fn sources(&self) -> Vec<CellId> {
        sorted(self.runs.iter().filter_map(|(_, run)| run.first().copied()))
    }

    /// Returns the cells chosen, or the only piece that can move.
    pub fn begun(&self) -> Vec<CellId> {
        match (&self.chosen[..], &self.sources()[..]) {
            ([], [only]) => vec![*only],
            (chosen, _) => chosen.to_vec(),
        }
    }

    /// Returns the cells that may be touched next, each once and in order; none before the first, unless only one
    /// piece can move.
    pub fn targets(&self) -> Vec<CellId> {
        let begun = self.begun();
        if begun.is_empty() { Vec::new() } else { sorted(self.next(&begun)) }
    }

    pub fn complete(&self) -> Option<&str> {
        let same = |(_, run): &&(String, Vec<CellId>)| *run == self.chosen;
        self.runs.iter().find(same).map(|(mv, _)| mv.as_str())
    }

    fn next<'a>(&'a self, begun: &'a [CellId]) -> impl Iterator<Item = CellId> + 'a {
        let following = |(_, run): &(String, Vec<CellId>)| {
            run.strip_prefix(begun).and_then(|rest| rest.first().copied())
        };
        self.runs.iter().filter_map(following)
    }

    fn chosen_or_made(&mut self) -> Touched {
        let goes_on = self.next(&self.chosen).next().is_some();
        if goes_on { Touched::Chosen } else { self.finish() }
    }

    /// Plays the cells chosen as they are, although more could follow.
    pub fn finish(&mut self) -> Touched {
        let Some(mv) = self.complete().map(str::to_string) else { return Touched::Nothing };
        self.chosen.clear();
        Touched::Move(mv)
    }
}

fn sorted(cells: impl Iterator<Item = CellId>) -> Vec<CellId> {
    let mut cells: Vec<CellId> = cells.collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
