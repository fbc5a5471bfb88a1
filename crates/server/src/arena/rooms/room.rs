//! One game of people, on a thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use manator_core::{Film, Player};
use manator_host::{Happened, Session, Thought};
use manator_organiser::store;
use manator_page::position;
use serde_json::{Value, json};

use super::Rooms;
use super::chair::Chair;
use super::command::{Action, Command, Reply};
use crate::feed::Feed;

/// How long an agent without a clock may think before it is asked for what it has.
const THINKING_MAX: Duration = Duration::from_secs(60);
/// How long a room in which nothing can happen is kept in memory when nobody looks on.
const IDLE: Duration = Duration::from_secs(30);
/// How often a room looks around when there is nothing else to do.
const LOOK: Duration = Duration::from_secs(5);
/// How often pages are told what an agent thinks, at most.
const THOUGHTS: Duration = Duration::from_millis(200);
/// How often pages are told who is here, at most.
const COUNT: Duration = Duration::from_millis(250);
/// How many of the last notes are told.
const NOTES_MAX: usize = 20;

/// One game of people.
pub(super) struct Room {
    pub(super) rooms: Arc<Rooms>,
    pub(super) number: i64,
    pub(super) id: String,
    pub(super) began_ms: i64,
    pub(super) chairs: Vec<Chair>,
    pub(super) session: Session,
    pub(super) film: Film,
    pub(super) board: Value,
    /// What displays of other kinds are told.
    pub(super) feed: Arc<Feed>,
    /// How many pages of each seat are open, and how many look on in all.
    pub(super) here: Vec<usize>,
    pub(super) watching: usize,
    /// Who wants to take back, and which pages agree.
    pub(super) asked: Option<(Player, Vec<usize>)>,
    pub(super) notes: Vec<(usize, String)>,
    /// Who waits for a hint.
    hints: Vec<Reply>,
    /// When whoever is to move began to think, and when a thought was last told.
    since: Instant,
    told: Instant,
    /// Whether somebody has come or gone, and when that was last told: a crowd is told once.
    is_stale: bool,
    counted: Instant,
}

impl Room {
    pub(super) fn new(
        rooms: Arc<Rooms>,
        kept: &store::Room,
        chairs: Vec<Chair>,
        session: Session,
        feed: Arc<Feed>,
    ) -> Room {
        let film = position::film(session.table());
        let board = position::board(session.table());
        let here = vec![0; chairs.len()];
        let now = Instant::now();
        Room {
            rooms,
            number: kept.number,
            id: kept.id.clone(),
            began_ms: kept.began_ms,
            chairs,
            session,
            film,
            board,
            feed,
            here,
            watching: 0,
            asked: None,
            notes: Vec::new(),
            hints: Vec::new(),
            since: now,
            told: now,
            is_stale: false,
            counted: now,
        }
    }

