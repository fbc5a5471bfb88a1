//! The list of all games, for pages that look what is going on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::hub::Hub;

/// The topic of the list.
const TOPIC: &str = "games";
/// How often pages are told that it has changed, at most.
const PACE: Duration = Duration::from_millis(300);
/// How many games are listed; the oldest that are over go first.
const LISTED_MAX: usize = 300;

/// A place in the list: the latest comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    began_ms: i64,
    id: String,
}

/// All games that are listed.
#[derive(Default)]
pub(crate) struct GameList {
    games: Mutex<BTreeMap<Place, Value>>,
    is_stale: AtomicBool,
}

impl GameList {
    /// Lists a game, or says what has changed about it; `summary` is a `GameSummary` of the page's contract.
    pub(crate) fn set(&self, id: &str, began_ms: i64, summary: Value) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.insert(Place { began_ms, id: id.into() }, summary);
        while games.len() > LISTED_MAX {
            let over = games.iter().find(|(_, summary)| !summary["over"].is_null());
            let Some(place) = over.or_else(|| games.iter().next()).map(|(place, _)| place.clone())
            else {
                break;
            };
            games.remove(&place);
        }
        self.is_stale.store(true, Ordering::Relaxed);
    }

    /// Lists a game no longer.
    pub(crate) fn remove(&self, id: &str, began_ms: i64) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.remove(&Place { began_ms, id: id.into() });
        self.is_stale.store(true, Ordering::Relaxed);
    }

    /// Tells pages, for ever.
    pub(crate) async fn tell(&self, hub: &Hub) {
        self.is_stale.store(true, Ordering::Relaxed);
        loop {
            if self.is_stale.swap(false, Ordering::Relaxed) {
                let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
                let games: Vec<Value> = games.values().rev().cloned().collect();
                hub.publish(TOPIC, &json!({ "games": games }));
            }
            sleep(PACE).await;
        }
    }
}
