//! A game in progress between people, agents and programs elsewhere.
//!
//! A session has no thread of its own. Seats that think or wait do so on theirs and post what they say;
//! whoever owns the session passes it on with [`Session::deliver`] and asks the clock with
//! [`Session::tick`], so that an interface never waits for anybody.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod undo;

use std::time::{Duration, Instant};

use manator_core::{Illegal, Player, Record, Table};
use manator_engine::Thought;

use crate::contender::{Contender, Fault, Notes};
use crate::event::{Post, Said, SeatEvent};
use crate::remote::RESIGN;
use crate::saves::Slot;
use crate::seat::SeatSpec;
use crate::seats::{Occupant, Seats, SetupError};
use crate::sheet::{Ply, Sheet};
use crate::thinker::{Question, Wanted};
use crate::time::{Clocks, Controls, TimeControl};
use crate::verdict::{DEFAULT, RESIGNED, Verdict};

/// How a session is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Who sits where, in seat order.
    pub seats: Vec<SeatSpec>,
    /// How much time they have.
    pub control: Controls,
    /// How long at least a move of an agent stays on the board before the next.
    pub pace: Duration,
}

impl Setup {
    /// How long a move stays on the board when only agents play, so that people can follow.
    pub const WATCHING_PACE: Duration = Duration::from_millis(700);

    /// Describes a session without a pace of its own: agents that play among themselves are slowed down.
    pub fn new(seats: Vec<SeatSpec>, control: impl Into<Controls>) -> Setup {
        let watched = !seats.iter().any(SeatSpec::is_person);
        let pace = if watched { Setup::WATCHING_PACE } else { Duration::ZERO };
        Setup { seats, control: control.into(), pace }
    }
}

/// What became of something a seat said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// Nothing to speak of.
    Nothing,
    /// The player to move thinks deeper: [`Session::thinking`].
    Thinking,
    /// A player has moved.
    Moved {
        /// Who.
        player: Player,
        /// The move.
        text: String,
    },
    /// The adviser's idea.
    Advice(Thought),
    /// An agent says something beside the game.
    Noted {
        /// Who.
        player: Player,
        /// What.
        text: String,
    },
    /// A program is there.
    Connected(String),
    /// The game is over otherwise than by a move: [`Session::verdict`].
    Over,
}

/// A move taken back, to be played again.
type Undone = (String, Ply);

/// A game in progress.
pub struct Session {
    sheet: Sheet,
    seats: Seats,
    pace: Duration,
    undone: Vec<Undone>,
    /// The number of the question to whoever is to move.
    turn: u64,
    thinking: Option<Thought>,
    /// What the agent to move has said beside the game.
    notes: Notes,
    slot: Option<Slot>,
    unsaved: Option<String>,
}

impl Session {
    /// Sets up a game on a table; nobody thinks until [`Session::proceed`].
    ///
    /// # Errors
    /// Returns the seat that cannot be taken, and why.
    pub fn new(table: Box<dyn Table>, setup: &Setup, post: Post) -> Result<Session, SetupError> {
        let seats = Seats::new(&*table, &setup.seats, post)?;
        Ok(Session {
            sheet: Sheet::new(table, setup.control.clone()),
            seats,
            pace: setup.pace,
            undone: Vec::new(),
            turn: 0,
            thinking: None,
            notes: Notes::default(),
            slot: None,
            unsaved: None,
        })
    }

    /// Takes over the clocks and the verdict of a record whose moves are already on the table.
    pub fn take_over(&mut self, record: &Record) {
        self.sheet.take_over(record);
    }

    /// Keeps the game in a slot from now on, saved after every move.
    pub fn keep(&mut self, slot: Slot) {
        self.slot = Some(slot);
        self.save();
    }

    /// Says that the game has no place to be kept in, and why.
    pub(crate) fn cannot_keep(&mut self, why: String) {
        self.unsaved = Some(why);
    }