    /// Plays until there is nothing to do and nobody to see it, or the server ends.
    pub(super) fn run(mut self, inbox: &Receiver<Command>) {
        self.seat_guests();
        self.session.proceed();
        self.keep();
        self.show(false);
        self.forget_thought();
        self.tell();
        let mut idle_since = Instant::now();
        loop {
            match inbox.recv_timeout(self.patience()) {
                Ok(command) => {
                    self.take(command);
                    idle_since = Instant::now();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.session.tick() == Happened::Over {
                self.changed();
            }
            if self.is_stale && self.counted.elapsed() >= COUNT {
                (self.is_stale, self.counted) = (false, Instant::now());
                self.tell();
            }
            if self.thinks_too_long() {
                self.session.hurry();
            }
            if self.can_wait()
                && idle_since.elapsed() >= IDLE
                && self.rooms.retire(&self.id, self.number, inbox)
            {
                return;
            }
        }
    }

    /// Returns how long nothing needs to be done.
    fn patience(&self) -> Duration {
        let deadline = self.session.clocks().deadline();
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let most = if self.is_stale { COUNT } else { LOOK };
        left.map_or(most, |left| left.min(most) + Duration::from_millis(1))
    }

    fn thinks_too_long(&self) -> bool {
        !self.session.is_over()
            && !self.session.awaits_person()
            && self.session.clocks().deadline().is_none()
            && self.since.elapsed() >= THINKING_MAX
    }

    /// Returns whether nothing happens here until somebody comes.
    fn can_wait(&self) -> bool {
        let is_quiet = self.session.awaits_person() && self.session.clocks().deadline().is_none();
        let awaits_guest = !self.session.seats().all_connected();
        self.watching == 0 && (self.session.is_over() || is_quiet || awaits_guest)
    }

    fn take(&mut self, command: Command) {
        match command {
            Command::Seat(event) => {
                let happened = self.session.deliver(event);
                self.happened(happened);
            }
            Command::Act { action, key, reply } => self.act(action, &key, reply),
            Command::Enter { keys, reply } => {
                let is_own = |chair: &Chair| keys.iter().any(|key| chair.opens_with(key));
                let seats: Vec<usize> =
                    (0..).zip(&self.chairs).filter(|(_, c)| is_own(c)).map(|(at, _)| at).collect();
                seats.iter().for_each(|seat| self.here[*seat] += 1);
                self.watching += 1;
                self.is_stale = true;
                let _ = reply.send(seats);
            }
            Command::Leave { seats } => {
                seats.iter().for_each(|seat| self.here[*seat] = self.here[*seat].saturating_sub(1));
                self.watching = self.watching.saturating_sub(1);
                self.is_stale = true;
            }
            Command::Record { reply } => drop(reply.send(self.record().to_string())),
            Command::Look => {
                self.seat_guests();
                self.tell();
            }
        }
    }

    fn happened(&mut self, happened: Happened) {
        match happened {
            Happened::Nothing => {}
            Happened::Thinking => self.tell_thought(),
            Happened::Advice(thought) => self.advise(&thought),
            Happened::Noted { player, text } => {
                self.notes.push((player.index(), text));
                let more = self.notes.len().saturating_sub(NOTES_MAX);
                self.notes.drain(..more);
                self.tell();
            }
            Happened::Moved { .. } | Happened::Connected(_) | Happened::Over => self.changed(),
        }
    }

    /// Does what a page wants, if it may.
    fn act(&mut self, action: Action, key: &str, reply: Reply) {
        let own: Vec<usize> =
            (0..).zip(&self.chairs).filter(|(_, c)| c.opens_with(key)).map(|(at, _)| at).collect();
        let [seat] = own[..] else {
            let _ = reply.send(Err("nobody who plays here has this key".into()));
            return;
        };
        let player = Player(seat as u8);
        if action == Action::Hint {
            return self.hint(player, reply);
        }
        let done = match action {
            Action::Play { mv, ply } => self.play(player, &mv, ply),
            Action::Touch { cells, ply } => self.touch(player, &cells, ply),
            Action::Undo => self.undo(player),
            Action::Redo => self.redo(),
            Action::Resign => self.resign(player),
            Action::Hurry => {
                self.session.hurry();
                Ok(Value::Null)
            }
            Action::Accept => self.answer(seat, true),
            Action::Decline => self.answer(seat, false),
            Action::Name(name) => {
                if let Some(Chair::Person { name: own, .. }) = self.chairs.get_mut(seat) {
                    *own = name;
                }
                self.changed();
                Ok(Value::Null)
            }
            Action::Hint => Ok(Value::Null),
        };
        let _ = reply.send(done);
    }

    fn play(&mut self, player: Player, mv: &str, ply: Option<u64>) -> Result<Value, String> {
        self.may_play(player, ply)?;
        let spelled = self.session.play(mv).map_err(|illegal| illegal.to_string())?;
        self.changed();
        Ok(json!({ "move": spelled }))
    }

    /// Plays what touching cells means: the move whose way this is, or whatever the arbiter makes of it.
    fn touch(&mut self, player: Player, cells: &[u64], ply: Option<u64>) -> Result<Value, String> {
        let board = self.session.table().board();
        let name = |cell: &u64| {
            let cell = usize::try_from(*cell).ok().and_then(|cell| board.cells.get(cell));
            cell.map(|cell| cell.name.as_str())
        };
        let names: Option<Vec<&str>> = cells.iter().map(name).collect();
        let text = names.ok_or("cells: expected cells of this board")?.join("-");
        self.play(player, &text, ply)
    }

    fn may_play(&self, player: Player, ply: Option<u64>) -> Result<(), String> {
        let table = self.session.table();
        if let Some(verdict) = self.session.verdict() {
            return Err(format!("the game is over: {}", verdict.words));
        }
        if !self.session.seats().all_connected() {
            return Err("somebody is still waited for".into());
        }
        if ply.is_some_and(|ply| ply != table.moves().len() as u64) {
            return Err("the position has changed since".into());
        }
        if table.to_move() != player {
            let side = table.card().players[table.to_move().index()];
            return Err(format!("it is not your turn: {side} decides"));
        }
        Ok(())
    }

    /// Returns the pages of all people who play.
    fn pages(&self) -> Vec<usize> {
        let mut pages: Vec<usize> = self.chairs.iter().filter_map(Chair::page).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    /// Returns whether all people who play sit at one page: then nobody needs to be asked.
    pub(super) fn is_at_one_page(&self) -> bool {
        self.pages().len() <= 1
    }

    fn undo(&mut self, player: Player) -> Result<Value, String> {
        if self.session.table().moves().is_empty() {
            return Err("there is no move to take back".into());
        }
        if self.is_at_one_page() {
            self.take_back(None)?;
            return Ok(Value::Null);
        }
        let page = self.chairs[player.index()].page();
        self.asked = Some((player, page.into_iter().collect()));
        self.tell();
        Ok(json!({ "asked": true }))
    }

    /// Takes moves back until a person decides again, or this one.
    fn take_back(&mut self, until: Option<Player>) -> Result<(), String> {
        let mut is_done = false;
        while self.session.undo() {
            is_done = true;
            if until.is_none_or(|player| self.session.table().to_move() == player) {
                break;
            }
        }
        self.asked = None;
        self.film = position::film(self.session.table());
        self.changed();
        if is_done { Ok(()) } else { Err("there is no move to take back".into()) }
    }

    fn redo(&mut self) -> Result<Value, String> {
        if !self.is_at_one_page() {
            return Err(
                "moves that were taken back stay so when people play at several pages".into()
            );
        }
        if !self.session.redo() {
            return Err("there is no move to play again".into());
        }
        self.film = position::film(self.session.table());
        self.changed();
        Ok(Value::Null)
    }

    fn resign(&mut self, player: Player) -> Result<Value, String> {
        if self.session.is_over() {
            return Err("the game is over already".into());
        }
        self.session.resign(player);
        self.changed();
        Ok(Value::Null)
    }

    /// Answers whoever asks to take back.
    fn answer(&mut self, seat: usize, agrees: bool) -> Result<Value, String> {
        let Some((player, agreed)) = &mut self.asked else {
            return Err("nobody has asked for anything".into());
        };
        let player = *player;
        let page = self.chairs[seat].page().unwrap_or_default();
        if !agrees {
            self.asked = None;
            self.tell();
            return Ok(Value::Null);
        }
        if !agreed.contains(&page) {
            agreed.push(page);
        }
        let agreed = agreed.clone();
        match self.pages().iter().all(|page| agreed.contains(page)) {
            true => self.take_back(Some(player))?,
            false => self.tell(),
        }
        Ok(Value::Null)
    }

    fn hint(&mut self, player: Player, reply: Reply) {
        match self.may_play(player, None) {
            Ok(()) => {
                self.hints.push(reply);
                self.session.advise();
            }
            Err(why) => drop(reply.send(Err(why))),
        }
    }

    fn advise(&mut self, thought: &Thought) {
        let table = self.session.table();
        let answer = thought.best().ok_or("nobody has an idea".to_string()).map(|best| {
            let line = thought.lines.first();
            let cells = table.gestures().into_iter().find(|(text, _)| text == best);
            let cells: Vec<u16> = match cells {
                Some((_, manator_core::view::Gesture::Cells(cells))) => {
                    cells.iter().map(|cell| cell.0).collect()
                }
                _ => Vec::new(),
            };
            json!({
                "move": best,
                "cells": cells,
                "score": line.map(|line| line.score.to_string()).unwrap_or_default(),
                "depth": thought.depth,
                "line": line.map(|line| line.moves.clone()).unwrap_or_default(),
            })
        });
        for reply in self.hints.drain(..) {
            let _ = reply.send(answer.clone());
        }
    }

    /// Keeps what has changed, and tells everybody.
    fn changed(&mut self) {
        self.since = Instant::now();
        let table = self.session.table();
        let is_one_more = table.moves().len() == self.film.plies() + 1;
        if is_one_more {
            self.film.add(table);
            self.asked = None;
        }
        self.show(is_one_more);
        // A hint for another position is none.
        for reply in self.hints.drain(..) {
            let _ = reply.send(Err("the position has changed since".into()));
        }
        if self.session.is_over() {
            self.asked = None;
            self.session.dismiss_guests();
        }
        self.keep();
        self.forget_thought();
        self.tell();
    }

    /// Seats the agents that are waited for and have come.
    fn seat_guests(&mut self) {
        let game = self.session.table().card().name;
        for (player, name) in self.session.seats().awaited_guests() {
            if let Some(guest) = self.rooms.lobby.lend(&name, game) {
                self.session.seat_guest(player, guest);
            }
        }
    }

    fn forget_thought(&self) {
        self.rooms.hub.publish(&format!("thinking/{}", self.id), &Value::Null);
    }

    fn tell_thought(&mut self) {
        if self.told.elapsed() < THOUGHTS {
            return;
        }
        self.told = Instant::now();
        let Some(thought) = self.session.thinking() else { return };
        let Some(line) = thought.lines.first() else { return };
        let told = json!({
            "seat": self.session.table().to_move().index(),
            "depth": thought.depth,
            "score": line.score.to_string(),
            "line": line.moves,
        });
        self.rooms.hub.publish(&format!("thinking/{}", self.id), &told);
    }
}
