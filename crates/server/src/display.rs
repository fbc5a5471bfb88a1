//! A display at the other end of a connection.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::timeout;

use crate::feed::Feed;
use crate::guests::Registry;
use crate::notice::{Notice, Tell};

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
