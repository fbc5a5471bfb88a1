//! Board sizes and start squares, from the options.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::SplitMix;
use manator_core::{OptionError, OptionSpec, Settings};

use super::OPTIONS;

const SIDE_MIN: u8 = 3;
pub(super) const SIDE_MAX: u8 = 26;
const SQUARES_MAX: u16 = 256;

fn spec(name: &str) -> &'static OptionSpec {
    OPTIONS.iter().find(|spec| spec.name == name).expect("the option is declared")
}

pub(super) fn size(settings: &Settings) -> Result<Grid, OptionError> {
    let text = settings.value("size").unwrap_or_default();
    let side = |text: &str| {
        text.trim().parse::<u8>().ok().filter(|side| (SIDE_MIN..=SIDE_MAX).contains(side))
    };
    let sides = text.split_once(['x', 'X']);
    let grid = sides.and_then(|(columns, rows)| {
        let grid = Grid { columns: side(columns)?, rows: side(rows)? };
        (u16::from(grid.columns) * u16::from(grid.rows) <= SQUARES_MAX).then_some(grid)
    });
    grid.ok_or_else(|| OptionError::Value {
        name: "size",
        value: text.into(),
        expected: format!(
            "columns x rows, each {SIDE_MIN} to {SIDE_MAX} and at most {SQUARES_MAX} squares, such as 8x8"
        ),
    })
}

pub(super) fn squares(settings: &Settings, grid: Grid) -> Result<[GridSquare; 2], OptionError> {
    let text = settings.value("start").unwrap_or_default();
    let home =
        |column: u8| [GridSquare { column, row: 0 }, GridSquare { column, row: grid.rows - 1 }];
    match text.to_ascii_lowercase().as_str() {
        "middle" => Ok(home(grid.columns.div_ceil(2) - 1)),
        "centre" | "center" => Ok(centre(grid)),
        "random" => {
            let mut random = SplitMix::new(settings.integer("seed"));
            let mut column = || random.below(u64::from(grid.columns)) as u8;
            let (white, black) = (column(), column());
            Ok([home(white)[0], home(black)[1]])
        }
        _ => match grid.read_step(text, "two squares") {
            Ok((white, black)) if white != black => Ok([white, black]),
            Ok(_) => Err(spec("start").reject(text)),
            Err(fault) => Err(OptionError::Value {
                name: "start",
                value: text.into(),
                expected: format!("{} ({fault})", spec("start").values()),
            }),
        },
    }
}

/// Returns two squares opposite each other around the centre: D4 and E5 on 8 x 8.
fn centre(grid: Grid) -> [GridSquare; 2] {
    let mut white = GridSquare { column: (grid.columns - 1) / 2, row: (grid.rows - 1) / 2 };
    if !grid.columns.is_multiple_of(2) && !grid.rows.is_multiple_of(2) {
        // The centre is a single square: the knights stand on its left and right.
        white.column -= 1;
    }
    let black =
        GridSquare { column: grid.columns - 1 - white.column, row: grid.rows - 1 - white.row };
    [white, black]
}
