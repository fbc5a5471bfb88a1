//! The games of a tournament that are being played, for pages that look on.
//!
//! Quick agents make many thousand moves a second. A move is therefore only written down here; the board is
//! made when somebody looks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use manator_core::film::Film;
use manator_core::record::result_text;
use manator_core::{Player, Table};
use manator_organise::Finished;
use manator_organise::store::Number;
use manator_play::{Sheet, referee};
use manator_state::position;
use manator_tournament::GameId;
use manator_tournament::schedule::Pairing;
use serde_json::{Value, json};

use crate::arena::hub::Hub;
use crate::arena::list::GameList;

/// A game is listed among all games when it has lasted so long: quicker ones are gone before anybody looks.
const LISTED_AFTER: Duration = Duration::from_millis(300);
/// How often the list is told about a game.
const LIST_PACE: Duration = Duration::from_secs(1);
/// How often whoever looks at a game is told about it.
const PACE: Duration = Duration::from_millis(200);

/// Names a game among all games of the arena.
pub(super) fn name(number: Number, id: GameId) -> String {
    format!("t-{number}-{id}")
}

/// Reads what [`name`] writes.
pub(super) fn read_name(text: &str) -> Option<(Number, GameId)> {
    let (number, id) = text.strip_prefix("t-")?.split_once('-')?;
    Some((Number(number.parse().ok()?), id.parse().ok()?))
}

/// Returns the topic of a game.
pub(super) fn topic(number: Number, id: GameId) -> String {
    format!("game/{}", name(number, id))
}

/// All games of a tournament that are being played.
pub(super) struct Boards {
    number: Number,
    names: Vec<String>,
    control: String,
    games: Mutex<BTreeMap<GameId, Showing>>,
}

struct Showing {
    seats: Vec<usize>,
    /// The game as far as somebody has looked at it, and the moves since.
    table: Box<dyn Table>,
    fresh: Vec<String>,
    spent: Vec<u64>,
    /// What the clocks showed at that moment.
    clocks: Vec<Option<u64>>,
    looked: Instant,
    plies: usize,
    began: Instant,
    began_ms: u64,
    is_listed: bool,
    is_told: bool,
    told: Instant,
    listed: Instant,
}

