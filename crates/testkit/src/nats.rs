//! A NATS server of a test's own, which can be killed, stopped and started again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A server that has not begun by then will not.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// Ports are chosen free and taken a moment later: somebody else may have been faster.
const ATTEMPTS: usize = 5;

/// A running `nats-server` on loopback; it is gone when this is dropped.
pub struct NatsServer {
    port: u16,
    args: Vec<String>,
    folder: TempDir,
    child: Option<Child>,
}

impl NatsServer {
    /// Starts a server that keeps messages.
    ///
    /// # Panics
    ///
    /// When `nats-server` is not installed, or does not start.
    #[track_caller]
    pub fn start() -> Self {
        Self::start_with(&["-js"])
    }

    /// Starts a server with these arguments; without `-js` it keeps nothing.
    ///
    /// # Panics
    ///
    /// As [`start`](Self::start).
    #[track_caller]
    pub fn start_with(args: &[&str]) -> Self {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        for _ in 0..ATTEMPTS {
            let folder = tempfile::tempdir().expect("a folder for the server");
            let mut server = Self { port: free_port(), args: args.clone(), folder, child: None };
            if server.run() {
                return server;
            }
        }
        panic!("nats-server did not start with {args:?}");
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills it, so that it cannot write anything any more.
    ///
    /// # Panics
    ///
    /// When it cannot be killed.
    #[track_caller]
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("the server to be killed");
            child.wait().expect("the end of the server");
        }
    }

    /// Asks it to end, and waits until it has.
    ///
    /// # Panics
    ///
    /// When it cannot be asked.
    #[track_caller]
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            kill_process(pid(&child), Signal::TERM).expect("the server to be asked to end");
            child.wait().expect("the end of the server");
        }
    }

    /// Starts it again, with what it kept, where it was.
    ///
    /// # Panics
    ///
    /// When it does not start.
    #[track_caller]
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.run(), "nats-server did not start again on port {}", self.port);
    }

    /// Runs the server and returns whether it answers.
    fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let command = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port, "-sd"])
            .arg(self.folder.path())
            .args(&self.args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = command.unwrap_or_else(|error| panic!("nats-server: {error}"));
        let start = Instant::now();
        while start.elapsed() < START_TIMEOUT {
            if child.try_wait().expect("the state of the server").is_some() {
                return false;
            }
            if answers(self.port) {
                self.child = Some(child);
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().expect("the server to be killed");
        child.wait().expect("the end of the server");
        false
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Freezes a process until [`thaw`].
///
/// # Panics
///
/// When it cannot be frozen.
#[track_caller]
pub fn freeze(child: &Child) {
    kill_process(pid(child), Signal::STOP).expect("the process to be frozen");
}

/// Lets a frozen process go on.
///
/// # Panics
///
/// When it cannot.
#[track_caller]
pub fn thaw(child: &Child) {
    kill_process(pid(child), Signal::CONT).expect("the process to go on");
}

fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

/// Returns whether a NATS server greets who connects.
fn answers(port: u16) -> bool {
    let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else { return false };
    let mut line = String::new();
    stream.set_read_timeout(Some(START_TIMEOUT)).is_ok()
        && BufReader::new(stream).read_line(&mut line).is_ok()
        && line.starts_with("INFO ")
}
