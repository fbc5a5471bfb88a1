//! What everybody may see while games are played.
//!
//! Each part of it has a version. Whoever looks on asks for the parts that are newer than what it has seen, and
//! so is told the state and not the way to it: nobody can fall behind, and nobody is waited for.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use manator_core::record::result_text;
use manator_core::{Player, Table};
use manator_organise::Finished;
use manator_organise::store::Row;
use manator_play::Sheet;
use manator_play::contender::Notes;
use manator_play::referee::Event;
use manator_tournament::GameId;
use manator_tournament::schedule::Pairing;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::board;

/// How many of the last games a page is told when it is opened.
const DONE_MAX: usize = 300;
/// How many of the last moves of a game are told.
const MOVES_MAX: usize = 40;

/// What everybody may see.
pub(super) struct Live {
    names: Vec<String>,
    board: Arc<str>,
    state: Mutex<State>,
    version: watch::Sender<u64>,
}

struct State {
    version: u64,
    class: Part,
    table: Part,
    games: BTreeMap<GameId, Showing>,
    done: Vec<Done>,
}

struct Part {
    version: u64,
    json: Arc<str>,
}

struct Done {
    version: u64,
    json: Value,
}

/// A game that is played now.
struct Showing {
    version: u64,
    seats: Vec<usize>,
    table: Box<dyn Table>,
    /// What the clocks showed at that moment, in milliseconds, and whose runs.
    clocks: Vec<Option<u64>>,
    at: Instant,
    words: Option<String>,
    json: Option<Arc<str>>,
    notes: Vec<Notes>,
}

/// A game that is over.
pub(super) struct Over {
    id: GameId,
    seats: Vec<usize>,
    payoffs: Vec<i8>,
    words: String,
    plies: usize,
    reason: String,
}

impl Over {
    fn of(id: GameId, game: &Finished) -> Over {
        Over {
            id,
            seats: game.seats.clone(),
            payoffs: game.payoffs.clone(),
            words: game.words.clone(),
            plies: game.plies,
            reason: game.reason.clone(),
        }
    }
}

impl From<Row> for Over {
    fn from(row: Row) -> Over {
        let seats = row.seats.iter().map(|who| who.0).collect();
        let Row { id, payoffs, words, plies, reason, .. } = row;
        Over { id, seats, payoffs, words, plies, reason }
    }
}

