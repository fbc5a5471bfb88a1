//! Rule options: each declared once, and read from there by parser, help, protocol and forms.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

/// The declaration of one option.
///
/// ```
/// use manator_core::{OptionKind, OptionSpec, Settings};
///
/// const OPTIONS: &[OptionSpec] = &[
///     OptionSpec {
///         name: "stones",
///         summary: "how many lie there at first",
///         kind: OptionKind::Integer { min: 1, max: 60 },
///         default: Some("21"),
///     },
///     OptionSpec {
///         name: "last",
///         summary: "what becomes of whoever takes the last",
///         kind: OptionKind::Choice(&[("wins", "as usual"), ("loses", "as in misère play")]),
///         default: Some("wins"),
///     },
/// ];
///
/// let settings = Settings::parse(OPTIONS, "last=LOSES").expect("valid");
/// assert_eq!(settings.value("last"), Some("loses"));
/// assert_eq!(settings.integer("stones"), 21);
/// assert_eq!(settings.to_string(), "last=loses");
/// let error = Settings::parse(OPTIONS, "stones=99").expect_err("too many");
/// assert_eq!(error.to_string(), "stones: 99 is not between 1 and 60");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name typed by users: `max-moves`.
    pub name: &'static str,
    pub summary: &'static str,
    pub kind: OptionKind,
    /// The value when none is given, or `None` when another option decides it.
    pub default: Option<&'static str>,
}

/// A `Choice` is one of a few words, each with its meaning; a `Text` is read by the game itself, and says what it looks like.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    Choice(&'static [(&'static str, &'static str)]),
    Integer { min: u64, max: u64 },
    Text(&'static str),
}

impl OptionSpec {
    /// Returns the values it takes, in a form to show beside its name.
    pub fn values(&self) -> String {
        match self.kind {
            OptionKind::Choice(choices) => {
                choices.iter().map(|(value, _)| *value).collect::<Vec<_>>().join("|")
            }
            OptionKind::Integer { min, max } => format!("{min}..{max}"),
            OptionKind::Text(form) => form.to_string(),
        }
    }

    fn check(&self, value: &str) -> Result<String, OptionError> {
        match self.kind {
            OptionKind::Choice(choices) => {
                let value = value.to_ascii_lowercase();
                if choices.iter().any(|(choice, _)| *choice == value) {
                    Ok(value)
                } else {
                    Err(self.reject(&value))
                }
            }
            OptionKind::Integer { min, max } => match value.parse::<u64>() {
                Ok(number) if number < min || number > max => {
                    Err(OptionError::OutOfRange { name: self.name, value: value.into(), min, max })
                }
                Ok(number) => Ok(number.to_string()),
                Err(_) => Err(self.reject(value)),
            },
            // The written form separates options by blanks, so no value may hold one.
            OptionKind::Text(_) => Ok(value.split_whitespace().collect()),
        }
    }

    pub fn reject(&self, value: &str) -> OptionError {
        OptionError::Value { name: self.name, value: value.into(), expected: self.values() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    Unknown { name: String, known: Vec<&'static str> },
    Value { name: &'static str, value: String, expected: String },
    OutOfRange { name: &'static str, value: String, min: u64, max: u64 },
    Twice { name: &'static str },
    Form { text: String },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name, known } if known.is_empty() => {
                write!(f, "unknown option '{name}': this game has none")
            }
            OptionError::Unknown { name, known } => {
                write!(f, "unknown option '{name}': expected {}", known.join(", "))
            }
            OptionError::Value { name, value, expected } => {
                write!(f, "{name}: '{value}' is not {expected}")
            }
            OptionError::OutOfRange { name, value, min, max } => {
                write!(f, "{name}: {value} is not between {min} and {max}")
            }
            OptionError::Twice { name } => write!(f, "{name}: given twice"),
            OptionError::Form { text } => write!(f, "'{text}': expected name=value"),
        }
    }
}

impl std::error::Error for OptionError {}

/// Options as given by a user, checked against their declarations.
///
/// Only what was given is held: what was not falls back to the declared default, or to whatever
/// other option decides it.
#[derive(Clone, Debug)]
pub struct Settings {
    specs: &'static [OptionSpec],
    given: Vec<(&'static str, String)>,
}

impl Settings {
    pub fn defaults(specs: &'static [OptionSpec]) -> Self {
        Settings { specs, given: Vec::new() }
    }

    pub fn read<'a>(
        specs: &'static [OptionSpec],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut settings = Settings::defaults(specs);
        for (name, value) in pairs {
            let name = name.trim().to_ascii_lowercase();
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let known = specs.iter().map(|spec| spec.name).collect();
                return Err(OptionError::Unknown { name, known });
            };
            if settings.given(spec.name).is_some() {
                return Err(OptionError::Twice { name: spec.name });
            }
            let value = spec.check(value.trim())?;
            settings.given.push((spec.name, value));
        }
        // Declaration order makes the written form canonical.
        settings.given.sort_by_key(|(name, _)| specs.iter().position(|spec| spec.name == *name));
        Ok(settings)
    }

    /// Reads the written form: `name=value` pairs with blanks between them.
    pub fn parse(specs: &'static [OptionSpec], text: &str) -> Result<Self, OptionError> {
        let pairs = text
            .split_whitespace()
            .map(|pair| pair.split_once('=').ok_or(OptionError::Form { text: pair.into() }))
            .collect::<Result<Vec<_>, _>>()?;
        Settings::read(specs, pairs)
    }

    pub fn given(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// Returns the value of an option: the one given, or its declared default.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.given(name)
            .or_else(|| self.specs.iter().find(|spec| spec.name == name).and_then(|s| s.default))
    }

    /// Returns the value of an integer option.
    ///
    /// # Panics
    /// Panics when no integer option of that name with a default is declared.
    pub fn integer(&self, name: &str) -> u64 {
        let value = self.value(name).and_then(|value| value.parse().ok());
        value.unwrap_or_else(|| panic!("no integer option '{name}' is declared"))
    }

    /// Returns the pairs given, in the order of declaration.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairs().map(|(name, value)| format!("{name}={value}"));
        f.write_str(&pairs.collect::<Vec<_>>().join(" "))
    }
}
