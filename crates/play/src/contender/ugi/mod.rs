//! A contender that speaks UGI or UCI in lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod handshake;
mod question;
mod tongue;

use std::time::{Duration, Instant};

use manator_core::Table;
use manator_engine::{Line, Thought};
use manator_protocol::{
    Declaration, Dialect, ErrorCode, FromAgent, FromServer, Info, NO_MOVE, RESIGN, Score as Told,
    ToAgent,
};
use manator_sandbox::Program;
use manator_search::Score;

use super::peer::{EXIT_TIMEOUT, Peer, Spoken};
use super::{Ask, CANCEL_POLL_INTERVAL, Choice, Contender, Fault, Heard, Notes};
use crate::transcript::Speaker;
use tongue::Tongue;

pub use handshake::START_TIMEOUT_MAX;
pub(crate) use question::{go, write_legal, write_position};

const STOP_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// To say who it is, which includes starting up.
    pub start: Duration,
    /// To be ready for another game.
    pub ready: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { start: Duration::from_secs(15), ready: Duration::from_secs(15) }
    }
}

#[derive(Default)]
pub struct Ugi {
    /// The program to start, again if it is lost; a connection cannot be had again.
    program: Option<Program>,
    pub peer: Option<Peer>,
    given_name: Option<String>,
    settings: Vec<(String, String)>,
    pub timeouts: Timeouts,
    known: bool,
    announced: Vec<(String, String)>,
    own_name: Option<String>,
    pub options: Vec<Declaration>,
    pub dialect: Dialect,
    tongue: Tongue,
    wants_legal: bool,
    owes: bool,
    /// Whether it cannot be trusted to answer what it is asked, and is ended when it has been told why.
    is_failed: bool,
    answered: Option<Instant>,
    /// Whether it has answered what it was not asked.
    is_hasty: bool,
    /// The second move it named, and after how many moves it counts.
    alternate: Option<(usize, String)>,
    line: String,
    /// Who notes what a program that is started says, if anybody does.
    speaker: Option<Speaker>,
    /// Hears what it writes to standard error while it is not asked for a move.
    pub on_aside: Option<Box<dyn FnMut(String) + Send>>,
}

impl Ugi {
    /// Seats a program, which is started when the first game begins.
    pub fn program(program: Program) -> Ugi {
        let mut ugi = Ugi::default();
        ugi.program = Some(program);
        ugi
    }

    pub fn connected(peer: Peer) -> Ugi {
        let mut ugi = Ugi::default();
        ugi.peer = Some(peer);
        ugi
    }

    pub fn named(mut self, name: impl Into<String>) -> Ugi {
        self.given_name = Some(name.into());
        self
    }

    pub fn with_settings(mut self, settings: Vec<(String, String)>) -> Ugi {
        self.settings = settings;
        self
    }

    pub fn noted_by(mut self, speaker: Option<Speaker>) -> Ugi {
        self.speaker = speaker;
        self
    }

    /// Returns what it says it is called, if it has said so.
    pub fn own_name(&self) -> Option<&str> {
        self.own_name.as_deref()
    }

    /// Returns whether it has had time to end, and still runs without having heard the question.
    fn cannot_know(&self, begin: Instant) -> bool {
        self.peer.as_ref().is_some_and(|peer| peer.is_shut) && begin.elapsed() > EXIT_TIMEOUT
    }

    fn end(&mut self) -> Result<&mut Peer, Fault> {
        self.peer.as_mut().ok_or_else(|| Fault::Gone("is not there any more".into()))
    }

    /// Marks a program that cannot be trusted to answer what it is asked.
    fn fail(&mut self, fault: Fault) -> Fault {
        // Whoever answered, if only nonsense, can be asked again.
        let answered = matches!(fault, Fault::NoMove(_) | Fault::Malformed(_) | Fault::GaveUp);
        self.is_failed = self.program.is_some() && !answered && fault != Fault::Cancelled;
        fault
    }

    /// Takes leave of a connection; a program that says goodbye still runs.
    fn leaves(&self, why: String) -> Result<(), Fault> {
        match self.program {
            None => Err(Fault::Left(Notes::shown(&why))),
            Some(_) => Ok(()),
        }
    }

    /// Lets a program end by itself, for a moment; a connection is closed.
    fn part(&mut self) {
        if let Some(mut peer) = self.peer.take() {
            // Whoever does not listen is killed, or disconnected, all the same.
            let _ = peer.say("quit\n");
            peer.part();
            let Some(hear) = &mut self.on_aside else { return };
            while let Ok(spoken @ (Spoken::Aside(_) | Spoken::Line(_))) = peer.overhear() {
                if let Spoken::Aside(text) = spoken {
                    hear(text);
                }
            }
        }
    }

