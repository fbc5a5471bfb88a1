//! What pages listen to: the list of tournaments, each tournament, each of its games.
//!
//! A topic is made when somebody first asks for it, and forgotten when nobody has listened for a while. What
//! another program plays is looked at now and then, as long as somebody listens.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Record;
use manator_games::catalog;
use manator_organise::store::{Kept, Number};
use manator_organise::{Extent, Store};
use manator_state::game::{GameState, Heading, Seat, SeatKind};
use manator_state::position::Over;
use manator_state::tournament::{Stage, TournamentList, TournamentSummary};
use manator_tournament::GameId;
use tokio::sync::watch::Receiver;

use super::requests::{GAMES_MAX, PLAYERS_MAX, concurrency_max};
use super::run::Run;
use super::shown::{at_rest, extent};
use super::{Tournaments, prefix, read_topic, topic};
use crate::hub::Snapshot;
use crate::live::{LiveGame, Times};
use crate::lock;
use manator_organise::kept;

const LIST: &str = "tournaments";
const LISTED_MAX: usize = 500;
const STORE_INTERVAL: Duration = Duration::from_secs(1);
const STOP_INTERVAL: Duration = Duration::from_millis(50);
const UNHEARD_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(super) struct Topics {
    made: Mutex<BTreeMap<String, Made>>,
    listed: Mutex<Option<TournamentList>>,
    /// How many games each tournament has, which takes a while to find out.
    extents: Mutex<BTreeMap<Number, Option<Extent>>>,
}

struct Made {
    heard: Instant,
    /// How many games a tournament had then, and whether it was over.
    seen: Option<(usize, bool)>,
}

impl Tournaments {
    /// Makes the topic that a page asks for, if it is about tournaments and is not there yet; it stays at least as
    /// long as what is returned.
    pub(crate) fn prepare(&self, wanted: &str) -> Option<Receiver<Arc<Snapshot>>> {
        loop {
            let listener = self.common.hub.subscribe(wanted);
            if listener.is_some() || !self.make(wanted) {
                return listener;
            }
        }
    }

    fn make(&self, wanted: &str) -> bool {
        match wanted.strip_prefix("tournament/").and_then(|n| n.parse().ok()) {
            Some(number) => self.show(Number(number)),
            None => read_topic(wanted).is_some() && self.show_game(wanted),
        }
    }

    /// Tells how a tournament stands, if there is one. Whoever plays it here tells more, soon.
    fn show(&self, number: Number) -> bool {
        loop {
            let stage = self.stage(number);
            let Ok((kept, mut shown)) = at_rest(&self.common.store, number, stage) else {
                return false;
            };
            shown.notes.extend(lock(&self.state).failed.get(&number).cloned());
            self.common.hub.publish(&topic(number), &shown);
            self.made(topic(number), Some((kept.games, kept.ended.is_some())));
            // What was begun or stopped meanwhile has been told before, and must not be taken back.
            if self.stage(number) == stage {
                return true;
            }
        }
    }

    fn show_game(&self, topic: &str) -> bool {
        let runs: Vec<Arc<Run>> = lock(&self.state).played.values().cloned().collect();
        let show = |run: &Arc<Run>| run.games.find(topic).is_some_and(|id| run.games.show(id));
        if !runs.iter().any(show) {
            let found = read_topic(topic).and_then(|(number, id)| self.finished(number, id));
            let Some(state) = found else { return false };
            self.common.hub.publish(topic, &state);
        }
        self.made(topic.into(), None);
        true
    }

    fn finished(&self, number: Number, id: GameId) -> Option<GameState> {
        let store = self.store().ok()?;
        let row = store.game(number, id).ok()??;
        let record = Record::parse(&row.record).ok()?;
        let table = record.replay(catalog::find(&record.game)?, |_, _| {}).ok()?;
        let sides = table.card().players;
        let seat = |side: &&'static str| {
            Seat::new(side, SeatKind::Agent, record.player(side).unwrap_or(side).into(), true)
        };
        let id = format!("{}-{id}", prefix(number));
        let live = LiveGame::new(Heading { id, number: 0, began_ms: 0, round: None }, &*table);
        let over = Over::kept(&row.payoffs, &row.reason, &row.words);
        let (seats, times) = (sides.iter().map(seat).collect(), Times::kept(&record, sides.len()));
        Some(live.state(&*table, seats, times, Some(over)))
    }

    fn made(&self, topic: String, seen: Option<(usize, bool)>) {
        let mut made = lock(&self.topics.made);
        made.insert(topic, Made { heard: Instant::now(), seen });
    }

    pub(super) fn changed(&self, number: Number) {
        if self.common.hub.retire_unheard(&topic(number)) > 0 {
            self.show(number);
        }
        self.tell_list();
    }

    /// Tells pages which tournaments there are, if that has changed.
    pub(super) fn tell_list(&self) {
        let Ok(store) = self.store() else { return };
        let Ok(all) = store.list() else { return };
        let latest = all.iter().rev().take(LISTED_MAX);
        let list = Some(TournamentList {
            tournaments: latest.map(|kept| self.summary(&store, kept)).collect(),
            concurrency: concurrency_max(),
            players_max: PLAYERS_MAX,
            games_max: GAMES_MAX,
        });
        let mut listed = lock(&self.topics.listed);
        if *listed != list {
            self.common.hub.publish(LIST, &list);
            *listed = list;
        }
    }

    fn summary(&self, store: &Store, kept: &Kept) -> TournamentSummary {
        let stage = match (&kept.ended, self.stage(kept.number)) {
            (Some(_), Stage::Resting) => Stage::Over,
            (_, stage) => stage,
        };
        let extent = self.extent(store, kept);
        TournamentSummary {
            number: kept.number.0,
            title: kept::title(kept),
            game: kept.game.clone(),
            players: kept.players,
            began: kept.began.clone(),
            ended: kept.ended.clone(),
            played: kept.games,
            planned: extent.map(|extent| extent.games),
            exact: extent.is_some_and(|extent| extent.is_exact),
            stage,
        }
    }

    fn extent(&self, store: &Store, kept: &Kept) -> Option<Extent> {
        let mut extents = lock(&self.topics.extents);
        *extents.entry(kept.number).or_insert_with(|| {
            let found = store.tournament(kept.number).ok();
            found.and_then(|(_, event)| extent(&event))
        })
    }

    pub(super) fn pulse(&self) {
        let mut looked = Instant::now();
        while !self.is_closed.load(Ordering::SeqCst) {
            thread::sleep(STOP_INTERVAL);
            if looked.elapsed() < STORE_INTERVAL {
                continue;
            }
            if self.common.hub.heard(LIST) > 0 {
                self.tell_list();
            }
            self.sweep();
            looked = Instant::now();
        }
    }

    /// Tells what is new in tournaments that others play, and forgets what nobody listens to.
    fn sweep(&self) {
        let mut stale = Vec::new();
        let mut made = lock(&self.topics.made);
        made.retain(|topic, made| {
            if self.common.hub.heard(topic) > 0 {
                made.heard = Instant::now();
                let number = topic.strip_prefix("tournament/").and_then(|n| n.parse().ok());
                stale.extend(number.map(Number).zip(made.seen));
                return true;
            }
            made.heard.elapsed() < UNHEARD_TIMEOUT || self.common.hub.retire_unheard(topic) > 0
        });
        drop(made);
        let Ok(store) = self.store() else { return };
        for (number, seen) in stale {
            let Ok((kept, _)) = store.tournament(number) else { continue };
            if self.stage(number) != Stage::Playing && seen != (kept.games, kept.ended.is_some()) {
                self.show(number);
            }
        }
    }
}
