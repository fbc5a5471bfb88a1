//! Connects a client to a server, with retries until a timeout, and reads its lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use manator_protocol::{ErrorCode, FromClient, FromServer, LINE_MAX, News, Welcome, quoted};

use crate::watched::tamed;

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
    #[error("the server says: {text}")]
    Refused { code: ErrorCode, text: String },
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
                Ok(FromServer::Error { code, text }) => {
                    return Err(ClientError::Refused { code, text });
                }
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

/// How long a server may take to say who it is and whether we may watch.
const WATCH_TIMEOUT: Duration = Duration::from_secs(10);
const RECONNECT_INTERVAL: Duration = Duration::from_millis(200);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spectator {
    pub address: ServerAddress,
    /// The game by its name, or `any`.
    pub game: String,
    /// The table, from 1.
    pub table: Option<u32>,
    pub connect_timeout: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// The server is not there, and why; it is tried again.
    Waiting(String),
    /// We may watch the game with these rules.
    Welcome(String),
    News(News),
    Nonsense(String),
    End(End),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Bye(String),
    Refused(String),
    /// The server was not there for too long, and why.
    Missing(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Bye(why) if why.is_empty() => f.write_str("the server says goodbye"),
            End::Bye(why) => write!(f, "the server says goodbye: {why}"),
            End::Refused(why) => write!(f, "the server says: {why}"),
            End::Missing(why) => f.write_str(why),
        }
    }
}

/// A conversation broke off, and why; it may be taken up again.
struct Broken(String);

/// Goes on with the conversation, or ends it.
type Step<T> = ControlFlow<Result<End, Broken>, T>;

struct Contact {
    since: Instant,
    said: bool,
    /// Whether it has let us in since.
    welcome: bool,
}

impl Spectator {
    /// Listens until nothing more will come, or `hear` breaks; reconnects until the timeout.
    pub fn listen(&self, mut hear: impl FnMut(Heard) -> ControlFlow<()>) {
        let mut contact = Contact { since: Instant::now(), said: false, welcome: false };
        loop {
            let tried = match self.address.connect() {
                Ok(stream) => self.converse(&stream, &mut contact, &mut hear),
                Err(error) => {
                    Break(Err(Broken(format!("no server at {}: {}", self.address, cause(&error)))))
                }
            };
            if contact.welcome {
                contact = Contact { since: Instant::now(), said: false, welcome: false };
            }
            let end = match tried {
                // Nobody hears us any more.
                Continue(()) => return,
                Break(Ok(end)) => end,
                Break(Err(Broken(why))) if contact.since.elapsed() >= self.connect_timeout => {
                    End::Missing(why)
                }
                Break(Err(Broken(why))) => {
                    if !contact.said && hear(Heard::Waiting(why)).is_break() {
                        return;
                    }
                    contact.said = true;
                    thread::sleep(RECONNECT_INTERVAL);
                    continue;
                }
            };
            let _ = hear(Heard::End(end));
            return;
        }
    }

    /// Asks to watch and passes on what is told; returns why that ended, or goes on when nobody hears.
    fn converse(
        &self,
        stream: &TcpStream,
        contact: &mut Contact,
        hear: &mut impl FnMut(Heard) -> ControlFlow<()>,
    ) -> Step<()> {
        let mut reader = BufReader::new(stream);
        if let Err(error) = self.ask(stream) {
            return self.broken(&error);
        }
        let mut greeted = false;
        loop {
            let heard = match read_line(&mut reader) {
                Err(error) => return self.broken(&error),
                Ok(Received::End) => return self.broken(&ErrorKind::UnexpectedEof.into()),
                // A line without an end is none: the rest of it is lost with the server.
                Ok(Received::Line(line)) if !line.ends_with('\n') => continue,
                Ok(Received::TooLong) => {
                    Heard::Nonsense(format!("a line of more than {LINE_MAX} bytes"))
                }
                Ok(Received::Line(line)) if line.trim().is_empty() => continue,
                // A server may first have asked in the language of the original programs.
                Ok(Received::Line(line)) if !greeted && line.contains('\0') => continue,
                Ok(Received::Line(line)) if !greeted => {
                    self.greeting(&line)?;
                    greeted = true;
                    continue;
                }
                Ok(Received::Line(line)) if !contact.welcome => match admission(&line)? {
                    Heard::Welcome(rules) => {
                        contact.welcome = true;
                        // From now on it is silent while players think.
                        if let Err(error) = stream.set_read_timeout(None) {
                            return self.broken(&error);
                        }
                        Heard::Welcome(rules)
                    }
                    nonsense => nonsense,
                },
                Ok(Received::Line(line)) => match line.parse() {
                    Ok(News::Bye(text)) => return Break(Ok(End::Bye(tamed(&text)))),
                    // A server that closes or finds us slow says so as it did at first.
                    Ok(News::Other(text)) if text.starts_with("error ") => admission(&text)?,
                    Ok(news) => Heard::News(news),
                    Err(error) => Heard::Nonsense(error.to_string()),
                },
            };
            if hear(heard).is_break() {
                return Continue(());
            }
        }
    }

    fn ask(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(WATCH_TIMEOUT))?;
        stream.set_write_timeout(Some(WATCH_TIMEOUT))?;
        let wish = FromClient::Watch { game: self.game.clone(), table: self.table };
        stream.write_all(format!("{wish}\n").as_bytes())
    }

    fn greeting(&self, line: &str) -> Step<()> {
        match line.parse() {
            Ok(FromServer::Hello) => Continue(()),
            Ok(FromServer::Error { .. }) => admission(line).map_continue(|_| ()),
            _ => {
                let said: String = tamed(line.trim()).chars().take(40).collect();
                let at = &self.address;
                let why = format!("what listens at {at} is no Manator server: it says '{said}'");
                Break(Ok(End::Missing(why)))
            }
        }
    }

    fn broken(&self, error: &io::Error) -> Step<()> {
        let why = match error.kind() {
            ErrorKind::UnexpectedEof => "it closed the connection".into(),
            ErrorKind::WouldBlock | ErrorKind::TimedOut => "it says nothing".into(),
            _ => cause(error),
        };
        Break(Err(Broken(format!("lost the server at {}: {why}", self.address))))
    }
}

/// Returns what went wrong, without the number that the system has for it.
fn cause(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(_) => error.kind().to_string(),
        None => error.to_string(),
    }
}

fn admission(line: &str) -> Step<Heard> {
    match line.parse() {
        Ok(FromServer::Welcome(Welcome::Watch { rules })) => {
            Continue(Heard::Welcome(tamed(&rules)))
        }
        Ok(FromServer::Error { code: ErrorCode::Busy | ErrorCode::Slow, text }) => {
            Break(Err(Broken(format!("the server says: {}", tamed(&text)))))
        }
        Ok(FromServer::Error { code, text }) => {
            let text = if text.is_empty() { code.to_string() } else { text };
            Break(Ok(End::Refused(tamed(&text))))
        }
        Ok(other) => Continue(Heard::Nonsense(format!(
            "'{}': expected welcome watch",
            tamed(&other.to_string())
        ))),
        Err(error) => Continue(Heard::Nonsense(error.to_string())),
    }
}