impl Live {
    pub(super) fn new(names: Vec<String>, table: &dyn Table) -> Live {
        let empty = || Part { version: 0, json: "null".into() };
        let state = State {
            version: 1,
            class: empty(),
            table: empty(),
            games: BTreeMap::new(),
            done: Vec::new(),
        };
        let board = manator_state::board::json(table).to_string().into();
        Live { names, board, state: Mutex::new(state), version: watch::channel(1).0 }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what tells that something has changed.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    fn changed(&self, state: &State) {
        self.version.send_replace(state.version);
    }

    /// Sets what is known about the class as a whole.
    pub(super) fn set_class(&self, mut class: Value) {
        let mut state = self.lock();
        class["live"] = state.games.keys().map(GameId::to_string).collect();
        let json: Arc<str> = class.to_string().into();
        if json != state.class.json {
            state.version += 1;
            state.class = Part { version: state.version, json };
            self.changed(&state);
        }
    }

    /// Sets the table.
    pub(super) fn set_table(&self, table: &impl serde::Serialize) {
        let json: Arc<str> = serde_json::to_string(table).unwrap_or_default().into();
        let mut state = self.lock();
        state.version += 1;
        state.table = Part { version: state.version, json };
        self.changed(&state);
    }

    /// Follows a game that is played.
    pub(super) fn watch(&self, pairing: &Pairing, sheet: &Sheet, event: &Event<'_>) {
        let mut state = self.lock();
        let version = state.version + 1;
        let game = state.games.entry(pairing.id).or_insert_with(|| Showing::new(pairing, sheet));
        match event {
            Event::Begun => game.look(sheet),
            Event::Moved { text, .. } => {
                if game.table.play(text).is_err() {
                    game.table = sheet.table().copy();
                }
                game.look(sheet);
            }
            Event::Over => {
                game.words = sheet.verdict().map(|verdict| verdict.words.clone());
                game.look(sheet);
            }
            Event::Note { player, text } => return game.notes[player.index()].push(text),
            Event::Ignored { player, fault } => {
                return game.notes[player.index()].push(&format!("ignored: {fault}"));
            }
            Event::Thought { .. } => return,
        }
        game.version = version;
        state.version = version;
        self.changed(&state);
    }

    /// Takes a game off that is over, and returns what was said last in it, by seat.
    pub(super) fn finish(&self, pairing: &Pairing, game: &Finished) -> Vec<(usize, String)> {
        let mut state = self.lock();
        let gone = state.games.remove(&pairing.id);
        self.add(&mut state, &Over::of(pairing.id, game));
        let notes = gone.map(|game| game.notes).unwrap_or_default().into_iter().enumerate();
        notes.filter_map(|(seat, mut notes)| Some((seat, notes.take()?))).collect()
    }

    fn add(&self, state: &mut State, game: &Over) {
        let names: Vec<&str> =
            game.seats.iter().map(|who| self.names.get(*who).map_or("", String::as_str)).collect();
        let result = result_text(Some(&game.payoffs));
        state.version += 1;
        let json = json!({
            "id": game.id.to_string(), "names": names, "result": result, "words": game.words,
            "plies": game.plies, "reason": game.reason,
        });
        state.done.push(Done { version: state.version, json });
        let more = state.done.len().saturating_sub(DONE_MAX);
        state.done.drain(..more);
        self.changed(state);
    }

    /// Adds games that were over before.
    pub(super) fn add_before(&self, games: &[Over]) {
        let mut state = self.lock();
        for game in games {
            self.add(&mut state, game);
        }
    }

    /// Returns what has changed since a version, as server-sent events, and the version it is now.
    pub(super) fn news(&self, seen: u64) -> (u64, String) {
        let mut state = self.lock();
        let mut text = String::new();
        let mut tell = |event: &str, json: &str| {
            // Writing to a string cannot fail.
            let _ = write!(text, "event: {event}\ndata: {json}\n\n");
        };
        if seen == 0 {
            tell("board", &self.board);
        }
        let State { version, class, table, games, done } = &mut *state;
        for (event, part) in [("class", class), ("table", table)] {
            if part.version > seen {
                tell(event, &part.json);
            }
        }
        for (id, game) in games.iter_mut().filter(|(_, game)| game.version > seen) {
            let age = game.at.elapsed().as_millis();
            let json = game.json(*id, &self.names);
            tell("game", &format!("{{\"age\":{age},\"game\":{json}}}"));
        }
        let new: Vec<&Value> =
            done.iter().filter(|done| done.version > seen).map(|done| &done.json).collect();
        if !new.is_empty() {
            tell("done", &json!(new).to_string());
        }
        (*version, text)
    }
}

impl Showing {
    fn new(pairing: &Pairing, sheet: &Sheet) -> Showing {
        let mut showing = Showing {
            version: 0,
            seats: pairing.seats.iter().map(|who| who.0).collect(),
            table: sheet.table().copy(),
            clocks: Vec::new(),
            at: Instant::now(),
            words: None,
            json: None,
            notes: vec![Notes::default(); pairing.seats.len()],
        };
        showing.look(sheet);
        showing
    }

    fn look(&mut self, sheet: &Sheet) {
        self.at = Instant::now();
        let left = |player| sheet.clocks().left(player, self.at);
        let players = Player::all(self.seats.len());
        self.clocks = players.map(|player| Some(left(player)?.as_millis() as u64)).collect();
        self.json = None;
    }

    fn json(&mut self, id: GameId, names: &[String]) -> Arc<str> {
        if let Some(json) = &self.json {
            return json.clone();
        }
        let names: Vec<&str> =
            self.seats.iter().map(|who| names.get(*who).map_or("", String::as_str)).collect();
        let moves = self.table.moves();
        let turn = self.words.is_none().then(|| self.table.to_move().index());
        let value = json!({
            "id": id.to_string(), "names": names, "turn": turn, "plies": moves.len(),
            "moves": moves[moves.len().saturating_sub(MOVES_MAX)..], "clocks": self.clocks,
            "words": self.words, "position": board::position(&*self.table),
        });
        let json: Arc<str> = value.to_string().into();
        self.json = Some(json.clone());
        json
    }
}
