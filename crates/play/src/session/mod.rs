//! A game in progress between people, agents and programs elsewhere.
//!
//! A session has no thread of its own. Seats that think or wait do so on theirs and post what they say;
//! whoever owns the session passes it on with [`Session::deliver`] and asks the clock with
//! [`Session::tick`], so that an interface never waits for anybody.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod turn_time;
mod undo;

use std::sync::Arc;
use std::time::{Duration, Instant};

use manator_core::{Illegal, Player, Record, Table};
use manator_engine::Thought;
use manator_protocol::{News, RESIGN};

use crate::agreement::{self, FIRST_WORDS};
use crate::contender::{Choice, Contender, Fault, Notes};
use crate::saves::Slot;
use crate::seat_spec::SeatSpec;
use crate::seats::{MakeAgent, Occupant, Seats, SetupError};
use crate::sheet::{Ply, Sheet};
use crate::thinker::{Question, Wanted};
use crate::time::{Clocks, Controls, TimeControl};
use crate::verdict::{DEFAULT, RESIGNED, Verdict};

#[derive(Clone, Debug)]
pub struct Setup {
    /// Who sits where, in seat order.
    pub seats: Vec<SeatSpec>,
    pub control: Controls,
    /// How long at least a move of an agent stays on the board before the next.
    pub pace: Duration,
    /// How long at most an agent of ours thinks about a turn; the game's document may say so where this does not.
    pub computer_time: Option<Duration>,
}

impl Setup {
    /// How long a move stays on the board when only agents play, so that people can follow.
    pub const WATCHING_DELAY: Duration = Duration::from_millis(700);

    /// Describes a session without a pace of its own: agents that play among themselves are slowed down.
    pub fn new(seats: Vec<SeatSpec>, control: impl Into<Controls>) -> Setup {
        let watched = !seats.iter().any(SeatSpec::is_person);
        let pace = if watched { Setup::WATCHING_DELAY } else { Duration::ZERO };
        Setup { seats, control: control.into(), pace, computer_time: None }
    }
}

/// What came of an event. The game is `Over` otherwise than by a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    Nothing,
    Thinking,
    Moved,
    Advice(Thought),
    Noted {
        player: Player,
        text: String,
    },
    /// Somebody who is to think waits for something, or does so no longer.
    Waiting,
    Connected(String),
    Over,
}

type Undone = (String, Ply);

pub struct Session {
    pub sheet: Sheet,
    pub seats: Seats,
    pace: Duration,
    undone: Vec<Undone>,
    /// The number of the question to whoever is to move.
    turn: u64,
    pub thinking: Option<Thought>,
    /// What was found earlier in this turn.
    thought: Option<Thought>,
    computer_time: Option<Duration>,
    /// How long the agent to move may go on with its turn, where that is limited.
    turn_left: Option<Duration>,
    /// What whoever is to move waits for before it can think; its clock does not run meanwhile.
    pub waiting: Option<String>,
    /// Whether agents of ours are asked, and whether one was not.
    is_attended: bool,
    is_held: bool,
    /// Whether nobody's clock runs before its first move: people who play each other come when they come.
    pub free_first_moves: bool,
    /// Whether everybody has come for whom the clocks wait.
    is_complete: bool,
    notes: Notes,
    pub slot: Option<Slot>,
    /// Why the last attempt to save the game failed, if it did.
    pub unsaved: Option<String>,
}

impl Session {
    /// Sets up a game on a table; nobody thinks until [`Session::proceed`].
    pub fn new(table: Box<dyn Table>, setup: &Setup, post: Post) -> Result<Session, SetupError> {
        Session::with_agents(table, setup, post, None)
    }

    /// Sets up a game whose agents are made by somebody who lets them wait, if that is given.
    pub fn with_agents(
        table: Box<dyn Table>,
        setup: &Setup,
        post: Post,
        make: Option<MakeAgent>,
    ) -> Result<Session, SetupError> {
        let seats = Seats::new(&*table, &setup.seats, post, make)?;
        Ok(Session {
            sheet: Sheet::new(table, setup.control.clone()),
            seats,
            pace: setup.pace,
            undone: Vec::new(),
            turn: 0,
            thinking: None,
            thought: None,
            computer_time: setup.computer_time,
            turn_left: None,
            waiting: None,
            is_attended: true,
            is_held: false,
            free_first_moves: false,
            is_complete: true,
            notes: Notes::default(),
            slot: None,
            unsaved: None,
        })
    }

