//! A person who plays at a server: the same full screen or lines as in `manator play`, on one seat.
//!
//! Whoever talks to the server runs on a thread of its own, and is a remote program to the game on the screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::{Player as Seat, Table};
use manator_engine::{Line, Thought};
use manator_play::client::ServerAddress;
use manator_play::time::Controls;
use manator_play::{Address, Opening, Passage, SeatSpec, Setup};
use manator_protocol::{News, RESIGN, ToAgent};
use signal_hook::consts::SIGTERM;

use super::asked::controls;
use super::secret::Secret;
use super::trace::Trace;
use super::visit::Signal;
use super::{AgentCommand, PERSON};
use crate::commands::engine::{Choice, Desk, Mind, Question, Saying};
use crate::commands::play;
use crate::console::{self, After, Console};
use crate::{Verdict, stop, streams};

const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long after a game on the screen the server may take to say that it is over.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(3);
const LEFT: &str = "the person left";

/// What the thread that talks to the server tells the one that shows the game.
enum Told {
    /// How to stop it.
    Begins(Box<dyn Fn(i32) + Send>),
    Game(Box<Seated>),
    Over,
    Ended(anyhow::Result<Option<i32>>),
}

/// A game in which the person is to move for the first time.
struct Seated {
    start: Box<dyn Table>,
    seat: Seat,
    controls: Controls,
    passage: Passage,
}

impl AgentCommand {
    pub(super) fn sit_down(&self, address: ServerAddress) -> anyhow::Result<Verdict> {
        let name = super::one_line(self.name.as_deref().unwrap_or(PERSON.1));
        let secret = Secret::of(&address, &name);
        let mut visit = self.visit(address, name, secret.as_ref(), Signal::watch()?);
        let Some(client) = visit.join()? else { return Ok(super::stopped(&visit.signal)) };
        let (table, name) = self.welcome(&visit, &client)?;
        writeln!(streams::stderr(), "waiting until it is your turn")?;
        // The full screen has no place for what is said of the connection.
        let plain = self.plain || !play::is_full_screen();
        visit.trace = plain;
        let (sender, told) = channel();
        let trace = Trace::new(false);
        let faults = trace.faults.clone();
        let ended = sender.clone();
        thread::spawn(move || {
            let mind = Box::new(Person { games: sender, game: None });
            let desk = Desk::new(Choice::champion(table), Some(name), mind, Box::new(trace));
            let _ = ended.send(Told::Begins(Box::new(desk.stopper())));
            let _ = ended.send(Told::Ended(visit.play(desk, client)));
        });
        let verdict = show(&told, plain)?;
        match faults.load(Ordering::Relaxed) {
            0 => Ok(verdict),
            _ => Ok(Verdict::No),
        }
    }
}

/// Shows one game after the other until the server has had enough, or the person.
fn show(told: &Receiver<Told>, plain: bool) -> anyhow::Result<Verdict> {
    let mut console = plain.then(Console::new).transpose()?;
    let mut stop: Box<dyn Fn(i32) + Send> = Box::new(|_| {});
    // Whether a game was left of which the server has not said that it is over.
    let mut is_left = false;
    loop {
        let next = match is_left {
            true => told.recv_timeout(LEAVE_TIMEOUT).ok(),
            false => told.recv().ok(),
        };
        let seated = match next {
            Some(Told::Begins(stopper)) => {
                stop = stopper;
                continue;
            }
            Some(Told::Over) => {
                is_left = false;
                continue;
            }
            Some(Told::Game(seated)) => seated,
            Some(Told::Ended(ended)) => return ending(ended, plain),
            None => {
                stop(SIGTERM);
                let last = told.iter().find(|told| matches!(told, Told::Ended(_)));
                return Ok(last.map_or(Verdict::Yes, |_| Verdict::No));
            }
        };
        let stopped = match &mut console {
            Some(console) => console::play(console, seated.opening(), After::Leave)?.break_value(),
            None => Some(play::show(seated.opening())?),
        };
        if let Some(Verdict::Stopped(status)) = stopped {
            return Ok(Verdict::Stopped(status));
        }
        is_left = true;
    }
}

