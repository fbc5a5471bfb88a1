//! A match that waits for programs: who asks for a game, who is asked for a move, and what came of it.
//!
//! The referee asks on a thread of its own and waits here for the answer of a request; requests wait here for their turn.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use manator_core::{Player, Table};
use manator_organise::{Playing, Prepared, Watcher};
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::referee::{Event, OnIllegal};
use manator_play::{Contender, Fault, Report, Sheet};
use manator_state::api::{ApiGame, ApiPlayer, Attempts, Begun, NewApiGame};
use manator_state::position::Over;
use manator_tournament::schedule::Pairing;
use tokio::sync::Notify;
use tokio::time::{Instant as Deadline, timeout_at};

use super::{Answer, Failure, Host};
use crate::arena::new_key;
use crate::http::Caller;
use crate::{live, lock};

/// How often whoever waits looks whether everything is to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

pub(super) struct Desk {
    prepared: Arc<Prepared>,
    seats: Mutex<Vec<HttpEntrant>>,
    /// Wakes the threads of games, and requests.
    answered: Condvar,
    changed: Notify,
    is_over: AtomicBool,
    stop: Arc<AtomicBool>,
}

/// A player over HTTP.
struct HttpEntrant {
    /// Which entrant it is.
    entrant: usize,
    name: String,
    /// Whether a program has asked for a game.
    asks: bool,
    game: Option<Game>,
}

/// The game that a player has, or had last.
struct Game {
    id: String,
    key: String,
    seat: usize,
    names: Vec<String>,
    attempts: Attempts,
    view: Option<View>,
    /// Whether the referee waits for an answer, and the answer.
    is_asked: bool,
    answer: Option<Answer>,
}

/// What the game looked like when it was last told.
struct View {
    table: Box<dyn Table>,
    over: Option<Over>,
    left_ms: Vec<Option<u64>>,
}

impl Game {
    fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.over.is_some())
    }

    fn is_ready(&self) -> bool {
        self.is_over() || self.is_asked && self.view.is_some()
    }

    fn described(&self) -> Option<ApiGame> {
        let view = self.view.as_ref()?;
        let sides = view.table.card().players.iter().zip(&self.names).zip(&view.left_ms);
        let players = sides.enumerate().map(|(seat, ((side, name), left_ms))| ApiPlayer {
            side,
            name: name.clone(),
            illegal_answers: if seat == self.seat { self.attempts.illegal } else { 0 },
            left_ms: *left_ms,
        });
        let (over, own) = (view.over.clone(), Some((self.seat, &self.attempts)));
        Some(ApiGame::of(&self.id, &*view.table, players.collect(), over, own))
    }
}

fn conflict(why: &str) -> Failure {
    Failure::new(StatusCode::CONFLICT, why)
}

fn gone() -> Failure {
    Failure::new(StatusCode::GONE, "the match is over")
}

