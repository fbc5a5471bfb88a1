//! A program that speaks the language of agents, with somebody at its other end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;

use manator_protocol::FromAgent;
use manator_testkit::process::Process;

use crate::program::{MANATOR, NO_CONFIG, manator};

/// Our stand-in for the course's classes.
pub(crate) const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bridge");

/// A running program.
pub(crate) struct Program {
    process: Process,
}

/// Returns the command that starts the bridge, without arguments.
pub(crate) fn launcher() -> Command {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bridges/threechess");
    Command::new(path.join("threechess-bridge"))
}

/// Returns the folder of the stand-in's classes, compiled once for all tests.
fn classes() -> &'static str {
    static COMPILED: OnceLock<()> = OnceLock::new();
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/bridge/classes");
    COMPILED.get_or_init(|| {
        let agents = Path::new(CLASSES).join("threeChess/agents");
        let files = fs::read_dir(agents).expect("the agents");
        let mut command = Command::new("javac");
        command.args(["-Xlint:all", "-Werror", "-sourcepath", CLASSES, "-d", folder]);
        command.args(files.map(|file| file.expect("an agent").path()));
        let output = command.output().expect("javac runs: ./test installs it");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
    });
    folder
}

impl Program {
    /// Starts the bridge with an agent of the stand-in.
    #[track_caller]
    pub(crate) fn bridge(agent: &str) -> Program {
        let mut command = launcher();
        command.args(["--classes", classes(), "--cache"]);
        command.arg(concat!(env!("CARGO_TARGET_TMPDIR"), "/bridge/cache"));
        command.arg(format!("threeChess.agents.{agent}"));
        Program::start(&mut command)
    }

    /// Starts one of our agents as an engine.
    #[track_caller]
    pub(crate) fn engine(agent: &str) -> Program {
        Program::start(manator().args(["engine", "threechess", "--agent", agent]))
    }

    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Program {
        // The stand-in asks it for the rules.
        let command = command.env("XDG_CONFIG_HOME", NO_CONFIG).env("MANATOR", MANATOR);
        Program { process: Process::talk(command) }
    }

    #[track_caller]
    pub(crate) fn sends(&mut self, line: &str) {
        self.process.send(format!("{line}\n"));
    }

    /// Reads the next line, which must be of the protocol.
    #[track_caller]
    pub(crate) fn reads(&mut self) -> String {
        let mut line = self.process.line();
        // Whoever comes first compiles.
        while line.contains(" is compiled") {
            line = self.process.line();
        }
        let message: FromAgent = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(!matches!(message, FromAgent::Noise(_)), "{line}");
        line
    }

    #[track_caller]
    pub(crate) fn expects(&mut self, line: &str) {
        assert_eq!(self.reads(), line);
    }

    /// Reads a complaint that has these words.
    #[track_caller]
    pub(crate) fn complains(&mut self, words: &str) {
        let line = self.reads();
        assert!(line.starts_with("info string error: ") && line.contains(words), "{line}");
    }

    /// Makes sure that all it had to say was said.
    #[track_caller]
    pub(crate) fn is_ready(&mut self) {
        self.sends("isready");
        self.expects("readyok");
    }

    /// Reads a move, which must be the next line but for `info`.
    #[track_caller]
    pub(crate) fn best(&mut self) -> String {
        loop {
            let line = self.reads();
            if let Some(mv) = line.strip_prefix("bestmove ") {
                return mv.split(' ').next().unwrap_or_default().to_string();
            }
            let is_info = line.starts_with("info ") && !line.starts_with("info string error");
            assert!(is_info, "{line}");
        }
    }

    pub(crate) fn hangs_up(&mut self) {
        self.process.close();
    }

    /// Waits until it has ended, with nothing more to say.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let exit = self.process.exit();
        assert_eq!(exit.unread, Vec::<String>::new());
        exit.status
    }
}
