//! Join codes: made once, kept beside the roster, never changed.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use manator_sandbox::private;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use super::roster::{Roster, RosterError, Student};

/// The letters of a code: none that is taken for another on paper.
const LETTERS: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// How many letters a code has: 59 bits.
const LENGTH: usize = 12;
const GROUP: usize = 4;
const NOT_MADE: &str =
    "was not made by manator: remove it from the file, and a new one is made that nobody can guess";
/// How long another program may take to make codes.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const LOCK_RETRY: Duration = Duration::from_millis(20);

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
struct CodesFile {
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
        private::tighten(&at);
        // Who only reads waits for nobody: the file is replaced as a whole.
        if let Some(codes) = CodesFile::read(&at)?.and_then(|file| file.codes(roster)) {
            codes.check().map_err(|why| RosterError::new(&at, why))?;
            return Ok(codes);
        }
        let wrong = |error: io::Error| RosterError::new(&at, error);
        // Two programs that make codes at the same time would make different ones.
        let _lock = lock(&path.with_extension("codes.lock"))?;
        let mut file = match CodesFile::read(&at)? {
            Some(file) => file,
            None => {
                let (key, instructor) = (random().map_err(wrong)?, random().map_err(wrong)?);
                CodesFile { key, instructor, students: Vec::new() }
            }
        };
        for Student { name } in &roster.students {
            if !file.students.iter().any(|kept| kept.name == *name) {
                let last = file.students.iter().map(|kept| kept.number).max().unwrap_or(0);
                let code = random().map_err(wrong)?;
                file.students.push(Coded { number: last + 1, name: name.clone(), code });
            }
        }
        let codes = file.codes(roster).ok_or_else(|| RosterError::new(&at, "it is incomplete"))?;
        codes.check().map_err(|why| RosterError::new(&at, why))?;
        let text = toml::to_string(&file).map_err(io::Error::other).map_err(wrong)?;
        private::write(&at, format!("{HEADING}{text}")).map_err(wrong)?;
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
        if !is_made(&self.instructor) {
            return Err(format!("the code of the instructor {NOT_MADE}"));
        }
        let mut all = HashSet::from([plain(&self.instructor)]);
        for Coded { name, code, .. } in &self.students {
            // The code is a secret, even one that went wrong.
            if !is_made(code) {
                return Err(format!("the code of {name:?} {NOT_MADE}"));
            }
            if !all.insert(plain(code)) {
                return Err(format!("the code of {name:?}: somebody else has it"));
            }
        }
        Ok(())
    }
}

impl CodesFile {
    /// Reads the file, if there is one.
    fn read(path: &Path) -> Result<Option<CodesFile>, RosterError> {
        match fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map(Some).map_err(|why| RosterError::new(path, why)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(RosterError::new(path, error)),
        }
    }

    /// Returns the codes of everybody in a roster, if all are there.
    fn codes(&self, roster: &Roster) -> Option<Codes> {
        let coded = |student: &Student| {
            self.students.iter().find(|kept| kept.name == student.name).cloned()
        };
        let students = roster.students.iter().map(coded).collect::<Option<_>>()?;
        Some(Codes { key: self.key.clone(), instructor: self.instructor.clone(), students })
    }
}

/// Locks a file of our own, which is made for that; it is unlocked when it is dropped.
fn lock(path: &Path) -> Result<File, RosterError> {
    let wrong = |error: io::Error| RosterError::new(path, error);
    let file = private::options().write(true).create(true).truncate(false).open(path);
    let file = file.map_err(wrong)?;
    let end = Instant::now() + LOCK_TIMEOUT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
            Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(LOCK_RETRY),
            Err(TryLockError::WouldBlock) => {
                let why = "another program has locked it: end that, and try again";
                return Err(RosterError::new(path, why));
            }
        }
    }
}

/// Returns whether a code has the form of those that are made here.
fn is_made(code: &str) -> bool {
    let is_letter = |letter: u8| LETTERS.contains(&letter);
    plain(code).len() == LENGTH && plain(code).bytes().all(is_letter)
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
