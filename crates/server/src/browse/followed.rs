//! A table of the server as pages see it: what its feed tells, as the state of a game.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use manator_core::film::Film;
use manator_core::record::read_result;
use manator_core::{Player, Record, Table};
use manator_play::{Ending, Told, Watched};
use manator_protocol::News;
use manator_state::{board, position};
use serde_json::{Map, Value, json};

use crate::feed::Feed;

/// How many of the last notes pages are told.
const NOTES_MAX: usize = 20;
/// What a seat is called that nobody has taken yet.
const NOBODY: &str = "nobody yet";

/// How a table is kept up to date. What one of these tells must not be mixed with what another does: a move
/// that was told twice would lead astray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Whoever comes asks the feed where it stands.
    Asking,
    /// Somebody listens to everything the feed tells.
    Listening,
    /// Nothing more will come.
    Over,
}

/// A table that is followed.
pub(super) struct Followed {
    source: Source,
    number: usize,
    /// The game as it begins, which is shown until one does.
    empty: Box<dyn Table>,
    control: String,
    watched: Watched,
    film: Film,
    board: Value,
    began_ms: u64,
    bye: Option<String>,
}

impl Followed {
    pub(super) fn new(number: usize, empty: Box<dyn Table>, control: String) -> Followed {
        Followed {
            source: Source::Asking,
            number,
            control,
            watched: Watched::default(),
            film: position::film(&*empty),
            board: board(&*empty),
            empty,
            began_ms: now_ms(),
            bye: None,
        }
    }

    /// Returns the topic of the game at this table.
    pub(super) fn topic(number: usize) -> String {
        format!("game/{}", Followed::id(number))
    }

    fn id(number: usize) -> String {
        format!("table-{number}")
    }

    /// Takes in what the feed tells whoever listens to it; returns whether it is worth while.
    pub(super) fn follow(&mut self, text: &str) -> bool {
        if self.source == Source::Over {
            return false;
        }
        self.source = Source::Listening;
        self.hear(text);
        true
    }

    /// Notes that nobody listens to the feed any more.
    pub(super) fn leave(&mut self) {
        if self.source == Source::Listening {
            self.source = Source::Asking;
        }
    }

    /// Asks the feed where it stands, unless somebody listens to it.
    pub(super) fn catch_up(&mut self, feed: &Feed) {
        if self.source == Source::Asking {
            self.hear(&feed.join().0);
        }
    }

    /// Asks the feed for the last time.
    pub(super) fn end(&mut self, feed: &Feed) {
        self.source = Source::Over;
        self.hear(&feed.join().0);
    }

    fn hear(&mut self, text: &str) {
        for news in text.lines().filter_map(|line| line.parse::<News>().ok()) {
            let game = self.watched.id();
            match self.watched.hear(news, Instant::now()) {
                Told::Game => {
                    // Whoever is told where the game stands has not been told of another.
                    if game != self.watched.id() {
                        self.began_ms = now_ms();
                    }
                    self.film_anew();
                }
                Told::Position => self.film_anew(),
                Told::Moved { .. } => {
                    if let Some(table) = self.watched.table() {
                        self.film.add(table);
                    }
                }
                Told::Bye(text) => self.bye = Some(text),
                _ => {}
            }
        }
    }

    fn film_anew(&mut self) {
        let (film, board) = (position::film(self.table()), board(self.table()));
        (self.film, self.board) = (film, board);
    }

    fn table(&self) -> &dyn Table {
        self.watched.table().unwrap_or(&*self.empty)
    }

    /// Returns what the server said when it said that nothing more will come.
    pub(super) fn bye(&self) -> Option<&str> {
        self.bye.as_deref()
    }

    fn players(&self) -> impl Iterator<Item = (Player, &'static str)> {
        let sides = self.table().card().players;
        Player::all(sides.len()).zip(sides.iter().copied())
    }

    /// Describes the game: a `GameState` of the page's contract.
    pub(super) fn state(&self, watching: usize) -> Value {
        let table = self.table();
        let seat = |(player, side): (Player, &str)| {
            let name = self.watched.name(player);
            json!({ "side": side, "kind": "guest", "name": name.unwrap_or(NOBODY), "here": name.is_some() })
        };
        let now = Instant::now();
        let left = |(player, _): (Player, _)| self.watched.left(player, now).map(millis);
        let spent = |spent: &Option<Duration>| millis(spent.unwrap_or_default());
        let ticking = self.watched.to_move().filter(|_| self.watched.is_ticking());
        let notes = self.watched.notes().rev().take(NOTES_MAX);
        let mut notes: Vec<Value> =
            notes.map(|note| json!({ "seat": note.player.index(), "text": note.text })).collect();
        notes.reverse();
        let mut state = position::json(table, &self.film);
        let beside = json!({
            "id": Followed::id(self.number),
            "number": self.number,
            "board": self.board,
            // Whoever looks on moves nothing.
            "legal": [],
            "over": self.over(),
            "seats": self.players().map(seat).collect::<Vec<Value>>(),
            "spent": self.watched.spent().iter().map(spent).collect::<Vec<u64>>(),
            "control": self.control,
            "clocks": self.players().map(left).collect::<Vec<Option<u64>>>(),
            "ticking": ticking.map(|player| player.index()),
            "canUndo": false,
            "canRedo": false,
            "asked": null,
            "notes": notes,
            "watching": watching,
            "began": self.began_ms,
            "round": self.watched.round(),
        });
        state.extend(entries(beside));
        Value::Object(state)
    }

    /// Describes the game in a line: a `GameSummary` of the page's contract.
    pub(super) fn summary(&self, watching: usize) -> Value {
        let table = self.table();
        let name = |(player, _)| self.watched.name(player).unwrap_or(NOBODY).to_string();
        json!({
            "id": Followed::id(self.number),
            "number": self.number,
            "game": table.card().name,
            "title": table.card().title,
            "options": table.settings().to_string(),
            "names": self.players().map(name).collect::<Vec<String>>(),
            "plies": table.moves().len(),
            "turn": table.to_move().index(),
            "over": self.over(),
            "began": self.began_ms,
            "watching": watching,
            "round": self.watched.round(),
        })
    }

    /// Describes how everybody stands, the best first.
    pub(super) fn standing(&self) -> Value {
        let lines = self.watched.standing().iter();
        lines
            .map(|line| json!({ "name": line.name, "played": line.played, "points": line.points }))
            .collect()
    }

    fn over(&self) -> Value {
        let Some(Ending { result, reason, words, .. }) = self.watched.over() else {
            return Value::Null;
        };
        let payoffs = read_result(result).flatten().unwrap_or_default();
        json!({ "result": result, "payoffs": payoffs, "reason": reason, "words": words })
    }

    /// Returns the game as a record, as far as it has been played.
    pub(super) fn record(&self) -> String {
        let mut record = Record::of(self.table());
        for (player, side) in self.players() {
            if let Some(name) = self.watched.name(player) {
                record.set_player(side, name);
            }
        }
        for (mv, spent) in record.moves.iter_mut().zip(self.watched.spent()) {
            mv.spent_ms = spent.map(millis);
        }
        if let Some(over) = self.watched.over() {
            record.result = read_result(&over.result).flatten();
            record.reason = Some(over.reason.clone());
        }
        record.to_string()
    }
}

/// Describes a board; it is turned by where the pieces stood at first.
fn board(table: &dyn Table) -> Value {
    let mut first = table.copy();
    while first.undo() {}
    board::json(&*first)
}

fn entries(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn now_ms() -> u64 {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