    fn answer(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let mut thoughts = Thoughts::default();
        let mut deadline = ask.deadline;
        let mut is_told = false;
        let begin = Instant::now();
        loop {
            let now = Instant::now();
            let is_unwanted = ask.limits.cancel.load(std::sync::atomic::Ordering::Relaxed);
            if is_unwanted && !is_told {
                is_told = true;
                deadline = deadline.min(now + STOP_TIMEOUT);
                self.end()?.say("stop\n")?;
            }
            if now >= deadline {
                return Err(if is_told { Fault::Cancelled } else { Fault::Late });
            }
            match self.end()?.hear(deadline.min(now + CANCEL_POLL_INTERVAL))? {
                Spoken::Nothing if self.cannot_know(begin) => return Err(Fault::Shut),
                Spoken::Nothing => {}
                Spoken::Aside(text) => hear(Heard::Aside(text)),
                Spoken::Line(text) => match text.parse() {
                    Ok(FromAgent::BestMove { mv, alternate, .. }) => {
                        let thought = thoughts.take();
                        return self.chosen(ask, mv, alternate).map(|mv| Choice { mv, thought });
                    }
                    Ok(FromAgent::Info(info)) => {
                        if let Some(text) = &info.string {
                            hear(Heard::Note(text.clone()));
                        }
                        if let Some(thought) = thoughts.add(&info, &self.tongue) {
                            hear(Heard::Thought(thought));
                        }
                    }
                    Ok(FromAgent::Bye(why)) => self.leaves(why)?,
                    Ok(FromAgent::Noise(text)) if !text.is_empty() => hear(Heard::Note(text)),
                    Ok(_) => {}
                    Err(error) if text.starts_with("bestmove") => {
                        self.owes = false;
                        let text = Notes::shown(&text);
                        let why = error.to_string();
                        let why = why.trim_start_matches("bestmove: ");
                        return Err(Fault::Malformed(format!("'{text}' ({why})")));
                    }
                    Err(_) => hear(Heard::Note(text)),
                },
            }
        }
    }

    /// Takes an answer, and remembers what it says about the next.
    fn chosen(
        &mut self,
        ask: &Ask<'_>,
        mv: String,
        alternate: Option<String>,
    ) -> Result<String, Fault> {
        self.owes = false;
        self.answered = Some(Instant::now());
        if mv == RESIGN {
            return Err(Fault::GaveUp);
        }
        if mv == NO_MOVE || mv == "(none)" {
            return Err(Fault::NoMove(mv));
        }
        // The refusal lies between the proposal and its alternate.
        self.alternate = alternate.map(|mv| (ask.table.moves().len() + 2, mv));
        Ok(self.tongue.read(&mv))
    }

    /// Returns the second move it has named already, when this is the question for it.
    fn alternate(&mut self, table: &dyn Table) -> Option<String> {
        let (when, mv) = self.alternate.take()?;
        let moves = table.moves();
        let refused = moves.len() == when && moves.last().is_some_and(|last| last == "refuse");
        (refused && table.judge(&mv).is_ok()).then_some(mv)
    }
}

impl Contender for Ugi {
    fn name(&self) -> String {
        let program = || self.program.as_ref().map(|program| program.to_string());
        let name = self.given_name.clone().or_else(|| self.own_name.clone());
        name.or_else(program).unwrap_or_else(|| "an agent".into())
    }

    fn begin(&mut self, table: &dyn Table) -> Result<(), Fault> {
        self.alternate = None;
        let ready = self.get_ready(table);
        ready.map_err(|fault| self.fail(fault))
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        if let Some(mv) = self.alternate(ask.table) {
            return Ok(Choice { mv, thought: None });
        }
        let settled = self.settle(ask, hear);
        let put = settled.and_then(|()| self.put(ask));
        let answer = put.and_then(|()| self.answer(ask, hear));
        answer.map_err(|fault| self.fail(fault))
    }

    fn finish(&mut self, table: &dyn Table, told: &[ToAgent]) {
        // Engines for chess know no such lines.
        let knows = self.program.is_none() || self.dialect == Dialect::Ugi;
        if let Some(peer) = self.peer.as_mut().filter(|_| knows && !told.is_empty()) {
            let mut text = String::new();
            self.tongue.write_position(&mut text, table);
            told.iter().for_each(|message| text += &format!("{message}\n"));
            // Whoever does not listen is found out when it is asked again.
            let _ = peer.say(&text);
        }
        if self.is_failed {
            self.part();
        }
    }

    fn dismiss(&mut self, why: &str) {
        if let (Some(peer), None) = (&mut self.peer, &self.program) {
            let error = FromServer::Error { code: ErrorCode::Closed, text: why.into() };
            let _ = peer.say(&format!("{error}\n"));
        }
    }

    fn is_there(&mut self) -> bool {
        match &mut self.peer {
            Some(peer) if !self.is_failed => peer.is_there(),
            _ => self.program.is_some(),
        }
    }
}

impl Drop for Ugi {
    fn drop(&mut self) {
        self.part();
    }
}

const LINES_MAX: u32 = 64;
const MOVES_MAX: usize = 64;

#[derive(Debug, Default)]
struct Thoughts(Thought);

impl Thoughts {
    /// Adds what it tells; returns the whole when there is something new to show.
    fn add(&mut self, info: &Info, tongue: &Tongue) -> Option<Thought> {
        let thought = &mut self.0;
        thought.depth = info.depth.unwrap_or(thought.depth);
        thought.nodes = info.nodes.unwrap_or(thought.nodes);
        thought.elapsed = info.time_ms.map_or(thought.elapsed, Duration::from_millis);
        let score = info.score?;
        let number = info.multipv.unwrap_or(1).clamp(1, LINES_MAX) as usize;
        let moves = info.pv.iter().take(MOVES_MAX).map(|mv| tongue.read(mv)).collect();
        let line = Line { moves, score: read(score) };
        match thought.lines.get_mut(number - 1) {
            Some(place) => *place = line,
            None => thought.lines.push(line),
        }
        Some(thought.clone())
    }

    fn take(self) -> Option<Thought> {
        (!self.0.lines.is_empty()).then_some(self.0)
    }
}

fn read(score: Told) -> Score {
    let plies = |count: i64| u32::try_from(count.unsigned_abs()).unwrap_or(u32::MAX).min(4000);
    match score {
        Told::Cp(value) => {
            let limit = i64::from(Score::EVALUATION_MAX);
            Score::evaluation(i32::try_from(value.clamp(-limit, limit)).unwrap_or(0))
        }
        Told::Mate(count) if count > 0 => Score::win_in(plies(count)),
        Told::Mate(count) => Score::loss_in(plies(count)),
    }
}