impl Boards {
    pub(super) fn new(number: Number, names: Vec<String>, control: String) -> Boards {
        Boards { number, names, control, games: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, Showing>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows a game, on the thread that plays it.
    pub(super) fn watch(&self, pairing: &Pairing, sheet: &Sheet, event: &referee::Event<'_>) {
        match event {
            referee::Event::Begun => {
                let showing = Showing::new(pairing, sheet);
                self.lock().insert(pairing.id, showing);
            }
            referee::Event::Moved { text, .. } => {
                if let Some(showing) = self.lock().get_mut(&pairing.id) {
                    showing.fresh.push((*text).to_string());
                    showing.look(sheet);
                }
            }
            _ => {}
        }
    }

    /// Tells whoever looks at a single game, and the list of all games.
    pub(super) fn tell(&self, hub: &Hub, list: &GameList) {
        for (id, showing) in self.lock().iter_mut() {
            let topic = topic(self.number, *id);
            if !showing.is_told && showing.told.elapsed() >= PACE && hub.heard(&topic) > 0 {
                (showing.is_told, showing.told) = (true, Instant::now());
                hub.publish(&topic, &self.state(*id, showing, hub.heard(&topic)));
            }
            let is_due = !showing.is_listed || showing.listed.elapsed() >= LIST_PACE;
            if showing.began.elapsed() >= LISTED_AFTER && is_due {
                (showing.is_listed, showing.listed) = (true, Instant::now());
                let summary = self.summary(*id, showing, hub.heard(&topic));
                list.set(&name(self.number, *id), showing.began_ms as i64, summary);
            }
        }
    }

    /// Makes the topic of a game that is being played; returns whether there is one.
    pub(super) fn show(&self, hub: &Hub, id: GameId) -> bool {
        let mut games = self.lock();
        let Some(showing) = games.get_mut(&id) else { return false };
        hub.publish(&topic(self.number, id), &self.state(id, showing, 1));
        true
    }

    /// Takes a game off that is over.
    pub(super) fn finish(&self, hub: &Hub, list: &GameList, id: GameId, game: &Finished) {
        let Some(mut showing) = self.lock().remove(&id) else { return };
        let topic = topic(self.number, id);
        if hub.heard(&topic) > 0 {
            let mut state = self.state(id, &mut showing, hub.heard(&topic));
            state["over"] = json!({
                "result": result_text(Some(&game.payoffs)), "payoffs": game.payoffs,
                "reason": game.reason, "words": game.words,
            });
            state["ticking"] = Value::Null;
            hub.publish(&topic, &state);
        } else {
            hub.retire(&topic);
        }
        self.unlist(list, id, &showing);
    }

    /// Takes all games off: nobody plays any more.
    pub(super) fn clear(&self, hub: &Hub, list: &GameList) {
        for (id, showing) in std::mem::take(&mut *self.lock()) {
            hub.retire(&topic(self.number, id));
            self.unlist(list, id, &showing);
        }
    }

    fn unlist(&self, list: &GameList, id: GameId, showing: &Showing) {
        if showing.is_listed {
            list.remove(&name(self.number, id), showing.began_ms as i64);
        }
    }

    /// Describes the games as small boards: the last two positions of each.
    pub(super) fn small(&self) -> Vec<Value> {
        let mut games = self.lock();
        let one = |(id, showing): (&GameId, &mut Showing)| {
            showing.catch_up();
            json!({
                "id": id.to_string(), "seats": showing.seats, "plies": showing.plies,
                "turn": showing.table.to_move().index(), "film": showing.last().to_string(),
                "clocks": showing.clocks,
            })
        };
        games.iter_mut().map(one).collect()
    }

    fn names(&self, showing: &Showing) -> Vec<&str> {
        let name = |who: &usize| self.names.get(*who).map_or("", String::as_str);
        showing.seats.iter().map(name).collect()
    }

    fn state(&self, id: GameId, showing: &mut Showing, watching: usize) -> Value {
        showing.catch_up();
        let table = &*showing.table;
        let mut state = position::json(table, &position::film(table));
        let sides = table.card().players.iter().zip(self.names(showing));
        let seats: Vec<Value> = sides
            .map(
                |(side, name)| json!({ "side": side, "kind": "agent", "name": name, "here": true }),
            )
            .collect();
        let added = json!({
            "id": name(self.number, id), "number": 0, "seats": seats, "spent": showing.spent,
            "board": position::board(table),
            "control": self.control, "clocks": showing.now(), "ticking": table.to_move().index(),
            "canUndo": false, "canRedo": false, "asked": null, "notes": [],
            "watching": watching, "began": showing.began_ms, "legal": [],
        });
        if let Value::Object(added) = added {
            state.extend(added);
        }
        Value::Object(state)
    }

    fn summary(&self, id: GameId, showing: &mut Showing, watching: usize) -> Value {
        showing.catch_up();
        let card = showing.table.card();
        json!({
            "id": name(self.number, id), "number": 0, "game": card.name, "title": card.title,
            "options": showing.table.settings().to_string(), "names": self.names(showing),
            "plies": showing.plies, "turn": showing.table.to_move().index(), "over": null,
            "began": showing.began_ms, "watching": watching,
        })
    }
}

impl Showing {
    fn new(pairing: &Pairing, sheet: &Sheet) -> Showing {
        let now = Instant::now();
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut showing = Showing {
            seats: pairing.seats.iter().map(|who| who.0).collect(),
            table: sheet.table().copy(),
            fresh: Vec::new(),
            spent: Vec::new(),
            clocks: Vec::new(),
            looked: now,
            plies: 0,
            began: now,
            began_ms: since.as_millis() as u64,
            is_listed: false,
            is_told: false,
            told: now,
            listed: now,
        };
        showing.look(sheet);
        showing
    }

    /// Looks at the clocks.
    fn look(&mut self, sheet: &Sheet) {
        self.looked = Instant::now();
        let left = |player| sheet.clocks().left(player, self.looked);
        let players = Player::all(self.seats.len());
        self.clocks = players.map(|player| Some(left(player)?.as_millis() as u64)).collect();
        let more = sheet.plies().iter().skip(self.spent.len());
        self.spent.extend(more.map(|ply| ply.spent.as_millis() as u64));
        self.plies = sheet.plies().len();
        self.is_told = false;
    }

    /// Puts the moves on the table that were written down.
    fn catch_up(&mut self) {
        for text in self.fresh.drain(..) {
            // A move that was played was legal.
            let _ = self.table.play(&text);
        }
    }

    /// Returns what the clocks show now.
    fn now(&self) -> Vec<Option<u64>> {
        let gone = self.looked.elapsed().as_millis() as u64;
        let runs = self.table.to_move().index();
        let left = |(seat, left): (usize, &Option<u64>)| {
            left.map(|left| if seat == runs { left.saturating_sub(gone) } else { left })
        };
        self.clocks.iter().enumerate().map(left).collect()
    }

    /// Returns the last two positions.
    fn last(&self) -> Film {
        let mut before = self.table.copy();
        if !before.undo() {
            return Film::new(&*before);
        }
        let mut film = Film::new(&*before);
        film.add(&*self.table);
        film
    }
}
