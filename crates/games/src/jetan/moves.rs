//! Listing and counting moves, and what the other side attacks.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use super::board::{Marks, Rows, Square, WORDS, Window};
use super::game::Jetan;
use super::options::{DwarPaths, Escape, ThoatSteps};
use super::piece::{Piece, Side};
use super::position::{KINDS, Move, PRINCESS, Position};
use super::reach;

impl Jetan {
    /// Calls `visit` for each legal move, whether or not the game is over by a counter.
    #[inline]
    pub(super) fn visit_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = position.turn;
        visit_panthans(position, &mut visit)?;
        for (index, &piece) in KINDS[..PRINCESS].iter().enumerate() {
            let Some(from) = position.officer(side, index) else { continue };
            let targets = self.targets(position, side, piece, from);
            targets.visit(from, |to| visit(Move { from, to, piece }))?;
        }
        let Some(from) = position.officer(side, PRINCESS) else {
            return ControlFlow::Continue(());
        };
        let piece = Piece::Princess;
        self.visit_princess(position, from, |to| visit(Move { from, to, piece }))
    }

    pub(super) fn may_go(&self, position: &Position, mv: Move) -> bool {
        let side = position.turn;
        let (columns, rows) = mv.from.offset_to(mv.to);
        match mv.piece {
            Piece::Panthan => {
                is_panthan_step(side, columns, rows) && position.open[side as usize].contains(mv.to)
            }
            Piece::Princess => {
                let same = |to| {
                    if to == mv.to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                self.visit_princess(position, mv.from, same).is_break()
            }
            _ => self.targets(position, side, mv.piece, mv.from).contains(columns, rows),
        }
    }

    #[inline]
    fn visit_princess<B>(
        &self,
        position: &Position,
        from: Square,
        mut visit: impl FnMut(Square) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let princess = self.princess(position, from);
        princess.ordinary.visit(from, &mut visit)?;
        if princess.may_escape {
            for (index, mut set) in self.escapes(position, from).into_iter().enumerate() {
                while set != 0 {
                    visit(Rows::square(index, set.trailing_zeros()))?;
                    set &= set - 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    pub(super) fn targets(
        &self,
        position: &Position,
        side: Side,
        piece: Piece,
        from: Square,
    ) -> Window {
        let open = position.open[side as usize].around(from);
        let empty = open & position.open[side.other() as usize].around(from);
        self.reach(piece, empty) & open
    }

    #[inline]
    pub(super) fn attacks(&self, position: &Position, piece: Piece, from: Square) -> Window {
        let empty = position.open[0].around(from) & position.open[1].around(from);
        self.reach(piece, empty)
    }

    /// Returns what a piece other than Princess and Panthan reaches among squares of which some are
    /// empty.
    #[inline(always)]
    pub(super) fn reach(&self, piece: Piece, empty: Window) -> Window {
        match piece {
            Piece::Warrior => reach::warrior(empty),
            Piece::Padwar => reach::padwar(empty),
            Piece::Dwar => match self.options.dwar {
                DwarPaths::All => reach::dwar(empty),
                DwarPaths::Software => reach::dwar_of_software(empty),
            },
            Piece::Flier => reach::FLIER,
            Piece::Thoat => match self.options.thoat {
                ThoatSteps::Walks => reach::thoat(empty),
                ThoatSteps::Jumps => reach::THOAT,
            },
            Piece::Chief => reach::chief(empty),
            Piece::Princess | Piece::Panthan => Window::EMPTY,
        }
    }

    #[inline]
    pub(super) fn princess(&self, position: &Position, from: Square) -> Princess {
        let threats = self.threats(position, from);
        let empty = position.open[0].around(from) & position.open[1].around(from);
        let ordinary = Window {
            down: empty.down & reach::SEVEN.down & !threats.down,
            up: empty.up & reach::SEVEN.up & !threats.up,
        };
        let attacked = threats.up & CENTER != 0;
        let may_escape = position.escapes[position.turn as usize]
            && (attacked || self.options.escape == Escape::AnyTime);
        Princess { ordinary, attacked, may_escape }
    }

    /// Returns what the side not to move attacks around `center`, the centre included.
    ///
    /// The Princess rarely has more than a few enemies within reach of her 48 squares: only they are
    /// looked at.
    #[inline]
    fn threats(&self, position: &Position, center: Square) -> Window {
        let side = position.turn.other();
        let panthans = &position.panthans[side as usize];
        let mut threats = panthans.panthan_attacks_around(side.forward(), center).wide();
        for (first, mut near) in [0, 8].into_iter().zip(position.officers_near(side, center, 3)) {
            while near != 0 {
                let index = first + near.trailing_zeros() as usize / 8;
                near &= near - 1;
                let Some(from) = position.officer(side, index) else { continue };
                let attacks = self.attacks(position, KINDS[index], from).wide();
                let (here, there) = (from.0, center.0);
                threats |= if here >= there {
                    attacks << (here - there)
                } else {
                    attacks >> (there - here)
                };
            }
        }
        Window { down: threats as u64, up: (threats >> 48) as u64 }
    }

    pub(super) fn attackers(
        &self,
        position: &Position,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = (Piece, Square)> {
        Square::all().filter_map(move |from| {
            let (_, piece) = position.at(from).filter(|(owner, _)| *owner == side)?;
            let (columns, rows) = from.offset_to(square);
            let attacked = match piece {
                Piece::Panthan => is_panthan_step(side, columns, rows),
                _ => self.attacks(position, piece, from).contains(columns, rows),
            };
            attacked.then_some((piece, from))
        })
    }

    /// Returns the empty squares not attacked and beyond the ordinary moves of a Princess on `from`.
    #[cold]
    pub(super) fn escapes(&self, position: &Position, from: Square) -> [u64; 3] {
        let side = position.turn.other();
        let mut barred = Marks::EMPTY;
        barred.panthan_attacks(&position.panthans[side as usize], side.forward());
        for (index, &piece) in KINDS[..PRINCESS].iter().enumerate() {
            if let Some(from) = position.officer(side, index) {
                barred.around(from, self.attacks(position, piece, from));
            }
        }
        barred.around(from, reach::SEVEN);
        let barred = barred.words();
        std::array::from_fn(|index| {
            let byte = WORDS[index];
            position.open[0].word(byte) & position.open[1].word(byte) & !barred[index]
        })
    }
}

pub(super) struct Princess {
    pub(super) ordinary: Window,
    pub(super) attacked: bool,
    /// Whether she may use the escape, if there is a square for it.
    pub(super) may_escape: bool,
}

/// The centre of a window, in its upper word.
const CENTER: u64 = 1 << 3;

pub(super) fn is_panthan_step(side: Side, columns: i8, rows: i8) -> bool {
    let ahead = isize::from(rows) == side.forward() && columns.abs() <= 1;
    ahead || rows == 0 && columns.abs() == 1
}

/// Returns, for a word of Panthans, which of them may go ahead, ahead west, ahead east, west, east.
#[inline]
pub(super) fn panthan_steps(position: &Position, byte: usize) -> [u64; 5] {
    let side = position.turn;
    let set = position.panthans[side as usize].word(byte);
    let open = &position.open[side as usize];
    let beside = open.word(byte);
    let ahead = open.word(byte.wrapping_add_signed(2 * side.forward()));
    [ahead, ahead << 1, ahead >> 1, beside << 1, beside >> 1].map(|open| open & set)
}

#[inline]
fn visit_panthans<B>(
    position: &Position,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let ahead = 16 * position.turn.forward() as i8;
    let deltas = [ahead, ahead - 1, ahead + 1, -1, 1];
    for (index, byte) in WORDS.into_iter().enumerate() {
        for (mut set, delta) in panthan_steps(position, byte).into_iter().zip(deltas) {
            while set != 0 {
                let from = Rows::square(index, set.trailing_zeros());
                set &= set - 1;
                let to = Square(from.0.wrapping_add_signed(delta));
                visit(Move { from, to, piece: Piece::Panthan })?;
            }
        }
    }
    ControlFlow::Continue(())
}
