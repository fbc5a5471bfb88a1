//! The board of the original programs: where each of forty numbered pieces stands.
//!
//! A piece keeps its number for the whole game, so the text tells more than a position does. It tells less,
//! too: neither whether an escape is used up nor when something was captured last.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::ops::RangeInclusive;

use manator_core::{Player, Rulebook, Table, TextError};
use manator_games::jetan::{CHIEF_BY_CHIEF, Jetan, PRINCESS_CAPTURED, Piece, SIZE, Side, Square};
use manator_protocol::quoted;

use super::action::step;
use super::numbers::{Figure, PIECES, numbered, owner};

const MOVES_MAX: i64 = 2_000_000;
const KINDS: [Piece; 8] = {
    use Piece::{Chief, Dwar, Flier, Padwar, Panthan, Princess, Thoat, Warrior};
    [Warrior, Padwar, Dwar, Flier, Chief, Princess, Thoat, Panthan]
};
/// What is added to the number of a player who has won, or to [`TIE`].
const OVER: i64 = 4;
/// Stands in the place of the winner when there is none.
const TIE: i64 = 3;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    #[error("percept: expected {expected}")]
    Missing { expected: String },
    #[error("percept: '{}': expected {expected}", quoted(found))]
    Unexpected { found: String, expected: String },
    #[error("percept: {0}")]
    Position(TextError),
}

impl BoardError {
    pub(super) fn unexpected(found: &str, expected: impl Into<String>) -> BoardError {
        BoardError::Unexpected { found: found.into(), expected: expected.into() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Of(Player),
    Won(Player),
    Tied,
}

impl Turn {
    fn winner(self) -> Option<Player> {
        match self {
            Turn::Won(player) => Some(player),
            Turn::Of(_) | Turn::Tied => None,
        }
    }

    pub(super) fn number(self) -> i64 {
        match self {
            Turn::Of(player) => i64::from(player.0) + 1,
            Turn::Won(player) => i64::from(player.0) + 1 + OVER,
            Turn::Tied => TIE + OVER,
        }
    }
}

/// What stands where: a number for each square, row by row from A1.
type Squares = [Option<usize>; SIZE as usize * SIZE as usize];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    figures: [Figure; PIECES],
    pub(super) turn: Turn,
    pub(super) moves: u32,
}

impl Board {
    /// Returns the board of a game of Jetan, with the numbers its pieces have had since it was set up.
    pub(super) fn of(table: &dyn Table) -> Board {
        let mut first = table.copy();
        while first.undo() {}
        let outcome = table.outcome().map(|outcome| outcome.winner());
        let turn = match outcome {
            None => Turn::Of(table.to_move()),
            Some(Some(winner)) => Turn::Won(winner),
            Some(None) => Turn::Tied,
        };
        let moves = table.position().split(' ').nth(4).and_then(|plies| plies.parse().ok());
        let figures = numbered(&first.pieces());
        let mut board = Board { figures, turn, moves: moves.unwrap_or_default() };
        for (from, to) in table.moves().iter().filter_map(|mv| step(mv)) {
            board.advance(from, to);
        }
        board
    }

    pub(super) fn advance(&mut self, from: Square, to: Square) {
        for figure in &mut self.figures {
            if figure.square == Some(to) {
                figure.square = None;
            } else if figure.square == Some(from) {
                figure.square = Some(to);
            }
        }
    }

