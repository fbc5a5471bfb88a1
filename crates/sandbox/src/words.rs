//! A program as a line of text: words with blanks between them, quoted as in a shell.
//!
//! Nothing is expanded: no variables, no patterns, no home. Such a line means the same everywhere. As in a
//! shell, a word that begins with `#` begins a comment.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

use super::Program;

/// A line that is not the name of a program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    #[error("no program given: expected its name and arguments")]
    Empty,
    #[error("'{text}': expected another quote that ends the quoted text")]
    Unclosed { text: String },
}

impl FromStr for Program {
    type Err = WordsError;

    fn from_str(text: &str) -> Result<Self, WordsError> {
        let words = shell_words::split(text);
        let words = words.map_err(|_| WordsError::Unclosed { text: text.into() })?;
        // An empty name is no program either.
        if words.first().is_none_or(String::is_empty) {
            return Err(WordsError::Empty);
        }
        Ok(Program { words, ..Program::default() })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Unlike `shell_words::join`, `=` and `%` are left as they are: this text names agents in tables.
        let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%^".contains(c);
        for (index, word) in self.words.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            match !word.is_empty() && word.chars().all(is_plain) {
                true => write!(f, "{blank}{word}")?,
                false => write!(f, "{blank}'{}'", word.replace('\'', r"'\''"))?,
            }
        }
        Ok(())
    }
}
