//! A game as pictures, for clients that know no rules.
//!
//! A film holds what stands on the board at first, and after each move what has changed. As text it is
//!
//! ```text
//! CELLS LOOK LOOK ...|START|PLIES
//! ```
//!
//! where a look is `kind:owner:letter` (the owner a seat number or `-`). Behind that, everything is written
//! with 64 digits: a cell with one of them, or two on a board of more than 64 cells; what stands on it with
//! one, `A` for nothing, `B` for the first look. `START` lists what stands on each cell. A ply is the seat
//! to move, the changed cells each with what stands there now, and the cells of the last move: `.` when
//! those are the changed ones, `=` when they are as before, or else `:`, the cells, and `;`.
//!
//! The part up to the second bar is the same in most games of a tournament, so that it can be kept once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::error::Error;
use std::fmt::{self, Write};
use std::str::FromStr;

use crate::player::{MAX_PLAYERS, Player};
use crate::table::Table;
use crate::view::{CellId, Piece};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The largest board: two digits name a cell.
const CELLS_MAX: usize = DIGITS.len() * DIGITS.len();

/// The most looks: one digit names what stands on a cell, and one of those means nothing.
const LOOKS_MAX: usize = DIGITS.len() - 1;

/// What stands on a cell: nothing, or a look by its number from 1.
type Code = u8;

const NOTHING: Code = 0;

/// What a piece looks like: a [`Piece`] that can be read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    pub kind: String,
    pub owner: Option<Player>,
    pub letter: char,
}

impl PartialEq<Piece> for Look {
    fn eq(&self, piece: &Piece) -> bool {
        self.letter == piece.letter && self.owner == piece.owner && self.kind == piece.kind
    }
}

/// A game as pictures.
///
/// ```
/// use manator_core::{Film, Settings, Table};
/// use manator_games::catalog;
///
/// let joust = catalog::find("joust").expect("a game of the catalog");
/// let settings = Settings::parse(joust.card().options, "size=3x4").expect("options of Joust");
/// let mut table = joust.open(settings).expect("a size that can be");
/// let mut film = Film::new(&*table);
/// table.play("B1C3").expect("legal");
/// film.add(&*table);
///
/// let text = film.to_string();
/// assert_eq!(text, "12 knight:0:W knight:1:B burned:-:#|ABAAAAAAAACA|BBDIB.");
/// let read: Film = text.parse().expect("a film");
/// let last = read.frames().last().expect("a picture of each position");
/// assert_eq!(last.last_move, table.last_move());
/// assert_eq!(last.pieces.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    looks: Vec<Look>,
    start: Vec<Code>,
    plies: Vec<Ply>,
    now: Vec<Code>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    turn: Player,
    /// In the order of the marks where these are the same cells, or else by cell.
    changes: Vec<(CellId, Code)>,
    marks: Vec<CellId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    pub pieces: Vec<(CellId, &'a Look)>,
    pub last_move: Vec<CellId>,
    /// Who decides next; nobody is named before the first move.
    pub to_move: Option<Player>,
}

impl Film {
    /// Begins a film with the position on a table.
    ///
    /// # Panics
    /// Panics when the board has more cells, or kinds of pieces, than the text has digits for.
    pub fn new(table: &dyn Table) -> Film {
        let cells = table.board().cells.len();
        assert!(cells <= CELLS_MAX, "a film has at most {CELLS_MAX} cells");
        let mut film = Film {
            looks: Vec::new(),
            start: Vec::new(),
            plies: Vec::new(),
            now: vec![NOTHING; cells],
        };
        film.now = film.codes(table);
        film.start = film.now.clone();
        film
    }

