//! Join codes: made once, kept beside the roster, never changed.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use manator_sandbox::private;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use super::roster::{Roster, RosterError};

/// The letters of a code: none that is taken for another on paper.
const LETTERS: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// How many letters a code has: 59 bits.
const LENGTH: usize = 12;
const GROUP: usize = 4;
/// The fewest letters and digits of a code that an instructor chooses.
const CHOSEN_MIN: usize = 6;
/// The most bytes of one, which agents give as a token.
const CHOSEN_MAX: usize = 100;

const HEADING: &str = "# Join codes of a class, made by manator. Whoever has a code plays under its name;\n\
                       # whoever has the instructor's sees everything. Codes that are here stay.\n";

#[derive(Clone)]
pub struct Codes {
    /// What names the class, wherever its files are moved.
    pub key: String,
    pub instructor: String,
    /// The students in the order of the roster.
    pub students: Vec<Coded>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coded {
    /// The number that the student keeps, whatever becomes of the roster.
    pub number: u32,
    pub name: String,
    pub code: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A student, by its place in the roster.
    Student(usize),
    Instructor,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    key: String,
    instructor: String,
    #[serde(default, rename = "student")]
    students: Vec<Coded>,
}

impl Codes {
    pub fn path(roster: &Path) -> PathBuf {
        roster.with_extension("codes.toml")
    }

    /// Reads the codes of a class, and makes those that are missing.
    pub fn open(path: &Path, roster: &Roster) -> Result<Codes, RosterError> {
        let at = Codes::path(path);
        let wrong = |error: io::Error| RosterError::new(&at, error);
        // Two programs that make codes at the same time would make different ones.
        let lock = File::open(path).map_err(|error| RosterError::new(path, error))?;
        lock.lock().map_err(|error| RosterError::new(path, error))?;
        let (mut sheet, mut is_new) = match fs::read_to_string(&at) {
            Ok(text) => {
                (toml::from_str(&text).map_err(|error| RosterError::new(&at, error))?, false)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let (key, instructor) = (random().map_err(wrong)?, random().map_err(wrong)?);
                (Sheet { key, instructor, students: Vec::new() }, true)
            }
            Err(error) => return Err(wrong(error)),
        };
        let mut students = Vec::new();
        for student in &roster.students {
            let known = sheet.students.iter().find(|kept| kept.name == student.name);
            let (number, made) = match known {
                Some(kept) => (kept.number, kept.code.clone()),
                None => {
                    let last = sheet.students.iter().map(|kept| kept.number).max().unwrap_or(0);
                    let (number, code) = (last + 1, random().map_err(wrong)?);
                    let name = student.name.clone();
                    sheet.students.push(Coded { number, name, code: code.clone() });
                    is_new = true;
                    (number, code)
                }
            };
            let code = student.code.clone().unwrap_or(made);
            students.push(Coded { number, name: student.name.clone(), code });
        }
        let codes =
            Codes { key: sheet.key.clone(), instructor: sheet.instructor.clone(), students };
        codes.check().map_err(|why| RosterError::new(path, why))?;
        if is_new {
            let text = toml::to_string(&sheet).map_err(io::Error::other).map_err(wrong)?;
            private::write(&at, format!("{HEADING}{text}")).map_err(wrong)?;
        }
        private::tighten(&at);
        Ok(codes)
    }

    /// Returns whose code this is; blanks, dashes and small letters do not matter.
    pub fn owner(&self, given: &str) -> Option<Owner> {
        let given = plain(given);
        let is_equal = |code: &str| bool::from(plain(code).as_bytes().ct_eq(given.as_bytes()));
        // Every code is compared, whatever the ones before it were.
        let mut owner = None;
        for (at, student) in self.students.iter().enumerate() {
            if is_equal(&student.code) {
                owner = Some(Owner::Student(at));
            }
        }
        if is_equal(&self.instructor) { Some(Owner::Instructor) } else { owner }
    }

    fn check(&self) -> Result<(), String> {
        let mut all = HashSet::from([plain(&self.instructor)]);
        for Coded { name, code, .. } in &self.students {
            let (letters, is_word) = (plain(code), !code.contains(char::is_whitespace));
            if letters.len() < CHOSEN_MIN || code.len() > CHOSEN_MAX || !is_word {
                // The code is a secret, even one that went wrong.
                return Err(format!(
                    "the code of {name:?}: expected one word with at least {CHOSEN_MIN} letters or digits"
                ));
            }
            if !all.insert(letters) {
                return Err(format!("the code of {name:?}: somebody else has it"));
            }
        }
        Ok(())
    }
}

/// Returns a code without what people add to it or leave out.
fn plain(code: &str) -> String {
    code.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

fn random() -> io::Result<String> {
    let mut code = String::new();
    let mut letters = 0;
    while letters < LENGTH {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        // Bytes above the last whole multiple would make some letters likelier than others.
        let even = (256 / LETTERS.len() * LETTERS.len()) as u16;
        for byte in bytes.into_iter().filter(|byte| u16::from(*byte) < even) {
            if letters == LENGTH {
                break;
            }
            if letters > 0 && letters % GROUP == 0 {
                code.push('-');
            }
            code.push(LETTERS[usize::from(byte) % LETTERS.len()] as char);
            letters += 1;
        }
    }
    Ok(code)
}
