//! Games as pages see them while they are played, whoever plays them.
//!
//! [`LiveGame`] describes one game: of a room, of a pool, or one that is over. [`LiveGames`] are the games of a
//! pool, or of the tables of a server. Quick agents make many thousand moves a second; a move is therefore only written down there, and the
//! board is made when somebody looks.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use manator_core::film::Film;
use manator_core::{Player, Record, Table};
use manator_play::referee::Event;
use manator_play::{Sheet, Verdict};
use manator_state::board::Board;
use manator_state::game::{
    GameState, GameSummary, Heading, LegalMoves, Note, NoteKind, RunningGame, Seat, SeatKind,
};
use manator_state::position::{self, Over, Progress};
use manator_tournament::GameId;
use manator_tournament::schedule::Pairing;

use crate::hub::Hub;
use crate::list::GameList;
use crate::lock;

/// A game is listed among all games when it has lasted so long: quicker ones are gone before anybody looks.
const LISTED_AFTER: Duration = Duration::from_millis(300);
const LIST_INTERVAL: Duration = Duration::from_secs(1);
/// How often whoever looks at a game is told about it.
const GAME_INTERVAL: Duration = Duration::from_millis(100);
const NOTES_MAX: usize = 20;
/// What a seat is called that nobody has taken yet.
const NOBODY: &str = "nobody yet";

pub(crate) fn topic(id: &str) -> String {
    format!("game/{id}")
}

/// A game as pages see it: what stays as it is, and the film of what was played.
pub(crate) struct LiveGame {
    pub(crate) heading: Heading,
    board: Arc<Board>,
    film: Film,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    pub(crate) control: String,
    pub(crate) spent_ms: Vec<u64>,
    pub(crate) left_ms: Vec<Option<u64>>,
    pub(crate) ticking: Option<usize>,
}

impl LiveGame {
    pub(crate) fn new(heading: Heading, table: &dyn Table) -> LiveGame {
        LiveGame { heading, board: Arc::new(Board::of(table)), film: position::film(table) }
    }

    /// Films what was played or taken back since; returns whether that is one move more.
    pub(crate) fn follow(&mut self, table: &dyn Table) -> bool {
        let (before, now) = (self.film.plies(), table.moves().len());
        let is_one_more = now == before + 1;
        if is_one_more {
            self.film.add(table);
        } else if now != before {
            self.film = position::film(table);
        }
        is_one_more
    }

    /// Describes the game; what has to do with those who look on is left empty.
    pub(crate) fn state(
        &self,
        table: &dyn Table,
        seats: Vec<Seat>,
        times: Times,
        over: Option<Over>,
    ) -> GameState {
        let progress = Progress::of(table, self.board.clone(), &self.film);
        let Heading { id, number, began_ms, round } = self.heading.clone();
        GameState {
            progress: Progress { over: over.or(progress.over), ..progress },
            id,
            number,
            seats,
            spent: times.spent_ms,
            control: times.control,
            clocks: times.left_ms,
            ticking: times.ticking,
            can_undo: false,
            can_redo: false,
            can_rematch: false,
            rematch: None,
            can_talk: false,
            asked: None,
            notes: Vec::new(),
            watching: 0,
            began: began_ms,
            round,
        }
    }
}

impl Times {
    pub(crate) fn of(sheet: &Sheet, now: Instant) -> Times {
        let clocks = &sheet.clocks;
        let players = Player::all(sheet.table.card().players.len());
        Times {
            control: clocks.controls().to_string(),
            spent_ms: sheet.plies.iter().map(|ply| millis(ply.spent)).collect(),
            left_ms: players.map(|player| clocks.left(player, now).map(millis)).collect(),
            ticking: clocks.running().map(Player::index),
        }
    }

    /// Reads what a record says of a game that is over.
    pub(crate) fn kept(record: &Record, players: usize) -> Times {
        Times {
            control: "none".into(),
            spent_ms: record.moves.iter().map(|mv| mv.spent_ms.unwrap_or_default()).collect(),
            left_ms: vec![None; players],
            ticking: None,
        }
    }
}

pub(crate) fn over(verdict: &Verdict) -> Over {
    Over::of(&verdict.outcome, &verdict.words)
}

