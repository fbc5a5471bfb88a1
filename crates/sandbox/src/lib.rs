//! Programs of others: started, limited, ended, and spoken to over pipes.
//!
//! A program that nobody limits is started by one fork and one exec, without a shell. What must happen
//! between the two for a limited one cannot be done without `unsafe`, and therefore happens in a program
//! of our own that limits itself and then becomes the other: see [`Sandbox`].
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(target_os = "linux")]
mod calls;
mod cgroup;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(not(target_os = "linux"))]
#[path = "unconfined.rs"]
mod confine;
mod exit;
mod interpreter;
mod launch;
mod limit;
mod members;
#[cfg(target_os = "linux")]
mod namespace;
mod order;
pub mod private;
mod running;
mod sandbox;
mod scratch;
mod shown;
mod user;
mod watch;
mod words;

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use exit::exit_words;
pub use interpreter::is_agent_file;
pub use launch::{Launched, launch};
pub use order::LAUNCH;
pub use running::{Ended, Group, Running};
pub use sandbox::{Enforced, Sandbox, enforceable};
pub use watch::Excess;
pub use words::WordsError;

/// A program to run.
///
/// As text it is a line of words with quotes, as a shell has them; the text says nothing about folder,
/// environment and sandbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments. A program without a slash is looked for in `PATH`, one with a slash
    /// from `directory`.
    pub words: Vec<String>,
    /// Where it runs, instead of where we do.
    pub directory: Option<PathBuf>,
    /// What it finds in its environment besides ours; in a sandbox, besides very little.
    pub environment: Vec<(String, String)>,
    /// What it may use; `None` for whatever we may.
    pub sandbox: Option<Sandbox>,
}

impl Program {
    /// Starts the program in a process group of its own.
    ///
    /// # Errors
    /// Returns why it cannot be started. In a sandbox some of this is only known to the program that
    /// limits itself: it then says so in a line of its errors and ends with status 126 or 127.
    pub fn start(&self) -> Result<Running, StartError> {
        let program = Program { words: interpreter::with(self)?, ..self.clone() };
        program.start_words()
    }

    fn start_words(&self) -> Result<Running, StartError> {
        let Some(first) = self.words.first() else { return Err(StartError::Empty) };
        match &self.sandbox {
            None => {
                let mut command = Command::new(located(first, self.directory.as_deref()));
                command.args(self.words.iter().skip(1));
                command.envs(self.environment.iter().map(|(name, value)| (name, value)));
                if let Some(directory) = &self.directory {
                    command.current_dir(directory);
                }
                Running::start(&mut command).map_err(|error| self.start_error(first, error))
            }
            Some(sandbox) => sandbox.start(self),
        }
    }

    fn start_error(&self, first: &str, error: io::Error) -> StartError {
        let program = first.to_string();
        let path = located(first, self.directory.as_deref());
        match (error.kind(), interpreter::first_line(&path)) {
            (io::ErrorKind::NotFound, Some(needs)) => StartError::FirstLine { program, needs },
            _ if path.is_dir() => StartError::Folder { program },
            _ if error.raw_os_error() == Some(EXEC_FORMAT) => StartError::Format { program },
            _ => StartError::Start { program, error },
        }
    }
}

/// What the system says of a file that it cannot run.
const EXEC_FORMAT: i32 = 8;

/// Returns whether this process runs in the sandbox and may answer about rules only, unlike our agents.
pub fn is_confined() -> bool {
    #[cfg(target_os = "linux")]
    return calls::is_confined();
    #[cfg(not(target_os = "linux"))]
    false
}

/// What every executable of ours has in it.
#[used]
static MARK: [u8; 34] = *b"manator executable 7c1f0a52e9d84b6";

/// Returns whether a file is our program, of whatever version, or has it in it as it is.
pub fn is_manator(bytes: &[u8]) -> bool {
    bytes.windows(MARK.len()).any(|part| part == MARK)
}

/// Returns a program as it is found from a folder: there, unless it is looked for in `PATH`.
fn located(program: &str, directory: Option<&Path>) -> PathBuf {
    match directory.map(std::path::absolute) {
        Some(Ok(directory)) if program.contains('/') => directory.join(program),
        _ => program.into(),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("no program given: expected its name and arguments")]
    Empty,
    #[error("cannot start '{program}': {error}")]
    Start { program: String, error: io::Error },
    #[error("'{program}' is run by {needs}, which is not to be found in PATH: install it")]
    Interpreter { program: String, needs: &'static str },
    #[error(
        "'{program}' may not be run: type `chmod +x {program}`, or name what runs it before it"
    )]
    NotExecutable { program: String },
    #[error("'{program}' is a folder: name the program in it")]
    Folder { program: String },
    #[error("'{program}' is source text: compile it, {how}, and name what comes of it")]
    Source { program: String, how: &'static str },
    #[error("'{program}' says in its first line that {needs} runs it, which is not there")]
    FirstLine { program: String, needs: String },
    #[error(
        "'{program}' is no program of this machine: name what runs it before it, or begin it with a \
         line such as #!/usr/bin/env python3"
    )]
    Format { program: String },
    #[error("sandbox: {what}: {error}")]
    Sandbox { what: String, error: io::Error },
    #[error(
        "sandbox: '{}' cannot be read by the user of the program: '{}' is not open to all",
        path.display(),
        closed.display()
    )]
    Closed {
        path: PathBuf,
        /// The part of its path that is not open to all.
        closed: PathBuf,
    },
}
