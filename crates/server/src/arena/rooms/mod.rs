//! Games of people: made, found again, left.
//!
//! A room that somebody looks at, or in which something goes on, has a thread; all others are only in the store,
//! and come back when a page asks for them. So nothing is different after a restart.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod actions;
mod agreed;
mod callers;
mod chair;
mod challenge;
mod create;
mod room;
mod state;
mod talk;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::text::printable;
use manator_core::{Record, Table};
use manator_games::catalog;
use manator_organise::{Store, StoreError, store};
use manator_play::{Post, Session, Setup, restore};
use manator_protocol::ErrorCode;
use manator_state::game::{GameState, GameSummary, Heading};
use serde_json::Value;
use tokio::sync::oneshot;

use super::budget::{self, Budget};
use super::positions::{self, quoted};
use crate::feed::Feed;
use crate::gate::Offer;
use crate::guests::{Refusal, Registry};
use crate::hub::Hub;
use crate::list::GameList;
use crate::{live, lock};
use actions::{Action, Command};
use chair::Chair;
use challenge::Lobby;
use room::Room;

pub(crate) use chair::new_key;
pub(super) use create::{TOO_MANY, routes};

/// How many rooms may be in memory: each has a thread, and perhaps agents.
const LIVE_MAX: usize = 400;
/// What is said of a room whose thread is gone.
const ENDED_BADLY: &str = "the game has ended badly";
const END_TIMEOUT: Duration = Duration::from_secs(5);
const LISTED: usize = 200;

/// How a room is told something, and where it hears that.
type Door = (Sender<Command>, Receiver<Command>);

pub(crate) struct Rooms {
    pub(super) hub: Arc<Hub>,
    pub(super) list: Arc<GameList>,
    store: Mutex<Store>,
    pub(super) guests: Arc<Registry>,
    live: Mutex<HashMap<String, Sender<Command>>>,
    /// What displays of rooms in memory are told, by the number of the room.
    feeds: Mutex<HashMap<i64, Arc<Feed>>>,
    /// Rooms that wait for somebody to take a seat.
    lobby: Lobby,
    /// How many rooms have a thread, and whether the server ends.
    threads: AtomicUsize,
    is_closed: AtomicBool,
    pace: Duration,
    pub(super) budget: Arc<Budget>,
}

/// A page in a room; it leaves when this is dropped.
pub(super) struct Presence {
    rooms: Arc<Rooms>,
    id: String,
    pub(super) seats: Vec<usize>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let command = Command::Leave { seats: std::mem::take(&mut self.seats) };
        if let Some(room) = lock(&self.rooms.live).get(&self.id) {
            let _ = room.send(command);
        }
    }
}

