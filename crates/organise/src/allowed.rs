//! The programs that a worker runs for others: those that its owner has listed, as they were then.
//!
//! A program is listed by its whole command and a SHA-256 over the words of that and the files that they name. Whoever
//! organises a tournament can therefore neither choose arguments nor have a file run that has changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use data_encoding::HEXLOWER;
use manator_sandbox::Program;
use sha2::{Digest, Sha256};

/// The programs that may be run: their commands, each with its SHA-256.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed(BTreeSet<(String, String)>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AllowedError {
    #[error(
        "line {line}: '{text}': expected a SHA-256 and a command, as `manator worker --hash COMMAND` prints"
    )]
    Line { line: usize, text: String },
    #[error("'{program}': there is no such file to run")]
    Missing { program: String },
    #[error(
        "'{program}' is not among the programs that this worker may run: its owner lists them with --programs"
    )]
    NotListed { program: String },
    #[error(
        "'{program}' is not as it was when it was listed for this worker: its SHA-256 is {hash}"
    )]
    Changed { program: String, hash: String },
}

impl Allowed {
    /// Reads the lines that [`Allowed::line`] writes; empty lines and those that begin with `#` are left out.
    pub fn read(text: &str) -> Result<Allowed, AllowedError> {
        let mut lines = BTreeSet::new();
        for (number, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let listed = text.split_once(char::is_whitespace).filter(|(hash, _)| {
                hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
            });
            let program = listed.and_then(|(hash, command)| {
                let program: Program = command.trim().parse().ok()?;
                Some((program.to_string(), hash.to_ascii_lowercase()))
            });
            let broken =
                || AllowedError::Line { line: number, text: text.chars().take(100).collect() };
            lines.insert(program.ok_or_else(broken)?);
        }
        Ok(Allowed(lines))
    }

    /// Returns the line that lists a program as it is now.
    pub fn line(program: &Program) -> Result<String, AllowedError> {
        Ok(format!("{}  {program}", hash(program)?))
    }

    /// Says why a program may not be run, if it may not.
    pub fn check(&self, program: &Program) -> Result<(), AllowedError> {
        let command = program.to_string();
        // No file is looked at that the owner of this machine has not named.
        if !self.0.iter().any(|(listed, _)| *listed == command) {
            return Err(AllowedError::NotListed { program: command });
        }
        let hash = hash(program)?;
        match self.0.contains(&(command.clone(), hash.clone())) {
            true => Ok(()),
            false => Err(AllowedError::Changed { program: command, hash }),
        }
    }
}

fn hash(program: &Program) -> Result<String, AllowedError> {
    let files = files(program);
    if files.first().is_none_or(|(_, bytes)| bytes.is_none()) {
        return Err(AllowedError::Missing { program: program.to_string() });
    }
    let mut hash = Sha256::new();
    for (word, bytes) in files {
        hash.update((word.len() as u64).to_be_bytes());
        hash.update(word);
        match bytes {
            Some(bytes) => {
                hash.update([1]);
                hash.update(Sha256::digest(bytes));
            }
            None => hash.update([0]),
        }
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}

/// Returns the words of a program, each with what is in the file that it names, if it names one.
pub(crate) fn files(program: &Program) -> Vec<(&str, Option<Vec<u8>>)> {
    let read = |(index, word): (usize, &String)| {
        let from = program.directory.clone().unwrap_or_default().join(word);
        // A program without a slash is looked for in `PATH` alone.
        let is_here = word.contains('/') || (index > 0 && from.is_file());
        let path = if is_here { Some(from) } else { in_path(word) };
        path.filter(|path| path.is_file()).and_then(|path| fs::read(path).ok())
    };
    program.words.iter().enumerate().map(|each| (each.1.as_str(), read(each))).collect()
}

fn in_path(word: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(word)).find(|path| path.is_file())
}
