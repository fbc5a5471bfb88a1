//! What displays of a table are told, now and when they come late.
//!
//! A feed never waits for a display. One that is too slow misses messages and is resynced: it is told where the
//! game stands instead.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manator_protocol::{News, Start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio::time::timeout;

use crate::guests::Registry;
use crate::lock;
use crate::notice::{Notice, Tell};

const QUEUE_MAX: usize = 2048;
/// How many of the last notes a late display is told.
const NOTES_MAX: usize = 12;

#[derive(Debug)]
pub struct Feed {
    state: Mutex<State>,
    sender: Sender<Arc<str>>,
}

#[derive(Debug, Default)]
struct State {
    heading: Vec<News>,
    position: Option<(Start, Vec<String>)>,
    clocks: Vec<News>,
    notes: Vec<News>,
    over: Option<News>,
    standing: Vec<News>,
    bye: Option<News>,
}

impl Default for Feed {
    fn default() -> Feed {
        Feed { state: Mutex::new(State::default()), sender: channel(QUEUE_MAX).0 }
    }
}

impl Feed {
    /// Tells all displays, as one message that is never torn apart.
    pub fn tell(&self, news: Vec<News>) {
        let text: String = news.iter().map(|news| format!("{news}\n")).collect();
        let mut state = lock(&self.state);
        for news in news {
            state.take(news);
        }
        // Nobody need be there to hear it. The lock is held, so that a display that joins misses nothing.
        let _ = self.sender.send(text.into());
    }

    /// Keeps something for displays that come late; the others have just been told in another way.
    pub fn remember(&self, news: News) {
        lock(&self.state).take(news);
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    /// Returns where the table stands, and what is told from then on.
    pub fn join(&self) -> (String, Receiver<Arc<str>>) {
        let state = lock(&self.state);
        (state.text(), self.sender.subscribe())
    }
}

impl State {
    fn take(&mut self, news: News) {
        match news {
            News::Game { .. } => {
                let standing = std::mem::take(&mut self.standing);
                *self = State { heading: vec![news], standing, ..State::default() };
            }
            News::Round { .. } | News::Player { .. } => self.heading.push(news),
            News::Position { start, moves } => self.position = Some((start, moves)),
            News::Move { mv, .. } => {
                if let Some((_, moves)) = &mut self.position {
                    moves.push(mv);
                }
            }
            News::Clock { seat, .. } => {
                self.clocks
                    .retain(|old| !matches!(old, News::Clock { seat: of, .. } if *of == seat));
                self.clocks.push(news);
            }
            News::Note { .. } => {
                if self.notes.len() == NOTES_MAX {
                    self.notes.remove(0);
                }
                self.notes.push(news);
            }
            News::Over { .. } => self.over = Some(news),
            News::Standing { ref name, .. } => {
                self.standing
                    .retain(|old| !matches!(old, News::Standing { name: of, .. } if of == name));
                self.standing.push(news);
            }
            News::Bye(_) => self.bye = Some(news),
            News::Other(_) => {}
        }
    }

    fn text(&self) -> String {
        let position = self
            .position
            .as_ref()
            .map(|(start, moves)| News::Position { start: start.clone(), moves: moves.clone() });
        let all = self
            .heading
            .iter()
            .chain(&position)
            .chain(&self.clocks)
            .chain(&self.notes)
            .chain(&self.over)
            .chain(&self.standing)
            .chain(&self.bye);
        all.map(|news| format!("{news}\n")).collect()
    }
}

/// How many bytes are put together before they are sent.
const WRITE_SIZE: usize = 32 * 1024;

/// Tells a display everything, in the pieces that `encode` makes of lines, until it leaves or nothing more will come.
pub(crate) async fn show(
    stream: TcpStream,
    feed: &Feed,
    unread: Duration,
    mut encode: impl FnMut(&str) -> io::Result<Vec<Vec<u8>>>,
) -> io::Result<()> {
    let (mut reader, mut writer) = stream.into_split();
    let (snapshot, mut news) = feed.join();
    let mut text = snapshot;
    let mut ignored = [0; 512];
    let mut has_ended = false;
    loop {
        for piece in encode(&text)? {
            write(&mut writer, &piece, unread).await?;
        }
        // Nothing comes after the farewell.
        has_ended |= text.lines().last().is_some_and(|line| line.starts_with("bye"));
        text.clear();
        if has_ended {
            return writer.shutdown().await;
        }
        tokio::select! {
            told = news.recv() => match told {
                Ok(told) => text.push_str(&told),
                // It was too slow: resync.
                Err(RecvError::Lagged(_)) => (text, news) = feed.join(),
                Err(RecvError::Closed) => has_ended = true,
            },
            // What a display says means nothing; that it says nothing more means that it is gone.
            count = reader.read(&mut ignored) => if count? == 0 {
                return Ok(());
            },
        }
        while text.len() < WRITE_SIZE {
            match news.try_recv() {
                Ok(told) => text.push_str(&told),
                Err(TryRecvError::Lagged(_)) => (text, news) = feed.join(),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Closed) => {
                    has_ended = true;
                    break;
                }
            }
        }
    }
}

pub(crate) async fn counted(
    guests: &Registry,
    tell: &Tell,
    address: SocketAddr,
    shown: impl Future<Output = io::Result<()>>,
) {
    // Told first: a short game may be over before this goes on once it counts.
    tell(&Notice::Watches { address });
    guests.count_displays(1);
    let why = shown.await.err().map(|error| error.to_string());
    guests.count_displays(-1);
    tell(&Notice::Watched { address, why: why.as_deref() });
}

/// Writes all, as long as some of it is read now and then.
async fn write(writer: &mut OwnedWriteHalf, mut bytes: &[u8], unread: Duration) -> io::Result<()> {
    let slow = |_| io::Error::new(io::ErrorKind::TimedOut, "it does not read what it is told");
    while !bytes.is_empty() {
        let count = timeout(unread, writer.write(bytes)).await.map_err(slow)??;
        bytes = &bytes[count..];
    }
    Ok(())
}
