//! The board of the original programs, and what may be played on it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Settings, Table};
use manator_games::catalog;

/// The pieces' letters here, in the order in which the original programs number their kinds.
const LETTERS: [char; 8] = ['W', 'P', 'D', 'F', 'C', 'R', 'T', 'A'];
/// The kinds of the pieces 0 to 9, and of 10 to 19.
const ROWS: [[usize; 10]; 2] = [[0, 1, 2, 3, 4, 5, 3, 2, 1, 0], [6, 7, 7, 7, 7, 7, 7, 7, 7, 6]];

/// What an agent sees.
pub(crate) struct Board {
    /// The piece on each square, row by row; -1 for none.
    pub(crate) squares: Vec<i32>,
    pub(crate) turn: i32,
    pub(crate) moves: i32,
}

impl Board {
    /// Reads what a percept says, and makes sure that squares and pieces say the same.
    pub(crate) fn read(text: &str) -> Board {
        let parts: Vec<&str> = text.split(',').collect();
        assert_eq!(parts.len(), 143, "{text}");
        let number = |text: &str| text.parse::<i32>().expect("a number");
        let squares: Vec<i32> = parts[..100].iter().map(|part| number(part)).collect();
        for (piece, part) in parts[100..140].iter().enumerate() {
            let facts: Vec<i32> = part.split(';').map(number).collect();
            let [player, kind, column, row, alive] = facts[..] else { panic!("{part}") };
            assert_eq!((player as usize, kind as usize), (piece / 20 + 1, kind_of(piece)));
            let place = squares.iter().position(|on| *on == piece as i32);
            match alive {
                0 => assert_eq!((place, column, row), (None, -1, -1)),
                _ => assert_eq!(place, Some((row * 10 + column) as usize)),
            }
        }
        Board { squares, turn: number(parts[140]), moves: number(parts[141]) }
    }

    /// Returns the pieces as our notation has them.
    pub(crate) fn letters(&self) -> String {
        letters(&self.squares)
    }

    /// Returns the game as it stands; nobody tells an agent about escapes, so that there are none.
    pub(crate) fn table(&self) -> Box<dyn Table> {
        let mut table = table();
        let turn = if self.turn == 1 { "black" } else { "orange" };
        let position = format!("{} {turn} - 0 {} -", self.letters(), self.moves);
        table.set_position(&position).unwrap_or_else(|error| panic!("{position}: {error}"));
        table
    }
}

/// Returns a game by the rules of the original programs.
pub(crate) fn table() -> Box<dyn Table> {
    let entry = catalog::find("jetan").expect("a game");
    let settings = Settings::parse(entry.card().options, "variant=software").expect("rules");
    entry.open(settings).expect("a game")
}

/// Returns what kind a piece is of.
pub(crate) fn kind_of(piece: usize) -> usize {
    match piece {
        0..20 => ROWS[piece / 10][piece % 10],
        // The second player's back row is counted from the right, its Chief stands before ours.
        20..30 => ROWS[0][29 - piece],
        _ => ROWS[1][piece - 30],
    }
}

/// Returns pieces as our notation has them, from the last row to the first.
pub(crate) fn letters(squares: &[i32]) -> String {
    let letter = |number: &i32| match usize::try_from(*number) {
        Err(_) => '.',
        Ok(piece) if piece < 20 => LETTERS[kind_of(piece)],
        Ok(piece) => LETTERS[kind_of(piece)].to_ascii_lowercase(),
    };
    let rows: Vec<String> =
        squares.chunks(10).rev().map(|row| row.iter().map(letter).collect()).collect();
    rows.join("/")
}

/// Returns the column and the row of a square such as J10.
fn place(square: &str) -> (i32, i32) {
    let (column, row) = square.split_at(1);
    (i32::from(column.as_bytes()[0] - b'A'), row.parse::<i32>().expect("a row") - 1)
}

/// Returns the action that makes a move such as D2D4.
pub(crate) fn action(mv: &str) -> String {
    let middle = 1 + mv[1..].find(|letter: char| letter.is_ascii_alphabetic()).expect("a target");
    let ((column, row), (to_column, to_row)) = (place(&mv[..middle]), place(&mv[middle..]));
    format!("ACTION::CODE==1::MOVE=={column} {row} {} {}", to_column - column, to_row - row)
}

/// Returns the move that an action makes.
pub(crate) fn moved(action: &str) -> String {
    let numbers: Vec<i32> =
        action.split(' ').map(|number| number.parse().expect("a number")).collect();
    let [column, row, columns, rows] = numbers[..] else { panic!("{action}") };
    let square = |column: i32, row: i32| format!("{}{}", (b'A' + column as u8) as char, row + 1);
    format!("{}{}", square(column, row), square(column + columns, row + rows))
}
