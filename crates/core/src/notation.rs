//! Moves and positions as text, and the arbiter's words.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use crate::game::Game;
use crate::outcome::Outcome;

/// The text side of a game. What is printed can always be read back.
///
/// ```
/// use manator_core::{Game, Notation};
/// use manator_games::threechess::ThreeChess;
///
/// let mut position = ThreeChess.start();
/// let mv = ThreeChess.read_move(&position, "be2 be4").expect("legal");
/// assert_eq!(ThreeChess.move_text(&position, mv), "BE2BE4");
/// ThreeChess.play(&mut position, mv);
/// let text = ThreeChess.write_position(&position);
/// assert_eq!(ThreeChess.read_position(&text), Ok(position.clone()));
///
/// let fault = ThreeChess.read_move(&position, "BE4BE5").expect_err("a section has four rows");
/// assert_eq!((fault.code, fault.why.as_str()), ("off-board", "BE5 is not on the board"));
/// ```
pub trait Notation: Game {
    /// Appends the one canonical spelling of a legal move.
    fn write_move(&self, position: &Self::Position, mv: Self::Move, out: &mut String);

    /// Reads a move as a person may type it: any case, blanks and dashes between squares.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Fault>;

    /// Returns the position as one line that holds everything the rules depend on.
    fn write_position(&self, position: &Self::Position) -> String;

    fn read_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Returns in one sentence how the game ended, without the full stop.
    fn describe_outcome(&self, position: &Self::Position, outcome: &Outcome) -> String;

    /// Returns what a player wants to know beside the board: counters, rights, scores.
    fn facts(&self, position: &Self::Position) -> Vec<Fact>;

    /// Returns what the player to move decides here.
    fn decision(&self, _position: &Self::Position) -> Decision {
        Decision::Move
    }

    /// Returns whether a player's turn begins here, rather than goes on with an answer.
    fn begins_turn(&self, position: &Self::Position) -> bool {
        matches!(self.decision(position), Decision::Move | Decision::Proposal)
    }

    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(position, mv, &mut text);
        text
    }
}

/// What a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Move,
    /// A move that the opponent may reject.
    Proposal,
    /// Whether to accept a proposal.
    Answer,
    /// Another move, after a proposal was rejected.
    Alternate,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The machine-readable name: `quiet`.
    pub name: &'static str,
    /// What it means, to show a person: `moves without a capture`.
    pub label: &'static str,
    pub value: String,
}

impl Fact {
    pub fn new(name: &'static str, label: &'static str, value: impl fmt::Display) -> Self {
        Fact { name, label, value: value.to_string() }
    }
}

/// Why a move is not legal: a code for programs, a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The machine-readable kind, one of those the game's card declares.
    pub code: &'static str,
    /// The sentence, without the move in front and without a full stop.
    pub why: String,
}

/// The fault codes that games on squares share, with their meanings. A card lists what its game has beside them.
pub mod fault {
    pub type Code = (&'static str, &'static str);

    pub const SYNTAX: Code = ("syntax", "the text is not a move in this game's notation");
    pub const OFF_BOARD: Code = ("off-board", "a square named is not on the board");
    pub const EMPTY_SQUARE: Code = ("empty-square", "no piece stands where the move starts");
    pub const NOT_YOUR_PIECE: Code = ("not-your-piece", "the piece belongs to another player");
    pub const OWN_PIECE: Code = ("own-piece", "your own piece stands where the move ends");
    pub const BLOCKED: Code = ("blocked", "a piece stands in the way");
    pub const CANNOT_REACH: Code = ("cannot-reach", "the piece does not move like that");
    pub const GAME_OVER: Code = ("game-over", "the game is over");

    pub(crate) const COMMON: [Code; 8] = [
        SYNTAX,
        OFF_BOARD,
        EMPTY_SQUARE,
        NOT_YOUR_PIECE,
        OWN_PIECE,
        BLOCKED,
        CANNOT_REACH,
        GAME_OVER,
    ];
}

impl Fault {
    pub fn new(kind: fault::Code, why: impl Into<String>) -> Self {
        Fault { code: kind.0, why: why.into() }
    }

    pub fn syntax(expected: &str) -> Self {
        Fault::new(fault::SYNTAX, format!("not a move; expected {expected}"))
    }

    pub fn off_board(square: &str) -> Self {
        Fault::new(fault::OFF_BOARD, format!("{square} is not on the board"))
    }

    pub fn empty_square(square: &str) -> Self {
        Fault::new(fault::EMPTY_SQUARE, format!("{square} is empty"))
    }

    pub fn not_your_piece(square: &str, owner: &str, piece: &str) -> Self {
        Fault::new(fault::NOT_YOUR_PIECE, format!("{square} holds {owner}'s {piece}"))
    }

    pub fn own_piece(square: &str, piece: &str) -> Self {
        Fault::new(fault::OWN_PIECE, format!("{square} holds your own {piece}"))
    }

    pub fn blocked(square: &str) -> Self {
        Fault::new(fault::BLOCKED, format!("blocked at {square}"))
    }

    pub fn game_over(how: &str) -> Self {
        Fault::new(fault::GAME_OVER, format!("the game is over: {how}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Fault {}

/// A text that could not be read: what stood there, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub found: String,
    pub expected: String,
}

impl TextError {
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        TextError { found: found.into(), expected: expected.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': expected {}", self.found, self.expected)
    }
}

impl std::error::Error for TextError {}

/// Splits a position text into exactly `N` fields, named by `names` for the error.
pub fn fields<'a, const N: usize>(text: &'a str, names: &str) -> Result<[&'a str; N], TextError> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let count = parts.len();
    parts.try_into().map_err(|_| TextError::new(text, format!("{N} fields ({names}), not {count}")))
}

pub fn counter(field: &str, name: &str, max: u64) -> Result<u64, TextError> {
    match field.parse::<u64>() {
        Ok(number) if number <= max && field.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
        _ => Err(TextError::new(field, format!("{name}, a whole number up to {max}"))),
    }
}

pub fn player(field: &str, players: &[&str]) -> Result<crate::Player, TextError> {
    let seat = players.iter().position(|name| name.eq_ignore_ascii_case(field));
    seat.map(|seat| crate::Player(seat as u8))
        .ok_or_else(|| TextError::new(field, format!("whose turn it is: {}", players.join(", "))))
}
