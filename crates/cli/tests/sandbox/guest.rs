//! A program in the sandbox or outside, and what is left of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use manator_sandbox::{Excess, Program, Running, Sandbox};
use tempfile::TempDir;

/// What even a loaded machine needs at most.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// The name by which processes of a test are found.
const MARK: &str = "MANATOR_TEST_MARK";

/// A program that runs.
pub(crate) struct Guest {
    pub(crate) running: Running,
    mark: String,
    pub(crate) said: String,
    pub(crate) complained: String,
}

/// How a program ended.
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    pub(crate) excess: Option<Excess>,
    pub(crate) said: String,
    pub(crate) complained: String,
}

/// Returns the usual sandbox, with the launcher of this build.
pub(crate) fn sandbox() -> Sandbox {
    Sandbox { launcher: Some(crate::program::MANATOR.into()), ..Sandbox::default() }
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns a folder in which everybody may write, so that only the sandbox keeps programs from it.
pub(crate) fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    open_to_all(folder.path());
    folder
}

pub(crate) fn open_to_all(path: &Path) {
    fs::set_permissions(path, PermissionsExt::from_mode(0o777)).expect("it is ours");
}

/// Returns a program in Python. The script is one of its words: no file of it has to be readable.
pub(crate) fn python(script: &str, sandbox: impl Into<Option<Sandbox>>) -> Program {
    let words = ["python3", "-c", script].map(String::from).to_vec();
    Program { words, sandbox: sandbox.into(), ..Program::default() }
}

/// Runs a script to its end.
#[track_caller]
pub(crate) fn run(script: &str, sandbox: Sandbox) -> End {
    Guest::start(python(script, sandbox)).end()
}

impl Guest {
    #[track_caller]
    pub(crate) fn start(mut program: Program) -> Guest {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{count}-", std::process::id());
        program.environment.push((MARK.into(), mark.clone()));
        let running = program.start().unwrap_or_else(|error| panic!("{error}"));
        Guest { running, mark, said: String::new(), complained: String::new() }
    }

    pub(crate) fn send(&self, text: &str) {
        let mut input = file(&self.running.input);
        let mut rest = text.as_bytes();
        let begin = Instant::now();
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => pause(begin, "it listens"),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Lets it read the end of its input.
    pub(crate) fn close_input(&mut self) {
        let (reader, _) = std::io::pipe().expect("a pipe");
        self.running.input = reader.into();
    }

    /// Waits for a line of its output that begins with a text, and returns the rest of it. Lines before it
    /// are skipped.
    #[track_caller]
    pub(crate) fn line(&mut self, start: &str) -> String {
        let begin = Instant::now();
        loop {
            self.read();
            while let Some((line, rest)) = self.said.split_once('\n') {
                let found = line.strip_prefix(start).map(str::to_string);
                self.said = rest.to_string();
                if let Some(line) = found {
                    return line;
                }
            }
            let status = self.running.group.try_wait().expect("it can be waited for");
            assert!(status.is_none(), "{status:?}: {} {}", self.said, self.complained);
            pause(begin, start);
        }
    }

    /// Waits for its end, and looks whether anything is left of it.
    #[track_caller]
    pub(crate) fn end(mut self) -> End {
        let begin = Instant::now();
        let status = loop {
            self.read();
            if let Some(status) = self.running.group.try_wait().expect("it can be waited for") {
                break status;
            }
            pause(begin, "its end");
        };
        self.read();
        let excess = self.running.group.excess();
        let (said, complained) = (self.said.clone(), self.complained.clone());
        self.leave();
        End { status, excess, said, complained }
    }

    /// Drops it, and looks whether anything is left of it.
    #[track_caller]
    pub(crate) fn leave(self) {
        let mark = self.mark.clone();
        drop(self);
        assert_eq!(marked(&mark), Vec::<String>::new(), "processes are left");
    }

    /// Returns the processes that are its.
    pub(crate) fn processes(&self) -> Vec<String> {
        marked(&self.mark)
    }

    fn read(&mut self) {
        read(&self.running.output, &mut self.said);
        read(&self.running.errors, &mut self.complained);
    }
}

#[track_caller]
fn pause(begin: Instant, what: &str) {
    assert!(begin.elapsed() < PATIENCE, "too long for {what}");
    thread::sleep(Duration::from_millis(2));
}

fn file(pipe: &OwnedFd) -> File {
    File::from(pipe.as_fd().try_clone_to_owned().expect("another handle"))
}

fn read(pipe: &OwnedFd, text: &mut String) {
    let mut bytes = Vec::new();
    // What was there is in `bytes` also when more may come.
    let _ = file(pipe).read_to_end(&mut bytes);
    text.push_str(&String::from_utf8_lossy(&bytes));
}

/// Returns the processes with a mark in their environment, which they inherit whatever else they do. One
/// that has ended has no environment any more.
fn marked(mark: &str) -> Vec<String> {
    let mark = format!("{MARK}={mark}").into_bytes();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("the processes can be seen").flatten() {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.windows(mark.len()).any(|part| part == mark) {
            found.push(entry.file_name().display().to_string());
        }
    }
    found
}
