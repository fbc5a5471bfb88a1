//! Our own programs, as processes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");
/// How long a test waits for something to happen.
const PATIENCE: Duration = Duration::from_secs(120);

/// A process of ours.
pub(crate) struct Process {
    child: Child,
    talk: Arc<(Mutex<Vec<String>>, Condvar)>,
    output: Option<JoinHandle<String>>,
    talker: Option<JoinHandle<()>>,
}

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) output: String,
    pub(crate) talk: String,
}

impl Process {
    /// Starts `manator` with words that have no blanks in them.
    pub(crate) fn start(arguments: &str) -> Process {
        Process::start_with(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// Starts `manator` with any arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_manator"))
            .args(arguments)
            .env("XDG_CONFIG_HOME", NO_CONFIG)
            .env_remove("MANATOR_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("manator starts");
        let talk: Arc<(Mutex<Vec<String>>, Condvar)> = Arc::default();
        let lines = BufReader::new(child.stderr.take().expect("standard error"));
        let heard = talk.clone();
        let talker = thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                heard.0.lock().expect("no panic").push(line);
                heard.1.notify_all();
            }
        });
        let mut output = child.stdout.take().expect("standard output");
        let output = thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).expect("text");
            text
        });
        Process { child, talk, output: Some(output), talker: Some(talker) }
    }

    /// Waits for a line on standard error that has these words in it.
    #[track_caller]
    pub(crate) fn says(&self, words: &str) -> String {
        let end = Instant::now() + PATIENCE;
        let mut lines = self.talk.0.lock().expect("no panic");
        loop {
            if let Some(line) = lines.iter().find(|line| line.contains(words)) {
                return line.clone();
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no '{words}' in {lines:#?}");
            lines = self.talk.1.wait_timeout(lines, left).expect("no panic").0;
        }
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    }

    /// Waits until it ends.
    #[track_caller]
    pub(crate) fn ends(mut self) -> Ended {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().expect("a status") {
                Some(status) => break status,
                None if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
                None => panic!("it does not end: {:#?}", self.talk.0.lock()),
            }
        };
        let output = self.output.take().expect("once").join().expect("no panic");
        self.talker.take().expect("once").join().expect("no panic");
        let talk = self.talk.0.lock().expect("no panic").join("\n");
        Ended { status, output, talk }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A test that fails leaves nobody behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many servers were started: each has a store of its own.
static SERVERS: AtomicUsize = AtomicUsize::new(0);

/// Starts a server for the original programs, and returns its port.
#[track_caller]
pub(crate) fn serve(arguments: &str) -> (Process, u16) {
    let given: Vec<&str> = arguments.split_whitespace().collect();
    let defaults = [["-o", "variant=software"], ["-d", "0"], ["-D", "0"], ["-S", "0"]];
    let missing = defaults.iter().filter(|[flag, _]| !given.contains(flag)).flatten();
    let number = SERVERS.fetch_add(1, Ordering::Relaxed);
    let name = format!("course-{}-{number}.db", std::process::id());
    let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let store = store.to_str().expect("a path");
    let all: Vec<&str> = ["server", "jetan", "-p", "0", "-z", "1", "--anew", "--store", store]
        .iter()
        .chain(&given)
        .chain(missing)
        .copied()
        .collect();
    let server = Process::start_with(&all);
    let line = server.says(" at 127.0.0.1:");
    let port = line.rsplit(':').next().and_then(|port| port.parse().ok());
    (server, port.expect("a port"))
}