impl Rooms {
    pub(super) fn open(
        hub: Arc<Hub>,
        list: Arc<GameList>,
        guests: Arc<Registry>,
        store: Store,
        (pace, budget): (Duration, Arc<Budget>),
    ) -> Result<Arc<Rooms>, StoreError> {
        let kept = store.rooms(LISTED, false)?;
        let (store, live, feeds) = (Mutex::new(store), Mutex::default(), Mutex::default());
        let (threads, is_closed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let lobby = Lobby::default();
        lobby.publish(&hub);
        let rooms = Rooms {
            hub,
            list,
            store,
            guests,
            live,
            feeds,
            lobby,
            threads,
            is_closed,
            pace,
            budget,
        };
        let rooms = Arc::new(rooms);
        for row in kept {
            if let Some(summary) = summary(&row) {
                rooms.list.set(summary);
            }
        }
        Ok(rooms)
    }

    fn keep(&self, row: &store::Room) {
        // The game goes on without a disk; the next move tries again.
        if let Err(error) = lock(&self.store).keep_room(row) {
            eprintln!("error: a game cannot be kept: {}", printable(&error.to_string()));
        }
    }

    /// Returns whether a game is over; one that is not known is.
    pub(super) fn is_over(&self, id: &str) -> bool {
        lock(&self.store).room(id).is_ok_and(|room| room.is_none_or(|room| room.is_over))
    }

    /// Tells a room something that is in the store, and perhaps in memory by now.
    fn restore(self: &Arc<Self>, id: &str, command: Command) -> Result<(), String> {
        // The store is read when nobody can forget the game any more.
        self.admit(id, command, |door| {
            let row = lock(&self.store).room(id).map_err(|error| error.to_string())?;
            self.restored(&row.ok_or_else(|| missing(id))?, door)
        })
    }

    /// Makes a place in memory for a room that `begin` opens, and tells it something. The lock is not held
    /// meanwhile: whoever asks for the room waits in its inbox, and has no answer if it could not be opened.
    fn admit(
        &self,
        id: &str,
        command: Command,
        begin: impl FnOnce(Door) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut live = lock(&self.live);
        if let Some(room) = live.get(id) {
            let _ = room.send(command);
            return Ok(());
        }
        if live.len() >= LIVE_MAX {
            return Err("too many games are going on: try again later".into());
        }
        let (sender, inbox) = channel();
        let _ = sender.send(command);
        live.insert(id.into(), sender.clone());
        drop(live);
        begin((sender, inbox)).inspect_err(|_| drop(lock(&self.live).remove(id)))
    }

    fn restored(self: &Arc<Self>, row: &store::Room, door: Door) -> Result<(), String> {
        let broken = |why: String| format!("the game cannot be played on: {why}");
        let record = Record::parse(&row.record).map_err(|error| broken(error.to_string()))?;
        let restored = restore(&record).map_err(|error| broken(error.to_string()))?;
        let chairs = chairs(row).ok_or_else(|| broken("nobody knows who sat where".into()))?;
        let seats: Result<Vec<_>, String> =
            chairs.iter().map(|chair| chair.spec(&*restored.table)).collect();
        let setup = Setup { seats: seats.map_err(broken)?, ..restored.setup };
        let mut session = self.session(restored.table, setup, &door.0)?;
        session.take_over_with_undone(&record);
        self.begin(row, chairs, session, door.1)
    }

    /// Sets a game up whose agents say what they have to say to a room.
    fn session(
        &self,
        table: Box<dyn Table>,
        setup: Setup,
        room: &Sender<Command>,
    ) -> Result<Session, String> {
        let room = Mutex::new(room.clone());
        let post: Post = Arc::new(move |event| {
            let room = lock(&room);
            let _ = room.send(Command::Seat(event));
        });
        let setup = Setup { pace: self.pace, ..setup };
        let make = Some(budget::make(&self.budget));
        let session = Session::with_agents(table, &setup, post, make);
        session.map_err(|error| quoted(&error.to_string()))
    }

    fn begin(
        self: &Arc<Self>,
        row: &store::Room,
        chairs: Vec<Chair>,
        session: Session,
        inbox: Receiver<Command>,
    ) -> Result<(), String> {
        if self.is_closed.load(Ordering::SeqCst) {
            return Err("the server ends".into());
        }
        let feed = lock(&self.feeds).entry(row.number).or_default().clone();
        let room = Room::new(self.clone(), row, chairs, session, feed);
        let rooms = self.clone();
        self.threads.fetch_add(1, Ordering::SeqCst);
        let begun = thread::Builder::new().name(format!("room {}", row.number)).spawn(move || {
            room.run(&inbox);
            rooms.threads.fetch_sub(1, Ordering::SeqCst);
        });
        begun.map(drop).map_err(|error| {
            self.threads.fetch_sub(1, Ordering::SeqCst);
            format!("there is no room for another game: {error}")
        })
    }

    /// Ends all rooms; what was played in them is kept already.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        for room in lock(&self.live).values() {
            let _ = room.send(Command::End);
        }
        let end = Instant::now() + END_TIMEOUT;
        while self.threads.load(Ordering::SeqCst) > 0 && Instant::now() < end {
            thread::sleep(END_TIMEOUT / 500);
        }
    }

    /// Lets a room go, unless somebody has just asked for something, which is returned.
    fn retire(&self, game: &Heading, inbox: &Receiver<Command>) -> Option<Command> {
        let mut live = lock(&self.live);
        // Nobody can ask while the lock is held: what is here now is all there is.
        if let Ok(command) = inbox.try_recv() {
            return Some(command);
        }
        live.remove(&game.id);
        self.list.leave(&game.id, game.began_ms);
        self.silence(game);
        None
    }

    /// Forgets a game that nobody has played, whoever looks at it.
    fn forget(&self, game: &Heading) {
        let mut live = lock(&self.live);
        if let Err(error) = lock(&self.store).remove_room(&game.id) {
            eprintln!("error: a game cannot be forgotten: {}", printable(&error.to_string()));
        }
        live.remove(&game.id);
        self.lobby.remove(&self.hub, &game.id);
        self.hub.publish(&live::topic(&game.id), &None::<GameState>);
        self.silence(game);
    }

    /// Ends what pages and displays are told about a room.
    fn silence(&self, game: &Heading) {
        lock(&self.feeds).remove(&game.number);
        for topic in ["game", "thinking", "legal", "talk"] {
            self.hub.retire(&format!("{topic}/{}", game.id));
        }
    }

    /// Lets all rooms look whether an agent has come that they wait for.
    pub(super) fn look(&self) {
        for room in lock(&self.live).values() {
            let _ = room.send(Command::Look);
        }
    }

    pub(super) fn has(&self, id: &str) -> bool {
        lock(&self.live).contains_key(id)
    }

    /// Lets a page into a room; the topic of the game is there then.
    pub(super) async fn enter(
        self: &Arc<Self>,
        id: &str,
        keys: Vec<String>,
    ) -> Result<Presence, String> {
        let seats = self.ask(id, |reply| Command::Enter { keys, reply }).await?;
        Ok(Presence { rooms: self.clone(), id: id.into(), seats })
    }

    pub(super) async fn act(self: &Arc<Self>, asked: &Value) -> Result<Value, String> {
        let action = Action::read(asked)?;
        let id = asked["game"].as_str().unwrap_or_default();
        let key = asked["key"].as_str().unwrap_or_default().to_string();
        self.ask(id, |reply| Command::Act { action, key, reply }).await?
    }

    /// Asks a room something, and waits for the answer.
    async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Result<T, String> {
        let (reply, answer) = oneshot::channel();
        self.reach(id, command(reply)).await?;
        match answer.await {
            Ok(answer) => Ok(answer),
            Err(_) => Err(self.unanswered(id).await),
        }
    }

    /// Says why a room has gone without an answer: the game was forgotten meanwhile, or something is wrong.
    async fn unanswered(self: &Arc<Self>, id: &str) -> String {
        let (rooms, id) = (self.clone(), id.to_string());
        let why = tokio::task::spawn_blocking(move || match lock(&rooms.store).room(&id) {
            Ok(None) => missing(&id),
            _ => ENDED_BADLY.into(),
        });
        why.await.unwrap_or_else(|_| ENDED_BADLY.into())
    }

    /// Tells a room something, which is dropped if the room is just ending. One that is not in memory is opened by a thread
    /// that may wait for the store.
    async fn reach(self: &Arc<Self>, id: &str, command: Command) -> Result<(), String> {
        if let Some(room) = lock(&self.live).get(id) {
            let _ = room.send(command);
            return Ok(());
        }
        let (rooms, id) = (self.clone(), id.to_string());
        let reached = tokio::task::spawn_blocking(move || rooms.restore(&id, command)).await;
        reached.unwrap_or_else(|_| Err("that went wrong".into()))
    }
}

