//! The pieces, whose turn it is, and what repetition needs to know of the past.
//!
//! Repetition is a rule, so the past is part of the position: the moves since the last one that cannot
//! be taken back (a capture or a pawn's move), with the hash of the board before each. Search never
//! copies that list: it saves and restores the [`Board`], which says how many entries at the end of the
//! list still count, and cuts the list to its former length. Nothing else ever removes an entry. A table has a copy for every
//! ply, so copies share the beginning of a long list: else a game of thousands of moves back and forth would take a list for each.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use manator_core::Player;
use manator_core::random::words;

use super::piece::{CODES, Kind};
use super::square::{COLUMNS, SECTIONS, SQUARES, Square};

pub(super) const PLAYERS: usize = SECTIONS as usize;
/// How many plies at least lie between two occurrences of a position: each player moves away and back.
const CYCLE_MIN: usize = 2 * PLAYERS;
pub(super) const OCCURRENCES_MAX: u8 = 3;
/// How many entries of the history a copy has of its own; of a longer one, all are shared with its own copies.
const OWN_MAX: usize = 64;

/// A move of a piece from one square to another; castling is the king's part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

#[derive(Debug)]
pub struct Position {
    pub(super) board: Board,
    /// What lies before the history, shared with copies.
    earlier: Option<Arc<[Past]>>,
    pub(super) history: Vec<Past>,
}

/// A move that can be taken back, and the board's hash before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Past {
    key: u64,
    mv: Move,
}

/// Everything but the past, small enough to copy at every move of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// For each bit of a kind's number, the squares of the pieces that have it.
    pub(super) planes: [u128; 3],
    pub(super) owners: [u128; PLAYERS],
    pub(super) key: u64,
    pub(super) captured: [u16; PLAYERS],
    /// How many moves at the end of the history can be taken back.
    reversible: u32,
    pub(super) turn: u8,
    pub(super) occurrences: u8,
    pub(super) king_taken: bool,
}

const _: () = assert!(size_of::<Board>() <= 128);

static PIECE_KEYS: [u64; PLAYERS * CODES * SQUARES] = words(0x7468_7265_6563_6865);
const TURN_KEYS: [u64; PLAYERS] = words(0x7373_7475_726E);
pub(super) const OCCURRENCE_KEYS: [u64; OCCURRENCES_MAX as usize] = words(0x7265_7065_6174);

/// Whether a move can be taken back without knowing what it captured or promoted.
enum Effect {
    Reversible,
    Irreversible,
}

impl Position {
    pub(super) fn new(board: Board) -> Position {
        Position { board, earlier: None, history: Vec::new() }
    }

    #[inline]
    pub(super) fn advance(&mut self, mv: Move) {
        let key = self.board.key;
        self.board.occurrences = 1;
        match self.board.play(mv) {
            Effect::Irreversible => self.board.reversible = 0,
            Effect::Reversible => {
                self.history.push(Past { key, mv });
                self.board.reversible += 1;
                if self.board.reversible as usize >= CYCLE_MIN {
                    self.board.occurrences += self.repetitions();
                }
            }
        }
    }

    pub(super) fn reversible_moves(&self) -> impl Iterator<Item = Move> {
        self.past().map(|past| past.mv)
    }

    fn past(&self) -> impl DoubleEndedIterator<Item = &Past> {
        let (earlier, own) = self.parts();
        earlier.iter().chain(own)
    }

    /// Returns the past that may still repeat: what is shared of it, and what is not.
    #[inline]
    fn parts(&self) -> (&[Past], &[Past]) {
        let reversible = self.board.reversible as usize;
        let own = &self.history[self.history.len().saturating_sub(reversible)..];
        let earlier = self.earlier.as_deref().unwrap_or_default();
        (&earlier[earlier.len() - (reversible - own.len())..], own)
    }

    fn repetitions(&self) -> u8 {
        let repeats = |past: &&Past| past.key == self.board.key;
        let (earlier, own) = self.parts();
        if earlier.is_empty() {
            let seen = own.iter().rev().skip(CYCLE_MIN - 1).step_by(PLAYERS);
            return seen.filter(repeats).count() as u8;
        }
        self.past().rev().skip(CYCLE_MIN - 1).step_by(PLAYERS).filter(repeats).count() as u8
    }
}