    /// Lets whoever is to move begin.
    pub fn proceed(&mut self) {
        self.turn += 1;
        self.thinking = None;
        if self.is_over() || !self.seats.all_connected() {
            return;
        }
        let now = Instant::now();
        let player = self.sheet.table().to_move();
        self.sheet.start_clock(now);
        if let Occupant::Agent(thinker)
        | Occupant::Program(thinker, _)
        | Occupant::Guest(Some(thinker), _) = self.seats.occupant_mut(player)
        {
            thinker.ask(Question {
                turn: self.turn,
                table: self.sheet.table().copy(),
                clocks: self.sheet.clocks().clone(),
                wanted: Wanted::Move,
                not_before: now.checked_add(self.pace),
            });
        }
    }

    /// Plays a move for the person to move.
    ///
    /// # Errors
    /// Returns why it is not legal; nothing changes.
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

    /// Makes what a seat said happen.
    pub fn deliver(&mut self, event: SeatEvent) -> Happened {
        match event.0 {
            Said::Thinking { turn, thought } if turn == self.turn && !self.is_over() => {
                self.thinking = Some(thought);
                Happened::Thinking
            }
            Said::Noted { turn, text } if turn == self.turn && !self.is_over() => {
                self.notes.push(&text);
                Happened::Noted { player: self.sheet.table().to_move(), text: Notes::shown(&text) }
            }
            Said::Chosen { turn, choice } if turn == self.turn && !self.is_over() => {
                self.chosen(&choice.mv)
            }
            Said::Ready { player, name } => {
                self.seats.ready(player);
                if self.seats.all_connected() {
                    self.proceed();
                }
                Happened::Connected(name)
            }
            Said::Unready { player, fault } if !self.is_over() => self.fault(player, fault),
            Said::Advice { turn, thought } if turn == self.turn => Happened::Advice(thought),
            Said::Failed { turn, fault } if turn == self.turn && !self.is_over() => {
                self.fault(self.sheet.table().to_move(), fault)
            }
            Said::Connected { line, peer } => {
                self.seats.connected(line);
                if self.seats.all_connected() {
                    self.proceed();
                }
                Happened::Connected(peer)
            }
            Said::Line { line, text } => {
                self.seats.received(line, text);
                self.next_line()
            }
            Said::Gone { line, why } if !self.is_over() => {
                // What came before the end still counts; it is the last that this line says.
                let player = self.seats.first_of(line);
                self.end(Verdict::against(self.sheet.table(), player, DEFAULT, &why))
            }
            _ => Happened::Nothing,
        }
    }

    fn chosen(&mut self, mv: &str) -> Happened {
        let player = self.sheet.table().to_move();
        match self.sheet.play(mv) {
            Ok(text) => {
                self.moved(&text, None);
                Happened::Moved { player, text }
            }
            Err(illegal) => self.fault(player, Fault::Illegal(illegal)),
        }
    }

    fn fault(&mut self, player: Player, fault: Fault) -> Happened {
        self.end(Verdict::of_faults(self.sheet.table(), &[(player, fault)]))
    }

    /// Plays what the program of the player to move has sent, if it has.
    pub fn next_line(&mut self) -> Happened {
        if self.is_over() || !self.seats.all_connected() {
            return Happened::Nothing;
        }
        let player = self.sheet.table().to_move();
        let Some((line, text)) = self.seats.take_line(player) else { return Happened::Nothing };
        if text.eq_ignore_ascii_case(RESIGN) {
            self.seats.tell(RESIGN, Some(line));
            return self.end(Verdict::against(self.sheet.table(), player, RESIGNED, "resigns"));
        }
        match self.sheet.play(&text) {
            Ok(spelled) => {
                self.moved(&spelled, Some(line));
                Happened::Moved { player, text: spelled }
            }
            Err(illegal) => self.fault(player, Fault::Illegal(illegal)),
        }
    }