impl Offer for Rooms {
    fn rules(&self, game: &str) -> Result<String, Refusal> {
        if let Some(entry) = catalog::find(game) {
            return Ok(entry.card().name.into());
        }
        let names: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.card().name).collect();
        let text = format!(
            "several games are played here, '{}' is none of them: expected {}",
            manator_protocol::quoted(game),
            names.join(", ")
        );
        Err((ErrorCode::Game, text))
    }

    /// A table is the number of a room; without one, it is the latest.
    fn feed(&self, table: Option<u32>) -> Result<Arc<Feed>, Refusal> {
        let feeds = lock(&self.feeds);
        let latest = || feeds.keys().max().copied().ok_or("no game is going on".to_string());
        let number = table.map_or_else(latest, |number| Ok(i64::from(number)));
        let found = number.and_then(|number| {
            let missing = || format!("no game {number} is going on");
            feeds.get(&number).cloned().ok_or_else(missing)
        });
        found.map_err(|why| (ErrorCode::Seat, why))
    }
}

fn missing(id: &str) -> String {
    format!("there is no game '{}'", quoted(id))
}

/// Returns whether what a page asks for is a matter of rooms.
pub(super) fn knows(asked: &Value) -> bool {
    asked["do"].as_str().is_some_and(|what| actions::ACTIONS.contains(&what))
}

/// Returns whether a page asks for a game that is one more for its visitor.
pub(super) fn begins(asked: &Value) -> bool {
    asked["do"] == actions::REMATCH || asked["do"] == actions::TAKE
}

fn chairs(row: &store::Room) -> Option<Vec<Chair>> {
    serde_json::from_str(&row.seats).ok()
}

fn summary(row: &store::Room) -> Option<GameSummary> {
    let record = Record::parse(&row.record).ok()?;
    let entry = catalog::find(&record.game)?;
    let over = positions::over(&record);
    // Only the rules know whose turn it is; of a game that is over nobody asks.
    let table = if over.is_none() { record.replay(entry, |_, _| {}).ok() } else { None };
    Some(GameSummary {
        id: row.id.clone(),
        number: row.number,
        game: entry.card().name,
        title: entry.card().title,
        options: record.options,
        names: chairs(row)?.iter().map(|chair| chair.name().to_string()).collect(),
        plies: record.moves.len(),
        turn: table.map_or(0, |table| table.to_move().index()),
        over,
        began: row.began_ms,
        watching: 0,
        attended: false,
        round: None,
    })
}
