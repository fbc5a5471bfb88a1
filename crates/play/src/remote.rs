//! Another program across the network: moves as text, one a line, in both directions.
//!
//! That is all King's Court's course asks of a communication player, so that any program that can read
//! and write lines can sit here. A line `resign` gives the game up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use manator_protocol::LINE_MAX;

use crate::seat_spec::Address;
use crate::session::{Post, Said, SeatEvent};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How many lines may wait for the turn of their sender; the rest waits at the sender's.
const WAITING_MAX: usize = 16;
/// How often a connection is retried, and a wait looks whether the game goes on.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// One end of a connection to somebody in this process who plays at a server for whoever sits here: besides moves, it
/// tells the clocks and the verdict.
#[derive(Clone, Debug)]
pub struct Passage(Arc<TcpStream>);

impl PartialEq for Passage {
    fn eq(&self, other: &Passage) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Passage {}

impl Passage {
    /// Opens a connection; returns its two ends.
    pub fn open() -> io::Result<(Passage, TcpStream)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let stream = TcpStream::connect(listener.local_addr()?)?;
        loop {
            let (other, peer) = listener.accept()?;
            // Anybody on this machine may have been quicker.
            if peer == stream.local_addr()? {
                other.set_nodelay(true)?;
                return Ok((Passage(Arc::new(stream)), other));
            }
        }
    }
}

pub(crate) struct Connection {
    shared: Arc<Shared>,
    /// Where we listen, if we do.
    pub(crate) local: Option<SocketAddr>,
}

/// What both ends of a connection know: the session and the thread that reads.
#[derive(Default)]
struct Shared {
    stream: Mutex<Option<TcpStream>>,
    dropped: AtomicBool,
    waiting: AtomicUsize,
}

impl Connection {
    /// Connects or listens in the background; `number` says which connection it is in what it posts.
    pub(crate) fn open(address: &Address, number: usize, post: Post) -> io::Result<Connection> {
        let shared = Arc::<Shared>::default();
        let is_told = !matches!(address, Address::Server(_));
        let end = End { number, post, shared: shared.clone(), is_told };
        let local = match address {
            Address::Listen(address) => {
                let listener = TcpListener::bind(address)?;
                // Waiting must end when the game is given up before anybody came.
                listener.set_nonblocking(true)?;
                let local = listener.local_addr()?;
                thread::spawn(move || end.run(|end| end.accept(&listener)));
                Some(local)
            }
            Address::Server(passage) => {
                let stream = passage.0.try_clone()?;
                // It is there already: the first move may come before the thread runs.
                *lock(&shared.stream) = Some(stream.try_clone()?);
                thread::spawn(move || end.run(|_| Ok(Some(stream))));
                None
            }
            Address::Connect(address) | Address::Plain(address) => {
                let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
                thread::spawn(move || end.run(|end| end.connect(&addresses)));
                None
            }
        };
        Ok(Connection { shared, local })
    }

    /// Says that a line was taken, so that another may come.
    pub(crate) fn taken(&self) {
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    /// Sends a line; a failure is posted by the reading side, which sees the same broken connection.
    pub(crate) fn send(&self, text: &str) {
        if let Some(stream) = &mut *lock(&self.shared.stream)
            && stream.write_all(format!("{text}\n").as_bytes()).is_err()
        {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.shared.dropped.store(true, Ordering::Relaxed);
        if let Some(stream) = lock(&self.shared.stream).take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

struct End {
    number: usize,
    post: Post,
    shared: Arc<Shared>,
    /// Whether it is told that somebody is there, who is not there from the beginning.
    is_told: bool,
}

impl End {
    fn run(self, find: impl FnOnce(&End) -> io::Result<Option<TcpStream>>) {
        let gone = match find(&self) {
            Ok(None) => return,
            Ok(Some(stream)) => self.listen(stream),
            Err(error) => Err(error),
        };
        let why = match gone {
            Ok(()) => "left the game".to_string(),
            Err(error) => format!("left the game: {error}"),
        };
        self.says(Said::Gone { connection: self.number, why });
    }

    fn accept(&self, listener: &TcpListener) -> io::Result<Option<TcpStream>> {
        while !self.is_dropped() {
            match listener.accept() {
                Ok((stream, _)) => return Ok(Some(stream)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(POLL_INTERVAL)
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    fn connect(&self, addresses: &[SocketAddr]) -> io::Result<Option<TcpStream>> {
        let begin = Instant::now();
        while !self.is_dropped() {
            match TcpStream::connect(addresses) {
                Ok(stream) => return Ok(Some(stream)),
                Err(error) if begin.elapsed() > CONNECT_TIMEOUT => return Err(error),
                Err(_) => thread::sleep(POLL_INTERVAL),
            }
        }
        Ok(None)
    }

    fn listen(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let peer = stream.peer_addr()?.to_string();
        let mut reader = BufReader::new(stream.try_clone()?);
        *lock(&self.shared.stream) = Some(stream);
        if self.is_told {
            self.says(Said::Connected { connection: self.number, peer });
        }
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut limited = (&mut reader).take(LINE_MAX as u64);
            if limited.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            if bytes.last() != Some(&b'\n') && bytes.len() == LINE_MAX {
                let why = format!("sent a line of more than {LINE_MAX} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            let text = String::from_utf8_lossy(&bytes).trim().to_string();
            while self.shared.waiting.load(Ordering::Relaxed) >= WAITING_MAX && !self.is_dropped() {
                thread::sleep(POLL_INTERVAL);
            }
            if !text.is_empty() {
                self.shared.waiting.fetch_add(1, Ordering::Relaxed);
                self.says(Said::Line { connection: self.number, text });
            }
        }
    }

    fn is_dropped(&self) -> bool {
        self.shared.dropped.load(Ordering::Relaxed)
    }

    fn says(&self, said: Said) {
        if !self.is_dropped() {
            (self.post)(SeatEvent(said));
        }
    }
}

/// A stream has no state that a panic could leave half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
