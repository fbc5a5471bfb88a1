//! Why a move is refused, in words.
//!
//! The paths of a piece are walked here square by square, apart from the generator: an explanation
//! must name the square that stops it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::notation::fault;
use manator_core::{Fault, Game, Notation};

use super::board::{Square, Window};
use super::game::Jetan;
use super::options::{DwarPaths, Escape, ThoatSteps};
use super::piece::Piece;
use super::position::{Move, Position};
use super::{ATTACKED, BACKWARD, ESCAPE_USED, NEVER_CAPTURES, NOT_ATTACKED, reach};

/// A step: columns to the right, rows up.
type Step = (i8, i8);

const STRAIGHT: &[Step] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: &[Step] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const EITHER: &[Step] = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The paths of a Dwar in the table of the course's own program that do not return to the start.
const SOFTWARE_PATHS: [&str; 15] = [
    "NNN", "NNS", "NNE", "NEN", "NES", "NEE", "NWN", "NWS", "NWW", "SEN", "SES", "SEE", "SWN",
    "SWS", "SWW",
];

impl Jetan {
    pub(super) fn judge(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Result<Move, Fault> {
        if let Some(outcome) = self.outcome(position) {
            return Err(Fault::game_over(&self.describe_outcome(position, &outcome)));
        }
        let Some((side, piece)) = position.at(from) else {
            return Err(Fault::empty_square(&from.to_string()));
        };
        if side != position.turn {
            return Err(Fault::not_your_piece(&from.to_string(), side.name(), piece.name()));
        }
        let mv = Move { from, to, piece };
        if self.is_legal(position, mv) { Ok(mv) } else { Err(self.refuse(position, mv)) }
    }

    fn refuse(&self, position: &Position, mv: Move) -> Fault {
        let Move { from, to, piece } = mv;
        if from == to {
            let why = format!("the {} must leave {from}", piece.name());
            return Fault::new(fault::CANNOT_REACH, why);
        }
        if piece == Piece::Princess {
            return self.refuse_princess(position, mv);
        }
        let (_, rows) = from.offset_to(to);
        if piece == Piece::Panthan && isize::from(rows) * position.turn.forward() < 0 {
            return Fault::new(BACKWARD, BACKWARD.1);
        }
        let paths = self.paths(position, mv);
        if paths.is_empty() {
            let why = format!("{}; {to} is not among them", self.habit(piece));
            return Fault::new(fault::CANNOT_REACH, why);
        }
        if let Some(own) = own_piece(position, to) {
            return own;
        }
        Fault::blocked(&stop(position, from, &paths).unwrap_or(to).to_string())
    }

    fn refuse_princess(&self, position: &Position, mv: Move) -> Fault {
        let Move { from, to, .. } = mv;
        let side = position.turn;
        if let Some(own) = own_piece(position, to) {
            return own;
        }
        if position.at(to).is_some() {
            return Fault::new(NEVER_CAPTURES, NEVER_CAPTURES.1);
        }
        if from.distance(to) > 3 {
            if !position.escapes[side as usize] {
                return Fault::new(ESCAPE_USED, ESCAPE_USED.1);
            }
            if self.options.escape == Escape::Attacked && !self.princess(position, from).attacked {
                return Fault::new(NOT_ATTACKED, NOT_ATTACKED.1);
            }
        }
        let attackers = self.attackers(position, side.other(), to);
        let by = match attackers.min_by_key(|(_, square)| square.distance(to)) {
            Some((piece, square)) => format!(", attacked by the {} on {square}", piece.name()),
            None => String::new(),
        };
        Fault::new(ATTACKED, format!("the Princess may not enter {to}{by}"))
    }

    fn habit(&self, piece: Piece) -> &'static str {
        match piece {
            Piece::Warrior => "a Warrior makes 2 straight steps",
            Piece::Padwar => "a Padwar makes 2 diagonal steps",
            Piece::Dwar => match self.options.dwar {
                DwarPaths::All => "a Dwar makes 3 straight steps",
                DwarPaths::Software => "this Dwar knows only some paths of 3 straight steps",
            },
            Piece::Flier => "a Flier jumps 3 diagonal steps",
            Piece::Thoat => "a Thoat makes 1 straight and 1 diagonal step",
            Piece::Chief => "a Chief makes 3 steps, straight or diagonal",
            Piece::Princess => "a Princess jumps up to 3 steps, straight or diagonal",
            Piece::Panthan => "a Panthan makes 1 step forward, diagonally forward or sideways",
        }
    }

