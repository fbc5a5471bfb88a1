//! A server process, and agents that are processes, too.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Record;
use rustix::process::{Pid, Signal};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");

/// The program, with nothing of whoever runs the tests.
pub(crate) fn manator() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
    command.env("XDG_CONFIG_HOME", NO_CONFIG).env_remove("MANATOR_TOKEN").stdin(Stdio::null());
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Returns the path of a file that is not there yet.
pub(crate) fn vacant(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("server");
    fs::create_dir_all(&folder).expect("a folder for files");
    let path = folder.join(name);
    if path.exists() {
        fs::remove_file(&path).expect("remove what an earlier run left");
    }
    path
}

/// What a process writes, line by line.
struct Said {
    lines: Receiver<String>,
    all: String,
}

impl Said {
    fn listen(end: impl Read + Send + 'static) -> Said {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(end).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Said { lines, all: String::new() }
    }

    /// Waits for a line with these words in it.
    #[track_caller]
    fn hears(&mut self, words: &str) -> String {
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                panic!("nobody says '{words}':\n{}", self.all);
            };
            self.all += &format!("{line}\n");
            if line.contains(words) {
                return line;
            }
        }
    }

    fn rest(&mut self) -> String {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.all += &format!("{line}\n");
        }
        self.all.clone()
    }
}

/// A process of the program that runs.
pub(crate) struct Process {
    child: Child,
    talk: Said,
    out: Said,
}

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) talk: String,
}

impl Process {
    /// Starts a command.
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Process {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("manator starts");
        let talk = Said::listen(child.stderr.take().expect("standard error"));
        let out = Said::listen(child.stdout.take().expect("standard output"));
        Process { child, talk, out }
    }

    /// Waits until it says a line with these words on standard error, and returns the line.
    #[track_caller]
    pub(crate) fn says(&mut self, words: &str) -> String {
        self.talk.hears(words)
    }

    /// Waits until it prints a line with these words, and returns the line.
    #[track_caller]
    pub(crate) fn prints(&mut self, words: &str) -> String {
        self.out.hears(words)
    }

    pub(crate) fn signal(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits until it has ended.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> Ended {
        let begin = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("it can be waited for") {
                Some(status) => break status,
                None if begin.elapsed() > PATIENCE => {
                    let _ = self.child.kill();
                    panic!("it does not end:\n{}", self.talk.rest());
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        Ended { status: status.code(), out: self.out.rest(), talk: self.talk.rest() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that has found a port.
pub(crate) struct Server {
    pub(crate) process: Process,
    pub(crate) port: u16,
}

impl Server {
    /// Starts a server with arguments, with blanks between them.
    #[track_caller]
    pub(crate) fn start(arguments: &str) -> Server {
        Server::begin(manator().arg("server").args(arguments.split_whitespace()))
    }

    /// Starts a server that keeps the records of its games in a file.
    #[track_caller]
    pub(crate) fn recording(arguments: &str, path: &Path) -> Server {
        let mut command = manator();
        command.arg("server").args(arguments.split_whitespace()).arg("--records").arg(path);
        Server::begin(&mut command)
    }

    #[track_caller]
    fn begin(command: &mut Command) -> Server {
        static SERVERS: AtomicUsize = AtomicUsize::new(0);
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        Server::keeping(command, &vacant(&format!("server-{number}.db")))
    }

    /// Starts a server whose games are kept in a store.
    #[track_caller]
    pub(crate) fn keeping(command: &mut Command, store: &Path) -> Server {
        let command = command.args(["-p", "0", "--store"]).arg(store);
        let mut process = Process::start(command);
        let line = process.says(" at 127.0.0.1:");
        let port = line.rsplit(':').next().and_then(|port| port.parse().ok());
        process.says("waiting for ");
        Server { process, port: port.expect("a port") }
    }

    /// Waits until it has said something.
    #[track_caller]
    pub(crate) fn says(&mut self, words: &str) -> String {
        self.process.says(words)
    }

    /// Waits until all games are over, and returns what was printed.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> String {
        let ended = self.process.ends();
        assert_eq!(ended.status, Some(0), "{}\n{}", ended.out, ended.talk);
        ended.out
    }

    /// Brings an agent of ours, with arguments.
    #[track_caller]
    pub(crate) fn agent(&self, arguments: &str) -> Process {
        let port = self.port.to_string();
        Process::start(manator().args(["agent", "-p", &port]).args(arguments.split_whitespace()))
    }
}

/// Returns the records in a file, each of which the program must find sound.
#[track_caller]
pub(crate) fn records(path: &Path) -> Vec<Record> {
    let replayed = manator().args(["replay", "--quiet"]).arg(path).output().expect("it runs");
    let said = String::from_utf8_lossy(&replayed.stdout);
    assert!(replayed.status.success(), "{said}");
    let text = fs::read_to_string(path).expect("records");
    let records = Record::parse_all(&text).expect("records");
    assert_eq!(said.lines().filter(|line| line.starts_with("ok: ")).count(), records.len());
    records.into_iter().map(|(_, record)| record).collect()
}

/// Returns the moves of a record.
pub(crate) fn moves(record: &Record) -> Vec<String> {
    record.moves.iter().map(|mv| mv.text.clone()).collect()
}

/// Returns who played, in seat order.
pub(crate) fn players(record: &Record, seats: &[&str]) -> Vec<String> {
    seats.iter().map(|seat| record.player(seat).unwrap_or_default().to_string()).collect()
}
