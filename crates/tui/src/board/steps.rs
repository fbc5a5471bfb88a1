//! Where the arrow keys lead: to the nearest cell in their direction.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{CellId, Point};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

/// How much worse a cell is for each unit it lies aside, compared with a unit ahead.
const ASIDE: f32 = 2.0;
/// The most a cell may lie aside for each unit ahead, a little more than a right angle's half.
const ASIDE_MAX: f32 = 1.05;
/// What counts as ahead, in units.
const AHEAD_MIN: f32 = 0.05;

#[derive(Clone, Debug)]
pub(super) struct Steps(Vec<[Option<CellId>; 4]>);

impl Steps {
    pub(super) fn between(centres: &[Point]) -> Steps {
        let nearest = |from: usize, direction: Direction| {
            let costs = centres.iter().enumerate().filter_map(|(to, centre)| {
                let cost = cost(centres[from], *centre, direction)?;
                Some((cost, CellId(to as u16)))
            });
            costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, cell)| cell)
        };
        let cells = 0..centres.len();
        Steps(cells.map(|from| Direction::ALL.map(|way| nearest(from, way))).collect())
    }

    pub(super) fn from(&self, cell: CellId, direction: Direction) -> Option<CellId> {
        self.0.get(cell.index())?[direction as usize]
    }
}

fn cost(from: Point, to: Point, direction: Direction) -> Option<f32> {
    let (right, down) = (to.x - from.x, to.y - from.y);
    let (ahead, aside) = match direction {
        Direction::Up => (-down, right),
        Direction::Down => (down, right),
        Direction::Left => (-right, down),
        Direction::Right => (right, down),
    };
    let aside = aside.abs();
    (ahead > AHEAD_MIN && aside <= ASIDE_MAX * ahead).then_some(ahead + ASIDE * aside)
}
