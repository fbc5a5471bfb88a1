//! What the board looks like: diamonds, with a frame around the Court.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::canvas::Canvas;
use manator_core::grid::{CellShape, GridSquare};
use manator_core::notice::{Level, Notice};
use manator_core::view::{Board, Gesture, Label, Piece, Placed, TextAt, Tint, Zone};
use manator_core::{Game, Notation, Player, Rulebook, View};

use super::KingsCourt;
use super::moves::{Move, around, each};
use super::position::{COURT, FIRST, GRID, OPENING_MOVES, Position, SECOND, bit, first_square};
use super::{notices, paths};

const FIRST_PIECE: Piece = Piece { kind: "piece", owner: Some(FIRST), letter: 'o' };
const SECOND_PIECE: Piece = Piece { kind: "piece", owner: Some(SECOND), letter: 'x' };

/// The lines of the frame above and below the Court, between the lines of the rows.
const FRAME_LINES: [u16; 2] = [2, 7];
/// The columns of the frame left and right of the Court, in the gaps between the columns of squares.
const FRAME_COLUMNS: [u16; 2] = [6, 14];

impl View for KingsCourt {
    fn board(&self) -> Board {
        let mut board = GRID.board(CellShape::Diamond, |square| {
            let zone = if COURT & bit(square) == 0 { Zone::Field } else { Zone::Court };
            (Tint::chequered(square.column, square.row, zone), '.')
        });
        let cells = board.cells.iter_mut().map(|cell| &mut cell.at);
        for at in cells.chain(board.labels.iter_mut().map(|label| &mut label.at)) {
            for line in FRAME_LINES {
                at.line += u16::from(at.line >= line);
            }
        }
        board.labels.extend(court_frame());
        board
    }

    fn pieces(&self, position: &Position) -> Vec<Placed> {
        let mut placed = Vec::new();
        for (player, piece) in [(FIRST, FIRST_PIECE), (SECOND, SECOND_PIECE)] {
            let _ = each(position.pieces(player), |square| {
                placed.push(Placed { cell: GRID.cell(first_square(square)), piece });
                ControlFlow::<()>::Continue(())
            });
        }
        placed
    }

    fn gesture(&self, position: &Position, mv: Move) -> Gesture {
        let path = paths::shortest(position, mv);
        Gesture::Cells(path.into_iter().map(|square| GRID.cell(square)).collect())
    }

    fn notices(&self, position: &Position) -> Vec<Notice> {
        notices::of(self, position)
    }

    fn rule(&self, position: &Position) -> &'static str {
        let is_ending = notices::of(self, position).iter().any(|one| one.level < Level::Remark);
        match self.outcome(position).is_some() || is_ending {
            true => "How it ends",
            false if position.played < OPENING_MOVES => "How it begins",
            false => "How to move",
        }
    }

    fn palette(&self) -> Vec<Piece> {
        vec![FIRST_PIECE, SECOND_PIECE]
    }

    /// The counters are those of the opening where that leads to the board, or else the least possible.
    fn compose(&self, pieces: &[Placed], turn: Player) -> String {
        let board = GRID
            .write_pieces(pieces, '.', |piece| if piece.owner == Some(FIRST) { '1' } else { '2' });
        let turn = Self::CARD.players[turn.index()];
        let opening = (0..OPENING_MOVES).map(|played| (played, played));
        // A board with every piece has an even or an odd number of moves behind it.
        let later = [0, 1, OPENING_MOVES, OPENING_MOVES + 1].map(|quiet| (OPENING_MOVES, quiet));
        let texts =
            opening.chain(later).map(|(played, quiet)| format!("{board} {turn} {played} {quiet}"));
        let possible = texts.into_iter().find(|text| self.read_position(text).is_ok());
        possible.unwrap_or_else(|| format!("{board} {turn} {OPENING_MOVES} 1"))
    }
}

fn court_frame() -> impl Iterator<Item = Label> {
    let [left, right] = FRAME_COLUMNS;
    let [top, bottom] = FRAME_LINES;
    let edge = format!("+{}+", "-".repeat(usize::from(right - left - 1)));
    let edges = FRAME_LINES.map(|line| (edge.clone(), TextAt { line, column: left }));
    let sides = (top + 1..bottom)
        .flat_map(|line| FRAME_COLUMNS.map(|column| ("|".into(), TextAt { line, column })));
    edges.into_iter().chain(sides).map(|(text, at)| Label::rule(text, at))
}

impl KingsCourt {
    pub(super) fn chain_diagram(&self) -> String {
        let board = "......../......../..2..1../......../....2.../...1..../.12...../........";
        let position = self.read_position(&format!("{board} first 4 0")).expect("a position");
        let piece = bit(GridSquare { column: 1, row: 1 });
        let mut pieces = self.pieces(&position);
        let _ = self.legal_moves(&position, |mv| {
            let (from, to) = mv.ends(&position);
            if from == piece && around(from) & to == 0 {
                let piece = Piece { kind: "target", owner: None, letter: '*' };
                pieces.push(Placed { cell: GRID.cell(first_square(to)), piece });
            }
            ControlFlow::<()>::Continue(())
        });
        Canvas::draw(&self.board(), &pieces, &[], |_| String::new()).to_string()
    }
}
