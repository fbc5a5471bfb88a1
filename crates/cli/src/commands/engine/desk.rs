//! The loop of an engine: hears the input and whoever thinks, which happens on a thread of its own; so every
//! command is answered at once, and lines never mix.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use manator_core::Table;
use manator_core::text::one_line;
use manator_engine::Thought;
use manator_play::client::{Received, read_line};
use manator_protocol::{
    Declaration, ErrorCode, FromAgent, FromServer, Go, Id, Info, LINE_MAX, NO_MOVE, OptionType,
    Query, Score, Start, ToAgent,
};

use super::options::{Choice, GAME};
use super::thinker::{Job, Mind, Saying, Thinker};

/// How much may wait to be heard; the rest waits where it comes from.
const WAITING_MAX: usize = 64;

/// Hears what happens in the games of an engine.
pub(crate) trait Follower {
    fn begins(&mut self) {}

    /// A position was set up, in which the engine or somebody else is to move, or nobody.
    fn stands(&mut self, table: &dyn Table) {
        let _ = table;
    }

    fn moved(&mut self, table: &dyn Table, mv: &str, thought: &Thought, spent: Duration) {
        let _ = (table, mv, thought, spent);
    }

    /// A fault of the engine, or the end of a game.
    fn told(&mut self, message: &ToAgent) {
        let _ = message;
    }
}

pub(super) struct Unwatched;

impl Follower for Unwatched {}

/// Why a conversation is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    Quit,
    /// Nothing more comes in.
    Lost,
    /// The server closes, and why.
    Closed(String),
    /// Whoever thinks cannot go on, and why.
    Failed(String),
    Signal(i32),
}

pub(super) enum Event {
    Line(String),
    /// A line of input that nobody may send.
    TooLong,
    End,
    Ready(Result<(), String>),
    /// What is said to the question of this number.
    Says(u64, Saying),
    Chosen(u64, Result<Thought, String>),
    Signal(i32),
}

fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let event = match read_line(&mut input) {
            Ok(Received::Line(line)) => Event::Line(line.trim().to_string()),
            Ok(Received::TooLong) => Event::TooLong,
            // An input that cannot be read any more has ended.
            Ok(Received::End) | Err(_) => Event::End,
        };
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

struct Thinking {
    since: Instant,
    /// Played if the agent has nothing to say.
    any_move: String,
    /// Whether the answer must wait for `stop`.
    waits: bool,
    chosen: Option<Thought>,
    told: Option<Thought>,
}

pub(crate) struct Desk {
    choice: Choice,
    /// What it is called, where it is not an agent of ours.
    name: Option<String>,
    table: Box<dyn Table>,
    thinker: Thinker,
    thinking: Option<Thinking>,
    /// How many games it gets ready for, and how often it was asked whether it is.
    preparing: usize,
    unready: usize,
    has_ended: bool,
    /// Whether it leaves once it has answered.
    quits: bool,
    /// What it did wrong in a game whose end is not told yet.
    faults: Vec<ToAgent>,
    output: Box<dyn Write>,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    follower: Box<dyn Follower>,
}

impl Desk {
    pub(crate) fn new(
        choice: Choice,
        name: Option<String>,
        mind: Box<dyn Mind>,
        follower: Box<dyn Follower>,
    ) -> Desk {
        let (sender, events) = sync_channel(WAITING_MAX);
        Desk {
            table: choice.table.copy(),
            choice,
            name,
            thinker: Thinker::new(mind, sender.clone()),
            thinking: None,
            preparing: 0,
            unready: 0,
            has_ended: false,
            quits: false,
            faults: Vec::new(),
            output: Box::new(io::sink()),
            events,
            sender,
            follower,
        }
    }