    pub fn keep(&mut self, slot: Slot) {
        self.slot = Some(slot);
        self.save();
    }

    pub fn proceed(&mut self) {
        self.turn += 1;
        let before = self.thinking.take().or(self.thought.take());
        self.thought = before.filter(|_| !self.sheet.table.begins_turn());
        (self.waiting, self.is_held, self.turn_left) = (None, false, self.turn_time_left());
        if let Some(verdict) = &self.sheet.verdict {
            self.seats.finish(&*self.sheet.table, &verdict.told());
            return;
        }
        if !self.seats.all_connected() {
            return;
        }
        let now = Instant::now();
        let player = self.sheet.table.to_move();
        self.is_held = !self.is_attended && self.seats.is_agent(player);
        match self.is_held || self.is_free(player) || self.seats.may_wait(player) {
            true => self.sheet.clocks.hold(),
            false => self.sheet.start_clock(now),
        }
        if self.is_held {
            return;
        }
        let time = self.thinking_time();
        if let Occupant::Thinker(Some(thinker), _) = &mut self.seats.occupants[player.index()] {
            thinker.ask(Question {
                time,
                turn: self.turn,
                table: self.sheet.table.copy(),
                clocks: self.sheet.clocks.clone(),
                wanted: Wanted::Move,
                not_before: now.checked_add(self.pace),
            });
        }
    }

    fn is_free(&self, player: Player) -> bool {
        !self.is_complete || self.free_first_moves && !self.has_moved(player)
    }

    /// Returns whether a player has made a move in this game whose time counts; what was on the table before does
    /// not.
    pub fn has_moved(&self, player: Player) -> bool {
        let moves = self.sheet.table.movers().into_iter().zip(&self.sheet.plies);
        moves.into_iter().any(|((mover, _), ply)| mover == player && ply.left.is_some())
    }

    /// Says whether everybody has come who plays: before that nobody's clock runs.
    pub fn set_complete(&mut self, is_complete: bool) {
        self.is_complete = is_complete;
        let player = self.sheet.table.to_move();
        let is_waiting = self.awaits_person() && self.sheet.clocks.running().is_none();
        if is_waiting && !self.is_free(player) {
            self.sheet.start_clock(Instant::now());
        }
    }

    /// Says whether anybody follows the game: where nobody does, agents of ours do not begin to think.
    pub fn attend(&mut self, is_attended: bool) {
        self.is_attended = is_attended;
        if is_attended && self.is_held {
            self.proceed();
        }
    }

    /// Returns whether an agent of ours would think if anybody followed the game.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Plays a move for the person to move.
    pub fn play(&mut self, text: &str) -> Result<String, Illegal> {
        let spelled = self.sheet.play(text)?;
        self.undone.clear();
        self.moved(&spelled, None);
        Ok(spelled)
    }

    /// Tells everybody of a move that was played, and lets the next begin.
    fn moved(&mut self, text: &str, from: Option<usize>) {
        if let Some(comment) = self.notes.take() {
            self.sheet.comment(comment);
        }
        self.seats.tell(text, from);
        self.save();
        self.proceed();
    }