    /// Looks at the clock; the verdict is there when somebody's time is up.
    pub fn tick(&mut self) -> Happened {
        match self.sheet.clocks().flagged(Instant::now()) {
            Some(player) if !self.is_over() => {
                self.end(Verdict::of_clock(self.sheet.table(), player))
            }
            _ => Happened::Nothing,
        }
    }

    /// Gives the game up for a player.
    pub fn resign(&mut self, player: Player) {
        if !self.is_over() {
            self.seats.tell(RESIGN, None);
            self.end(Verdict::against(self.sheet.table(), player, RESIGNED, "resigns"));
        }
    }

    fn end(&mut self, verdict: Verdict) -> Happened {
        self.sheet.end(verdict);
        self.seats.hurry();
        self.save();
        self.proceed();
        Happened::Over
    }

    /// Ends the thinking of the agent to move; it plays the best it has found.
    pub fn hurry(&self) {
        self.seats.hurry();
    }

    /// Asks the adviser what the player to move should do; the answer comes as [`Happened::Advice`].
    pub fn advise(&mut self) {
        if !self.is_over() {
            let (turn, table) = (self.turn, self.sheet.table().copy());
            // Advice takes its own time, whatever the clock of the player says.
            let clocks = Clocks::new(self.seats.count(), TimeControl::None);
            let question =
                Question { turn, table, clocks, wanted: Wanted::Advice, not_before: None };
            self.seats.adviser(self.sheet.table()).ask(question);
        }
    }

    /// Seats an agent that has come for a [`SeatSpec::Guest`]; the game goes on when all are ready.
    pub fn seat_guest(&mut self, player: Player, contender: Box<dyn Contender>) {
        self.seats.seat_guest(player, contender, self.sheet.table());
    }

    /// Lets the agents go that came for this game; they are waited for again if it is not over.
    pub fn dismiss_guests(&mut self) {
        self.seats.dismiss_guests();
    }

    fn save(&mut self) {
        let record = self.slot.is_some().then(|| self.record());
        if let (Some(slot), Some(record)) = (&mut self.slot, record) {
            self.unsaved = slot.write(&record).err().map(|error| error.to_string());
        }
    }

    /// Ends the session; a game in which nothing was played is not kept any longer.
    pub fn leave(mut self) {
        if self.sheet.table().moves().is_empty()
            && !self.is_over()
            && let Some(slot) = self.slot.take()
        {
            slot.discard();
        }
    }

    /// Returns the record of the game so far.
    pub fn record(&self) -> Record {
        self.sheet.record(self.seats.specs().iter().map(SeatSpec::to_string))
    }

    /// Returns the score sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the game on the table.
    pub fn table(&self) -> &dyn Table {
        self.sheet.table()
    }

    /// Returns who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Returns what to call the players in front of people, in seat order.
    pub fn names(&self) -> Vec<String> {
        self.seats.names(self.sheet.table().card().players)
    }

    /// Returns how the game ended, if it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.sheet.verdict()
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.sheet.verdict().is_some()
    }

    /// Returns whether a person at this keyboard is to decide.
    pub fn awaits_person(&self) -> bool {
        !self.is_over()
            && self.seats.all_connected()
            && self.seats.is_person(self.sheet.table().to_move())
    }

    /// Returns what the agent to move has found until now.
    pub fn thinking(&self) -> Option<&Thought> {
        self.thinking.as_ref()
    }

    /// Returns the clocks.
    pub fn clocks(&self) -> &Clocks {
        self.sheet.clocks()
    }

    /// Returns what a player has left, if time counts.
    pub fn left(&self, player: Player) -> Option<Duration> {
        self.sheet.clocks().left(player, Instant::now())
    }

    /// Returns whether there are moves to play again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Returns why the last attempt to save the game failed, if it did.
    pub fn unsaved(&self) -> Option<&str> {
        self.unsaved.as_deref()
    }

    /// Returns where the game is kept.
    pub fn slot(&self) -> Option<&Slot> {
        self.slot.as_ref()
    }
}
