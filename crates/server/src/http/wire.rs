//! A connection that has begun to speak, and that must read now and then.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection whose first bytes were read before.
pub(super) struct Wire {
    stream: TcpStream,
    said: Vec<u8>,
    /// How much of that has been given on.
    given: usize,
    unread: Duration,
    /// Ends when the client has read nothing for too long.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, said: Vec<u8>, unread: Duration) -> Wire {
        Wire { stream, said, given: 0, unread, stuck: None }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let rest = &self.said[self.given..];
        if rest.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        let count = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..count]);
        self.given += count;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let unread = self.unread;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(unread)));
        match stuck.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
