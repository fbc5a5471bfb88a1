//! Challenges: rooms with a seat that whoever comes first may take, as long as their makers are there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manator_state::game::{Challenge, Challenges, Taken};
use serde_json::{Value, json};

use super::chair::Chair;
use super::room::Room;
use crate::hub::Hub;
use crate::lock;

const TOPIC: &str = "challenges";
/// For how long a challenge is offered.
pub(super) const CHALLENGE_TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// How many a visitor may have, and how many there may be in all.
pub(super) const EACH_MAX: usize = 3;
const ALL_MAX: usize = 200;

/// All rooms with an open seat; with what pages are told, where the maker is there.
#[derive(Default)]
pub(super) struct Lobby(Mutex<BTreeMap<String, Option<Challenge>>>);

impl Lobby {
    /// Makes a place for one more.
    pub(super) fn admit(&self, id: &str) -> Result<(), String> {
        let mut all = lock(&self.0);
        if all.len() >= ALL_MAX {
            return Err(format!("{ALL_MAX} challenges are open, which is as many as there may be"));
        }
        all.insert(id.into(), None);
        Ok(())
    }

    /// Counts those of some games that are open.
    pub(super) fn count(&self, ids: &[String]) -> usize {
        let all = lock(&self.0);
        ids.iter().filter(|id| all.contains_key(*id)).count()
    }

    /// Says where a challenge stands; `None` takes it off the list, and it may come back.
    pub(super) fn offer(&self, hub: &Hub, id: &str, challenge: Option<Challenge>) {
        let mut all = lock(&self.0);
        if all.get(id) != Some(&challenge) {
            all.insert(id.into(), challenge);
            publish(hub, &all);
        }
    }

    pub(super) fn remove(&self, hub: &Hub, id: &str) {
        let mut all = lock(&self.0);
        if all.remove(id).is_some() {
            publish(hub, &all);
        }
    }

    pub(super) fn publish(&self, hub: &Hub) {
        publish(hub, &lock(&self.0));
    }
}

fn publish(hub: &Hub, all: &BTreeMap<String, Option<Challenge>>) {
    let mut challenges: Vec<Challenge> = all.values().flatten().cloned().collect();
    challenges.sort_by_key(|challenge| challenge.began);
    hub.publish(TOPIC, &Challenges { challenges });
}

impl Room {
    /// Returns whether a seat waits for whoever takes it: until then nobody moves.
    pub(super) fn is_open(&self) -> bool {
        self.chairs.iter().any(Chair::is_open)
    }

    /// Returns whether somebody is here to play with whoever takes the seat, or just loads the page again.
    fn is_offered(&self) -> bool {
        let mut makers =
            self.chairs.iter().enumerate().filter(|(_, c)| c.page().is_some() && !c.is_open());
        self.is_open() && makers.any(|(seat, _)| self.here[seat] > 0 || self.is_reloading(seat))
    }

    /// Says whether the challenge is there to be taken.
    pub(super) fn tell_challenge(&self) {
        let (rooms, heading) = (&self.rooms, &self.live.heading);
        if !self.is_open() {
            return rooms.lobby.remove(&rooms.hub, &heading.id);
        }
        let table = self.session.table();
        let challenge = self.is_offered().then(|| Challenge {
            id: heading.id.clone(),
            game: table.card().name,
            title: table.card().title,
            options: table.settings().to_string(),
            control: self.session.sheet.clocks.controls().to_string(),
            special: table.initial().is_some() || !table.moves().is_empty(),
            seats: self.seats(),
            began: heading.began_ms,
        });
        rooms.lobby.offer(&rooms.hub, &heading.id, challenge);
    }

    /// Gives the first open seat to whoever asks for it.
    pub(super) fn take_seat(&mut self) -> Result<Value, String> {
        let is_offered = self.is_offered() && !self.is_withdrawn;
        let open = self.chairs.iter_mut().enumerate().find(|(_, chair)| chair.is_open());
        let Some((seat, Chair::Person { key, open, .. })) = open.filter(|_| is_offered) else {
            return Err("somebody was quicker, or the challenge was withdrawn".into());
        };
        *open = false;
        let taken = Taken { seat, key: key.clone(), begun: self.live.heading.id.clone() };
        self.changed();
        Ok(json!(taken))
    }

    pub(super) fn withdraw(&mut self) -> Result<Value, String> {
        if !self.is_open() {
            return Err("somebody has taken the challenge already".into());
        }
        self.is_withdrawn = true;
        Ok(Value::Null)
    }

    /// Withdraws a challenge that nobody has taken for long.
    pub(super) fn expire(&mut self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began = Duration::from_millis(self.live.heading.began_ms.unsigned_abs());
        if self.is_open() && now.saturating_sub(began) >= CHALLENGE_TIMEOUT {
            self.is_withdrawn = true;
        }
    }
}