fn ending(ended: anyhow::Result<Option<i32>>, plain: bool) -> anyhow::Result<Verdict> {
    match ended {
        Ok(None) => {
            if !plain {
                writeln!(streams::stderr(), "the games are over")?;
            }
            Ok(Verdict::Yes)
        }
        Ok(Some(signal)) => Ok(Verdict::Stopped(stop::status(signal))),
        Err(error) if error.to_string() == LEFT => Ok(Verdict::No),
        Err(error) => Err(error),
    }
}

impl Seated {
    fn opening(self) -> Opening {
        let Seated { start, seat, controls, passage } = self;
        let elsewhere = SeatSpec::Remote(Address::Server(passage));
        let players = start.card().players.len();
        let mut seats = vec![elsewhere; players];
        seats[seat.index()] = SeatSpec::Person;
        Opening::new(start, Setup::new(seats, controls), None)
    }
}

/// Whoever answers the server with the moves of the person.
struct Person {
    games: Sender<Told>,
    game: Option<Game>,
}

/// A game on the screen, seen from here.
struct Game {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    /// The moves that the screen knows.
    moves: Vec<String>,
}

impl Person {
    /// Shows another game, in which the person sits where the server asks.
    fn begin_game(&mut self, question: &Question) -> std::io::Result<&mut Game> {
        let (passage, stream) = Passage::open()?;
        stream.set_read_timeout(Some(CANCEL_POLL_INTERVAL))?;
        let (start, seat) = (question.table.copy(), question.table.to_move());
        let controls = controls(&question.go, &*question.table);
        let seated = Seated { start, seat, controls, passage };
        // When nobody shows games any more, nobody answers, either.
        let _ = self.games.send(Told::Game(Box::new(seated)));
        let reader = BufReader::new(stream.try_clone()?);
        let moves = question.table.moves().to_vec();
        Ok(self.game.insert(Game { reader, writer: stream, moves }))
    }
}

impl Game {
    /// Tells the screen the moves that it does not know yet.
    fn catch_up(&mut self, moves: &[String]) -> std::io::Result<()> {
        for mv in &moves[self.moves.len().min(moves.len())..] {
            writeln!(self.writer, "{mv}")?;
        }
        self.moves = moves.to_vec();
        Ok(())
    }

    fn tell_clocks(&mut self, question: &Question) -> std::io::Result<()> {
        for (seat, clock) in (1..).zip(&question.go.clocks) {
            if let Some(left) = clock.time {
                writeln!(self.writer, "{}", News::Clock { seat, left })?;
            }
        }
        Ok(())
    }

    /// Waits for the move of the person; nothing when nobody wants it any more.
    fn answer(&mut self, question: &Question) -> Result<Option<String>, String> {
        let mut line = String::new();
        loop {
            match self.reader.read_line(&mut line) {
                Ok(0) => return Err(LEFT.into()),
                Ok(_) if line.ends_with('\n') => return Ok(Some(line.trim().into())),
                Ok(_) => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => return Err(LEFT.into()),
            }
            if question.cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
    }
}

impl Mind for Person {
    fn begin(&mut self, _table: &dyn Table) -> Result<(), String> {
        Ok(())
    }

    fn think(
        &mut self,
        question: &Question,
        _says: &mut dyn FnMut(Saying),
    ) -> Result<Thought, String> {
        let begin = Instant::now();
        let moves = question.table.moves();
        // After a connection broke the same game goes on, unless the server has begun it anew.
        self.game.take_if(|game| !moves.starts_with(&game.moves));
        let game = match &mut self.game {
            Some(game) => Ok(game),
            None => self.begin_game(question),
        };
        let game = game.map_err(|error| error.to_string())?;
        let told = game.catch_up(moves).and_then(|()| game.tell_clocks(question));
        told.map_err(|_| LEFT.to_string())?;
        let Some(mv) = game.answer(question)? else { return Ok(Thought::default()) };
        if mv != RESIGN {
            game.moves.push(mv.clone());
        }
        let line = Line { moves: vec![mv], score: Default::default() };
        Ok(Thought { lines: vec![line], elapsed: begin.elapsed(), ..Thought::default() })
    }

    fn finish(&mut self, table: &dyn Table, told: &[ToAgent]) {
        if let Some(mut game) = self.game.take() {
            let _ = game.catch_up(table.moves());
            for message in told.iter().filter(|message| matches!(message, ToAgent::Over { .. })) {
                let _ = writeln!(game.writer, "{message}");
            }
        }
        let _ = self.games.send(Told::Over);
    }
}