    /// Returns what ends the conversation, whatever it is about, when it is told of a signal.
    pub(crate) fn stopper(&self) -> impl Fn(i32) + Send + 'static {
        let sender = self.sender.clone();
        move |signal| drop(sender.send(Event::Signal(signal)))
    }

    /// Answers what comes in until nothing more does. What was thought about until then is forgotten.
    pub(crate) fn converse(
        &mut self,
        input: impl BufRead + Send + 'static,
        output: Box<dyn Write>,
    ) -> io::Result<Stopped> {
        let sender = self.sender.clone();
        thread::spawn(move || read_lines(input, &sender));
        self.output = output;
        let stopped = self.run();
        self.thinker.hurry();
        (self.thinking, self.unready, self.quits) = (None, 0, false);
        self.faults.clear();
        stopped
    }

    /// Skips what came in after the end of a conversation whose input is closed.
    pub(crate) fn skip_rest(&mut self) {
        while !self.has_ended {
            match self.events.recv() {
                Ok(Event::Ready(_)) => self.preparing = self.preparing.saturating_sub(1),
                Ok(Event::End) | Err(_) => self.has_ended = true,
                Ok(_) => {}
            }
        }
        self.has_ended = false;
    }

    /// Waits until whoever thinks has ended.
    pub(crate) fn close(self) {
        drop(self.events);
        self.thinker.close();
    }

    fn run(&mut self) -> io::Result<Stopped> {
        loop {
            let Ok(event) = self.events.recv() else { return Ok(Stopped::Lost) };
            match event {
                Event::Line(line) if line.is_empty() || self.quits => {}
                Event::Line(line) => match line.parse() {
                    Ok(message) => {
                        if let Break(stopped) = self.hear(message)? {
                            return Ok(stopped);
                        }
                    }
                    Err(error) => match line.parse() {
                        Ok(FromServer::Error { code: ErrorCode::Closed, text }) => {
                            return Ok(Stopped::Closed(text));
                        }
                        _ => self.complain(error)?,
                    },
                },
                Event::TooLong => self.complain(format!("a line of more than {LINE_MAX} bytes"))?,
                Event::End => {
                    self.has_ended = true;
                    self.stop()?;
                }
                Event::Ready(Err(why)) => return Ok(Stopped::Failed(why)),
                Event::Ready(Ok(())) => self.ready()?,
                Event::Says(number, said) if number == self.thinker.asked => self.pass_on(said)?,
                Event::Chosen(number, chosen) if number == self.thinker.asked => {
                    if let Break(stopped) = self.chosen(chosen)? {
                        return Ok(stopped);
                    }
                }
                Event::Says(..) | Event::Chosen(..) => {}
                Event::Signal(signal) => return Ok(Stopped::Signal(signal)),
            }
            if self.thinking.is_none() && self.quits {
                return Ok(Stopped::Quit);
            }
            if self.thinking.is_none() && self.has_ended {
                return Ok(Stopped::Lost);
            }
        }
    }

    fn hear(&mut self, message: ToAgent) -> io::Result<ControlFlow<Stopped>> {
        match message {
            ToAgent::Ugi => self.introduce(&FromAgent::UgiOk)?,
            ToAgent::Uci => self.introduce(&FromAgent::UciOk)?,
            ToAgent::SetOption { name, value } => {
                if let Err(error) = self.set(&name, value.as_deref().unwrap_or_default()) {
                    self.complain(format!("{error:#}"))?;
                }
            }
            ToAgent::NewGame(_) => {
                self.stop()?;
                self.table = self.choice.table.copy();
                self.preparing += 1;
                self.thinker.tell(Job::Begin(self.table.copy()));
                self.follower.begins();
            }
            ToAgent::IsReady => {
                self.unready += 1;
                self.tell_ready()?;
            }
            ToAgent::Position { start, moves } => match self.set_up(&start, &moves) {
                Ok(table) => {
                    self.table = table;
                    self.follower.stands(&*self.table);
                }
                Err(error) => self.complain(format!("{error:#}"))?,
            },
            // The rules are known here.
            ToAgent::Legal(_) => {}
            ToAgent::Go(_) if manator_sandbox::is_confined() => {
                self.complain(crate::CONFINED)?;
                return Ok(Break(Stopped::Quit));
            }
            ToAgent::Go(go) => self.go(&go)?,
            ToAgent::Stop => self.stop()?,
            ToAgent::Fault { .. } => {
                self.follower.told(&message);
                self.faults.push(message);
            }
            ToAgent::Over { .. } => {
                self.thinker.hurry();
                if self.thinking.take().is_some() {
                    self.say_best(NO_MOVE.into(), None)?;
                }
                self.follower.told(&message);
                let told = self.faults.drain(..).chain([message]).collect();
                self.thinker.tell(Job::Finish(self.table.copy(), told));
            }
            ToAgent::Quit => {
                self.quits = true;
                self.stop()?;
            }
            ToAgent::Query(query) => self.say(&FromAgent::Response(answer(&*self.table, query)))?,
        }
        Ok(Continue(()))
    }

    fn ready(&mut self) -> io::Result<()> {
        self.preparing = self.preparing.saturating_sub(1);
        self.tell_ready()
    }

    fn tell_ready(&mut self) -> io::Result<()> {
        while self.preparing == 0 && self.unready > 0 {
            self.unready -= 1;
            self.say(&FromAgent::ReadyOk)?;
        }
        Ok(())
    }

    fn introduce(&mut self, last: &FromAgent) -> io::Result<()> {
        if let Some(name) = self.name.clone() {
            self.say(&FromAgent::Id(Id::Name(name)))?;
            let kind = OptionType::String { default: self.choice.rules() };
            self.say(&FromAgent::Option(Declaration { name: GAME.into(), kind }))?;
            return self.say(last);
        }
        let (title, agent) = (self.choice.table.card().title, &self.choice.agent);
        let version = env!("CARGO_PKG_VERSION");
        self.say(&FromAgent::Id(Id::Name(format!("Manator {version} {title} {agent}"))))?;
        self.say(&FromAgent::Id(Id::Author("the authors of Manator".into())))?;
        for declaration in self.choice.declarations() {
            self.say(&FromAgent::Option(declaration))?;
        }
        self.say(last)
    }

    /// Sets an option; other rules put the game back to its start.
    fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let choice = self.choice.with(name, value)?;
        let rules =
            |choice: &Choice| (choice.table.card().name, choice.table.settings().to_string());
        let who = |choice: &Choice| (choice.agent.clone(), choice.settings.to_string());
        // A server names the game before each: the agent stays, and goes on with its own luck.
        if rules(&choice) == rules(&self.choice) && who(&choice) == who(&self.choice) {
            return Ok(());
        }
        if self.name.is_none() {
            self.thinker.tell(Job::Seat(Box::new(choice.open()?)));
        }
        if rules(&choice) != rules(&self.choice) {
            self.stop()?;
            self.table = choice.table.copy();
        }
        self.choice = choice;
        Ok(())
    }

    fn set_up(&self, start: &Start, moves: &[String]) -> anyhow::Result<Box<dyn Table>> {
        let mut table = self.choice.table.copy();
        if let Start::Fen(text) = start {
            table.set_position(text).context("position")?;
        }
        for (number, mv) in (1..).zip(moves) {
            table.play(mv).with_context(|| format!("move {number}"))?;
        }
        Ok(table)
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        if self.thinking.is_some() {
            return self.complain("still thinking about the last 'go'; 'stop' ends it");
        }
        if let Some(outcome) = self.table.outcome() {
            let words = self.table.describe_outcome(&outcome);
            self.say(&FromAgent::Info(Info::words(format!("the game is over: {words}"))))?;
            return self.say_best(NO_MOVE.into(), None);
        }
        let any_move = self.table.legal().into_iter().next().unwrap_or(NO_MOVE.into());
        let waits = go.infinite;
        let since = Instant::now();
        self.thinking = Some(Thinking { since, any_move, waits, chosen: None, told: None });
        self.thinker.ask(self.table.copy(), go.clone());
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        self.thinker.hurry();
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        thinking.waits = false;
        match thinking.chosen.take() {
            Some(thought) => self.answer(thought),
            None => Ok(()),
        }
    }

    fn pass_on(&mut self, said: Saying) -> io::Result<()> {
        match said {
            Saying::Thought(thought) => self.tell(&thought),
            Saying::Note(text) => self.say(&FromAgent::Info(Info::words(text))),
        }
    }

    fn tell(&mut self, thought: &Thought) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        let news = |told: &Thought| told.depth != thought.depth || told.lines != thought.lines;
        // An answer that was ready beforehand has nothing behind it to tell.
        if thought.nodes == 0 || !thinking.told.as_ref().is_none_or(news) {
            return Ok(());
        }
        thinking.told = Some(thought.clone());
        for info in infos(thought) {
            self.say(&FromAgent::Info(info))?;
        }
        Ok(())
    }

    fn chosen(&mut self, chosen: Result<Thought, String>) -> io::Result<ControlFlow<Stopped>> {
        let thought = match chosen {
            Ok(thought) => thought,
            // Nobody waits for an answer any more.
            Err(_) if self.thinking.is_none() => return Ok(Continue(())),
            Err(why) if self.name.is_some() => return Ok(Break(Stopped::Failed(why))),
            Err(why) => {
                self.complain(why)?;
                // Nobody knows what it left half done.
                match self.choice.open() {
                    Ok(agent) => self.thinker.tell(Job::Seat(Box::new(agent))),
                    Err(error) => self.complain(error)?,
                }
                Thought::default()
            }
        };
        self.tell(&thought)?;
        match &mut self.thinking {
            Some(thinking) if thinking.waits => thinking.chosen = Some(thought),
            _ => self.answer(thought)?,
        }
        Ok(Continue(()))
    }

    fn answer(&mut self, thought: Thought) -> io::Result<()> {
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        let best = thought.best().map_or(thinking.any_move, str::to_string);
        self.follower.moved(&*self.table, &best, &thought, thinking.since.elapsed());
        self.say_best(best, thought.alternate)
    }

    fn say_best(&mut self, mv: String, alternate: Option<String>) -> io::Result<()> {
        self.say(&FromAgent::BestMove { mv, ponder: None, alternate })
    }

    fn complain(&mut self, error: impl Display) -> io::Result<()> {
        self.say(&FromAgent::Info(Info::words(format!("error: {error}"))))
    }

    fn say(&mut self, message: &FromAgent) -> io::Result<()> {
        // What is quoted may hold anything, but a message is one line.
        let line = one_line(message.to_string().trim_end(), usize::MAX);
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}