    /// Returns what lies between on each path of the piece to its target; nothing for a jump.
    fn paths(&self, position: &Position, mv: Move) -> Vec<Vec<Square>> {
        let Move { from, to, piece } = mv;
        let mut paths = Vec::new();
        let mut walk = |steps: &[&[Step]]| walk(steps, &mut vec![from], to, &mut paths);
        match piece {
            Piece::Warrior => walk(&[STRAIGHT; 2]),
            Piece::Padwar => walk(&[DIAGONAL; 2]),
            Piece::Dwar if self.options.dwar == DwarPaths::Software => {
                for path in SOFTWARE_PATHS {
                    follow(path, from, to, &mut paths);
                }
            }
            Piece::Dwar => walk(&[STRAIGHT; 3]),
            Piece::Thoat if self.options.thoat == ThoatSteps::Walks => {
                walk(&[STRAIGHT, DIAGONAL]);
                walk(&[DIAGONAL, STRAIGHT]);
            }
            Piece::Thoat => jump(reach::THOAT, from, to, &mut paths),
            Piece::Flier => jump(reach::FLIER, from, to, &mut paths),
            Piece::Chief => walk(&[EITHER; 3]),
            Piece::Princess => jump(reach::SEVEN, from, to, &mut paths),
            Piece::Panthan => {
                let ahead = position.turn.forward() as i8;
                walk(&[&[(-1, 0), (1, 0), (-1, ahead), (0, ahead), (1, ahead)]]);
            }
        }
        paths
    }
}

fn own_piece(position: &Position, to: Square) -> Option<Fault> {
    let (_, piece) = position.at(to).filter(|(side, _)| *side == position.turn)?;
    Some(Fault::own_piece(&to.to_string(), piece.name()))
}

/// Adds every path from the end of `visited` to `to` that enters no square twice.
fn walk(steps: &[&[Step]], visited: &mut Vec<Square>, to: Square, paths: &mut Vec<Vec<Square>>) {
    let (Some((&choices, rest)), Some(&last)) = (steps.split_first(), visited.last()) else {
        return;
    };
    for &(columns, rows) in choices {
        let Some(next) = last.offset(columns, rows).filter(|next| !visited.contains(next)) else {
            continue;
        };
        if !rest.is_empty() {
            visited.push(next);
            walk(rest, visited, to, paths);
            visited.pop();
        } else if next == to {
            paths.push(visited[1..].to_vec());
        }
    }
}

fn follow(path: &str, from: Square, to: Square, paths: &mut Vec<Vec<Square>>) {
    let mut visited = Vec::new();
    let mut last = from;
    for letter in path.chars() {
        let (columns, rows) = match letter {
            'N' => (0, 1),
            'E' => (1, 0),
            'S' => (0, -1),
            _ => (-1, 0),
        };
        let Some(next) = last.offset(columns, rows) else { return };
        visited.push(next);
        last = next;
    }
    if last == to {
        visited.pop();
        paths.push(visited);
    }
}

/// Adds a path with nothing between if `to` is one of the `targets` around `from`.
fn jump(targets: Window, from: Square, to: Square, paths: &mut Vec<Vec<Square>>) {
    let (columns, rows) = from.offset_to(to);
    if targets.contains(columns, rows) {
        paths.push(Vec::new());
    }
}

/// Returns the occupied square nearest to `from` on the paths with the fewest occupied squares: the only
/// one that stops the piece, if there is one.
fn stop(position: &Position, from: Square, paths: &[Vec<Square>]) -> Option<Square> {
    let stops = |path: &Vec<Square>| -> Vec<Square> {
        path.iter().copied().filter(|&square| position.at(square).is_some()).collect()
    };
    let stops: Vec<Vec<Square>> = paths.iter().map(stops).collect();
    let fewest = stops.iter().map(Vec::len).min()?;
    let nearest = stops.iter().filter(|stops| stops.len() == fewest).flatten().copied();
    nearest.min_by_key(|square| (from.distance(*square), *square))
}
