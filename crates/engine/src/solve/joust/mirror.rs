//! Positions lost because the opponent can mirror every move.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::grid::Grid;
use manator_games::joust::Joust;

use super::node::Node;

/// A way to turn a board over, or half around, that done twice changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    grid: Grid,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rows,
    Columns,
    Both,
    Diagonal,
    OtherDiagonal,
}

impl Mirror {
    /// Returns a mirror by which the player to move loses.
    ///
    /// It exchanges the knights, carries free squares to free squares, and leaves none of them where it
    /// is: so the image of every move is a legal answer, and the player to move is stuck first.
    pub(super) fn of<const N: usize>(game: &Joust, node: Node<N>) -> Option<Mirror> {
        let grid = game.grid;
        let flat = [Kind::Rows, Kind::Columns, Kind::Both];
        let square = [Kind::Diagonal, Kind::OtherDiagonal];
        let square = square.into_iter().filter(|_| grid.columns == grid.rows);
        let mirrors = flat.into_iter().chain(square).map(|kind| Mirror { grid, kind });
        let is_free_pair = |mirror: &Mirror, square| {
            let image = mirror.image(square);
            image != square && node.free.contains(image)
        };
        mirrors.into_iter().find(|mirror| {
            mirror.image(node.own) == node.other
                && node.free.iter().all(|square| is_free_pair(mirror, square))
        })
    }

    pub(super) fn image(self, square: u8) -> u8 {
        let Grid { columns, rows } = self.grid;
        let (column, row) = (square % columns, square / columns);
        let (last_column, last_row) = (columns - 1, rows - 1);
        let (column, row) = match self.kind {
            Kind::Rows => (column, last_row - row),
            Kind::Columns => (last_column - column, row),
            Kind::Both => (last_column - column, last_row - row),
            Kind::Diagonal => (row, column),
            Kind::OtherDiagonal => (last_row - row, last_column - column),
        };
        row * columns + column
    }
}
