//! Opening books: what to play in positions that somebody has looked at deeply before.
//!
//! A book is text: lines that begin with `#`, which say how it was made, then a line for each position, in ascending order: its
//! key in hexadecimal digits, what it is worth to the player to move, and the moves to choose from. It is searched as it is
//! kept: nothing is read before it is needed.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_search::Score;

/// A book of one game with its default options.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    text: &'a str,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry<'a> {
    pub key: u64,
    pub score: Score,
    pub moves: Vec<&'a str>,
}

impl<'a> Book<'a> {
    pub const fn new(text: &'a str) -> Book<'a> {
        Book { text }
    }

    /// Returns what the book says of a position.
    pub fn find(&self, key: u64) -> Option<BookEntry<'a>> {
        let wanted = format!("{key:016x}");
        let (mut begin, mut end) = (0, self.text.len());
        while begin < end {
            let half = (begin + end) / 2;
            let bytes = self.text.as_bytes();
            let row = bytes[begin..half].iter().rposition(|byte| *byte == b'\n');
            let row = row.map_or(begin, |at| begin + at + 1);
            let line = self.text[row..end].lines().next().unwrap_or_default();
            match line.split(' ').next().unwrap_or_default().cmp(&wanted) {
                std::cmp::Ordering::Less => begin = end.min(row + line.len() + 1),
                std::cmp::Ordering::Equal => return entry(line),
                std::cmp::Ordering::Greater => end = row,
            }
        }
        None
    }

    /// Returns all that is in the book.
    pub fn entries(&self) -> impl Iterator<Item = BookEntry<'a>> {
        self.text.lines().filter_map(entry)
    }
}

/// Reads a line; `None` if it is no position.
fn entry(line: &str) -> Option<BookEntry<'_>> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let score = Score::evaluation(words.next()?.parse().ok()?);
    let moves: Vec<&str> = words.collect();
    (!moves.is_empty()).then_some(BookEntry { key, score, moves })
}

#[cfg(test)]
mod tests {
    use super::Book;

    #[test]
    fn every_position_is_found_and_no_other() {
        let keys: Vec<u64> = (1..40u64).map(|at| at * at * 0x0123_4567_89ab).collect();
        for count in 0..keys.len() {
            let rows = keys[..count].iter().map(|key| format!("{key:016x} -12 A1A2 B3\n"));
            let text = format!("# made by hand\n# twice\n{}", rows.collect::<String>());
            let book = Book::new(&text);
            assert_eq!(book.entries().count(), count);
            for (at, key) in keys.iter().enumerate() {
                let found = book.find(*key);
                assert_eq!(found.is_some(), at < count);
                if let Some(entry) = found {
                    assert_eq!((entry.key, entry.score.0), (*key, -12));
                    assert_eq!(entry.moves, ["A1A2", "B3"]);
                }
                assert_eq!(book.find(key + 1), None);
            }
        }
        assert_eq!(Book::new("").find(7), None);
    }
}
