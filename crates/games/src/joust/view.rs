//! What the board looks like.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::canvas::Canvas;
use manator_core::grid::{Grid, GridSquare};
use manator_core::notice::{Level, Notice, counted};
use manator_core::view::{Board, CellId, Gesture, Piece, Placed};
use manator_core::{Fact, Game, Player, Rulebook, View};

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

    fn notices(&self, position: &Position) -> Vec<Notice> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        let of = |(player, name): (Player, &str)| {
            let cell = CellId(position.knights[player.index()].into());
            match self.mobility(position, player) {
                0 => {
                    let what = "knight cannot move";
                    Notice::about(Level::Danger, "knight-stuck", (player, name), what).on(cell)
                }
                1 => {
                    let what = "knight has only one move left";
                    Notice::about(Level::Warning, "knight-last-move", (player, name), what).on(cell)
                }
                count => {
                    let what = format!("knight can go to {}", counted(count, "square"));
                    Notice::about(Level::Remark, "knight-moves", (player, name), &what)
                        .with(count as u32)
                }
            }
        };
        let mut found = [(Player(0), "White"), (Player(1), "Black")].map(of).to_vec();
        found.sort_by_key(|notice| notice.level);
        found
    }

    fn rule(&self, position: &Position) -> &'static str {
        if self.outcome(position).is_some() { "How it ends" } else { "How to move" }
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
