//! An agent as a child process, driven line by line.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::build::NO_CONFIG;

/// What even a loaded machine needs at most for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// An agent that runs.
pub(crate) struct Agent {
    pub(crate) name: String,
    child: Child,
    pub(crate) input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Agent {
    pub(crate) fn start(folder: &Path, run: &[&str]) -> Self {
        // A relative program would be looked for in the folder of the test.
        let inside = folder.join(run[0]);
        let program = if inside.exists() { inside } else { run[0].into() };
        // The agent in the guide asks `manator` for the rules.
        let manator = Path::new(env!("CARGO_BIN_EXE_manator")).parent().map(PathBuf::from);
        let usual = std::env::var_os("PATH").unwrap_or_default();
        let places = manator.into_iter().chain(std::env::split_paths(&usual));
        let mut child = Command::new(program)
            .args(&run[1..])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(places).expect("a search path"))
            .env("XDG_CONFIG_HOME", NO_CONFIG)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}: ./test installs it", run[0]));
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                // The test may have ended before the agent.
                let _ = sender.send(line.expect("text"));
            }
        });
        Agent { name: run.join(" "), child, input, lines }
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(bytes.as_ref()).expect("the agent listens");
    }

    #[track_caller]
    pub(crate) fn answer(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    #[track_caller]
    pub(crate) fn expect(&self, line: &str) {
        assert_eq!(self.answer(), line, "{}", self.name);
    }

    /// Waits for the end of the agent, which has nothing more to say.
    #[track_caller]
    pub(crate) fn end(mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("the agent can be waited for") {
                let rest: Vec<String> = self.lines.iter().collect();
                assert!(rest.is_empty(), "{}: {rest:?}", self.name);
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("{}: it does not end", self.name);
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // A failed test leaves no process behind; one that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
