//! What the board and the pieces look like.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::canvas::Canvas;
use manator_core::grid::{Grid, GridSquare};
use manator_core::view::{self, Board, CellId, Gesture, Placed};
use manator_core::{Notice, Player, Rulebook, View};

use super::board::{Square, Window};
use super::game::Jetan;
use super::notation::GRID;
use super::notices;
use super::piece::{Piece, Side};
use super::position::{Move, Position};
use super::reach;

impl View for Jetan {
    fn board(&self) -> Board {
        GRID.chequered('.')
    }

    fn pieces(&self, position: &Position) -> Vec<Placed> {
        let placed = |square: Square| {
            let (side, piece) = position.at(square)?;
            Some(Placed { cell: cell(square), piece: look(side, piece) })
        };
        Square::all().filter_map(placed).collect()
    }

    fn gesture(&self, _position: &Position, mv: Move) -> Gesture {
        Gesture::Cells(vec![cell(mv.from), cell(mv.to)])
    }

    fn palette(&self) -> Vec<view::Piece> {
        let of = |side| Piece::ALL.into_iter().map(move |piece| look(side, piece));
        Side::ALL.into_iter().flat_map(of).collect()
    }

    fn notices(&self, position: &Position) -> Vec<Notice> {
        notices::of(self, position)
    }

    fn question(&self, _position: &Position, mv: Move) -> Option<&'static str> {
        mv.is_escape().then_some("The Princess has one escape in the whole game. Use it now?")
    }

    fn rule(&self, position: &Position) -> &'static str {
        let is_ending = self.is_finished(position) || self.quiet_left(position).is_some();
        if is_ending { "How it ends" } else { "How to move" }
    }

    /// Nobody has used the escape, and the last ply was a capture.
    fn compose(&self, pieces: &[Placed], turn: Player) -> String {
        let board = GRID.write_pieces(pieces, '.', |piece| piece.letter);
        // An even number of plies is played when Black is to move.
        format!("{board} {} Rr 0 {} -", Self::CARD.players[turn.index()], turn.index())
    }
}

impl Jetan {
    pub(super) fn piece_diagram(&self, piece: Piece) -> String {
        const OPEN: Window = Window { down: !(1 << 51), up: !(1 << 3) };
        let (targets, radius) = match piece {
            Piece::Princess => (reach::SEVEN, 3),
            Piece::Panthan => (Window::of(&[(-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]), 1),
            Piece::Warrior | Piece::Padwar | Piece::Thoat => (self.reach(piece, OPEN), 2),
            Piece::Dwar | Piece::Flier | Piece::Chief => (self.reach(piece, OPEN), 3),
        };
        let side = 2 * radius as u8 + 1;
        let grid = Grid { columns: side, rows: side };
        let target = view::Piece { kind: "target", owner: None, letter: 'x' };
        let middle = GridSquare { column: radius as u8, row: radius as u8 };
        let mut pieces = vec![Placed { cell: grid.cell(middle), piece: look(Side::Black, piece) }];
        let reached = grid
            .squares()
            .filter(|at| targets.contains(at.column as i8 - radius, at.row as i8 - radius));
        pieces.extend(reached.map(|at| Placed { cell: grid.cell(at), piece: target }));
        Canvas::diagram(grid.chequered('.'), &pieces)
    }
}

pub(super) fn cell(square: Square) -> CellId {
    GRID.cell(square.into())
}

fn look(side: Side, piece: Piece) -> view::Piece {
    const KINDS: [&str; 8] =
        ["warrior", "padwar", "dwar", "flier", "thoat", "chief", "princess", "panthan"];
    let kind = KINDS[piece as usize];
    view::Piece { kind, owner: Some(side.player()), letter: piece.letter(side) }
}