pub(crate) fn legal(table: &dyn Table) -> LegalMoves {
    LegalMoves { position: table.position(), legal: position::legal(table) }
}

/// Adds a note of what somebody said, and forgets those that are old.
pub(crate) fn note(notes: &mut Vec<Note>, player: Player, text: String) {
    add(notes, Note { seat: player.index(), kind: NoteKind::Said, text });
}

/// Adds a note of what somebody did, as the end of a sentence that begins with a name.
pub(crate) fn deed(notes: &mut Vec<Note>, player: Player, text: String) {
    add(notes, Note { seat: player.index(), kind: NoteKind::Did, text });
}

fn add(notes: &mut Vec<Note>, note: Note) {
    notes.push(note);
    let more = notes.len().saturating_sub(NOTES_MAX);
    notes.drain(..more);
}

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The games of a pool that are being played, as pages see them; or those of tables, by their numbers.
pub(crate) struct LiveGames<K = GameId> {
    hub: Arc<Hub>,
    list: Arc<GameList>,
    pool: Pool,
    /// A lock each: those who play them do not wait for each other.
    games: Mutex<BTreeMap<K, Arc<Mutex<Showing>>>>,
}

/// What is known of a pool before anything is played.
pub(crate) struct Pool {
    /// What the ids of its games begin with on this server: game 1.1.1 of `t-7` is `t-7-1.1.1`.
    pub(crate) prefix: String,
    /// What entrants are called, by number, once that is known.
    pub(crate) names: Arc<OnceLock<Vec<String>>>,
    pub(crate) kind: SeatKind,
    pub(crate) control: String,
}

impl Pool {
    fn names(&self) -> &[String] {
        self.names.get().map(Vec::as_slice).unwrap_or_default()
    }
}

pub(crate) struct Opening {
    /// Who sits where, by number.
    pub(crate) seats: Vec<usize>,
    /// The number of its table, or 0.
    pub(crate) number: i64,
    pub(crate) round: Option<(u32, u32)>,
    pub(crate) table: Box<dyn Table>,
}

struct Showing {
    /// Who sits where, by number.
    seats: Vec<usize>,
    /// The game as far as somebody has looked at it, and the moves since.
    table: Box<dyn Table>,
    fresh: Vec<String>,
    /// How many moves were made, and who is to move.
    plies: usize,
    turn: usize,
    heading: Heading,
    /// Made when somebody first looks.
    live: Option<LiveGame>,
    times: Times,
    read: Instant,
    over: Option<Over>,
    notes: Vec<Note>,
    began: Instant,
    is_told: bool,
    told: Instant,
    listed: Option<Instant>,
    /// Whether it was taken off while somebody waited for its lock.
    is_gone: bool,
}

impl LiveGames {
    pub(crate) fn watch(&self, pairing: &Pairing, sheet: &Sheet, event: &Event<'_>) {
        if let Event::Begun = event {
            let seats = pairing.seats.iter().map(|who| who.0).collect();
            let table = sheet.table.copy();
            self.begin(pairing.id, Opening { seats, number: 0, round: None, table });
        }
        self.follow(pairing.id, sheet, event);
    }
}

impl<K: Copy + Display + FromStr + Ord> LiveGames<K> {
    pub(crate) fn new(hub: Arc<Hub>, list: Arc<GameList>, pool: Pool) -> LiveGames<K> {
        LiveGames { hub, list, pool, games: Mutex::default() }
    }

    pub(crate) fn begin(&self, key: K, opening: Opening) {
        let showing = Showing::new(format!("{}-{key}", self.pool.prefix), &self.pool, opening);
        let before = lock(&self.games).insert(key, Arc::new(Mutex::new(showing)));
        if before.is_some_and(|before| self.unlist(&mut lock(&before))) {
            self.with(key, |showing| {
                showing.listed = Some(Instant::now());
                let watching = self.hub.heard(&topic(&showing.heading.id));
                self.list.set(self.summary(showing, watching));
            });
        }
    }