    pub(super) fn squares(&self) -> Squares {
        let mut squares = [None; SIZE as usize * SIZE as usize];
        for (number, figure) in self.figures.iter().enumerate() {
            if let Some(square) = figure.square {
                squares[index(square)] = Some(number);
            }
        }
        squares
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Option<Square>> {
        self.figures.iter().map(|figure| figure.square)
    }

    pub(super) fn left(&self) -> usize {
        self.figures.iter().filter(|figure| figure.square.is_some()).count()
    }

    pub(super) fn find(&self, player: Player, kind: Piece) -> Option<Square> {
        let own = (0..PIECES).filter(|number| owner(*number) == player);
        let mut squares = own.map(|number| self.figures[number]).filter(|own| own.kind == kind);
        squares.find_map(|figure| figure.square)
    }

    pub(super) fn letters(&self) -> String {
        let squares = self.squares();
        let letter = |number: &Option<usize>| match number {
            None => '.',
            Some(number) => self.figures[*number].kind.letter(Side::ALL[owner(*number).index()]),
        };
        let rows = squares.chunks(usize::from(SIZE)).rev();
        let rows = rows.map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    pub(super) fn next(&self) -> Player {
        Player((self.moves % 2) as u8)
    }

    pub(super) fn position(&self, escapes: [bool; 2], quiet: u32) -> String {
        let escapes = match escapes {
            [true, true] => "Rr",
            [true, false] => "R",
            [false, true] => "r",
            [false, false] => "-",
        };
        let decided = self.decided();
        let quiet = if decided.is_some() { 0 } else { quiet };
        let turn = Jetan::CARD.players[self.next().index()];
        let decided = decided.unwrap_or("-");
        format!("{} {turn} {escapes} {quiet} {} {decided}", self.letters(), self.moves)
    }

    /// Returns how a capture ended the game, if one did: a player may also have given up.
    fn decided(&self) -> Option<&'static str> {
        let (loser, winner) = (self.next(), self.turn.winner()?);
        if winner == loser {
            return None;
        }
        if self.find(loser, Piece::Princess).is_none() {
            return Some(PRINCESS_CAPTURED.0);
        }
        let (taken, taker) = (self.find(loser, Piece::Chief), self.find(winner, Piece::Chief));
        (taken.is_none() && taker.is_some()).then_some(CHIEF_BY_CHIEF.0)
    }

    pub(super) fn read(text: &str) -> Result<Board, BoardError> {
        let mut parts = text.split(',');
        let mut squares: Squares = [None; SIZE as usize * SIZE as usize];
        for square in Square::all() {
            let expected = || format!("the number of a piece or -1 on {square}");
            let number = number(parts.next(), -1..=PIECES as i64 - 1, expected)?;
            squares[index(square)] = usize::try_from(number).ok();
        }
        let mut figures = [Figure { kind: Piece::Panthan, square: None }; PIECES];
        for (number, figure) in figures.iter_mut().enumerate() {
            *figure = read_figure(parts.next(), number, &squares)?;
        }
        for square in Square::all() {
            let Some(number) = squares[index(square)] else { continue };
            if figures[number].square != Some(square) {
                let expected = format!("another number on {square}, as this piece is elsewhere");
                return Err(BoardError::unexpected(&number.to_string(), expected));
            }
        }
        let turn = read_turn(parts.next())?;
        let moves = number(parts.next(), 0..=MOVES_MAX, || "the number of moves made".into())?;
        if let Some(more) = parts.find(|part| !part.trim().is_empty()) {
            return Err(BoardError::unexpected(more, "nothing more"));
        }
        let board = Board { figures, turn, moves: moves as u32 };
        match turn {
            Turn::Of(player) if player != board.next() => {
                let expected = format!("the moves made before player {} moves", player.0 + 1);
                Err(BoardError::unexpected(&moves.to_string(), expected))
            }
            _ => Ok(board),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in self.squares() {
            match number {
                Some(number) => write!(f, "{number},")?,
                None => f.write_str("-1,")?,
            }
        }
        for (number, figure) in self.figures.iter().enumerate() {
            let kind = KINDS.iter().position(|kind| *kind == figure.kind).unwrap_or_default();
            write!(f, "{};{kind};", owner(number).0 + 1)?;
            match figure.square {
                Some(square) => write!(f, "{};{};1,", square.column(), square.row())?,
                None => f.write_str("-1;-1;0,")?,
            }
        }
        write!(f, "{},{},", self.turn.number(), self.moves)
    }
}

pub(super) fn index(square: Square) -> usize {
    usize::from(square.row()) * usize::from(SIZE) + usize::from(square.column())
}

fn number(
    part: Option<&str>,
    bounds: RangeInclusive<i64>,
    expected: impl Fn() -> String,
) -> Result<i64, BoardError> {
    let part = part.ok_or_else(|| BoardError::Missing { expected: expected() })?;
    match part.trim().parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(BoardError::unexpected(part, expected())),
    }
}

/// Reads `player;kind;column;row;alive` of the piece with this number.
fn read_figure(part: Option<&str>, number: usize, squares: &Squares) -> Result<Figure, BoardError> {
    let expected = || format!("player;kind;column;row;alive of piece {number}");
    let part = part.ok_or_else(|| BoardError::Missing { expected: expected() })?;
    let wrong = |what: &str| BoardError::unexpected(part, format!("{}{what}", expected()));
    let numbers: Result<Vec<i64>, _> = part.split(';').map(|text| text.trim().parse()).collect();
    let Ok([player, kind, column, row, alive]) = numbers.as_deref() else {
        return Err(wrong(""));
    };
    if *player != i64::from(owner(number).0) + 1 {
        return Err(wrong(", whose player is another"));
    }
    let kind = usize::try_from(*kind).ok().and_then(|kind| KINDS.get(kind));
    let kind = *kind.ok_or_else(|| wrong(", with a kind from 0 to 7"))?;
    if *alive == 0 {
        return Ok(Figure { kind, square: None });
    }
    let place = u8::try_from(*column).ok().zip(u8::try_from(*row).ok());
    let square = place.and_then(|(column, row)| Square::new(column, row));
    match square {
        Some(square) if squares[index(square)] == Some(number) => {
            Ok(Figure { kind, square: Some(square) })
        }
        _ => Err(wrong(", on the square that has its number")),
    }
}

fn read_turn(part: Option<&str>) -> Result<Turn, BoardError> {
    const TURN: &str = "whose turn it is: 1 or 2, or who has won: 5, 6 or 7 for nobody";
    let expected = || TURN.to_string();
    match number(part, 1..=TIE + OVER, expected)? {
        turn @ 1..=2 => Ok(Turn::Of(Player(turn as u8 - 1))),
        turn @ 5..=6 => Ok(Turn::Won(Player((turn - OVER) as u8 - 1))),
        7 => Ok(Turn::Tied),
        turn => Err(BoardError::unexpected(&turn.to_string(), TURN)),
    }
}
