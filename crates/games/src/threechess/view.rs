//! What the board looks like: a hexagon in a drawing, three blocks of squares in text.
//!
//! A section is two quadrilaterals that meet between its columns D and E. Each has its corners in a
//! corner of the hexagon, the middles of the two sides there, and the centre, and is divided evenly
//! along its sides. In text, a line at a section's row 4 names the file on which each of its files
//! goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::canvas::Canvas;
use manator_core::notice::{Level, Notice};
use manator_core::view::{
    Board, Cell, CellId, Gesture, Label, LabelText, Piece, Placed, Point, TextAt, Tint, Zone,
};
use manator_core::{Game, Player, View};

use super::moves::{Mover, ThreeChess};
use super::notation::title;
use super::piece::Kind;
use super::position::{self, Move, PLAYERS, Position};
use super::square::{COLUMNS, Direction, ROWS, SEAM, SECTIONS, Square};
use super::text::{compose, letter};

/// The length of a side of the hexagon, so that a square is about one unit wide.
const SIDE: f32 = COLUMNS as f32;
const OUTSIDE: f32 = -0.4;

/// The first character column and line of each section's squares in text.
const BLOCKS: [(u16, u16); PLAYERS] = [(23, 2), (43, 9), (3, 9)];
const BLOCK_WIDTH: u16 = text_offset(COLUMNS - 1) + 1;
const LEGEND_AT: TextAt = TextAt { line: 16, column: 0 };
const LEGEND: &str = "Blue PNBRQK, Green pnbrqk, Red 123456: Pawn Knight Bishop Rook Queen King";

impl View for ThreeChess {
    fn board(&self) -> Board {
        let cells = (0..SECTIONS * COLUMNS * ROWS).map(|index| cell(Square(index)));
        let labels = (0..SECTIONS).flat_map(section_labels).chain([Label::rule(LEGEND, LEGEND_AT)]);
        Board {
            cells: cells.collect(),
            labels: labels.collect(),
            width: 2.0 * SIDE,
            height: SIDE * 3f32.sqrt(),
            brackets: true,
        }
    }

    fn pieces(&self, position: &Position) -> Vec<Placed> {
        let placed = |square: Square| {
            let (owner, kind) = position.board.piece(square)?;
            Some(Placed { cell: CellId(square.0.into()), piece: piece(owner, kind) })
        };
        Square::all().filter_map(placed).collect()
    }

    fn gesture(&self, _position: &Position, mv: Move) -> Gesture {
        Gesture::Cells([mv.from, mv.to].map(|square| CellId(square.0.into())).to_vec())
    }

    fn notices(&self, position: &Position) -> Vec<Notice> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        let attacked = |player: Player| {
            let king = position.king(player)?;
            let is_attacked = position.attackers(king) & !position.owned(player) != 0;
            let own = (player, title(player));
            let notice = Notice::about(Level::Danger, "king-attacked", own, "King is attacked");
            is_attacked.then(|| notice.on(CellId(king.0.into())))
        };
        let mut found: Vec<Notice> = Player::all(PLAYERS).filter_map(attacked).collect();
        if position.board.occurrences == 2 {
            let words = "This position has come up twice: the third time is a draw";
            found.push(Notice::to_all(Level::Warning, "repeated", words));
        }
        let points = |player| format!("{} {}", title(player), position.board.score(player));
        let points: Vec<String> = Player::all(PLAYERS).map(points).collect();
        let words = format!("Points: {}", points.join(", "));
        let remark = Notice::to_all(Level::Remark, "points", words);
        found.push(
            Player::all(PLAYERS).fold(remark, |all, player| all.with(position.board.score(player))),
        );
        found
    }

    fn rule(&self, position: &Position) -> &'static str {
        if self.outcome(position).is_some() { "How it ends" } else { "How the pieces move" }
    }

    fn palette(&self) -> Vec<Piece> {
        let of = |owner| Kind::ALL.into_iter().map(move |kind| piece(owner, kind));
        Player::all(PLAYERS).flat_map(of).collect()
    }

    fn compose(&self, pieces: &[Placed], turn: Player) -> String {
        compose(pieces, turn)
    }
}

fn piece(owner: Player, kind: Kind) -> Piece {
    let [_, name] = kind.names();
    Piece { kind: name, owner: Some(owner), letter: letter(owner, kind) }
}

