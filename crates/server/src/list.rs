//! The list of all games, for pages that look what is going on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use manator_state::game::{GameSummary, Games, Score};
use tokio::time::sleep;

use crate::hub::Hub;
use crate::lock;

const TOPIC: &str = "games";
/// How often pages are told that it has changed, at most.
const LIST_INTERVAL: Duration = Duration::from_millis(300);
/// How many games are listed; the oldest that are over go first.
const LISTED_MAX: usize = 300;

#[derive(Default)]
pub(crate) struct GameList(Mutex<State>);

#[derive(Default)]
struct State {
    /// By when they began, and id.
    games: BTreeMap<(i64, String), GameSummary>,
    standing: Option<Vec<Score>>,
    bye: Option<String>,
    is_told: bool,
    /// Whether they are listed by their numbers instead of the latest first.
    by_number: bool,
}

impl GameList {
    pub(crate) fn of_tables() -> GameList {
        GameList(Mutex::new(State { by_number: true, ..State::default() }))
    }

    pub(crate) fn set_standing(&self, standing: Vec<Score>) {
        self.change().standing = Some(standing);
    }

    pub(crate) fn set_bye(&self, text: &str) {
        self.change().bye = Some(text.into());
    }

    /// Changes something, and notes that pages do not know it yet.
    fn change(&self) -> MutexGuard<'_, State> {
        let mut state = lock(&self.0);
        state.is_told = false;
        state
    }

    pub(crate) fn set(&self, summary: GameSummary) {
        let games = &mut self.change().games;
        games.insert((summary.began, summary.id.clone()), summary);
        while games.len() > LISTED_MAX {
            let over = games.iter().find(|(_, summary)| summary.over.is_some());
            let key = over.or_else(|| games.iter().next()).map(|(key, _)| key.clone());
            key.map(|key| games.remove(&key));
        }
    }

    /// Notes that nobody follows a game any longer.
    pub(crate) fn leave(&self, id: &str, began_ms: i64) {
        if let Some(summary) = self.change().games.get_mut(&(began_ms, id.to_string())) {
            summary.attended = false;
        }
    }

    pub(crate) fn remove(&self, id: &str, began_ms: i64) {
        self.change().games.remove(&(began_ms, id.to_string()));
    }

    pub(crate) fn publish(&self, hub: &Hub) {
        let mut state = lock(&self.0);
        if std::mem::replace(&mut state.is_told, true) {
            return;
        }
        let mut games: Vec<GameSummary> = state.games.values().rev().cloned().collect();
        if state.by_number {
            games.sort_by_key(|game| game.number);
        }
        let (standing, bye) = (state.standing.clone(), state.bye.clone());
        drop(state);
        hub.publish(TOPIC, &Games { games, standing, bye });
    }

    pub(crate) async fn tell(&self, hub: &Hub) {
        loop {
            self.publish(hub);
            sleep(LIST_INTERVAL).await;
        }
    }
}
