//! Connects a client to a server, with retries until a timeout, and reads its lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use manator_protocol::{FromClient, FromServer, LINE_MAX, Welcome, quoted};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const WELCOME_TIMEOUT: Duration = Duration::from_secs(15);
const CONNECT_RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// How many lines a server may send before it lets us in.
const LINES_MAX: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    pub host: String,
    pub port: u16,
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port),
            false => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

impl ServerAddress {
    pub fn connect(&self) -> io::Result<TcpStream> {
        // Looked up each time: a name may lead elsewhere by now.
        let addresses = (self.host.as_str(), self.port).to_socket_addrs()?;
        let mut last = io::Error::new(ErrorKind::NotFound, "the name leads nowhere");
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Connects as soon as somebody listens there, and tries for so long.
    pub fn connect_within(&self, timeout: Duration) -> Result<TcpStream, ClientError> {
        let begin = Instant::now();
        loop {
            match self.connect() {
                Ok(stream) => return Ok(stream),
                Err(error) if begin.elapsed() >= timeout => {
                    return Err(ClientError::Missing { address: self.clone(), error });
                }
                Err(_) => thread::sleep(CONNECT_RETRY_INTERVAL),
            }
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("no server at {address}: {error}")]
    Missing { address: ServerAddress, error: io::Error },
    #[error("the server says: {0}")]
    Refused(String),
    #[error("what listens there is no Manator server: it says '{}'", quoted(.0))]
    Stranger(String),
    #[error("lost the server: {0}")]
    Broken(io::Error),
}

#[derive(Debug)]
pub struct Client {
    pub reader: BufReader<TcpStream>,
    pub writer: TcpStream,
    pub welcome: Welcome,
}

impl Client {
    pub fn enter(stream: TcpStream, wish: &FromClient) -> Result<Client, ClientError> {
        let prepare = || -> io::Result<TcpStream> {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(WELCOME_TIMEOUT))?;
            let mut writer = stream.try_clone()?;
            writer.write_all(format!("{wish}\n").as_bytes())?;
            Ok(writer)
        };
        let writer = prepare().map_err(ClientError::Broken)?;
        let mut reader = BufReader::new(stream);
        for _ in 0..LINES_MAX {
            let line = match read_line(&mut reader).map_err(ClientError::Broken)? {
                Received::Line(line) => line.trim_end_matches(['\n', '\r']).to_string(),
                Received::TooLong => return Err(ClientError::Stranger("a very long line".into())),
                Received::End => {
                    let error = io::Error::other("it closed the connection");
                    return Err(ClientError::Broken(error));
                }
            };
            match line.parse() {
                Ok(FromServer::Welcome(welcome)) => {
                    reader.get_ref().set_read_timeout(None).map_err(ClientError::Broken)?;
                    return Ok(Client { reader, writer, welcome });
                }
                Ok(FromServer::Error { text, .. }) => return Err(ClientError::Refused(text)),
                Ok(FromServer::Hello) => {}
                // A server may first have asked in the language of the original programs.
                Err(_) if line.contains('\0') => {}
                Err(_) => return Err(ClientError::Stranger(line)),
            }
        }
        Err(ClientError::Stranger("many lines, but no welcome".into()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A line with its end; the last one may have none.
    Line(String),
    /// More than anybody may send; all of it is skipped.
    TooLong,
    End,
}

/// Reads a line of bounded length; what is no UTF-8 is replaced.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Received> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let piece = input.fill_buf()?;
        if piece.is_empty() {
            break;
        }
        let end = piece.iter().position(|byte| *byte == b'\n').map(|index| index + 1);
        let taken = end.unwrap_or(piece.len());
        length += taken;
        if length <= LINE_MAX {
            line.extend_from_slice(&piece[..taken]);
        }
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    Ok(match length {
        0 => Received::End,
        1..=LINE_MAX => Received::Line(String::from_utf8_lossy(&line).into_owned()),
        _ => Received::TooLong,
    })
}
