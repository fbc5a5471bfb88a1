//! Texts of others, made safe to show.
//!
//! What steers a terminal, turns the direction of writing or cannot be seen becomes a visible mark, so that no name,
//! comment or message can forge or hide what stands beside it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::borrow::Cow;

/// What stands for a character that is not shown.
pub const REPLACEMENT: char = '\u{FFFD}';

/// Returns whether a character can deceive whoever reads it: a control, a mark of the direction of writing, a line end
/// or an invisible character.
///
/// The joiners U+200C and U+200D are none: Persian words and many emoji are written with them.
pub fn is_deceptive(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{00AD}'
                | '\u{061C}'
                | '\u{115F}'..='\u{1160}'
                | '\u{180E}'
                | '\u{200B}'
                | '\u{200E}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{3164}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

/// Returns a text with nothing deceptive in it. It may have lines and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_kept = |letter: char| matches!(letter, '\n' | '\t') || !is_deceptive(letter);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let lines = text.replace("\r\n", "\n");
    Cow::Owned(lines.chars().map(|c| if is_kept(c) { c } else { REPLACEMENT }).collect())
}

/// Returns a text as one line, cut after so many characters, with nothing deceptive in it.
pub fn one_line(text: &str, letters_max: usize) -> String {
    let mut letters = text.chars();
    let clean = |letter: char| match letter {
        '\n' | '\t' | '\r' => ' ',
        letter if is_deceptive(letter) => REPLACEMENT,
        letter => letter,
    };
    let mut line: String = letters.by_ref().take(letters_max).map(clean).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{one_line, printable};

    #[test]
    fn what_deceives_is_replaced_and_what_people_write_is_kept() {
        let kept = "Ωμέγα 名前 می‌خواهم 👩‍🔬 é\t½\n";
        assert_eq!(printable(kept), kept);
        let hostile =
            "a\u{1b}[2J\u{9b}1m\u{7f}\u{202e}b\u{2066}\u{200f}\u{61c}\u{200b}\u{e0041}\rc\r\nd";
        assert_eq!(printable(hostile), "a�[2J�1m��b������c\nd");
        assert_eq!(one_line(" a\nb\tc", 9), " a b c");
        assert_eq!(one_line("abcdef", 3), "abc…");
    }
}
