//! What a board looks like, for terminal and browser alike: outlines, pieces, gestures.
//!
//! A client draws what stands here and knows no rules. Coordinates run right and down; a grid's cell
//! is one unit wide.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::notation::{Fact, Notation};
use crate::notice::Notice;
use crate::player::Player;

/// The visible side of a game.
///
/// ```
/// use manator_core::canvas::Canvas;
/// use manator_core::view::{CellId, Gesture};
/// use manator_core::{Game, Notation, Rulebook, Settings, View};
/// use manator_games::joust::Joust;
///
/// let settings = Settings::parse(Joust::CARD.options, "size=3x4").expect("options of Joust");
/// let game = Joust::new(&settings).expect("a size that can be");
/// let position = game.start();
/// let mv = game.read_move(&position, "B1C3").expect("legal");
/// assert_eq!(game.gesture(&position, mv), Gesture::Cells(vec![CellId(1), CellId(8)]));
/// assert_eq!(game.board().cells[8].name, "C3");
///
/// let marked = [CellId(1)];
/// let drawn = Canvas::draw(&game.board(), &game.pieces(&position), &marked, |_| String::new());
/// assert_eq!(drawn.to_string(), "\
/// 4  . B .
/// 3  . . .
/// 2  . . .
/// 1  .[W].
///    -----
///    A B C
/// ");
/// ```
pub trait View: Notation {
    /// Describes the board, which is the same in every position.
    fn board(&self) -> Board;

    /// Returns what stands on the cells, burned squares and the like included.
    fn pieces(&self, position: &Self::Position) -> Vec<Placed>;

    /// Returns how a person makes a move: the cells touched in order, or a button.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Gesture;

    /// Returns everything that may be put on a cell when a position is set up.
    fn palette(&self) -> Vec<Piece>;

    /// Writes the position with these pieces and this player to move; whatever else a position knows is as
    /// the rules would have it, or as ordinary as can be.
    ///
    /// What is set up may be impossible: then reading the text says why.
    fn compose(&self, pieces: &[Placed], turn: Player) -> String;

    /// Returns what a player also wants to see beside the board, although no rule depends on it: what the game's
    /// document thinks the position is worth.
    fn estimate(&self, _position: &Self::Position) -> Option<Fact> {
        None
    }

    /// Returns what players should know about a position before they decide, what matters most first.
    fn notices(&self, _position: &Self::Position) -> Vec<Notice> {
        Vec::new()
    }

    /// Returns what to ask a person before a legal move is played that cannot be had twice.
    fn question(&self, _position: &Self::Position, _mv: Self::Move) -> Option<&'static str> {
        None
    }

    /// Returns the heading of the rules in words under which stands what matters now.
    fn rule(&self, position: &Self::Position) -> &'static str;

    /// Returns which of the moves played is the one to mark on the board as the last.
    fn last_move(&self, played: &[Self::Move]) -> Option<usize> {
        played.len().checked_sub(1)
    }
}

/// The number of a cell: its index in [`Board::cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u16);

impl CellId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

/// Where something stands in a text of fixed-width characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextAt {
    pub line: u16,
    pub column: u16,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub cells: Vec<Cell>,
    /// Names of rows, columns and seats, and frames.
    pub labels: Vec<Label>,
    /// The width of the drawing; labels may lie outside.
    pub width: f32,
    pub height: f32,
    /// Whether plain text marks the last move with brackets around its cells.
    pub brackets: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub name: String,
    pub outline: Vec<Point>,
    pub tint: Tint,
    /// The character that stands for it when it is empty.
    pub empty: char,
    pub at: TextAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    pub shade: Shade,
    pub zone: Zone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    Light,
    Dark,
}

/// A part of a board with a look of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    Field,
    Court,
    Section(Player),
}

impl Tint {
    /// Returns the colouring of an ordinary chequered cell: A1 is dark.
    pub fn chequered(column: u8, row: u8, zone: Zone) -> Tint {
        let shade = if (column + row).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
        Tint { shade, zone }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub text: LabelText,
    pub at: TextAt,
    /// Where it is centred in a drawing.
    pub point: Point,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelText {
    Fixed(String),
    Seat(Player),
    /// Lines that frame the plain-text board; drawings have frames of their own.
    Rule(String),
}

impl Label {
    pub fn new(text: impl Into<String>, at: TextAt, point: Point) -> Label {
        Label { text: LabelText::Fixed(text.into()), at, point }
    }

    pub fn rule(text: impl Into<String>, at: TextAt) -> Label {
        Label { text: LabelText::Rule(text.into()), at, point: Point { x: -1.0, y: -1.0 } }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub cell: CellId,
    pub piece: Piece,
}

/// A piece, or whatever else stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in the rulebook, in lower case: `panthan`, `burned`.
    pub kind: &'static str,
    pub owner: Option<Player>,
    /// The character that stands for it in plain text.
    pub letter: char,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    Cells(Vec<CellId>),
    Button(&'static str),
}
