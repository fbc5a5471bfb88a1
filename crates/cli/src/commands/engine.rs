//! `manator engine`: any agent as an engine that speaks UGI on standard input and output.
//!
//! One loop over one channel hears the input and the agent, which thinks on a thread of its own; so every
//! command is answered at once, and lines never mix.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod options;

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use manator_core::text::one_line;
use manator_core::{Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, Thought};
use manator_play::client::{Received, read_line};
use manator_play::time::{TIME_MAX, TURNS, budget};
use manator_protocol::{FromAgent, Go, Id, Info, LINE_MAX, NO_MOVE, Query, Score, Start, ToAgent};
use manator_search::Limits;

use crate::arguments::{Rules, find_game, levels, pairs};
use crate::{Verdict, streams};

pub(crate) use options::Choice;

/// How much may wait to be heard; the rest waits where it comes from.
const WAITING_MAX: usize = 64;
const DEPTH_MAX: u32 = 100;

/// Let an agent play as an engine: commands of the UGI protocol in, moves out
///
/// Runners of engine matches start this command. `ugi` or `uci` on standard input begins; see docs/protocol.md.
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Engine {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// Who plays: see `manator agents`
    #[arg(long, default_value = options::CHAMPION)]
    agent: String,
    /// An option of the agent; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Engine {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let settings = Settings::read(OPTIONS, pairs(&self.set)?)?;
        let choice = Choice { table, agent: self.agent.clone(), settings };
        let agent = choice.open()?;
        serve(choice, agent, BufReader::new(io::stdin()), Box::new(streams::stdout()))?;
        Ok(Verdict::Yes)
    }
}

pub(crate) fn serve(
    choice: Choice,
    agent: Box<dyn Agent>,
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write>,
) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_MAX);
    let thinker = Thinker::new(agent, sender.clone());
    thread::spawn(move || read_lines(input, &sender));
    let table = choice.table.copy();
    Desk { choice, table, thinker, thinking: None, has_ended: false, output }.run(&events)
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
    /// Played if the agent has nothing to say.
    any_move: String,
    /// Whether the answer must wait for `stop`.
    waits: bool,
    chosen: Option<Thought>,
    told: Option<Thought>,
}

struct Desk {
    choice: Choice,
    table: Box<dyn Table>,
    thinker: Thinker,
    thinking: Option<Thinking>,
    has_ended: bool,
    output: Box<dyn Write>,
}

