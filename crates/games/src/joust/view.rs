//! What the board looks like.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::canvas::Canvas;
use manator_core::grid::{Grid, GridSquare};
use manator_core::view::{Board, CellId, Gesture, Piece, Placed};
use manator_core::{Fact, Player, Rulebook, View};

use super::moves::{Joust, knight_targets};
use super::position::{Move, Position};

const WHITE: Piece = Piece { kind: "knight", owner: Some(Player(0)), letter: 'W' };
const BLACK: Piece = Piece { kind: "knight", owner: Some(Player(1)), letter: 'B' };
const BURNED: Piece = Piece { kind: "burned", owner: None, letter: '#' };

impl View for Joust {
    fn board(&self) -> Board {
        self.grid.chequered('.')
    }

    fn pieces(&self, position: &Position) -> Vec<Placed> {
        let squares = self.grid.squares().map(|square| self.grid.cell(square));
        let piece = |cell: CellId| match cell.index() as u8 {
            square if square == position.knights[0] => Some(WHITE),
            square if square == position.knights[1] => Some(BLACK),
            square if position.is_free(square) => None,
            _ => Some(BURNED),
        };
        squares.filter_map(|cell| piece(cell).map(|piece| Placed { cell, piece })).collect()
    }

    fn gesture(&self, _position: &Position, mv: Move) -> Gesture {
        Gesture::Cells([mv.from, mv.to].map(|square| CellId(square.into())).to_vec())
    }

    fn estimate(&self, position: &Position) -> Option<Fact> {
        Some(Fact::new("static_value", "static value for Black", self.static_value(position)))
    }

    fn palette(&self) -> Vec<Piece> {
        vec![WHITE, BLACK, BURNED]
    }

    fn compose(&self, pieces: &[Placed], turn: Player) -> String {
        let board = self.grid.write_pieces(pieces, '.', |piece| match piece.owner {
            Some(Player(0)) => 'w',
            Some(_) => 'b',
            None => 'x',
        });
        format!("{board} {}", Self::CARD.players[turn.index()])
    }
}

impl Joust {
    pub(super) fn knight_diagram(&self) -> String {
        let grid = Grid { columns: 5, rows: 5 };
        let middle = GridSquare { column: 2, row: 2 };
        let mut pieces = vec![Placed { cell: grid.cell(middle), piece: WHITE }];
        let target = Piece { kind: "target", owner: None, letter: 'x' };
        pieces.extend(
            knight_targets(grid, middle).map(|to| Placed { cell: grid.cell(to), piece: target }),
        );
        Canvas::diagram(grid.chequered('.'), &pieces)
    }
}
