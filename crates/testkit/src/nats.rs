//! A NATS server of a test's own, which can be killed, stopped and started again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::process::{Process, Signal};
use crate::terminal::DEADLINE;

/// Ports are chosen free and taken a moment later: somebody else may have been faster.
const ATTEMPTS: usize = 5;

pub struct NatsServer {
    pub port: u16,
    args: Vec<String>,
    folder: TempDir,
    process: Option<Process>,
}

impl NatsServer {
    #[track_caller]
    pub fn start() -> Self {
        Self::start_with(&["-js"])
    }

    /// Starts a server with these arguments; without `-js` it keeps nothing.
    #[track_caller]
    pub fn start_with(args: &[&str]) -> Self {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        for _ in 0..ATTEMPTS {
            let folder = tempfile::tempdir().expect("a folder for the server");
            let mut server = Self { port: free_port(), args: args.clone(), folder, process: None };
            if server.run() {
                return server;
            }
        }
        panic!("nats-server did not start with {args:?}");
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills it, so that it cannot write anything any more.
    pub fn kill(&mut self) {
        self.process = None;
    }

    #[track_caller]
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.signal(Signal::TERM);
            process.exit();
        }
    }

    /// Starts it again, with what it kept, where it was.
    #[track_caller]
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.run(), "nats-server did not start again on port {}", self.port);
    }

    fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let mut process = Process::start(
            Command::new("nats-server")
                .args(["-a", "127.0.0.1", "-p", &port, "-sd"])
                .arg(self.folder.path())
                .args(&self.args),
        );
        let start = Instant::now();
        while start.elapsed() < DEADLINE && process.is_running() {
            if answers(self.port) {
                self.process = Some(process);
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

fn answers(port: u16) -> bool {
    let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else { return false };
    let mut line = String::new();
    stream.set_read_timeout(Some(DEADLINE)).is_ok()
        && BufReader::new(stream).read_line(&mut line).is_ok()
        && line.starts_with("INFO ")
}