impl Desk {
    pub(super) fn new(prepared: Arc<Prepared>, stop: Arc<AtomicBool>) -> Desk {
        let names = prepared.names();
        let callers = prepared.callers().into_iter().enumerate().filter(|(_, calls)| *calls);
        let entrant = |(entrant, _): (usize, bool)| HttpEntrant {
            entrant,
            name: names[entrant].clone(),
            asks: false,
            game: None,
        };
        Desk {
            seats: Mutex::new(callers.map(entrant).collect()),
            prepared,
            answered: Condvar::new(),
            changed: Notify::new(),
            is_over: AtomicBool::new(false),
            stop,
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        lock(&self.seats).iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// Tells all who wait that nothing more comes.
    pub(super) fn close(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        self.answered.notify_all();
        self.changed.notify_waiters();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Waits until the program of an entrant asks for a game, and gives it this one; nothing for other entrants.
    pub(super) fn seat(
        self: &Arc<Self>,
        pairing: &Pairing,
        seat: Player,
    ) -> Option<Box<dyn Contender>> {
        let who = pairing.seats[seat.index()].0;
        let mut entrants = lock(&self.seats);
        let at = entrants.iter().position(|entrant| entrant.entrant == who)?;
        while !entrants[at].asks && !self.is_stopped() {
            let waited = self.answered.wait_timeout(entrants, STOP_INTERVAL);
            entrants = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let names = self.prepared.names();
        let key = new_key().ok()?;
        let entrant = &mut entrants[at];
        entrant.asks = false;
        entrant.game = Some(Game {
            id: pairing.id.to_string(),
            key,
            seat: seat.index(),
            names: pairing.seats.iter().map(|who| names[who.0].clone()).collect(),
            attempts: Attempts {
                retries: match self.prepared.terms.on_illegal {
                    OnIllegal::AskAgain => self.prepared.terms.retries,
                    OnIllegal::Default => 0,
                },
                withheld: self.prepared.event.withhold_legal,
                illegal: 0,
                tried: 0,
            },
            view: None,
            is_asked: false,
            answer: None,
        });
        let name = entrant.name.clone();
        Some(Box::new(HttpPlayer { desk: self.clone(), at, name }))
    }

    /// Runs something on the game of a key when it is ready, but not later than `end`.
    async fn when_ready<T>(
        &self,
        end: Deadline,
        mut look: impl FnMut(&mut Vec<HttpEntrant>, bool) -> Option<T>,
    ) -> Option<T> {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let is_late = Deadline::now() >= end || self.is_over.load(Ordering::SeqCst);
            if let Some(found) = look(&mut lock(&self.seats), is_late) {
                return Some(found);
            }
            if is_late || timeout_at(end, changed).await.is_err() {
                return look(&mut lock(&self.seats), true);
            }
        }
    }

    fn place_of(&self, wanted: Option<&str>) -> Result<usize, Failure> {
        let names = self.names();
        let found = match wanted {
            None if names.len() == 1 => Some(0),
            None => None,
            Some(wanted) => names.iter().position(|name| name == wanted),
        };
        found.ok_or_else(|| {
            let why = match wanted {
                Some(wanted) => {
                    format!("player: '{}' does not play here", manator_protocol::quoted(wanted))
                }
                None => "player: it is not said who asks".into(),
            };
            let why = format!("{why}: expected {}", names.join(" or "));
            Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why)
        })
    }
}

fn find<'a>(entrants: &'a mut [HttpEntrant], id: &str, key: &str) -> Result<&'a mut Game, Failure> {
    let mut games = entrants.iter_mut().filter_map(|entrant| entrant.game.as_mut());
    games.find(|game| game.id == id && game.key == key).ok_or_else(|| {
        let why = format!("there is no game '{}' with this key", manator_protocol::quoted(id));
        Failure::new(StatusCode::NOT_FOUND, why)
    })
}

impl Host for Desk {
    async fn begin(
        self: Arc<Self>,
        _caller: Caller,
        wanted: NewApiGame,
        wait: Duration,
    ) -> Result<Begun, Failure> {
        let NewApiGame { player, wait: seconds, .. } = wanted.clone();
        if wanted != (NewApiGame { player, wait: seconds, ..NewApiGame::default() }) {
            let why = "games and terms are those of the match: expected player and wait alone";
            return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why));
        }
        let at = self.place_of(wanted.player.as_deref())?;
        let end = Deadline::now() + wait;
        let begun = self.when_ready(end, |entrants, is_late| {
            let entrant = &mut entrants[at];
            if let Some(game) = entrant.game.as_ref().filter(|game| !game.is_over()) {
                let state = game.described().filter(|_| game.is_ready())?;
                let (id, key) = (game.id.clone(), game.key.clone());
                return Some(Ok(Begun { id, key, others: Default::default(), state }));
            }
            if self.is_over.load(Ordering::SeqCst) {
                return Some(Err(gone()));
            }
            entrant.asks = !is_late;
            self.answered.notify_all();
            None
        });
        let later = "no game has begun yet, or it is somebody else's turn: ask again";
        begun.await.unwrap_or_else(|| Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, later)))
    }

    async fn look(
        self: Arc<Self>,
        _caller: Caller,
        id: String,
        key: String,
        wait: Duration,
    ) -> Result<ApiGame, Failure> {
        let seen = self.when_ready(Deadline::now() + wait, |entrants, is_late| {
            match find(entrants, &id, &key) {
                Ok(game) if game.is_ready() || is_late => game.described().map(Ok),
                Ok(_) => None,
                Err(failure) => Some(Err(failure)),
            }
        });
        seen.await.unwrap_or_else(|| Err(conflict("the game has not begun yet")))
    }

    async fn answer(self: Arc<Self>, id: &str, key: String, answer: Answer) -> Result<(), Failure> {
        let refused = {
            let mut entrants = lock(&self.seats);
            find(&mut entrants, id, &key)?.take(answer)?
        };
        self.wake();
        let Some(mut failure) = refused else { return Ok(()) };
        // The referee has not counted it before it asks again, or the game is over.
        let end = Deadline::now() + Duration::from_secs(super::WAIT_S_MAX);
        let over = self.when_ready(end, |entrants, _| {
            let game = find(entrants, id, &key).ok()?;
            game.is_ready().then(|| game.is_over().then(|| game.described()).flatten())
        });
        failure.refusal.game = over.await.flatten().map(Box::new);
        Err(failure)
    }
}

