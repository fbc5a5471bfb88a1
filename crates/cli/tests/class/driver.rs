//! A class in a folder of its own, its server, its students, and a browser without a screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use manator_testkit::process;
use manator_testkit::terminal::DEADLINE;
use tempfile::TempDir;

/// A class.
pub(crate) struct Class {
    folder: TempDir,
}

impl Class {
    /// Makes the folder of a class, which programs of other users can read.
    pub(crate) fn new(roster: &str) -> Class {
        let folder = TempDir::new().expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("open it");
        fs::write(folder.path().join("class.toml"), roster).expect("a roster");
        Class { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the program with some arguments, in this folder and with nothing of whoever runs the tests.
    pub(crate) fn manator(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
        command
            .args(line.split_whitespace())
            .current_dir(self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.folder.path())
            .env_remove("MANATOR_TOKEN")
            .stdin(Stdio::null());
        command
    }

    #[track_caller]
    pub(crate) fn run(&self, line: &str) -> Output {
        self.manator(line).output().expect("it runs")
    }

    /// Runs a command that ends well, and returns what it prints.
    #[track_caller]
    pub(crate) fn prints(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Returns the codes in the order of the roster, the instructor's last.
    pub(crate) fn codes(&self) -> Vec<String> {
        let all = self.prints("class codes class.toml");
        all.lines().filter_map(|line| line.split('\t').next()).map(str::to_string).collect()
    }

    /// Serves the class.
    #[track_caller]
    pub(crate) fn serve(&self, options: &str) -> Server {
        let line = "class serve class.toml --store class.db --address 127.0.0.1:0";
        let mut process = Process::start(&mut self.manator(&format!("{line} {options}")));
        let line = process.says(" at 127.0.0.1:");
        let port = line.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        Server { process, port }
    }

    /// Brings an agent of ours with a code.
    pub(crate) fn agent(&self, server: &Server, code: &str, options: &str) -> Process {
        let line = format!("agent -p {} --token {code} {options}", server.port);
        Process::start(&mut self.manator(&line))
    }
}

/// A process of the program that runs.
pub(crate) struct Process(process::Process);

impl Process {
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Process {
        Process(process::Process::start(command))
    }

    /// Waits until it says a line with these words, and returns the line.
    #[track_caller]
    pub(crate) fn says(&mut self, words: &str) -> String {
        self.0.says(words)
    }

    /// Ends it as a power cut does.
    pub(crate) fn kill(&mut self) {
        self.0.kill();
    }

    /// Waits until it has ended, and returns its status and what it said.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> (Option<i32>, String) {
        let exit = self.0.exit();
        (exit.code(), exit.errors)
    }
}

/// A server that has found a port.
pub(crate) struct Server {
    pub(crate) process: Process,
    pub(crate) port: u16,
}

/// What a server answers to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(DEADLINE)).expect("a limit");
        stream
    }

    /// Sends a request with these lines in its head, and a body.
    #[track_caller]
    pub(crate) fn ask(&self, first: &str, head: &[&str], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let mut text = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        for line in head {
            text += &format!("{line}\r\n");
        }
        if !head.iter().any(|line| line.starts_with("Host:")) {
            text += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(text.as_bytes()).expect("it reads");
        // Whoever is refused early is not read to the end.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("{first}: no answer: {text:?}"));
        Answer { status, head: head.to_lowercase(), body: body.into() }
    }

    pub(crate) fn origin(&self) -> String {
        format!("Origin: http://127.0.0.1:{}", self.port)
    }

    /// Asks for something that only the owner of a code gets.
    #[track_caller]
    pub(crate) fn get(&self, path: &str, code: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[&format!("X-Manator-Code: {code}")], b"")
    }

    /// Does something as a page of the server does it.
    #[track_caller]
    pub(crate) fn post(&self, path: &str, code: &str) -> Answer {
        let code = format!("X-Manator-Code: {code}");
        self.ask(&format!("POST {path}"), &[&code, &self.origin()], b"")
    }

    /// Uploads files as a page of the server does it.
    #[track_caller]
    pub(crate) fn upload(&self, code: &str, files: &[(&str, &[u8])]) -> Answer {
        let mut body = Vec::new();
        for (name, bytes) in files {
            let head = format!(
                "--border\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--border--\r\n");
        let code = format!("X-Manator-Code: {code}");
        let kind = "Content-Type: multipart/form-data; boundary=border";
        self.ask("POST /api/student/program", &[&code, &self.origin(), kind], &body)
    }

    /// Returns what a page is told in its first moments.
    pub(crate) fn told(&self, words: &str) -> String {
        let mut stream = self.connect();
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
            self.port,
            self.origin()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let asked = br#"{"n":1,"do":"watch","topic":"class"}"#;
        // A text of so many bytes, masked with nothing.
        let head = [0x81, 0x80 | asked.len() as u8, 0, 0, 0, 0];
        stream.write_all(&[&head[..], asked].concat()).expect("it reads");
        let (mut text, mut piece) = (String::new(), [0; 4096]);
        while !text.contains(words) {
            let count = stream.read(&mut piece).expect("it tells");
            assert!(count > 0, "it ends without '{words}': {text}");
            text += &String::from_utf8_lossy(&piece[..count]);
        }
        text
    }
}
