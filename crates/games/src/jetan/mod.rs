//! Jetan, the chess of Barsoom: ten by ten squares, twenty pieces a side.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod board;
mod moves;
mod position;
mod reach;

use std::ops::ControlFlow;

use manator_core::random::{mix, words};
use manator_core::{Game, Outcome, Player, Reason, TIED, TwoPlayer};

pub use board::{SIZE, Square};
pub use position::{Decision, Move, Piece, Position, Side};

/// A Princess was captured.
pub const PRINCESS_CAPTURED: Reason = Reason("princess-captured");
/// A Chief captured the Chief.
pub const CHIEF_BY_CHIEF: Reason = Reason("chief-x-chief");
/// A Chief was captured by another piece, where that draws.
pub const CHIEF_CAPTURED: Reason = Reason("chief-captured");
/// Both sides are weakened and ten plies have brought no capture.
pub const WEAKENED_FORCES: Reason = Reason("weakened-forces");
/// Both players have used up their moves.
pub const PLY_LIMIT: Reason = Reason("ply-limit");
/// The player to move has no legal move.
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");

/// How many plies without a capture tie the game of two weakened sides.
const QUIET_MAX: u32 = 10;
/// How close to the limit the plies left enter [`Game::key`].
///
/// Further away no search can reach the limit, and positions that differ only in their ply may share
/// what is known of them.
const HORIZON: u32 = 128;

/// Makes equal words in different places of the board hash differently.
const SALTS: [u64; 9] = words(0x4A65_7461_6E);

/// What follows when a Chief is taken by a piece other than the Chief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChiefTaken {
    /// Nothing: the Chief is removed.
    PlayOn,
    /// The game is drawn, as in the book.
    Draw,
}

/// When the Princess may use the escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Escape {
    /// Only while she is attacked.
    Attacked,
    /// At any time, as in the book.
    AnyTime,
}

/// How the Thoat moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThoatSteps {
    /// Over empty squares only.
    Walks,
    /// Over anything.
    Jumps,
}

/// How the Chiefs and Princesses are set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Array {
    /// Each Chief opposite the other side's Princess.
    Opposed,
    /// Both Chiefs in column E, both Princesses in column F.
    Facing,
}

/// Which paths a Dwar knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DwarPaths {
    /// Every path of three straight steps.
    All,
    /// Those in the table of the course's own program.
    Software,
}

/// What follows when both sides are weakened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakened {
    /// A tie after ten plies without a capture.
    Tie,
    /// Nothing.
    PlayOn,
}

/// The choices the rules leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// What follows when a Chief is taken by a piece other than the Chief.
    pub chief_taken: ChiefTaken,
    /// When the Princess may use the escape.
    pub escape: Escape,
    /// How the Thoat moves.
    pub thoat: ThoatSteps,
    /// How the Chiefs and Princesses are set up.
    pub array: Array,
    /// Which paths a Dwar knows.
    pub dwar: DwarPaths,
    /// What follows when both sides are weakened.
    pub weakened: Weakened,
    /// How many moves each player has.
    pub max_moves: u32,
}

impl Options {
    /// The rules as the course gives them.
    pub const STANDARD: Options = Options {
        chief_taken: ChiefTaken::PlayOn,
        escape: Escape::Attacked,
        thoat: ThoatSteps::Walks,
        array: Array::Opposed,
        dwar: DwarPaths::All,
        weakened: Weakened::Tie,
        max_moves: 1000,
    };

    /// The rules as the book gives them.
    pub const BOOK: Options =
        Options { chief_taken: ChiefTaken::Draw, escape: Escape::AnyTime, ..Options::STANDARD };

    /// The rules as the course's own program plays them.
    pub const SOFTWARE: Options = Options {
        thoat: ThoatSteps::Jumps,
        array: Array::Facing,
        dwar: DwarPaths::Software,
        weakened: Weakened::PlayOn,
        ..Options::STANDARD
    };
}

/// The rules of Jetan with their options chosen.
#[derive(Clone, Debug)]
pub struct Jetan {
    options: Options,
}

impl Jetan {
    /// Makes the rules with the given options.
    pub const fn new(options: Options) -> Jetan {
        Jetan { options }
    }

