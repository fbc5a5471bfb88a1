//! Columns of text, with names in any script.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::text::{REPLACEMENT, is_deceptive};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns a name fit for one line, cut where it has more than so many columns.
///
/// Names come from anywhere: line ends, and orders to a terminal, are replaced.
pub(crate) fn fitted(name: &str, columns_max: usize) -> String {
    let clean = |letter| if is_deceptive(letter) { REPLACEMENT } else { letter };
    let plain: String = name.chars().map(clean).collect();
    if plain.width() <= columns_max {
        return plain;
    }
    let mut cut = String::new();
    let mut left = columns_max.saturating_sub(1);
    for letter in plain.chars() {
        let Some(rest) = left.checked_sub(letter.width().unwrap_or(0)) else { break };
        left = rest;
        cut.push(letter);
    }
    cut + "…"
}

/// Returns rows with their columns aligned: those with words to the left, the others, which are numbers, to the right.
pub(crate) fn aligned(rows: &[Vec<String>], words: &[usize]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(cell.width());
        }
    }
    let mut text = String::new();
    for row in rows {
        let begin = text.len();
        for (column, (cell, widest)) in row.iter().zip(&widths).enumerate() {
            let space = " ".repeat(widest - cell.width());
            let gap = if column > 0 { "  " } else { "" };
            match words.contains(&column) {
                true => text.extend([gap, cell, &space]),
                false => text.extend([gap, &space, cell]),
            }
        }
        text.truncate(begin + text[begin..].trim_end().len());
        text.push('\n');
    }
    text
}

/// Returns points as they are written, `3` or `2½`, from twice as many.
pub(crate) fn points(half_points: u64) -> String {
    let (whole, half) = (half_points / 2, half_points % 2);
    match (whole, half) {
        (_, 0) => whole.to_string(),
        (0, _) => "½".to_string(),
        _ => format!("{whole}½"),
    }
}

/// Returns the points of so many games as they are counted: of three players the winner has +1, the loser -1.
pub(crate) fn scored(half_points: u64, games: u64, seats: usize) -> String {
    match seats > 2 {
        true => signed(half_points as f64 - games as f64),
        false => points(half_points),
    }
}

pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns a whole number with its sign; nothing is neither.
pub(crate) fn signed(elo: f64) -> String {
    // Adding zero turns a rounded -0 into 0.
    match elo.round() + 0.0 {
        0.0 => "0".to_string(),
        whole => format!("{whole:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{aligned, fitted};

    #[test]
    fn names_fit_into_a_line() {
        assert_eq!(fitted("ada", 3), "ada");
        assert_eq!(fitted("adam", 3), "ad…");
        assert_eq!(fitted("王庭王", 5), "王庭…");
        assert_eq!(fitted("a\n\u{1b}[2J\u{202E}", 9), "a\u{FFFD}\u{FFFD}[2J\u{FFFD}");
        assert_eq!(fitted("adam", 0), "…");
    }

    #[test]
    fn columns_are_aligned_whatever_the_script() {
        let rows = [["王", "1"], ["ada", "12"]].map(|row| row.map(str::to_string).to_vec());
        assert_eq!(aligned(&rows, &[0]), "王    1\nada  12\n");
    }
}