fn cell(square: Square) -> Cell {
    let (section, column, row) = (square.section(), square.column(), square.row());
    let [x, y] = [f32::from(column), f32::from(row)];
    let corners = [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
    Cell {
        name: square.to_string(),
        outline: corners.map(|(x, y)| point(section, x, y)).to_vec(),
        tint: Tint::chequered(column, row, Zone::Section(Player(section))),
        empty: '.',
        at: text_at(square),
    }
}

/// Returns a point of the drawing by its distance from a section's column A and back row, in squares.
fn point(section: u8, column: f32, row: f32) -> Point {
    let half = f32::from(COLUMNS) / 2.0;
    // Seen from the centre, Blue's column H begins in the corner at the upper left, and each section
    // takes two corners, clockwise.
    let [before, left, right, after] = [5, 6, 7, 8].map(|turn| corner(2 * section + turn));
    let [near, far] = if column <= half { [right, after] } else { [left, before] };
    let across = if column <= half { column } else { f32::from(COLUMNS) - column } / half;
    let along = row / f32::from(ROWS);
    let coordinate = |of: fn(Point) -> f32, centre: f32| {
        let home = (of(left) + of(right)) / 2.0;
        let side = (of(near) + of(far)) / 2.0;
        (1.0 - along) * ((1.0 - across) * of(near) + across * home)
            + along * ((1.0 - across) * side + across * centre)
    };
    Point {
        x: coordinate(|point| point.x, SIDE),
        y: coordinate(|point| point.y, SIDE * 0.75f32.sqrt()),
    }
}

/// Returns a corner of the hexagon: 0 at the upper left, then clockwise.
fn corner(number: u8) -> Point {
    const CORNERS: [(f32, f32); 6] =
        [(0.5, 0.0), (1.5, 0.0), (2.0, 0.5), (1.5, 1.0), (0.5, 1.0), (0.0, 0.5)];
    let (x, y) = CORNERS[usize::from(number % 6)];
    Point { x: x * SIDE, y: y * (SIDE * 3f32.sqrt()) }
}

/// Returns how far a square stands from the left of its block; the two halves stand apart.
const fn text_offset(index: u8) -> u16 {
    3 * index as u16 + if index < COLUMNS / 2 { 0 } else { 3 }
}

/// Returns where a square stands in text: Blue's section at the top, upside down.
fn text_at(square: Square) -> TextAt {
    let (left, top) = BLOCKS[usize::from(square.section())];
    let (column, row) = (square.column(), square.row());
    let (index, line) =
        if square.section() == 0 { (COLUMNS - 1 - column, row) } else { (column, SEAM - row) };
    TextAt { line: top + u16::from(line), column: left + text_offset(index) }
}

fn section_labels(section: u8) -> Vec<Label> {
    let mut labels = Vec::new();
    let outwards = |line: u16, distance: u16| {
        if section == 0 { line - distance } else { line + distance }
    };
    for column in 0..COLUMNS {
        let home = text_at(Square::new(section, column, 0));
        let name = char::from(b'A' + column).to_string();
        let middle = f32::from(column) + 0.5;
        let at = TextAt { line: outwards(home.line, 1), ..home };
        labels.push(Label::new(name, at, point(section, middle, OUTSIDE)));

        let seam = Square::new(section, column, SEAM);
        let onward = seam.neighbour(Direction::Forward).map(|square| square.to_string());
        let file: String = onward.unwrap_or_default().chars().take(2).collect();
        let at = text_at(seam);
        let line = if section == 0 { at.line + 1 } else { at.line - 1 };
        labels.push(Label::rule(file, TextAt { line, ..at }));
    }
    let (left, _) = BLOCKS[usize::from(section)];
    for row in 0..ROWS {
        let line = text_at(Square::new(section, 0, row)).line;
        let middle = f32::from(row) + 0.5;
        let [first, last] = if section == 0 { [COLUMNS, 0] } else { [0, COLUMNS] };
        for (edge, column) in [(first, left - 3), (last, left + BLOCK_WIDTH + 2)] {
            let side = if edge == 0 { OUTSIDE } else { f32::from(COLUMNS) - OUTSIDE };
            let at = TextAt { line, column };
            labels.push(Label::new((row + 1).to_string(), at, point(section, side, middle)));
        }
        for column in [left - 2, left + BLOCK_WIDTH + 1] {
            labels.push(Label::rule("|", TextAt { line, column }));
        }
    }
    let home = text_at(Square::new(section, 0, 0)).line;
    let at = TextAt { line: outwards(home, 2), column: left + BLOCK_WIDTH / 2 - 2 };
    let seat = point(section, f32::from(COLUMNS) / 2.0, 3.0 * OUTSIDE);
    labels.push(Label { text: LabelText::Seat(Player(section)), at, point: seat });
    labels
}

impl ThreeChess {
    pub(super) fn piece_diagram(&self, kind: Kind, from: Square) -> String {
        let mut alone = position::Board::empty();
        alone.toggle(0, kind, from);
        let targets = Mover::new(&alone).targets(kind, from);
        let target = Piece { kind: "target", owner: None, letter: 'x' };
        let mut pieces =
            vec![Placed { cell: CellId(from.0.into()), piece: piece(Player(0), kind) }];
        pieces.extend(
            Square::all()
                .filter(|square| targets & square.bit() != 0)
                .map(|square| Placed { cell: CellId(square.0.into()), piece: target }),
        );
        let mut board = self.board();
        board.labels.retain(|label| label.text != LabelText::Rule(LEGEND.into()));
        Canvas::draw(&board, &pieces, &[], |_| String::new()).to_string()
    }
}
