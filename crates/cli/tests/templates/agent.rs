//! An agent that runs, with a test at its other end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use manator_testkit::process::Process;

use crate::program::{MANATOR, NO_CONFIG};

/// An agent that runs.
pub(crate) struct Agent {
    pub(crate) name: String,
    process: Process,
}

impl Agent {
    pub(crate) fn start(folder: &Path, run: &[&str]) -> Self {
        // A relative program would be looked for in the folder of the test.
        let inside = folder.join(run[0]);
        let program = if inside.exists() { inside } else { run[0].into() };
        // The agent in the guide asks `manator` for the rules.
        let manator = Path::new(MANATOR).parent().map(PathBuf::from);
        let usual = std::env::var_os("PATH").unwrap_or_default();
        let places = manator.into_iter().chain(std::env::split_paths(&usual));
        let mut command = Command::new(program);
        command
            .args(&run[1..])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(places).expect("a search path"))
            .env("XDG_CONFIG_HOME", NO_CONFIG);
        Agent { name: run.join(" "), process: Process::talk(&mut command) }
    }

    #[track_caller]
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.process.send(bytes);
    }

    #[track_caller]
    pub(crate) fn answer(&mut self) -> String {
        self.process.line()
    }

    #[track_caller]
    pub(crate) fn expect(&mut self, line: &str) {
        assert_eq!(self.answer(), line, "{}", self.name);
    }

    pub(crate) fn close(&mut self) {
        self.process.close();
    }

    /// Waits for the end of the agent, which has nothing more to say.
    #[track_caller]
    pub(crate) fn end(mut self) -> ExitStatus {
        let exit = self.process.exit();
        assert_eq!(exit.unread, Vec::<String>::new(), "{}", self.name);
        exit.status
    }
}
