//! A program that speaks the language of agents, with somebody at its other end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_protocol::FromAgent;

/// How long anything may take on a busy machine, the compiler of Java included.
const PATIENCE: Duration = Duration::from_secs(120);
/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");
/// Our stand-in for the course's classes.
pub(crate) const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bridge");

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
        Program::start(command.args(["engine", "threechess", "--agent", agent]))
    }

    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Program {
        let mut child = command
            .env("XDG_CONFIG_HOME", NO_CONFIG)
            // The stand-in asks it for the rules.
            .env("MANATOR", env!("CARGO_BIN_EXE_manator"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Where the agents of the stand-in talk.
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
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
        Program { child, input, lines }
    }

    #[track_caller]
    pub(crate) fn sends(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    /// Reads the next line, which must be of the protocol.
    #[track_caller]
    pub(crate) fn reads(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("the program says something");
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

    /// Closes its input.
    pub(crate) fn hangs_up(&mut self) {
        self.input = None;
    }

    /// Waits until it has ended, with nothing more to say.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                let rest: Vec<String> = self.lines.iter().collect();
                assert!(rest.is_empty(), "{rest:?}");
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the program does not end");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
