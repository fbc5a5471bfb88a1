//! Columns of text, with names in any script.
//!
//! A terminal gives two columns to most letters of East Asia and to pictures, and none to marks that stand on
//! the letter before. The ranges are those of Unicode's East Asian Width (annex 11) in broad strokes: this is
//! for names, and no reason to depend on a table of all letters.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// What stands for a letter that would move the cursor.
const CONTROL: char = '\u{FFFD}';

/// Letters of two columns.
const WIDE: [(u32, u32); 19] = [
    (0x1100, 0x115F),
    (0x231A, 0x231B),
    (0x23E9, 0x23EC),
    (0x2614, 0x2615),
    (0x26AA, 0x26AB),
    (0x26BD, 0x26BE),
    (0x2E80, 0x303E),
    (0x3041, 0x33FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA000, 0xA4CF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x1F300, 0x1FAFF),
    (0x20000, 0x3FFFD),
];

/// Marks without a column of their own.
const NARROW: [(u32, u32); 15] = [
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x0591, 0x05BD),
    (0x064B, 0x065F),
    (0x093C, 0x093C),
    (0x0941, 0x0948),
    (0x094D, 0x094D),
    (0x0E31, 0x0E31),
    (0x0E34, 0x0E3A),
    (0x0E47, 0x0E4E),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x200B, 0x200F),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE0F),
];

/// On which side a column is filled up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Words begin below each other.
    Left,
    /// Numbers end below each other.
    Right,
}

/// Returns how many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

fn columns(letter: char) -> usize {
    let within = |ranges: &[(u32, u32)]| {
        ranges.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(letter)))
    };
    match letter {
        _ if letter.is_ascii() => 1,
        _ if within(&NARROW) => 0,
        _ if within(&WIDE) => 2,
        _ => 1,
    }
}

/// Returns a name fit for one line, cut where it has more than so many columns.
///
/// Names come from anywhere: line ends, and orders to a terminal, are replaced.
pub(crate) fn fitted(name: &str, columns_max: usize) -> String {
    let reordering = |letter: char| matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    let plain: String = name
        .chars()
        .map(|letter| if letter.is_control() || reordering(letter) { CONTROL } else { letter })
        .collect();
    if width(&plain) <= columns_max {
        return plain;
    }
    let mut cut = String::new();
    let mut left = columns_max.saturating_sub(1);
    for letter in plain.chars() {
        let Some(rest) = left.checked_sub(columns(letter)) else { break };
        left = rest;
        cut.push(letter);
    }
    cut + "…"
}

/// Returns rows with their columns aligned; columns without a side are numbers.
pub(crate) fn aligned(rows: &[Vec<String>], sides: &[Side]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(width(cell));
        }
    }
    let mut text = String::new();
    for row in rows {
        let begin = text.len();
        for (column, (cell, widest)) in row.iter().zip(&widths).enumerate() {
            let space = " ".repeat(widest - width(cell));
            let gap = if column > 0 { "  " } else { "" };
            match sides.get(column) {
                Some(Side::Left) => text.extend([gap, cell, &space]),
                _ => text.extend([gap, &space, cell]),
            }
        }
        text.truncate(begin + text[begin..].trim_end().len());
        text.push('\n');
    }
    text
}

/// Returns points as they are written, `3` or `2½`, from twice as many.
pub fn points(half_points: u64) -> String {
    let (whole, half) = (half_points / 2, half_points % 2);
    match (whole, half) {
        (_, 0) => whole.to_string(),
        (0, _) => "½".to_string(),
        _ => format!("{whole}½"),
    }
}

/// Returns a number with its noun.
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
    use super::{Side, aligned, fitted, width};

    #[test]
    fn letters_have_their_columns() {
        for (text, columns) in
            [("", 0), ("ada", 3), ("ÄÖ½", 3), ("王庭", 4), ("e\u{301}", 1), ("한글", 4), ("♟🏆", 3)]
        {
            assert_eq!(width(text), columns, "{text}");
        }
    }

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
        assert_eq!(aligned(&rows, &[Side::Left]), "王    1\nada  12\n");
    }
}