    pub fn deliver(&mut self, event: SeatEvent) -> Happened {
        match event.0 {
            Said::Thinking { turn, thought } if turn == self.turn && !self.is_over() => {
                self.thinking = Some(thought);
                Happened::Thinking
            }
            Said::Noted { turn, text } if turn == self.turn && !self.is_over() => {
                self.notes.push(&text);
                Happened::Noted { player: self.sheet.table.to_move(), text: Notes::shown(&text) }
            }
            Said::Waiting { turn, text } if turn == self.turn && !self.is_over() => {
                self.waiting = Some(text);
                Happened::Waiting
            }
            Said::Begins { turn } if turn == self.turn && !self.is_over() => {
                if !self.is_free(self.sheet.table.to_move()) {
                    self.sheet.start_clock(Instant::now());
                }
                self.waiting = None;
                Happened::Waiting
            }
            Said::Chosen { turn, choice } if turn == self.turn && !self.is_over() => {
                self.thinking = choice.thought.clone().or(self.thinking.take());
                self.chosen(&choice, None)
            }
            Said::Ready { player, name } => {
                self.seats.ready(player, &name);
                if self.seats.all_connected() {
                    self.proceed();
                }
                Happened::Connected(name)
            }
            Said::Unready { player, fault } if !self.is_over() => self.fault(player, fault),
            Said::Advice { turn, thought } if turn == self.turn => Happened::Advice(thought),
            Said::Failed { turn, fault } if turn == self.turn && !self.is_over() => {
                self.fault(self.sheet.table.to_move(), fault)
            }
            Said::Connected { connection, peer } => {
                self.seats.connected(connection, &*self.sheet.table);
                if self.seats.all_connected() {
                    self.proceed();
                }
                Happened::Connected(peer)
            }
            Said::Line { connection, text } if text.starts_with(FIRST_WORDS) => {
                match self.seats.agree(connection, &text, &*self.sheet.table) {
                    Some(how) if !self.is_over() => {
                        self.end(agreement::disagreement(&*self.sheet.table, &how))
                    }
                    _ => Happened::Nothing,
                }
            }
            Said::Line { connection, text } => {
                let news = if self.seats.is_server(connection) { text.parse().ok() } else { None };
                match news {
                    Some(news @ (News::Clock { .. } | News::Over { .. })) => {
                        self.seats.taken(connection);
                        self.server_says(news)
                    }
                    _ => {
                        self.seats.received(connection, text);
                        self.next_line()
                    }
                }
            }
            Said::Gone { connection, why } if !self.is_over() => {
                // What came before the end still counts; it is the last that it says.
                let (table, player) = (&*self.sheet.table, self.seats.first_of(connection));
                self.end(match self.seats.is_server(connection) {
                    true => Verdict::of_nobody(table, "the server is gone"),
                    false => Verdict::against(table, player, DEFAULT, &why),
                })
            }
            _ => Happened::Nothing,
        }
    }

    /// Hears what a server tells beside moves.
    fn server_says(&mut self, news: News) -> Happened {
        match news {
            News::Clock { seat, left } => {
                let player = Player(seat.saturating_sub(1));
                if player.index() < self.seats.count() {
                    self.sheet.clocks.take_over(player, Duration::ZERO, Some(left));
                }
                Happened::Nothing
            }
            News::Over { result, reason, text } if !self.is_over() => {
                let told = Verdict::of_server(&*self.sheet.table, &result, &reason, &text);
                told.map_or(Happened::Nothing, |verdict| self.end(verdict))
            }
            _ => Happened::Nothing,
        }
    }

    /// Plays what the player to move has chosen, on which connection if on any.
    fn chosen(&mut self, choice: &Choice, from: Option<usize>) -> Happened {
        match self.sheet.play(&choice.mv) {
            Ok(text) => {
                self.sheet.judge(choice.thought.as_ref());
                self.moved(&text, from);
                Happened::Moved
            }
            Err(illegal) => self.fault(self.sheet.table.to_move(), Fault::Illegal(illegal)),
        }
    }

    fn fault(&mut self, player: Player, fault: Fault) -> Happened {
        self.end(Verdict::of_faults(&*self.sheet.table, &[(player, fault)]))
    }

    /// Plays what the program of the player to move has sent, if it has.
    pub fn next_line(&mut self) -> Happened {
        if self.is_over() || !self.seats.all_connected() {
            return Happened::Nothing;
        }
        let player = self.sheet.table.to_move();
        let Some((connection, text)) = self.seats.take_line(player) else {
            return Happened::Nothing;
        };
        if text.eq_ignore_ascii_case(RESIGN) {
            self.seats.tell(RESIGN, Some(connection));
            return self.end(Verdict::against(&*self.sheet.table, player, RESIGNED, "resigns"));
        }
        self.chosen(&Choice { mv: text, thought: None }, Some(connection))
    }

