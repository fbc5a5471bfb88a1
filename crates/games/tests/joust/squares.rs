//! A set of squares goes where its members go.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::SplitMix;
use manator_games::joust::{Joust, Squares};

fn check<const N: usize>(columns: u8, rows: u8) {
    let grid = Grid { columns, rows };
    let corners = [(0, 0), (columns - 1, rows - 1)];
    let game = Joust::on(grid, corners.map(|(column, row)| GridSquare { column, row }));
    assert!(game.words <= N);
    let cells = grid.squares().map(|square| grid.cell(square).index() as u8);
    let board = cells.fold(Squares::<N>::EMPTY, |all, cell| all | Squares::of(cell));
    let mut random = SplitMix::new(u64::from(columns) << 8 | u64::from(rows));
    for _ in 0..50 {
        let words = std::array::from_fn(|_| random.next_u64() & random.next_u64());
        let set = Squares(words) & board;
        let each = set.iter().map(|square| game.near(square));
        let spread = each.fold(Squares::EMPTY, |all, near| all | near);
        assert_eq!(game.spread(set), spread, "{columns}x{rows}");
        let twice = board.iter().filter(|square| (game.near(*square) & set).count() >= 2);
        let twice = twice.fold(Squares::EMPTY, |all, square| all | Squares::of(square));
        assert_eq!(game.spread_twice(set), twice, "{columns}x{rows}");
        assert_eq!(set.iter().count() as u32, set.count());
    }
    let dark = game.dark_squares::<N>();
    assert!(!dark.meets(game.spread(dark)), "a knight changes colour: {columns}x{rows}");
}

#[test]
fn a_set_goes_where_its_squares_go() {
    for (columns, rows) in [(1, 5), (2, 6), (3, 3), (8, 8), (7, 6), (26, 2)] {
        check::<1>(columns, rows);
        check::<4>(columns, rows);
    }
    for (columns, rows) in [(10, 10), (9, 14), (26, 4), (3, 40)] {
        check::<2>(columns, rows);
    }
    for (columns, rows) in [(16, 16), (26, 9), (12, 13)] {
        check::<4>(columns, rows);
    }
}
