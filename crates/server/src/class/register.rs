//! Who of the class is here, and with what: an agent that is connected, or a program that was uploaded.
//!
//! A student has one desk. Whoever comes with the code of a desk sits there, and whoever sat there before goes
//! after the game: a laptop that has lost its connection comes back without anybody's help. Somebody who is
//! not there is waited for, once for each absence and not before each game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use manator_protocol::{ErrorCode, NAME_MAX};
use manator_sandbox::Program;

use super::codes::{Codes, Owner};
use super::{ClassTell, Word};
use crate::hall::{Entrant, Number, Reception, Refusal};

/// How often those who wait look around.
const LOOK: Duration = Duration::from_millis(100);

/// How far the class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Games have not begun.
    Waiting,
    /// Games are played.
    Playing,
    /// No further game begins.
    Paused,
    /// All games are over.
    Over,
}

impl Phase {
    /// Returns the phase in one word.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Paused => "paused",
            Phase::Over => "over",
        }
    }
}

/// Who is asked for the moves of a student in a game.
pub(super) enum Taken {
    Agent(Entrant),
    Program(Program),
    Nobody,
}

/// Whether a student could play now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// An agent is connected.
    Connected,
    /// An agent is connected, and plays.
    Playing,
    /// A program is uploaded.
    Uploaded,
    /// Neither.
    Absent,
}

impl Presence {
    pub(super) fn word(self) -> &'static str {
        match self {
            Presence::Connected => "connected",
            Presence::Playing => "playing",
            Presence::Uploaded => "uploaded",
            Presence::Absent => "absent",
        }
    }
}

struct Desk {
    /// Who was let in last and is being told so.
    coming: Option<Number>,
    here: Option<Entrant>,
    plays: bool,
    program: Option<Program>,
    /// Since when nobody is here.
    absent: Instant,
}

struct State {
    desks: Vec<Desk>,
    admitted: u64,
    phase: Phase,
    /// When games last began or went on: until then nobody could be late.
    began: Instant,
}

/// Who of the class is here.
pub(super) struct Register {
    codes: Arc<Codes>,
    patience: Duration,
    stop: Arc<AtomicBool>,
    tell: ClassTell,
    state: Mutex<State>,
    changed: Condvar,
}