    /// Returns whether a capture or a counter has ended the game.
    #[inline]
    fn is_finished(&self, position: &Position) -> bool {
        position.decision.is_some()
            || position.plies >= self.plies_max()
            || self.is_tied_by_weakness(position)
    }

    #[inline]
    fn is_tied_by_weakness(&self, position: &Position) -> bool {
        position.quiet >= QUIET_MAX && self.are_both_weakened(position)
    }

    fn are_both_weakened(&self, position: &Position) -> bool {
        self.options.weakened == Weakened::Tie
            && Side::ALL.into_iter().all(|side| position.is_weakened(side))
    }

    #[inline]
    const fn plies_max(&self) -> u32 {
        self.options.max_moves.saturating_mul(2)
    }
}

impl Game for Jetan {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        const CHIEF_FIRST: &[u8; 10] = b"WPDFCRFDPW";
        const PRINCESS_FIRST: &[u8; 10] = b"WPDFRCFDPW";
        let orange = match self.options.array {
            Array::Opposed => PRINCESS_FIRST,
            Array::Facing => CHIEF_FIRST,
        };
        let mut position = Position::empty();
        let ranks = [
            (Side::Black, 0, CHIEF_FIRST),
            (Side::Black, 1, b"TAAAAAAAAT"),
            (Side::Orange, 8, b"TAAAAAAAAT"),
            (Side::Orange, 9, orange),
        ];
        for (side, row, letters) in ranks {
            for (column, &letter) in letters.iter().enumerate() {
                let square = Square::new(column as u8, row).expect("ten columns");
                let piece = Piece::from_letter(letter).expect("a letter of the array");
                position.put(side, piece, square);
            }
        }
        position
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.turn.player()
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_finished(position) {
            return ControlFlow::Continue(());
        }
        self.visit_moves(position, visit)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if self.is_finished(position) { 0 } else { self.tally_moves(position) }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        if mv.piece == Piece::Princess && mv.from.distance(mv.to) > 3 {
            position.escapes[position.turn as usize] = false;
        }
        match position.advance(mv) {
            Some(Piece::Princess) => position.decision = Some(Decision::PrincessCaptured),
            Some(Piece::Chief) if mv.piece == Piece::Chief => {
                position.decision = Some(Decision::ChiefByChief);
            }
            Some(Piece::Chief) if self.options.chief_taken == ChiefTaken::Draw => {
                position.decision = Some(Decision::ChiefCaptured);
            }
            _ => {}
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let won = |reason| {
            let loser = position.turn.player();
            Some(Outcome::win(2, position.turn.other().player(), loser, reason))
        };
        let tied = |reason| Some(Outcome::all(2, TIED, reason));
        match position.decision {
            Some(Decision::PrincessCaptured) => won(PRINCESS_CAPTURED),
            Some(Decision::ChiefByChief) => won(CHIEF_BY_CHIEF),
            Some(Decision::ChiefCaptured) => tied(CHIEF_CAPTURED),
            None if self.is_tied_by_weakness(position) => tied(WEAKENED_FORCES),
            None if position.plies >= self.plies_max() => tied(PLY_LIMIT),
            None if self.visit_moves(position, ControlFlow::Break).is_continue() => {
                tied(NO_LEGAL_MOVE)
            }
            None => None,
        }
    }

    /// Returns a hash of the board, the turn, the escapes and the verdict of a capture.
    ///
    /// The plies since the last capture enter it only while both sides are weakened, and the plies left
    /// only within 128 plies of the limit.
    fn key(&self, position: &Position) -> u64 {
        let quiet =
            if self.are_both_weakened(position) { position.quiet.min(QUIET_MAX) } else { 0 };
        let left = self.plies_max().saturating_sub(position.plies).min(HORIZON);
        let state = [
            position.turn as u32,
            u32::from(position.escapes[0]) | u32::from(position.escapes[1]) << 1,
            position.decision.map_or(0, |decision| 1 + decision as u32),
            quiet,
            left,
        ];
        let state = state.into_iter().fold(0, |state, part| state << 8 | u64::from(part));
        mix(position
            .board_words()
            .into_iter()
            .enumerate()
            .fold(state, |key, (index, word)| key.wrapping_add(mix(word ^ SALTS[index]))))
    }
}

impl TwoPlayer for Jetan {}