    /// Follows a game that has begun, on the thread that plays it.
    pub(crate) fn follow(&self, key: K, sheet: &Sheet, event: &Event<'_>) {
        self.with(key, |showing| match event {
            Event::Moved { text, .. } => {
                showing.fresh.push((*text).to_string());
                showing.read(sheet);
            }
            Event::Over => {
                showing.over = sheet.verdict.as_ref().map(over);
                showing.read(sheet);
            }
            Event::Note { player, text } => showing.note(*player, (*text).to_string()),
            Event::Ignored { player, fault } => showing.note(*player, format!("ignored: {fault}")),
            Event::Begun => showing.read(sheet),
            Event::Thought { .. } => {}
        });
    }

    /// Returns a game as a record, as far as it has been played.
    pub(crate) fn record(&self, key: K) -> Option<String> {
        self.with(key, |showing| {
            showing.catch_up();
            let mut record = Record::of(&*showing.table);
            for (side, name) in showing.table.card().players.iter().zip(self.names(showing)) {
                record.set_player(side, &name);
            }
            for (mv, spent_ms) in record.moves.iter_mut().zip(&showing.times.spent_ms) {
                mv.spent_ms = Some(*spent_ms);
            }
            if let Some(over) = &showing.over {
                record.result = Some(over.payoffs.clone());
                record.reason = Some(over.reason.to_string());
            }
            record.to_string()
        })
    }

    /// Tells whoever looks at a single game, and the list of all games; to be called every now and then.
    pub(crate) fn tell(&self) {
        self.tell_each(false);
    }

    /// Lists all games, however short, and tells whoever looks where they stand.
    pub(crate) fn tell_all(&self) {
        self.tell_each(true);
    }

    fn tell_each(&self, at_once: bool) {
        let games = lock(&self.games).clone();
        for showing in games.values() {
            let showing = &mut *lock(showing);
            if showing.is_gone {
                continue;
            }
            let topic = topic(&showing.heading.id);
            let watching = self.hub.heard(&topic);
            let is_news = !showing.is_told && showing.told.elapsed() >= GAME_INTERVAL;
            if watching > 0 && (is_news || at_once) {
                (showing.is_told, showing.told) = (true, Instant::now());
                self.hub.publish(&topic, &self.state(showing, watching));
            }
            let is_due = showing.listed.is_none_or(|listed| listed.elapsed() >= LIST_INTERVAL);
            if at_once || showing.began.elapsed() >= LISTED_AFTER && is_due {
                showing.listed = Some(Instant::now());
                self.list.set(self.summary(showing, watching));
            }
        }
    }

    pub(crate) fn find(&self, topic: &str) -> Option<K> {
        let id = topic.strip_prefix("game/")?.strip_prefix(&self.pool.prefix)?;
        id.strip_prefix('-')?.parse().ok()
    }

    pub(crate) fn show(&self, id: K) -> bool {
        let publish = |showing: &mut Showing| {
            self.hub.publish(&topic(&showing.heading.id), &self.state(showing, 1));
        };
        self.with(id, publish).is_some()
    }

    /// Takes a game off that is over; whoever looks at it is told how it ended.
    pub(crate) fn finish(&self, id: K) {
        let Some(showing) = lock(&self.games).remove(&id) else { return };
        let showing = &mut *lock(&showing);
        let topic = topic(&showing.heading.id);
        let watching = self.hub.retire_unheard(&topic);
        if watching > 0 {
            self.hub.publish(&topic, &self.state(showing, watching));
        }
        self.unlist(showing);
    }

    pub(crate) fn clear(&self) {
        for showing in std::mem::take(&mut *lock(&self.games)).values() {
            let mut showing = lock(showing);
            self.hub.retire(&topic(&showing.heading.id));
            self.unlist(&mut showing);
        }
    }

    /// Takes a game off the list that is shown no more; returns whether it was there.
    fn unlist(&self, showing: &mut Showing) -> bool {
        showing.is_gone = true;
        let Heading { id, began_ms, .. } = &showing.heading;
        if showing.listed.is_some() {
            self.list.remove(id, *began_ms);
        }
        showing.listed.is_some()
    }

    pub(crate) fn running(&self) -> Vec<RunningGame> {
        let games = lock(&self.games).clone();
        games.iter().map(|(id, showing)| lock(showing).small(id.to_string())).collect()
    }

