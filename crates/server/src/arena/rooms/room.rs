//! One game of people, on a thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_organise::store;
use manator_play::{Happened, Session};
use manator_state::game::{Heading, Note, Thinking, Wish};

use super::Rooms;
use super::actions::{Command, Reply};
use super::agreed::Question;
use super::callers::Waiting;
use super::chair::Chair;
use super::talk::Conversation;
use crate::arena::analysis::worth;
use crate::feed::Feed;
use crate::live::{self, LiveGame};

/// How long an agent without a clock may think before it is asked for what it has.
const THINKING_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a room in which nothing can happen is kept in memory when nobody looks on.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a page may be closed before its person has left: loading it again takes a moment.
const RELOAD_TIMEOUT: Duration = Duration::from_secs(3);
/// How often a room looks around when there is nothing else to do.
const TICK_INTERVAL: Duration = Duration::from_secs(5);
/// How often pages are told what an agent thinks, at most.
const THOUGHT_INTERVAL: Duration = Duration::from_millis(200);
/// How often pages are told who is here, at most.
const COUNT_INTERVAL: Duration = Duration::from_millis(250);

pub(super) struct Room {
    pub(super) rooms: Arc<Rooms>,
    pub(super) live: LiveGame,
    pub(super) chairs: Vec<Chair>,
    pub(super) session: Session,
    pub(super) feed: Arc<Feed>,
    /// How many pages of each seat are open, and how many look on in all.
    pub(super) here: Vec<usize>,
    /// Since when nobody is on a seat where somebody was, and whether that was said.
    left: Vec<Option<(Instant, bool)>>,
    pub(super) watching: usize,
    /// Whether somebody has been on a seat: before everybody has, no clock runs.
    came: Vec<bool>,
    pub(super) asked: Option<Question>,
    /// The game that those who played begin after this one.
    pub(super) rematch: Option<String>,
    pub(super) notes: Vec<Note>,
    pub(super) conversation: Conversation,
    /// Whether it was a challenge that nobody takes any more.
    pub(super) is_withdrawn: bool,
    pub(super) hints: Vec<Reply>,
    pub(super) waiting: Vec<Waiting>,
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
        let store::Room { number, id, began_ms, record, .. } = kept.clone();
        let live = LiveGame::new(Heading { id, number, began_ms, round: None }, session.table());
        let here = vec![0; chairs.len()];
        let now = Instant::now();
        Room {
            rooms,
            live,
            chairs,
            session,
            feed,
            left: vec![None; here.len()],
            came: vec![false; here.len()],
            here,
            watching: 0,
            asked: None,
            rematch: Question::rematch_of(&record),
            notes: Vec::new(),
            conversation: Conversation::default(),
            is_withdrawn: false,
            hints: Vec::new(),
            waiting: Vec::new(),
            since: now,
            told: now,
            is_stale: false,
            counted: now,
        }
    }

    /// Plays until there is nothing to do and nobody to see it, or the server ends.
    pub(super) fn run(mut self, inbox: &Receiver<Command>) {
        self.seat_guests();
        self.attend();
        self.session.free_first_moves = !self.is_at_one_page();
        self.gather();
        self.session.proceed();
        self.keep();
        self.show(false);
        self.tell_position();
        self.tell_talk();
        self.tell();
        let mut idle_since = Instant::now();
        loop {
            match inbox.recv_timeout(self.patience()) {
                Ok(Command::End) => return,
                Ok(command) => {
                    self.take(command);
                    idle_since = Instant::now();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.attend();
            self.gather();
            let happened = self.session.tick();
            self.happened(happened);
            self.answer_waiting();
            self.say_who_left();
            if self.is_stale && self.counted.elapsed() >= COUNT_INTERVAL {
                (self.is_stale, self.counted) = (false, Instant::now());
                self.tell();
            }
            if self.thinks_too_long() {
                self.session.hurry();
            }
            self.expire();
            let is_idle = self.can_wait() && idle_since.elapsed() >= IDLE_TIMEOUT;
            if self.is_withdrawn || (is_idle && self.is_open()) {
                return self.rooms.forget(&self.live.heading);
            }
            if is_idle {
                match self.rooms.retire(&self.live.heading, inbox) {
                    Some(Command::End) | None => return,
                    Some(command) => self.take(command),
                }
            }
        }
    }

    fn patience(&self) -> Duration {
        let deadline = self.session.deadline();
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let is_leaving = self.left.iter().flatten().any(|(_, said)| !said);
        let most = if self.is_stale || is_leaving { COUNT_INTERVAL } else { TICK_INTERVAL };
        left.map_or(most, |left| left.min(most) + Duration::from_millis(1))
    }

    fn thinks_too_long(&self) -> bool {
        !self.session.is_over()
            && !self.session.awaits_person()
            && !self.session.is_held()
            && self.session.waiting.is_none()
            && self.session.sheet.clocks.deadline().is_none()
            && self.since.elapsed() >= THINKING_TIMEOUT
    }

    fn can_wait(&self) -> bool {
        let is_quiet =
            self.session.awaits_person() && self.session.sheet.clocks.deadline().is_none();
        let awaits_guest = !self.session.seats.all_connected();
        let is_held = self.session.is_held();
        self.watching == 0 && (self.session.is_over() || is_quiet || is_held || awaits_guest)
    }

    /// Lets agents of ours think only where somebody follows: a page, a display, or an agent from elsewhere.
    fn attend(&mut self) {
        let is_attended = self.is_attended();
        self.session.attend(is_attended && !self.is_open());
    }

    pub(super) fn is_attended(&self) -> bool {
        self.watching > 0 || self.feed.is_watched() || self.session.seats.any_guest()
    }

    /// Lets clocks run once everybody has come; programs that play by requests have, and so has whoever has moved.
    fn gather(&mut self) {
        let has_come = |(seat, chair): (usize, &Chair)| {
            chair.page().is_none()
                || chair.attempts().is_some()
                || self.came[seat]
                || self.session.has_moved(Player(seat as u8))
        };
        let is_complete = self.is_at_one_page() || self.chairs.iter().enumerate().all(has_come);
        self.session.set_complete(is_complete);
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
                seats.iter().for_each(|seat| self.comes(*seat));
                self.watching += 1;
                self.is_stale = true;
                let _ = reply.send(seats);
            }
            Command::Leave { seats } => {
                seats.iter().for_each(|seat| self.goes(*seat));
                self.watching = self.watching.saturating_sub(1);
                self.is_stale = true;
            }
            Command::Record { reply } => drop(reply.send(self.record().to_string())),
            Command::Call(call) => self.call(call),
            Command::End => {}
            Command::Look => {
                self.seat_guests();
                self.tell();
            }
        }
    }

    fn comes(&mut self, seat: usize) {
        self.here[seat] += 1;
        self.came[seat] = true;
        if let Some((_, true)) = self.left[seat].take() {
            live::deed(&mut self.notes, Player(seat as u8), "is back".into());
        }
    }

    fn goes(&mut self, seat: usize) {
        self.here[seat] = self.here[seat].saturating_sub(1);
        if self.here[seat] == 0 && !self.is_at_one_page() && !self.session.is_over() {
            self.left[seat] = Some((Instant::now(), false));
        }
    }

    /// Returns whether whoever was on a seat may be back in a moment.
    pub(super) fn is_reloading(&self, seat: usize) -> bool {
        matches!(self.left[seat], Some((_, false)))
    }

    /// Says who has left for longer than it takes to load a page again.
    fn say_who_left(&mut self) {
        for seat in 0..self.left.len() {
            if let Some((since, said @ false)) = &mut self.left[seat]
                && since.elapsed() >= RELOAD_TIMEOUT
            {
                *said = true;
                self.is_stale = true;
                live::deed(&mut self.notes, Player(seat as u8), "has left".into());
            }
        }
    }

    fn happened(&mut self, happened: Happened) {
        match happened {
            Happened::Nothing => {}
            Happened::Thinking => self.tell_thought(),
            Happened::Advice(thought) => self.advise(&thought),
            Happened::Noted { player, text } => {
                live::note(&mut self.notes, player, text);
                self.tell();
            }
            Happened::Waiting => {
                self.since = Instant::now();
                if let Some(text) = self.session.waiting.clone() {
                    let player = self.session.table().to_move();
                    live::note(&mut self.notes, player, text);
                }
                self.tell();
            }
            Happened::Moved | Happened::Connected(_) | Happened::Over => self.changed(),
        }
    }

    pub(super) fn changed(&mut self) {
        self.since = Instant::now();
        let is_one_more = self.live.follow(self.session.table());
        if is_one_more {
            self.asked = None;
        }
        self.show(is_one_more);
        // A hint for another position is none.
        for reply in self.hints.drain(..) {
            let _ = reply.send(Err("the position has changed since".into()));
        }
        if self.session.is_over() {
            self.asked.take_if(|asked| asked.what == Wish::Undo);
            self.session.seats.dismiss_guests();
        }
        self.keep();
        self.tell_position();
        self.tell();
    }

    fn seat_guests(&mut self) {
        let game = self.session.table().card().name;
        for (player, name) in self.session.seats.awaited_guests() {
            let Some(Chair::Guest { secret, .. }) = self.chairs.get_mut(player.index()) else {
                continue;
            };
            if let Some((guest, shown)) = self.rooms.guests.lend_named(&name, game, secret.clone())
            {
                *secret = secret.take().or(shown);
                self.session.seat_guest(player, guest);
            }
        }
    }

    /// Tells what belongs to the position alone: what may be played, and that nobody has thought about it yet.
    fn tell_position(&self) {
        let (hub, id) = (&self.rooms.hub, &self.live.heading.id);
        hub.publish(&format!("thinking/{id}"), &None::<Thinking>);
        hub.publish(&format!("legal/{id}"), &live::legal(self.session.table()));
    }

    fn tell_thought(&mut self) {
        if self.told.elapsed() < THOUGHT_INTERVAL {
            return;
        }
        self.told = Instant::now();
        let Some(thought) = &self.session.thinking else { return };
        let Some(line) = thought.lines.first() else { return };
        let told = Thinking {
            seat: self.session.table().to_move().index(),
            depth: thought.depth,
            score: line.score.to_string(),
            proven: worth::proven(self.session.table().to_move(), line.score),
            line: line.moves.clone(),
        };
        self.rooms.hub.publish(&format!("thinking/{}", self.live.heading.id), &told);
    }
}
