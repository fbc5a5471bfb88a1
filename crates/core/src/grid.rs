//! Boards of columns A, B, C … and rows 1, 2, 3 …, as four of the games have them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::notation::{Fault, TextError};
use crate::view::{Board, Cell, CellId, Label, Piece, Placed, Point, TextAt, Tint, Zone};

/// A board of so many columns and rows; cells are numbered row by row from A1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// At most 26, so that each has a letter.
    pub columns: u8,
    pub rows: u8,
}

/// A square of a [`Grid`]: column and row, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridSquare {
    pub column: u8,
    pub row: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    Square,
    Diamond,
}

impl std::fmt::Display for GridSquare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", (b'A' + self.column) as char, self.row + 1)
    }
}

impl Grid {
    pub fn cell(&self, square: GridSquare) -> CellId {
        CellId(u16::from(square.row) * u16::from(self.columns) + u16::from(square.column))
    }

    /// Returns all squares in the order of their cells.
    pub fn squares(&self) -> impl Iterator<Item = GridSquare> {
        let columns = self.columns;
        (0..self.rows)
            .flat_map(move |row| (0..columns).map(move |column| GridSquare { column, row }))
    }

    /// Reads a run of square names, such as `E10E7`, `e10-e7` or `B6 B4 D4`; `example` is for the fault.
    pub fn read_squares(&self, text: &str, example: &str) -> Result<Vec<GridSquare>, Fault> {
        let mut squares = Vec::new();
        let mut rest = text.trim_matches(is_separator).chars().peekable();
        while let Some(letter) = rest.next() {
            if is_separator(letter) {
                continue;
            }
            let mut digits = String::new();
            while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            if !letter.is_ascii_alphabetic() || digits.is_empty() {
                return Err(Fault::syntax(example));
            }
            squares.push(self.square(letter, &digits)?);
        }
        Ok(squares)
    }

    pub fn read_step(&self, text: &str, example: &str) -> Result<(GridSquare, GridSquare), Fault> {
        match self.read_squares(text, example)?[..] {
            [from, to] => Ok((from, to)),
            _ => Err(Fault::syntax(example)),
        }
    }

    fn square(&self, letter: char, digits: &str) -> Result<GridSquare, Fault> {
        let column = letter.to_ascii_uppercase() as u8 - b'A';
        let row = digits.parse::<u8>().unwrap_or(0);
        if column >= self.columns || row == 0 || row > self.rows || digits.starts_with('0') {
            let name = format!("{}{digits}", letter.to_ascii_uppercase());
            return Err(Fault::off_board(&name));
        }
        Ok(GridSquare { column, row: row - 1 })
    }

    /// Splits the board field of a position text into squares with their letters.
    pub fn read_board(&self, field: &str) -> Result<Vec<(GridSquare, char)>, TextError> {
        let rows: Vec<&str> = field.split('/').collect();
        if rows.len() != self.rows as usize {
            let expected = format!("{} rows with '/' between them, not {}", self.rows, rows.len());
            return Err(TextError::new(field, expected));
        }
        let mut squares = Vec::new();
        for (row, letters) in (0..self.rows).rev().zip(rows) {
            if letters.chars().count() != self.columns as usize {
                let expected = format!("{} squares in row {}", self.columns, row + 1);
                return Err(TextError::new(letters, expected));
            }
            let row_squares = (0..self.columns).map(|column| GridSquare { column, row });
            squares.extend(row_squares.zip(letters.chars()));
        }
        Ok(squares)
    }

    /// Writes the board field of a position text, rows from the top.
    pub fn write_board(&self, letter: impl Fn(GridSquare) -> char) -> String {
        let mut field = String::new();
        for row in (0..self.rows).rev() {
            if !field.is_empty() {
                field.push('/');
            }
            field.extend((0..self.columns).map(|column| letter(GridSquare { column, row })));
        }
        field
    }

    pub fn write_pieces(
        &self,
        pieces: &[Placed],
        empty: char,
        letter: impl Fn(&Piece) -> char,
    ) -> String {
        self.write_board(|square| {
            let here = pieces.iter().find(|placed| placed.cell == self.cell(square));
            here.map_or(empty, |placed| letter(&placed.piece))
        })
    }

    /// Describes a chequered board of squares, with the character that stands for an empty one.
    pub fn chequered(&self, empty: char) -> Board {
        let tint = |at: GridSquare| Tint::chequered(at.column, at.row, Zone::Field);
        self.board(CellShape::Square, |square| (tint(square), empty))
    }

    /// Describes the board: cells of one shape, two characters apart in text, with labelled axes.
    ///
    /// `look` gives each cell's tint and the character that stands for it when it is empty.
    pub fn board(&self, shape: CellShape, look: impl Fn(GridSquare) -> (Tint, char)) -> Board {
        let width = (self.rows.ilog10() + 1) as u16;
        let left = width + 2;
        let line = |row: u8| u16::from(self.rows - 1 - row);
        let cells = self.squares().map(|square| {
            let (tint, empty) = look(square);
            let x = f32::from(square.column);
            let y = f32::from(self.rows - 1 - square.row);
            let outline = match shape {
                CellShape::Square => [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],
                CellShape::Diamond => [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
            };
            Cell {
                name: square.to_string(),
                outline: outline.map(|(dx, dy)| Point { x: x + dx, y: y + dy }).to_vec(),
                tint,
                empty,
                at: TextAt { line: line(square.row), column: left + 2 * u16::from(square.column) },
            }
        });
        let mut labels = Vec::new();
        for row in 0..self.rows {
            let text = format!("{:>1$}", row + 1, width as usize);
            let point = Point { x: -0.5, y: f32::from(self.rows - 1 - row) + 0.5 };
            labels.push(Label::new(text, TextAt { line: line(row), column: 0 }, point));
        }
        let rule = "-".repeat(2 * self.columns as usize - 1);
        let below = u16::from(self.rows);
        labels.push(Label::rule(rule, TextAt { line: below, column: left }));
        for column in 0..self.columns {
            let text = ((b'A' + column) as char).to_string();
            let at = TextAt { line: below + 1, column: left + 2 * u16::from(column) };
            let point = Point { x: f32::from(column) + 0.5, y: f32::from(self.rows) + 0.5 };
            labels.push(Label::new(text, at, point));
        }
        Board {
            cells: cells.collect(),
            labels,
            width: f32::from(self.columns),
            height: f32::from(self.rows),
            brackets: true,
        }
    }
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '–' | '—' | ',')
}
