//! A program as a line of text: words with blanks between them, quoted as in a shell.
//!
//! Nothing is expanded: no variables, no patterns, no home. Such a line means the same everywhere.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::fmt;
use std::str::FromStr;

use super::Program;

/// A line that is not the name of a program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsError {
    /// There is no word in it.
    Empty,
    /// A quote begins and does not end.
    Unclosed {
        /// The line.
        text: String,
        /// The quote.
        quote: char,
    },
    /// A backslash stands at the end, where it quotes nothing.
    Backslash {
        /// The line.
        text: String,
    },
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordsError::Empty => f.write_str("no program given: expected its name and arguments"),
            WordsError::Unclosed { text, quote } => {
                write!(f, "'{text}': expected another {quote} that ends the quoted text")
            }
            WordsError::Backslash { text } => {
                write!(f, "'{text}': expected a character after the last backslash")
            }
        }
    }
}

impl std::error::Error for WordsError {}

impl FromStr for Program {
    type Err = WordsError;

    fn from_str(text: &str) -> Result<Self, WordsError> {
        let words = split(text)?;
        // An empty name is no program either.
        if words.first().is_none_or(String::is_empty) {
            return Err(WordsError::Empty);
        }
        Ok(Program { words, ..Program::default() })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.words.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%^".contains(c);
            if !word.is_empty() && word.chars().all(is_plain) {
                write!(f, "{blank}{word}")?;
            } else {
                write!(f, "{blank}'{}'", word.replace('\'', r"'\''"))?;
            }
        }
        Ok(())
    }
}

fn split(text: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    let unclosed = |quote| WordsError::Unclosed { text: text.into(), quote };
    let backslash = || WordsError::Backslash { text: text.into() };
    while let Some(c) = rest.next() {
        if c.is_ascii_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match c {
            '\'' => loop {
                match rest.next().ok_or_else(|| unclosed('\''))? {
                    '\'' => break,
                    c => word.push(c),
                }
            },
            '"' => loop {
                match rest.next().ok_or_else(|| unclosed('"'))? {
                    '"' => break,
                    '\\' => match rest.next().ok_or_else(|| unclosed('"'))? {
                        c @ ('"' | '\\' | '$' | '`') => word.push(c),
                        c => word.extend(['\\', c]),
                    },
                    c => word.push(c),
                }
            },
            '\\' => word.push(rest.next().ok_or_else(backslash)?),
            c => word.push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::{Program, WordsError};

    #[track_caller]
    fn check(text: &str, words: &[&str]) {
        let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(program.words, words, "{text}");
        assert_eq!(program.to_string().parse(), Ok(program), "{text}");
    }

    #[test]
    fn words_are_split_as_in_a_shell_and_printed_back() {
        check("agent", &["agent"]);
        check("  java\t-cp  . Agent\n", &["java", "-cp", ".", "Agent"]);
        check("'my agent' \"and its\" argu\\ ment", &["my agent", "and its", "argu ment"]);
        check(r#"a'b'"c"\d"#, &["abcd"]);
        check("agent '' \"\"", &["agent", "", ""]);
        check(r#"agent "a\"b\\c\d" 'a\b'"#, &["agent", r#"a"b\c\d"#, r"a\b"]);
        check(
            "agent it\\'s 'it'\\''s' $HOME ~ * ünï",
            &["agent", "it's", "it's", "$HOME", "~", "*", "ünï"],
        );
        check("agent 'two\nlines'", &["agent", "two\nlines"]);
    }

    #[test]
    fn lines_that_are_no_program_are_refused() {
        let refused = |text: &str| text.parse::<Program>().expect_err("it is refused");
        assert_eq!(refused(" \t "), WordsError::Empty);
        assert_eq!(refused("''"), WordsError::Empty);
        assert_eq!(
            refused("a 'b").to_string(),
            "'a 'b': expected another ' that ends the quoted text"
        );
        assert!(matches!(refused("a \"b\\\""), WordsError::Unclosed { quote: '"', .. }));
        assert!(matches!(refused("a \\"), WordsError::Backslash { .. }));
    }
}
