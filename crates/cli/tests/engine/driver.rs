//! An engine process with somebody at its other end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_protocol::{FromAgent, Info};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");

/// An engine process.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// An answer to `go`.
#[derive(Debug)]
pub(crate) struct Best {
    pub(crate) mv: String,
    pub(crate) alternate: Option<String>,
    pub(crate) infos: Vec<Info>,
}

impl Engine {
    /// Starts the program with arguments, with blanks between them.
    #[track_caller]
    pub(crate) fn start(arguments: &str) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_manator"))
            .arg("engine")
            .args(arguments.split_whitespace())
            .env("XDG_CONFIG_HOME", NO_CONFIG)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("manator starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine { child, input, lines }
    }

    #[track_caller]
    pub(crate) fn sends(&mut self, line: &str) {
        self.sends_bytes(format!("{line}\n").as_bytes());
    }

    #[track_caller]
    pub(crate) fn sends_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("the input is open").write_all(bytes).expect("it listens");
    }

    /// Reads the next message.
    #[track_caller]
    pub(crate) fn reads(&mut self) -> FromAgent {
        let line = self.lines.recv_timeout(PATIENCE).expect("the engine says something");
        let message: FromAgent = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(!matches!(message, FromAgent::Noise(_)), "{line}");
        assert_eq!(message.to_string().trim_end(), line, "what is printed can be read");
        message
    }

    /// Reads until a move comes.
    #[track_caller]
    pub(crate) fn best(&mut self) -> Best {
        let mut infos = Vec::new();
        loop {
            match self.reads() {
                FromAgent::Info(info) => infos.push(info),
                FromAgent::BestMove { mv, alternate, .. } => return Best { mv, alternate, infos },
                other => panic!("{other} instead of a move"),
            }
        }
    }

    #[track_caller]
    pub(crate) fn goes(&mut self, limits: &str) -> Best {
        self.sends(&format!("go {limits}"));
        self.best()
    }

    #[track_caller]
    pub(crate) fn answers(&mut self, query: &str) -> String {
        self.sends(&format!("query {query}"));
        match self.reads() {
            FromAgent::Response(text) => text,
            other => panic!("{other} instead of a response"),
        }
    }

    /// Reads until a message that is the last.
    #[track_caller]
    pub(crate) fn until(&mut self, is_last: impl Fn(&FromAgent) -> bool) -> Vec<FromAgent> {
        let mut said = Vec::new();
        loop {
            said.push(self.reads());
            if said.last().is_some_and(&is_last) {
                return said;
            }
        }
    }

    /// Makes sure that everything was done, and returns what was said meanwhile.
    #[track_caller]
    pub(crate) fn is_ready(&mut self) -> Vec<FromAgent> {
        self.sends("isready");
        let mut said = self.until(|message| matches!(message, FromAgent::ReadyOk));
        said.pop();
        said
    }

    /// Sends a line that must do nothing but be complained of, in these words.
    #[track_caller]
    pub(crate) fn refuses(&mut self, line: &str, words: &str) {
        self.sends(line);
        let said = self.is_ready();
        assert_eq!(said, [FromAgent::Info(Info::words(format!("error: {words}")))], "{line}");
    }

    /// Closes its input.
    pub(crate) fn hangs_up(&mut self) {
        self.input = None;
    }

    /// Waits until it has ended.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