    /// Looks at the clock; the verdict is there when somebody's time is up, and a move when an agent has thought long
    /// enough about its turn.
    pub fn tick(&mut self) -> Happened {
        let now = Instant::now();
        if self.is_turn_over(now) {
            return self.play_found();
        }
        match self.sheet.clocks.flagged(now) {
            Some(player) if !self.is_over() => {
                self.end(Verdict::of_clock(&*self.sheet.table, player))
            }
            _ => Happened::Nothing,
        }
    }

    pub fn resign(&mut self, player: Player) {
        if !self.is_over() {
            self.seats.tell(RESIGN, None);
            self.end(Verdict::against(&*self.sheet.table, player, RESIGNED, "resigns"));
        }
    }

    /// Ends the game that a player loses by an answer that was no legal move.
    pub fn lose(&mut self, player: Player, illegal: Illegal) {
        if !self.is_over() {
            self.fault(player, Fault::Illegal(illegal));
        }
    }

    fn end(&mut self, verdict: Verdict) -> Happened {
        self.sheet.end(verdict);
        self.seats.hurry();
        self.save();
        self.proceed();
        Happened::Over
    }

    pub fn hurry(&self) {
        self.seats.hurry();
    }

    /// Asks the adviser what the player to move should do; the answer comes as [`Happened::Advice`].
    pub fn advise(&mut self) {
        if !self.is_over() {
            let (turn, table) = (self.turn, self.sheet.table.copy());
            // Advice takes its own time, whatever the clock of the player says.
            let clocks = Clocks::new(self.seats.count(), TimeControl::None);
            let (wanted, time, not_before) = (Wanted::Advice, None, None);
            let question = Question { turn, table, clocks, time, wanted, not_before };
            self.seats.adviser(&*self.sheet.table).ask(question);
        }
    }

    /// Seats an agent that has come for a [`SeatSpec::Guest`]; the game goes on when all are ready.
    pub fn seat_guest(&mut self, player: Player, contender: Box<dyn Contender>) {
        self.seats.seat_guest(player, contender, &*self.sheet.table);
    }

    fn save(&mut self) {
        let record = self.slot.is_some().then(|| self.record());
        if let (Some(slot), Some(record)) = (&mut self.slot, record) {
            self.unsaved = slot.write(&record).err().map(|error| error.to_string());
        }
    }

    /// Ends the session; a game in which nothing was played is not kept any longer.
    pub fn leave(mut self) {
        if self.sheet.table.moves().is_empty()
            && !self.is_over()
            && let Some(slot) = self.slot.take()
        {
            slot.discard();
        }
    }

    pub fn record(&self) -> Record {
        self.sheet.record(self.seats.specs.iter().map(SeatSpec::to_string))
    }

    pub fn table(&self) -> &dyn Table {
        &*self.sheet.table
    }

    pub fn names(&self) -> Vec<String> {
        self.seats.names(self.sheet.table.card().players)
    }

    pub fn is_over(&self) -> bool {
        self.sheet.verdict.is_some()
    }

    pub fn awaits_person(&self) -> bool {
        !self.is_over()
            && self.seats.all_connected()
            && self.seats.is_person(self.sheet.table.to_move())
    }

    pub fn left(&self, player: Player) -> Option<Duration> {
        self.sheet.clocks.left(player, Instant::now())
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// Something a seat said. Only a [`Session`](crate::Session) knows what to make of it.
#[derive(Debug)]
pub struct SeatEvent(pub(crate) Said);

/// Where seats send what they say; it wakes whoever owns the session.
pub type Post = Arc<dyn Fn(SeatEvent) + Send + Sync>;

/// What a seat said. `turn` tells which question it answers: an answer to an old one is ignored. `connection`
/// is the number of the one over which a remote program spoke.
#[derive(Debug)]
pub(crate) enum Said {
    Thinking { turn: u64, thought: Thought },
    Noted { turn: u64, text: String },
    Waiting { turn: u64, text: String },
    Begins { turn: u64 },
    Chosen { turn: u64, choice: Choice },
    Advice { turn: u64, thought: Thought },
    Failed { turn: u64, fault: Fault },
    Ready { player: Player, name: String },
    Unready { player: Player, fault: Fault },
    Connected { connection: usize, peer: String },
    Line { connection: usize, text: String },
    Gone { connection: usize, why: String },
}