fn answer(table: &dyn Table, query: Query) -> String {
    match query {
        Query::Player => format!("p{}", table.to_move().index() + 1),
        Query::Turn(player) => (table.to_move().index() + 1 == usize::from(player)).to_string(),
        Query::GameOver => table.outcome().is_some().to_string(),
        Query::Result => match table.outcome().map(|outcome| outcome.winner()) {
            None => "none".into(),
            Some(None) => "draw".into(),
            Some(Some(winner)) => format!("p{}win", winner.index() + 1),
        },
        Query::Legal => table.legal().join(" "),
        Query::Fen => table.position(),
    }
}

fn infos(thought: &Thought) -> impl Iterator<Item = Info> {
    let several = thought.lines.len() > 1;
    let time_ms = u64::try_from(thought.elapsed.as_millis()).unwrap_or(u64::MAX);
    let nps = thought.nodes as f64 / thought.elapsed.as_secs_f64().max(1e-6);
    (1..).zip(&thought.lines).map(move |(number, line)| Info {
        depth: Some(thought.depth),
        multipv: several.then_some(number),
        score: Some(match (line.score.wins_in(), line.score.loses_in()) {
            (Some(plies), _) => Score::Mate(plies.into()),
            (_, Some(plies)) => Score::Mate(-i64::from(plies)),
            _ => Score::Cp(line.score.0.into()),
        }),
        nodes: Some(thought.nodes),
        nps: Some(nps as u64),
        time_ms: Some(time_ms),
        pv: line.moves.clone(),
        ..Info::default()
    })
}