impl Clone for Position {
    /// Copies the past that may still repeat: what lies before it matters only to whoever takes back in place.
    fn clone(&self) -> Position {
        let (board, (earlier, own)) = (self.board, self.parts());
        match own.len() > OWN_MAX {
            true => Position {
                board,
                earlier: Some(self.past().copied().collect()),
                history: Vec::new(),
            },
            false => {
                let earlier = self.earlier.as_ref().filter(|_| !earlier.is_empty());
                Position { board, earlier: earlier.cloned(), history: own.to_vec() }
            }
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board && self.past().eq(other.past())
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.past().for_each(|past| past.hash(state));
    }
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            planes: [0; 3],
            owners: [0; PLAYERS],
            key: TURN_KEYS[0],
            captured: [0; PLAYERS],
            reversible: 0,
            turn: 0,
            occurrences: 1,
            king_taken: false,
        }
    }

    pub(super) fn start() -> Board {
        use Kind::{Bishop, King, Knight, Queen, Rook};
        let back = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut board = Board::empty();
        for section in 0..SECTIONS {
            for (column, kind) in (0..COLUMNS).zip(back) {
                board.toggle(section, kind, Square::new(section, column, 0));
                board.toggle(section, Kind::Pawn, Square::new(section, column, 1));
            }
        }
        board
    }

    #[inline]
    pub(super) fn player(&self) -> Player {
        Player(self.turn)
    }

    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.owners[0] | self.owners[1] | self.owners[2]
    }

    #[inline]
    pub(super) fn own(&self) -> u128 {
        self.owners[usize::from(self.turn)]
    }

    pub(super) fn pieces(&self, kind: Kind) -> u128 {
        let plane = |index: usize| match kind as usize >> index & 1 {
            1 => self.planes[index],
            _ => !self.planes[index],
        };
        self.occupied() & plane(0) & plane(1) & plane(2)
    }

    pub(super) fn piece(&self, square: Square) -> Option<(Player, Kind)> {
        let owner = self.owners.iter().position(|set| set & square.bit() != 0)?;
        Some((Player(owner as u8), self.kind(square)))
    }

    pub(super) fn score(&self, player: Player) -> u16 {
        let own = self.owners[player.index()];
        let pieces =
            Kind::ALL.map(|kind| kind.value() * (self.pieces(kind) & own).count_ones() as u16);
        pieces.iter().sum::<u16>() + self.captured[player.index()]
    }

    pub(super) fn fallen(&self) -> Option<Player> {
        let kings = self.pieces(Kind::King);
        Player::all(PLAYERS).find(|player| kings & self.owners[player.index()] == 0)
    }

    #[inline]
    pub(super) fn toggle(&mut self, owner: u8, kind: Kind, square: Square) {
        let owner = usize::from(owner);
        self.shift(kind, square.bit());
        self.owners[owner] ^= square.bit();
        self.key ^= piece_keys(owner, kind)[square.index()];
    }

    #[inline]
    pub(super) fn set_turn(&mut self, turn: u8) {
        self.key ^= TURN_KEYS[usize::from(self.turn)] ^ TURN_KEYS[usize::from(turn)];
        self.turn = turn;
    }

    /// Takes back a move that captured and promoted nothing and was not a pawn's.
    pub(super) fn take_back(&mut self, mv: Move) {
        let kind = self.kind(mv.to);
        self.set_turn((self.turn + SECTIONS - 1) % SECTIONS);
        self.step(kind, mv.to, mv.from);
        if let Some(rook) = self.castling_rook(kind, mv) {
            self.step(Kind::Rook, rook.to, rook.from);
        }
    }

    /// Returns the rook's part of a king's move, if it is castling.
    pub(super) fn castling_rook(&self, kind: Kind, mv: Move) -> Option<Move> {
        let home = |column| Square::new(self.turn, column, 0);
        if kind != Kind::King || mv.from != home(KING_COLUMN) {
            return None;
        }
        CASTLINGS
            .iter()
            .find(|castling| mv.to == home(castling.king_to))
            .map(|castling| Move { from: home(castling.rook_from), to: home(castling.rook_to) })
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Effect {
        let kind = self.kind(mv.from);
        let captured = self.occupied() & mv.to.bit() != 0;
        if captured {
            self.capture(mv.to);
        }
        self.step(kind, mv.from, mv.to);
        if kind == Kind::Pawn && mv.to.row() == 0 {
            self.toggle(self.turn, Kind::Pawn, mv.to);
            self.toggle(self.turn, Kind::Queen, mv.to);
        }
        if let Some(rook) = self.castling_rook(kind, mv) {
            self.step(Kind::Rook, rook.from, rook.to);
        }
        self.set_turn(if self.turn + 1 == SECTIONS { 0 } else { self.turn + 1 });
        if captured || kind == Kind::Pawn { Effect::Irreversible } else { Effect::Reversible }
    }

    fn capture(&mut self, square: Square) {
        let kind = self.kind(square);
        let next = (self.turn + 1) % SECTIONS;
        let theirs = self.owners[usize::from(next)] & square.bit() != 0;
        let owner = if theirs { next } else { (self.turn + 2) % SECTIONS };
        self.toggle(owner, kind, square);
        self.captured[usize::from(self.turn)] += kind.value();
        self.king_taken |= kind == Kind::King;
    }

    #[inline]
    fn step(&mut self, kind: Kind, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        self.shift(kind, both);
        self.owners[usize::from(self.turn)] ^= both;
        let keys = piece_keys(usize::from(self.turn), kind);
        self.key ^= keys[from.index()] ^ keys[to.index()];
    }

    /// Adds the squares to a kind's planes where they are missing and removes them where they are not.
    #[inline]
    fn shift(&mut self, kind: Kind, squares: u128) {
        for (index, plane) in self.planes.iter_mut().enumerate() {
            let has_bit = kind as u128 >> index & 1;
            *plane ^= squares & has_bit.wrapping_neg();
        }
    }

    #[inline]
    fn kind(&self, square: Square) -> Kind {
        let bit = |index: usize| ((self.planes[index] >> square.0) as usize & 1) << index;
        Kind::of(bit(0) | bit(1) | bit(2))
    }
}

#[inline]
fn piece_keys(owner: usize, kind: Kind) -> &'static [u64] {
    let first = (owner * CODES + kind as usize) * SQUARES;
    &PIECE_KEYS[first..first + SQUARES]
}

pub(super) const KING_COLUMN: u8 = 4;

/// The columns of one way to castle, all on the player's back row.
pub(super) struct Castling {
    pub(super) rook_from: u8,
    pub(super) rook_to: u8,
    pub(super) king_to: u8,
    pub(super) between: u8,
}

pub(super) const CASTLINGS: [Castling; 2] = [
    Castling { rook_from: 7, rook_to: 5, king_to: 6, between: 0b0110_0000 },
    Castling { rook_from: 0, rook_to: 3, king_to: 2, between: 0b0000_1110 },
];