    fn with<T>(&self, key: K, act: impl FnOnce(&mut Showing) -> T) -> Option<T> {
        let showing = lock(&self.games).get(&key).cloned()?;
        let mut showing = lock(&showing);
        (!showing.is_gone).then(|| act(&mut showing))
    }

    fn names(&self, showing: &Showing) -> Vec<String> {
        let names = self.pool.names();
        let name = |who: &usize| names.get(*who).map_or(NOBODY, String::as_str).to_string();
        showing.seats.iter().map(name).collect()
    }

    fn state(&self, showing: &mut Showing, watching: usize) -> GameState {
        showing.catch_up();
        let sides = showing.table.card().players.iter().zip(self.names(showing));
        let seat = |(side, name): (&&'static str, String)| {
            let is_here = name != NOBODY;
            Seat::new(side, self.pool.kind, name, is_here)
        };
        let (seats, times) = (sides.map(seat).collect(), showing.now());
        let Showing { table, heading, live, over, .. } = showing;
        let live = live.get_or_insert_with(|| LiveGame::new(heading.clone(), &**table));
        let state = live.state(&**table, seats, times, over.clone());
        GameState { notes: showing.notes.clone(), watching, ..state }
    }

    fn summary(&self, showing: &Showing, watching: usize) -> GameSummary {
        // The table need not be up to date for that.
        let summary = GameSummary::of(&showing.heading, &*showing.table, self.names(showing));
        let Showing { plies, turn, over, .. } = showing;
        GameSummary { plies: *plies, turn: *turn, over: over.clone(), watching, ..summary }
    }
}

impl Showing {
    fn new(id: String, pool: &Pool, opening: Opening) -> Showing {
        let now = Instant::now();
        let Opening { seats, number, round, table } = opening;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let heading = Heading { id, number, began_ms: since.as_millis() as i64, round };
        let left_ms = vec![None; seats.len()];
        let (plies, turn) = (table.moves().len(), table.to_move().index());
        Showing {
            plies,
            turn,
            seats,
            table,
            fresh: Vec::new(),
            heading,
            live: None,
            times: Times { control: pool.control.clone(), left_ms, ..Times::default() },
            read: now,
            over: None,
            notes: Vec::new(),
            began: now,
            is_told: false,
            told: now,
            listed: None,
            is_gone: false,
        }
    }

    /// Reads the clocks. Whoever is to move next is asked at once.
    fn read(&mut self, sheet: &Sheet) {
        self.read = Instant::now();
        self.is_told = false;
        for (player, left_ms) in Player::all(self.seats.len()).zip(&mut self.times.left_ms) {
            *left_ms = sheet.clocks.left(player, self.read).map(millis);
        }
        (self.plies, self.turn) = (sheet.table.moves().len(), sheet.table.to_move().index());
        self.times.ticking = self.over.is_none().then_some(self.turn);
        let more = sheet.plies.iter().skip(self.times.spent_ms.len());
        self.times.spent_ms.extend(more.map(|ply| millis(ply.spent)));
    }

    fn note(&mut self, player: Player, text: String) {
        note(&mut self.notes, player, text);
        self.is_told = false;
    }

    /// Puts the moves on the table that were written down.
    fn catch_up(&mut self) {
        for text in self.fresh.drain(..) {
            // A move that was played was legal.
            if self.table.play(&text).is_ok()
                && let Some(live) = &mut self.live
            {
                live.follow(&*self.table);
            }
        }
    }

    fn now(&self) -> Times {
        let gone = millis(self.read.elapsed());
        let mut times = self.times.clone();
        if let Some(Some(left)) = times.ticking.and_then(|seat| times.left_ms.get_mut(seat)) {
            *left = left.saturating_sub(gone);
        }
        times
    }

    fn small(&mut self, id: String) -> RunningGame {
        self.catch_up();
        let mut before = self.table.copy();
        let has_moved = before.undo();
        let mut film = Film::new(&*before);
        if has_moved {
            film.add(&*self.table);
        }
        RunningGame {
            id,
            seats: self.seats.clone(),
            plies: self.table.moves().len(),
            turn: self.table.to_move().index(),
            film: film.to_string(),
            clocks: self.times.left_ms.clone(),
        }
    }
}
