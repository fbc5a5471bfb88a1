//! What can go wrong between an organiser, its workers and the server; always says which server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    #[error("no NATS server answers at {address}: {why}")]
    Unreachable { address: String, why: String },
    #[error("the NATS server at {address} refuses the name, password, token or credentials")]
    NotWelcome { address: String },
    #[error("the NATS server at {address} runs without JetStream: start it with -js")]
    NoJetStream { address: String },
    /// The server stayed away, or refused, for as long as it was asked.
    #[error("{address} did not {task} within {} s: {why}", waited.as_secs())]
    GaveUp { address: String, task: &'static str, waited: Duration, why: String },
    #[error("{what} has {size} bytes, and {address} takes at most {size_max}")]
    TooLarge { address: String, what: String, size: usize, size_max: usize },
    #[error("{text:?} is no name for {what}: expected {expected}")]
    BadName { what: &'static str, text: String, expected: &'static str },
    /// The terms of an event contradict themselves.
    #[error("{name}: {value} is not between {min} and {max}")]
    OutOfRange { name: &'static str, value: u128, min: u128, max: u128 },
    #[error(
        "event {event:?} is open at {address} with another definition, other terms or another secret"
    )]
    OtherEvent { address: String, event: String },
    #[error(
        "{address} is not on this machine: expected a secret that organiser and workers share, in a file \
         (--queue-secret FILE) or in the variable MANATOR_QUEUE_SECRET"
    )]
    NoSecret { address: String },
    #[error("{}: {why}", path.display())]
    File { path: PathBuf, why: String },
    /// This machine is short of something.
    #[error("the network cannot be used: {why}")]
    System { why: String },
}

/// How one attempt ended that did not succeed.
#[derive(Debug)]
pub(crate) enum Trouble {
    Passing(String),
    Final(QueueError),
}

impl<E: std::error::Error> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::Passing(chain(&error))
    }
}

/// Returns what an error says, with its causes.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
