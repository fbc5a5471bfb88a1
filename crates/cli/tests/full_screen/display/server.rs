//! A server that says what a test wants it to say.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

use manator_testkit::terminal::{Command, DEADLINE, Home, Size, Terminal};

/// A server on this machine.
pub(crate) struct Server {
    listener: TcpListener,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn new() -> Server {
        Server::at(0)
    }

    /// Listens at a port, where another may have listened before.
    pub(crate) fn at(port: u16) -> Server {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        Server { listener, port }
    }

    /// Waits for a display.
    pub(crate) fn accept(&self) -> Guest {
        let begin = Instant::now();
        let stream = loop {
            match self.listener.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    assert!(begin.elapsed() < DEADLINE, "no display comes");
                    std::thread::yield_now();
                }
                Err(error) => panic!("{error}"),
            }
        };
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        let mut asked = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut asked).unwrap();
        Guest { stream, asked: asked.trim_end().to_string() }
    }

    /// Waits for a display and lets it watch a game.
    pub(crate) fn welcome(&self, rules: &str) -> Guest {
        let mut guest = self.accept();
        guest.tell(&["manator 1", &format!("welcome watch {rules}")]);
        guest
    }

    /// Starts a display of what this server shows.
    pub(crate) fn display(&self, size: Size, arguments: &str) -> Terminal {
        Terminal::open_in(&Home::new(), size, command(self.port, arguments))
    }
}

/// Returns the command that starts a display.
pub(crate) fn command(port: u16, arguments: &str) -> Command {
    let port = port.to_string();
    let words = ["display", "-h", "127.0.0.1", "-p", &port];
    let words = words.into_iter().chain(arguments.split_whitespace());
    Command::new(crate::program::MANATOR).args(words)
}

/// A display that came.
pub(crate) struct Guest {
    stream: TcpStream,
    /// What it wants to see.
    pub(crate) asked: String,
}

impl Guest {
    pub(crate) fn tell(&mut self, lines: &[&str]) {
        self.tell_bytes((lines.join("\n") + "\n").as_bytes());
    }

    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }
}