    /// Adds the position after a further move on the same table.
    ///
    /// # Panics
    /// As [`Film::new`].
    pub fn add(&mut self, table: &dyn Table) {
        let next = self.codes(table);
        let changed = |(cell, (before, after)): (usize, (&Code, &Code))| {
            (before != after).then_some((CellId(cell as u16), *after))
        };
        let both = self.now.iter().zip(&next).enumerate();
        let mut changes: Vec<(CellId, Code)> = both.filter_map(changed).collect();
        let marks = table.last_move();
        let at = |cell: &CellId| marks.iter().position(|mark| mark == cell);
        let same =
            changes.len() == marks.len() && changes.iter().all(|(cell, _)| at(cell).is_some());
        if same {
            changes.sort_by_key(|(cell, _)| at(cell));
        }
        self.plies.push(Ply { turn: table.to_move(), changes, marks });
        self.now = next;
    }

    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Returns the pictures: the first position, and the one after each move.
    pub fn frames(&self) -> impl Iterator<Item = Frame<'_>> {
        let mut now = self.start.clone();
        let first = self.frame(&now, None);
        let rest = self.plies.iter().map(move |ply| {
            ply.changes.iter().for_each(|(cell, code)| now[cell.index()] = *code);
            self.frame(&now, Some(ply))
        });
        std::iter::once(first).chain(rest)
    }

    fn frame(&self, codes: &[Code], ply: Option<&Ply>) -> Frame<'_> {
        let look = |code: Code| self.looks.get(usize::from(code).checked_sub(1)?);
        let cells = codes.iter().enumerate();
        let piece = |(cell, code): (usize, &Code)| Some((CellId(cell as u16), look(*code)?));
        Frame {
            pieces: cells.filter_map(piece).collect(),
            last_move: ply.map(|ply| ply.marks.clone()).unwrap_or_default(),
            to_move: ply.map(|ply| ply.turn),
        }
    }

    /// Returns what stands on each cell of the table; unknown looks are added.
    fn codes(&mut self, table: &dyn Table) -> Vec<Code> {
        let mut codes = vec![NOTHING; self.now.len()];
        for placed in table.pieces() {
            let cell = placed.cell.index();
            // Nearly all pieces stand where they stood.
            let before = usize::from(self.now[cell]);
            let unchanged = before > 0 && self.looks[before - 1] == placed.piece;
            codes[cell] = if unchanged { self.now[cell] } else { self.code(&placed.piece) };
        }
        codes
    }

    fn code(&mut self, piece: &Piece) -> Code {
        let known = self.looks.iter().position(|look| look == piece);
        let at = known.unwrap_or_else(|| {
            assert!(self.looks.len() < LOOKS_MAX, "a film has at most {LOOKS_MAX} looks");
            let kind = piece.kind.to_string();
            self.looks.push(Look { kind, owner: piece.owner, letter: piece.letter });
            self.looks.len() - 1
        });
        at as Code + 1
    }
}

impl fmt::Display for Film {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.start.len().to_string();
        for Look { kind, owner, letter } in &self.looks {
            match owner {
                Some(Player(seat)) => write!(text, " {kind}:{seat}:{letter}")?,
                None => write!(text, " {kind}:-:{letter}")?,
            }
        }
        text.push('|');
        text.extend(self.start.iter().map(|code| digit(*code)));
        text.push('|');
        let large = self.start.len() > DIGITS.len();
        let mut before: &[CellId] = &[];
        for ply in &self.plies {
            ply.write(&mut text, large, before);
            before = &ply.marks;
        }
        f.write_str(&text)
    }
}

impl Ply {
    fn write(&self, text: &mut String, large: bool, before: &[CellId]) {
        let cell = |text: &mut String, CellId(cell): CellId| {
            if large {
                text.push(digit((cell / 64) as u8));
            }
            text.push(digit((cell % 64) as u8));
        };
        text.push(digit(self.turn.0));
        for (at, code) in &self.changes {
            cell(text, *at);
            text.push(digit(*code));
        }
        if self.changes.iter().map(|(at, _)| at).eq(&self.marks) {
            text.push('.');
        } else if self.marks == before {
            text.push('=');
        } else {
            text.push(':');
            self.marks.iter().for_each(|mark| cell(text, *mark));
            text.push(';');
        }
    }
}

fn digit(value: u8) -> char {
    char::from(DIGITS[usize::from(value)])
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmError {
    /// Where it goes wrong, in bytes from the beginning.
    pub at: usize,
    pub expected: &'static str,
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no film: {} expected at byte {}", self.expected, self.at)
    }
}

impl Error for FilmError {}

impl FromStr for Film {
    type Err = FilmError;

