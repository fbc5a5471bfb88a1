//! An engine process with somebody at its other end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::process::ExitStatus;

use manator_protocol::{FromAgent, Info};
use manator_testkit::process::Process;

use crate::program::manator;

/// An engine process.
pub(crate) struct Engine {
    process: Process,
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
        let mut command = manator();
        Engine { process: Process::talk(command.arg("engine").args(arguments.split_whitespace())) }
    }

    #[track_caller]
    pub(crate) fn sends(&mut self, line: &str) {
        self.process.send(format!("{line}\n"));
    }

    #[track_caller]
    pub(crate) fn sends_bytes(&mut self, bytes: &[u8]) {
        self.process.send(bytes);
    }

    /// Reads the next message.
    #[track_caller]
    pub(crate) fn reads(&mut self) -> FromAgent {
        let line = self.process.line();
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

    pub(crate) fn hangs_up(&mut self) {
        self.process.close();
    }

    #[track_caller]
    pub(crate) fn ends(&mut self) -> ExitStatus {
        self.process.exit().status
    }
}
