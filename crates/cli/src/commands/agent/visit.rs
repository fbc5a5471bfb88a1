//! The stay of an agent at a server, through any number of connections.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use manator_play::client::{Client, ClientError, ServerAddress};
use manator_protocol::{ErrorCode, FromAgent, FromClient, quoted};

use crate::commands::engine::{Desk, Stopped};
use crate::{stop, streams};

const RECONNECT_INTERVAL: Duration = Duration::from_millis(200);

type Stopper = Box<dyn Fn(i32) + Send>;

/// The signal that asks the agent to end, if one came; from the beginning, so that no program is left behind.
#[derive(Clone, Default)]
pub(super) struct Signal {
    number: Arc<AtomicI32>,
    stopper: Arc<Mutex<Option<Stopper>>>,
}

impl Signal {
    pub(super) fn watch() -> io::Result<Signal> {
        let signal = Signal::default();
        let Signal { number, stopper } = signal.clone();
        stop::watch(move |came| {
            let stopper = stopper.lock().unwrap_or_else(PoisonError::into_inner);
            number.store(came, Ordering::SeqCst);
            if let Some(stop) = &*stopper {
                stop(came);
            }
        })?;
        Ok(signal)
    }

    pub(super) fn number(&self) -> Option<i32> {
        Some(self.number.load(Ordering::SeqCst)).filter(|number| *number != 0)
    }

    /// Tells somebody of the signal when it comes, or at once if it has.
    fn forward(&self, stop: impl Fn(i32) + Send + 'static) {
        let mut stopper = self.stopper.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = self.number() {
            stop(number);
        }
        *stopper = Some(Box::new(stop));
    }
}

pub(super) struct Visit {
    pub(super) address: ServerAddress,
    pub(super) wish: FromClient,
    /// How long to try to find the server again.
    pub(super) wait: Duration,
    /// Whether the agent comes back when its connection breaks.
    pub(super) returns: bool,
    pub(super) trace: bool,
    pub(super) signal: Signal,
}

impl Visit {
    /// Plays until the server has had enough; returns the signal that ended it before, if one did.
    pub(super) fn play(&self, mut desk: Desk, client: Client) -> anyhow::Result<Option<i32>> {
        self.signal.forward(desk.stopper());
        let ended = self.stay(&mut desk, client);
        // A program is never left behind.
        desk.close();
        ended
    }

    fn stay(&self, desk: &mut Desk, mut client: Client) -> anyhow::Result<Option<i32>> {
        loop {
            let mut stream = client.writer.try_clone()?;
            let stopped = desk.converse(client.reader, Box::new(client.writer));
            let stopped = stopped.unwrap_or(Stopped::Lost);
            let bye = match &stopped {
                Stopped::Failed(why) => Some(why.clone()),
                Stopped::Signal(_) => Some("it was stopped".into()),
                _ => None,
            };
            if let Some(why) = bye {
                let _ = stream.write_all(format!("{}\n", FromAgent::Bye(why)).as_bytes());
            }
            let _ = stream.shutdown(Shutdown::Both);
            let lost = match stopped {
                Stopped::Quit => {
                    self.say("the games are over");
                    return Ok(None);
                }
                Stopped::Signal(number) => return Ok(Some(number)),
                Stopped::Failed(why) => bail!("{why}"),
                Stopped::Lost => format!("lost the server at {}", self.address),
                Stopped::Closed(why) => format!("the server says: {}", quoted(&why)),
            };
            if !self.returns {
                bail!("{lost}");
            }
            desk.skip_rest();
            self.say(&format!("{lost}; coming back"));
            client = match self.come_back() {
                Ok(Some(client)) => client,
                Ok(None) => return Ok(self.signal.number()),
                Err(error) => bail!("{lost}, and {error}"),
            };
            self.say("it is back");
        }
    }

    /// Joins, as soon as somebody listens there; gives up on a signal.
    pub(super) fn join(&self) -> Result<Option<Client>, ClientError> {
        let begin = Instant::now();
        while self.signal.number().is_none() {
            match self.address.connect() {
                Ok(stream) => return Client::enter(stream, &self.wish).map(Some),
                Err(error) if begin.elapsed() >= self.wait => {
                    return Err(ClientError::Missing { address: self.address.clone(), error });
                }
                Err(_) => thread::sleep(RECONNECT_INTERVAL),
            }
        }
        Ok(None)
    }

    /// Joins again, as soon as somebody listens there; gives up on a signal.
    fn come_back(&self) -> Result<Option<Client>, ClientError> {
        let begin = Instant::now();
        while self.signal.number().is_none() {
            let tried = self
                .address
                .connect()
                .map_err(|error| ClientError::Missing { address: self.address.clone(), error });
            let error = match tried.and_then(|stream| Client::enter(stream, &self.wish)) {
                Ok(client) => return Ok(Some(client)),
                Err(error) => error,
            };
            let may_change = match &error {
                ClientError::Refused { code, .. } => {
                    matches!(code, ErrorCode::Busy | ErrorCode::Closed | ErrorCode::Slow)
                }
                ClientError::Missing { .. } | ClientError::Broken(_) => true,
                ClientError::Stranger(_) => false,
            };
            if !may_change || begin.elapsed() >= self.wait {
                return Err(error);
            }
            thread::sleep(RECONNECT_INTERVAL);
        }
        Ok(None)
    }

    fn say(&self, text: &str) {
        if self.trace {
            let _ = writeln!(streams::stderr(), "{text}");
        }
    }
}
