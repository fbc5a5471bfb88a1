//! What pages are told: topics, each with its state.
//!
//! Whoever listens is told where a topic stands, and again whenever that changes, but never the way to it: a
//! page that is slow misses what is over, and nobody waits for it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::watch;

/// A message for pages, ready to be sent.
pub(crate) type Message = Arc<str>;

/// All topics.
#[derive(Default)]
pub(crate) struct Hub {
    topics: Mutex<HashMap<String, watch::Sender<Message>>>,
}

impl Hub {
    /// Says where a topic stands.
    pub(crate) fn publish(&self, topic: &str, data: &Value) {
        let message: Message = json!({ "topic": topic, "data": data }).to_string().into();
        let mut topics = self.lock();
        match topics.get(topic) {
            Some(sender) => drop(sender.send_replace(message)),
            None => drop(topics.insert(topic.into(), watch::channel(message).0)),
        }
    }

    /// Listens to a topic, if there is one.
    pub(crate) fn subscribe(&self, topic: &str) -> Option<watch::Receiver<Message>> {
        let mut listener = self.lock().get(topic)?.subscribe();
        // Where it stands now is news, too.
        listener.mark_changed();
        Some(listener)
    }

    /// Returns whether there is such a topic.
    pub(crate) fn has(&self, topic: &str) -> bool {
        self.lock().contains_key(topic)
    }

    /// Forgets a topic; nobody is told anything about it any more.
    pub(crate) fn retire(&self, topic: &str) {
        self.lock().remove(topic);
    }

    /// Returns how many listen to a topic.
    pub(crate) fn heard(&self, topic: &str) -> usize {
        self.lock().get(topic).map_or(0, watch::Sender::receiver_count)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Message>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
