//! Characters that fill their cell to the edge: blocks, shades and lines.
//!
//! A picture draws them as shapes, because the glyphs of a font leave seams between cells.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// A rectangle in eighths of a cell: left, top, right, bottom; and how opaque it is, in quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) right: u16,
    pub(super) bottom: u16,
    pub(super) quarters: u16,
}

const fn part(left: u16, top: u16, right: u16, bottom: u16) -> Part {
    Part { left, top, right, bottom, quarters: 4 }
}

pub(super) fn block(symbol: char) -> Vec<Part> {
    let code = symbol as u32;
    match symbol {
        '▀' => vec![part(0, 0, 8, 4)],
        '▁'..='█' => vec![part(0, 8 - (code - 0x2580) as u16, 8, 8)],
        '▉'..='▏' => vec![part(0, 0, (0x2590 - code) as u16, 8)],
        '▐' => vec![part(4, 0, 8, 8)],
        '░'..='▓' => vec![Part { quarters: (code - 0x2590) as u16, ..part(0, 0, 8, 8) }],
        '▔' => vec![part(0, 0, 8, 1)],
        '▕' => vec![part(7, 0, 8, 8)],
        '▖'..='▟' => quadrants(QUADRANTS[(code - 0x2596) as usize]),
        _ => Vec::new(),
    }
}

/// The quarters of `▖▗▘▙▚▛▜▝▞▟` that are filled: 1 left, 2 right; above and below.
const QUADRANTS: [[u8; 2]; 10] =
    [[0, 1], [0, 2], [1, 0], [1, 3], [1, 2], [3, 1], [3, 2], [2, 0], [2, 1], [2, 3]];

fn quadrants(filled: [u8; 2]) -> Vec<Part> {
    let halves = [0, 4].into_iter().zip(filled);
    let parts = halves.map(|(top, half)| match half {
        1 => Some(part(0, top, 4, top + 4)),
        2 => Some(part(4, top, 8, top + 4)),
        3 => Some(part(0, top, 8, top + 4)),
        _ => None,
    });
    parts.flatten().collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStyle {
    Light,
    Heavy,
    /// Light, and bent rather than broken where two meet.
    Round,
}

/// The characters of lines, each at the sum of its arms: 1 up, 2 right, 4 down, 8 left.
const LIGHT: &str = " ╵╶└╷│┌├╴┘─┴┐┤┬┼";
const HEAVY: &str = "   ┗ ┃┏┣ ┛━┻┓┫┳╋";
const ROUND: &str = "   ╰  ╭  ╯  ╮";

/// Returns which arms a character of lines has from the middle of the cell: up, right, down, left.
pub(super) fn lines(symbol: char) -> Option<([bool; 4], LineStyle)> {
    let tables = [(LIGHT, LineStyle::Light), (HEAVY, LineStyle::Heavy), (ROUND, LineStyle::Round)];
    tables.into_iter().find_map(|(table, style)| {
        let arms = table.chars().position(|listed| listed == symbol).filter(|arms| *arms > 0)?;
        Some(([1, 2, 4, 8].map(|bit| arms & bit != 0), style))
    })
}