    fn from_str(text: &str) -> Result<Film, FilmError> {
        let mut reader = Reader { text, at: 0, cells: 0, looks: 0 };
        let looks = reader.head()?;
        let start = (0..reader.cells).map(|_| reader.code()).collect::<Result<Vec<_>, _>>()?;
        reader.expect('|', "a bar behind the cells")?;
        let mut plies = Vec::new();
        let mut now = start.clone();
        let mut marks = Vec::new();
        while reader.peek().is_some() {
            let ply = reader.ply(&marks)?;
            ply.changes.iter().for_each(|(cell, code)| now[cell.index()] = *code);
            marks.clone_from(&ply.marks);
            plies.push(ply);
        }
        Ok(Film { looks, start, plies, now })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    cells: usize,
    looks: usize,
}

impl<'a> Reader<'a> {
    /// Reads the number of cells and the looks, and the bar behind them.
    fn head(&mut self) -> Result<Vec<Look>, FilmError> {
        let cells = self.until(&[' ', '|']).parse().ok().filter(|cells| *cells <= CELLS_MAX);
        self.cells = cells.ok_or_else(|| self.fault("a number of cells"))?;
        let mut looks = Vec::new();
        while self.skip(' ') {
            looks.push(self.look()?);
        }
        self.looks = looks.len();
        if self.looks > LOOKS_MAX {
            return Err(self.fault("fewer kinds of pieces"));
        }
        self.expect('|', "a bar behind the kinds of pieces")?;
        Ok(looks)
    }

    fn look(&mut self) -> Result<Look, FilmError> {
        let kind = self.until(&[':']).to_string();
        self.expect(':', "a colon behind the kind")?;
        let owner = match self.until(&[':']) {
            "-" => None,
            seat => {
                let seat = seat.parse().ok().filter(|seat| usize::from(*seat) < MAX_PLAYERS);
                Some(Player(seat.ok_or_else(|| self.fault("a seat"))?))
            }
        };
        self.expect(':', "a colon behind the owner")?;
        let letter = self.peek().ok_or_else(|| self.fault("a letter"))?;
        self.at += letter.len_utf8();
        Ok(Look { kind, owner, letter })
    }

    fn ply(&mut self, before: &[CellId]) -> Result<Ply, FilmError> {
        let turn = Player(self.digit("a seat", MAX_PLAYERS)?);
        let mut changes = Vec::new();
        loop {
            let same = |changes: &[(CellId, Code)]| changes.iter().map(|(at, _)| *at).collect();
            let marks = match self.peek() {
                Some('.') => same(&changes),
                Some('=') => before.to_vec(),
                Some(':') => {
                    self.at += 1;
                    self.marks()?
                }
                _ => {
                    changes.push((self.cell()?, self.code()?));
                    continue;
                }
            };
            self.at += 1;
            return Ok(Ply { turn, changes, marks });
        }
    }

    /// Reads cells up to a semicolon, and not that.
    fn marks(&mut self) -> Result<Vec<CellId>, FilmError> {
        let mut marks = Vec::new();
        while self.peek() != Some(';') {
            marks.push(self.cell()?);
        }
        Ok(marks)
    }

    fn cell(&mut self) -> Result<CellId, FilmError> {
        let mut cell = 0;
        if self.cells > DIGITS.len() {
            cell = 64 * usize::from(self.digit("a cell", DIGITS.len())?);
        }
        cell += usize::from(self.digit("a cell", self.cells.saturating_sub(cell))?);
        Ok(CellId(cell as u16))
    }

    fn code(&mut self) -> Result<Code, FilmError> {
        self.digit("a kind of piece", self.looks + 1)
    }

    fn digit(&mut self, expected: &'static str, bound: usize) -> Result<u8, FilmError> {
        let byte = self.text.as_bytes().get(self.at);
        let value = byte.and_then(|byte| DIGITS.iter().position(|digit| digit == byte));
        let value = value.filter(|value| *value < bound).ok_or_else(|| self.fault(expected))?;
        self.at += 1;
        Ok(value as u8)
    }

    fn until(&mut self, ends: &[char]) -> &'a str {
        let rest = &self.text[self.at..];
        let part = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += part.len();
        part
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        self.at += usize::from(found) * character.len_utf8();
        found
    }

    fn expect(&mut self, character: char, expected: &'static str) -> Result<(), FilmError> {
        if self.skip(character) { Ok(()) } else { Err(self.fault(expected)) }
    }

    fn fault(&self, expected: &'static str) -> FilmError {
        FilmError { at: self.at, expected }
    }
}