impl Register {
    pub(super) fn new(
        codes: Arc<Codes>,
        patience: Duration,
        stop: Arc<AtomicBool>,
        tell: ClassTell,
    ) -> Register {
        let now = Instant::now();
        let desk = || Desk { coming: None, here: None, plays: false, program: None, absent: now };
        let desks = codes.students.iter().map(|_| desk()).collect();
        let state = State { desks, admitted: 0, phase: Phase::Waiting, began: now };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Register { codes, patience, stop, tell, state, changed }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn phase(&self) -> Phase {
        self.lock().phase
    }

    /// Goes to another phase; returns whether that makes sense from the one it is in.
    pub(super) fn go(&self, to: Phase) -> bool {
        let mut state = self.lock();
        let may = matches!(
            (state.phase, to),
            (Phase::Waiting | Phase::Paused, Phase::Playing)
                | (Phase::Playing, Phase::Paused)
                | (_, Phase::Over)
        );
        if may {
            state.phase = to;
            state.began = Instant::now();
        }
        drop(state);
        self.changed.notify_all();
        may
    }

    /// Waits until games begin: because somebody says so, or so many students are here.
    pub(super) fn wait(&self, wanted: usize) {
        let mut state = self.lock();
        while state.phase == Phase::Waiting && !self.stop.load(Ordering::SeqCst) {
            self.look(&mut state);
            let here = state.desks.iter().filter(|desk| desk.presence() != Presence::Absent);
            if here.count() >= wanted {
                state.phase = Phase::Playing;
                state.began = Instant::now();
                return;
            }
            state = self.pause(state);
        }
    }

    fn pause<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns who is here, in the order of the roster.
    pub(super) fn presences(&self) -> Vec<Presence> {
        let mut state = self.lock();
        self.look(&mut state);
        state.desks.iter().map(Desk::presence).collect()
    }

    /// Notes who of those who wait is gone.
    fn look(&self, state: &mut State) {
        for (desk, student) in state.desks.iter_mut().zip(&self.codes.students) {
            if let Some(entrant) = &mut desk.here
                && !entrant.contender.is_there()
            {
                desk.here = None;
                desk.absent = Instant::now();
                (self.tell)(&Word::Left { name: &student.name });
            }
        }
    }

    /// Gives a student a program, which plays when no agent of the student is connected.
    pub(super) fn set_program(&self, student: usize, program: Program) {
        if let Some(desk) = self.lock().desks.get_mut(student) {
            desk.program = Some(program);
        }
        self.changed.notify_all();
    }

    /// Takes whoever plays for a student out for a game; waits for somebody, but not for ever.
    pub(super) fn take(&self, student: usize) -> Taken {
        let mut state = self.lock();
        loop {
            if self.stop.load(Ordering::SeqCst) {
                return Taken::Nobody;
            }
            self.look(&mut state);
            let State { desks, phase, began, .. } = &mut *state;
            let Some(desk) = desks.get_mut(student) else { return Taken::Nobody };
            if *phase == Phase::Playing {
                if let Some(entrant) = desk.here.take() {
                    desk.plays = true;
                    return Taken::Agent(entrant);
                }
                if let Some(program) = &desk.program {
                    return Taken::Program(program.clone());
                }
                if desk.absent.max(*began).elapsed() >= self.patience {
                    return Taken::Nobody;
                }
            }
            state = self.pause(state);
        }
    }

    /// Brings an agent back after a game, unless another of the same student has come meanwhile.
    pub(super) fn bring_back(&self, student: usize, mut entrant: Entrant) {
        let is_there = entrant.contender.is_there();
        let mut state = self.lock();
        let Some(desk) = state.desks.get_mut(student) else { return };
        desk.plays = false;
        if desk.here.is_some() {
            return;
        }
        if is_there {
            desk.here = Some(entrant);
        } else {
            desk.absent = Instant::now();
            (self.tell)(&Word::Left { name: &self.codes.students[student].name });
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Lets everybody go, and nobody in.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.phase = Phase::Over;
        for desk in &mut state.desks {
            desk.here = None;
        }
    }
}

impl Desk {
    fn presence(&self) -> Presence {
        match self {
            Desk { plays: true, .. } => Presence::Playing,
            Desk { here: Some(_), .. } => Presence::Connected,
            Desk { program: Some(_), .. } => Presence::Uploaded,
            _ => Presence::Absent,
        }
    }
}

impl Reception for Register {
    fn admit(
        &self,
        _game: &str,
        _name: &str,
        seat: Option<u8>,
        token: Option<&str>,
    ) -> Result<(Number, String), Refusal> {
        let owner = self.codes.owner(token.unwrap_or_default());
        let Some(Owner::Student(student)) = owner else {
            let text = "the join code is missing or wrong: give yours with --token";
            return Err((ErrorCode::Token, text.into()));
        };
        if seat.is_some() {
            return Err((ErrorCode::Seat, "seats cannot be chosen in a class".into()));
        }
        let mut state = self.lock();
        if state.phase == Phase::Over || self.stop.load(Ordering::SeqCst) {
            return Err((ErrorCode::Closed, "all games are over".into()));
        }
        let number = Number(state.admitted);
        state.admitted += 1;
        state.desks[student].coming = Some(number);
        Ok((number, spoken(&self.codes.students[student].name)))
    }

    fn arrive(&self, number: Number, entrant: Entrant) {
        let mut state = self.lock();
        let over = state.phase == Phase::Over;
        let mut desks = state.desks.iter_mut().zip(&self.codes.students);
        if let Some((desk, student)) = desks.find(|(desk, _)| desk.coming == Some(number)) {
            desk.coming = None;
            if !over {
                desk.here = Some(entrant);
                (self.tell)(&Word::Came { name: &student.name });
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    fn lose(&self, number: Number) {
        let mut state = self.lock();
        for desk in state.desks.iter_mut().filter(|desk| desk.coming == Some(number)) {
            desk.coming = None;
        }
    }
}

/// Returns a name as it travels in a line of the protocol, where some words mean something else.
fn spoken(name: &str) -> String {
    let words: Vec<&str> = name
        .split_whitespace()
        .filter(|word| !matches!(word.to_ascii_lowercase().as_str(), "seat" | "token"))
        .collect();
    let name: String = words.join(" ").chars().take(NAME_MAX).collect();
    let name = name.trim().to_string();
    if name.is_empty() { "student".into() } else { name }
}
