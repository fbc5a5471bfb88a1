//! What can be set about an agent, as it says itself.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use crate::words::{ParseError, Words};

/// How a text without letters is written.
pub const EMPTY: &str = "<empty>";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub name: String,
    pub kind: OptionType,
}

/// The bounds of a `Spin`, a whole number, are both included; a `Button` has no value, but does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, values: Vec<String> },
    Button,
    String { default: String },
}

fn is_key(word: &str) -> bool {
    matches!(word, "default" | "min" | "max" | "var")
}

impl Declaration {
    pub(crate) fn parse(rest: &str) -> Result<Declaration, ParseError> {
        const FORM: &str = "name N type T";
        let mut words = Words::new("option", rest);
        words.expect("name", FORM)?;
        let name = words.phrase("the name of an option", |word| word == "type")?;
        words.word(FORM)?;
        const TYPES: &str = "check, spin, combo, button or string";
        let kind = match words.word(TYPES)? {
            "check" => {
                words.expect("default", "default true or default false")?;
                OptionType::Check { default: words.read("true or false")? }
            }
            "spin" => spin(&mut words)?,
            "combo" => combo(&mut words)?,
            "button" => OptionType::Button,
            "string" => match words.next() {
                None => OptionType::String { default: String::new() },
                Some("default") => OptionType::String { default: filled(words.text()) },
                Some(word) => return Err(words.unexpected(word, "default")),
            },
            word => return Err(words.unexpected(word, TYPES)),
        };
        words.end()?;
        Ok(Declaration { name, kind })
    }
}

fn spin(words: &mut Words<'_>) -> Result<OptionType, ParseError> {
    const BOUNDS: &str = "default, min and max, each with a whole number";
    let (mut default, mut min, mut max) = (None, None, None);
    while words.peek().is_some() {
        let value = match words.word(BOUNDS)? {
            "default" => &mut default,
            "min" => &mut min,
            "max" => &mut max,
            word => return Err(words.unexpected(word, BOUNDS)),
        };
        *value = Some(words.read(BOUNDS)?);
    }
    match (default, min, max) {
        (Some(default), Some(min), Some(max)) => Ok(OptionType::Spin { default, min, max }),
        _ => Err(words.missing(BOUNDS)),
    }
}

fn combo(words: &mut Words<'_>) -> Result<OptionType, ParseError> {
    const VALUES: &str = "default and var, each with a value";
    words.expect("default", VALUES)?;
    let default = filled(words.phrase(VALUES, is_key)?);
    let mut values = Vec::new();
    while words.peek().is_some() {
        words.expect("var", VALUES)?;
        values.push(filled(words.phrase(VALUES, is_key)?));
    }
    Ok(OptionType::Combo { default, values })
}

fn filled(text: String) -> String {
    if text == EMPTY { String::new() } else { text }
}

fn or_empty(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionType::Check { default } => write!(f, "check default {default}"),
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Combo { default, values } => {
                write!(f, "combo default {}", or_empty(default))?;
                values.iter().try_for_each(|value| write!(f, " var {}", or_empty(value)))
            }
            OptionType::Button => f.write_str("button"),
            OptionType::String { default } => write!(f, "string default {}", or_empty(default)),
        }
    }
}
