//! Drives a program through pipes: lines in, lines out, and its end.
//!
//! Nothing is waited for longer than [`DEADLINE`]. What the program writes is read all the time, so that it
//! never waits for the test; dropping it kills it.
//!
//! ```
//! use std::process::Command;
//! use manator_testkit::process::Process;
//!
//! let script = "read name; echo hello $name; echo ready >&2; read line; exit 3";
//! let mut process = Process::talk(Command::new("sh").args(["-c", script]));
//! process.send("Tara\n");
//! assert_eq!(process.line(), "hello Tara");
//! process.says("ready");
//! process.close();
//! assert_eq!(process.exit().code(), Some(3));
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

pub use rustix::process::Signal;
use rustix::process::{Pid, kill_process};

use crate::terminal::DEADLINE;

const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    out: Lines,
    errors: Lines,
}

#[derive(Debug)]
pub struct Exit {
    pub status: ExitStatus,
    /// All that it wrote on standard output, and on standard error.
    pub out: String,
    pub errors: String,
    /// Those lines of standard output that nobody has read.
    pub unread: Vec<String>,
}

impl Exit {
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }
}

#[derive(Debug)]
struct Lines {
    lines: Receiver<String>,
    heard: String,
}

impl Process {
    /// Starts a program that has nothing to read.
    ///
    /// # Panics
    /// Panics when it cannot be started, and later whenever something takes too long.
    #[track_caller]
    pub fn start(command: &mut Command) -> Process {
        Process::spawn(command.stdin(Stdio::null()))
    }

    #[track_caller]
    pub fn talk(command: &mut Command) -> Process {
        Process::spawn(command.stdin(Stdio::piped()))
    }

    #[track_caller]
    fn spawn(command: &mut Command) -> Process {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("{name}: {error}"));
        let input = child.stdin.take();
        let out = Lines::read(child.stdout.take().expect("standard output"));
        let errors = Lines::read(child.stderr.take().expect("standard error"));
        Process { name, child, input, out, errors }
    }

    /// Sends text or bytes; lines end as the test writes them.
    #[track_caller]
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(bytes.as_ref()).unwrap_or_else(|error| panic!("{}: {error}", self.name));
    }

    pub fn close(&mut self) {
        self.input = None;
    }

    #[track_caller]
    pub fn line(&mut self) -> String {
        match self.out.next() {
            Some(line) => line,
            None => panic!("{} says nothing\n{}", self.name, self.heard()),
        }
    }

    /// Waits for a line of standard output with these words, skips those before it, and returns it.
    #[track_caller]
    pub fn prints(&mut self, words: &str) -> String {
        match self.out.find(words) {
            Some(line) => line,
            None => panic!("{} does not print '{words}'\n{}", self.name, self.heard()),
        }
    }

    /// Waits for a line of standard error with these words, skips those before it, and returns it.
    #[track_caller]
    pub fn says(&mut self, words: &str) -> String {
        match self.errors.find(words) {
            Some(line) => line,
            None => panic!("{} does not say '{words}'\n{}", self.name, self.heard()),
        }
    }

    /// Waits for a line of standard error with these words, whether it was skipped before or not.
    #[track_caller]
    pub fn has_said(&mut self, words: &str) -> String {
        let before = self.errors.heard.lines().find(|line| line.contains(words));
        before.map(str::to_string).unwrap_or_else(|| self.says(words))
    }

    #[track_caller]
    pub fn signal(&self, to_send: Signal) {
        signal(&self.child, to_send);
    }

    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    #[track_caller]
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be waited for").is_none()
    }

    #[track_caller]
    pub fn exit(&mut self) -> Exit {
        let begin = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("it can be waited for") {
                Some(status) => break status,
                None if begin.elapsed() < DEADLINE => thread::sleep(EXIT_POLL_INTERVAL),
                None => panic!("{} does not end\n{}", self.name, self.heard()),
            }
        };
        let unread = std::iter::from_fn(|| self.out.next()).collect();
        while self.errors.next().is_some() {}
        let (out, errors) = (self.out.heard.clone(), self.errors.heard.clone());
        Exit { status, out, errors, unread }
    }

    fn heard(&self) -> String {
        format!("{}{}", self.out.heard, self.errors.heard)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Lines {
    fn read(end: impl Read + Send + 'static) -> Lines {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(end).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_string();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Lines { lines, heard: String::new() }
    }

    fn next(&mut self) -> Option<String> {
        let line = self.lines.recv_timeout(DEADLINE).ok()?;
        self.heard += &format!("{line}\n");
        Some(line)
    }

    fn find(&mut self, words: &str) -> Option<String> {
        loop {
            let line = self.next()?;
            if line.contains(words) {
                return Some(line);
            }
        }
    }
}

#[track_caller]
pub fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("it runs");
}

#[track_caller]
pub fn feed(command: &mut Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("standard input");
    thread::scope(|scope| {
        // The program stops reading while nobody reads what it writes, and may close the pipe first.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("it ends")
    })
}