impl Game {
    /// Takes an answer for the referee; returns what to say of it, where it is no legal move.
    fn take(&mut self, answer: Answer) -> Result<Option<Failure>, Failure> {
        let Some(view) = &self.view else { return Err(conflict("the game has not begun yet")) };
        if let Some(over) = &view.over {
            return Err(conflict(&format!("the game is over: {}", over.words)));
        }
        if !self.is_asked {
            return Err(conflict("it is not your turn"));
        }
        let mut refused = None;
        if let Answer::Move { mv, ply } = &answer {
            if ply.is_some_and(|ply| ply != view.table.moves().len() as u64) {
                return Err(conflict("the position has changed since"));
            }
            match view.table.judge(mv) {
                Ok(_) => self.attempts.accept(),
                Err(illegal) => {
                    let refusal = Box::new(self.attempts.refuse(&illegal).0);
                    refused = Some(Failure { status: StatusCode::UNPROCESSABLE_ENTITY, refusal });
                }
            }
        }
        (self.answer, self.is_asked) = (Some(answer), false);
        Ok(refused)
    }
}

/// What the referee asks: it waits for the answer of a request.
struct HttpPlayer {
    desk: Arc<Desk>,
    at: usize,
    name: String,
}

impl HttpPlayer {
    fn change(&self, change: impl FnOnce(&mut Game)) {
        if let Some(game) = &mut lock(&self.desk.seats)[self.at].game {
            change(game);
        }
        self.desk.wake();
    }
}

impl Contender for HttpPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, _hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        self.change(|game| {
            let left_ms = lefts(ask.table, |player| ask.clocks.left(player, Instant::now()));
            game.view = Some(View { table: ask.table.copy(), over: None, left_ms });
            (game.is_asked, game.answer) = (true, None);
        });
        let mut entrants = lock(&self.desk.seats);
        loop {
            let game = entrants[self.at].game.as_mut();
            match game.and_then(|game| game.answer.take()) {
                Some(Answer::Move { mv, .. }) => return Ok(Choice { mv, thought: None }),
                Some(Answer::Resign) => return Err(Fault::GaveUp),
                None => {}
            }
            let next = match ask.poll() {
                Ok(next) => next,
                Err(fault) => {
                    if let Some(game) = entrants[self.at].game.as_mut() {
                        game.is_asked = false;
                    }
                    return Err(fault);
                }
            };
            let patience = next.saturating_duration_since(Instant::now());
            let waited = self.desk.answered.wait_timeout(entrants, patience);
            entrants = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn lefts(table: &dyn Table, left: impl Fn(Player) -> Option<Duration>) -> Vec<Option<u64>> {
    Player::all(table.card().players.len()).map(|player| left(player).map(live::millis)).collect()
}

impl Watcher for Desk {
    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        if let Event::Thought { .. } | Event::Note { .. } = event {
            return;
        }
        let id = game.pairing.id.to_string();
        for entrant in &mut *lock(&self.seats) {
            let Some(own) = entrant.game.as_mut().filter(|own| own.id == id) else { continue };
            own.view = Some(View {
                table: sheet.table.copy(),
                over: sheet.verdict.as_ref().map(live::over),
                left_ms: lefts(&*sheet.table, |who| sheet.clocks.left(who, Instant::now())),
            });
        }
        self.wake();
    }

    fn ended(&self, game: Playing<'_>, report: &Report) {
        if report.verdict.is_none() {
            let id = game.pairing.id.to_string();
            for entrant in &mut *lock(&self.seats) {
                entrant.game.take_if(|own| own.id == id);
            }
            self.wake();
        }
    }
}