impl Desk {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(line) if line.is_empty() => {}
                Event::Line(line) => match line.parse() {
                    Ok(message) => {
                        if self.hear(message)?.is_break() {
                            return Ok(());
                        }
                    }
                    Err(error) => self.complain(error)?,
                },
                Event::TooLong => self.complain(format!("a line of more than {LINE_MAX} bytes"))?,
                Event::End => {
                    self.has_ended = true;
                    self.stop()?;
                }
                Event::Progress(thought) => self.tell(&thought)?,
                Event::Chosen(chosen) => self.chosen(chosen)?,
            }
            if self.has_ended && self.thinking.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn hear(&mut self, message: ToAgent) -> io::Result<ControlFlow<()>> {
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
                self.thinker.tell(Job::NewGame);
                self.table = self.choice.table.copy();
            }
            ToAgent::IsReady => self.say(&FromAgent::ReadyOk)?,
            ToAgent::Position { start, moves } => match self.set_up(&start, &moves) {
                Ok(table) => self.table = table,
                Err(error) => self.complain(format!("{error:#}"))?,
            },
            // The rules are known here.
            ToAgent::Legal(_) => {}
            ToAgent::Go(_) if manator_sandbox::is_confined() => {
                self.complain(crate::CONFINED)?;
                return Ok(ControlFlow::Break(()));
            }
            ToAgent::Go(go) => self.go(&go)?,
            ToAgent::Stop => self.stop()?,
            ToAgent::Quit => return Ok(ControlFlow::Break(())),
            ToAgent::Query(query) => self.say(&FromAgent::Response(answer(&*self.table, query)))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&mut self, last: &FromAgent) -> io::Result<()> {
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
        let agent = choice.open()?;
        if rules(&choice) != rules(&self.choice) {
            self.stop()?;
            self.table = choice.table.copy();
        }
        self.thinker.tell(Job::Seat(agent));
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
        self.thinking = Some(Thinking { any_move, waits, chosen: None, told: None });
        self.thinker.ask(self.table.copy(), limits(go, &*self.table));
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

    fn chosen(&mut self, chosen: Result<Thought, String>) -> io::Result<()> {
        let thought = match chosen {
            Ok(thought) => thought,
            Err(why) => {
                self.complain(why)?;
                // Nobody knows what it left half done.
                match self.choice.open() {
                    Ok(agent) => self.thinker.tell(Job::Seat(agent)),
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
        Ok(())
    }

    fn answer(&mut self, thought: Thought) -> io::Result<()> {
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        let best = thought.best().map_or(thinking.any_move, str::to_string);
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

fn limits(go: &Go, table: &dyn Table) -> Limits {
    let clock = go.clocks.get(table.to_move().index()).copied().unwrap_or_default();
    let increment = clock.increment.unwrap_or_default().min(TIME_MAX);
    let turns = go.movestogo.unwrap_or(TURNS).min(TURNS);
    let by_clock = clock.time.map(|left| budget(left.min(TIME_MAX), increment, turns));
    let by_move = go.movetime.map(|time| budget(time.min(TIME_MAX), Duration::ZERO, 1));
    let time = by_clock.into_iter().chain(by_move).min().filter(|_| !go.infinite);
    // With any time limit agents deepen step by step, so that they have an answer when they are stopped.
    let is_limited = go.infinite || go.depth.is_some() || go.nodes.is_some();
    Limits {
        depth: go.depth.map(|depth| depth.clamp(1, DEPTH_MAX)),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        time: time.or(is_limited.then_some(TIME_MAX)),
        ..Limits::default()
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

pub(super) enum Event {
    Line(String),
    /// A line of input that nobody may send.
    TooLong,
    End,
    Progress(Thought),
    Chosen(Result<Thought, String>),
}

pub(super) enum Job {
    Seat(Box<dyn Agent>),
    NewGame,
    Think { table: Box<dyn Table>, limits: Limits },
}

/// The agent's thread, seen from outside. What it is told is done in order.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    cancel: Arc<AtomicBool>,
}

impl Thinker {
    pub(super) fn new(agent: Box<dyn Agent>, events: SyncSender<Event>) -> Thinker {
        let (jobs, inbox) = channel();
        thread::spawn(move || work(agent, &inbox, &events));
        Thinker { jobs, cancel: Arc::default() }
    }

    /// Asks for a move; one [`Event::Chosen`] will answer.
    pub(super) fn ask(&mut self, table: Box<dyn Table>, mut limits: Limits) {
        self.cancel = Arc::default();
        limits.cancel = self.cancel.clone();
        self.tell(Job::Think { table, limits });
    }

    /// Ends the thinking at once; what was found until now is the answer.
    pub(super) fn hurry(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    pub(super) fn tell(&self, job: Job) {
        // The thread ends only after the engine itself.
        let _ = self.jobs.send(job);
    }
}

fn work(mut agent: Box<dyn Agent>, inbox: &Receiver<Job>, events: &SyncSender<Event>) {
    while let Ok(job) = inbox.recv() {
        let (table, limits) = match job {
            Job::Seat(another) => {
                agent = another;
                continue;
            }
            Job::NewGame => {
                agent.new_game();
                continue;
            }
            Job::Think { table, limits } => (table, limits),
        };
        // Whatever an agent does, the engine must answer.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            agent.think(&*table, &limits, &mut |thought| {
                let _ = events.send(Event::Progress(thought.clone()));
            })
        }));
        let chosen = match thought {
            Ok(Ok(thought)) => Ok(thought),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the agent broke down while it was thinking".into()),
        };
        if events.send(Event::Chosen(chosen)).is_err() {
            return;
        }
    }
}
