//! The games of a model, each a session against agents.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_play::{Controls, Happened, SeatEvent, SeatSpec, Session, Setup};
use manator_state::api::{ApiGame, ApiPlayer, ApiRefusal, Attempts, NewApiGame};
use manator_state::position::Over;
use serde::Deserialize;
use serde_json::Value;

use super::tools::{Arguments, refused};

/// How many games may go on at the same time: each has agents.
const GAMES_MAX: usize = 16;
/// How often the clock is looked at while an agent thinks, and how long one without a clock may.
const TICK_INTERVAL: Duration = Duration::from_millis(100);
const THINKING_TIMEOUT: Duration = Duration::from_secs(60);
const MODEL: &str = "model";

type Refused = Box<ApiRefusal>;

#[derive(Default)]
pub(super) struct Games {
    all: Vec<Game>,
    begun: usize,
}

struct Game {
    id: String,
    session: Session,
    inbox: Receiver<SeatEvent>,
    seat: Player,
    names: Vec<String>,
    attempts: Attempts,
}

impl Games {
    pub(super) fn begin(&mut self, wanted: &Value) -> Result<ApiGame, Refused> {
        let wanted = NewApiGame::deserialize(wanted).map_err(|error| refused(error.to_string()))?;
        if wanted.player.is_some() || wanted.wait.is_some() {
            return Err(refused("player and wait are nothing that this tool takes"));
        }
        if self.all.len() == GAMES_MAX {
            let over = self.all.iter().position(|game| game.session.is_over());
            let over = over.ok_or_else(|| {
                refused(format!("{GAMES_MAX} games are not over: play on, or resign one"))
            })?;
            self.all.remove(over);
        }
        let mut game = Game::begin((self.begun + 1).to_string(), &wanted).map_err(refused)?;
        self.begun += 1;
        let state = game.proceed();
        self.all.push(game);
        Ok(state)
    }

    pub(super) fn state(&mut self, arguments: &Arguments) -> Result<ApiGame, Refused> {
        arguments.only(&["id"])?;
        Ok(self.find(arguments)?.proceed())
    }

    pub(super) fn resign(&mut self, arguments: &Arguments) -> Result<ApiGame, Refused> {
        arguments.only(&["id"])?;
        let game = self.find(arguments)?;
        game.may_play()?;
        game.session.resign(game.seat);
        Ok(game.described())
    }

    pub(super) fn play(&mut self, arguments: &Arguments) -> Result<ApiGame, Refused> {
        arguments.only(&["id", "move"])?;
        let mv = arguments.text("move")?.ok_or_else(|| refused("move: expected a move"))?;
        let game = self.find(arguments)?;
        game.catch_up();
        game.may_play()?;
        let Err(illegal) = game.session.play(mv) else {
            game.attempts.accept();
            return Ok(game.proceed());
        };
        let (mut refusal, may_retry) = game.attempts.refuse(&illegal);
        if !may_retry {
            game.session.lose(game.seat, illegal);
            refusal.game = Some(Box::new(game.described()));
        }
        Err(Box::new(refusal))
    }

    fn find(&mut self, arguments: &Arguments) -> Result<&mut Game, Refused> {
        let id = arguments.text("id")?;
        let found = match id {
            Some(id) => self.all.iter_mut().find(|game| game.id == id),
            None => self.all.last_mut(),
        };
        found.ok_or_else(|| match id {
            Some(id) => refused(format!("there is no game '{}'", manator_protocol::quoted(id))),
            None => refused("no game was begun: see new_game"),
        })
    }
}

impl Game {
    fn begin(id: String, wanted: &NewApiGame) -> Result<Game, String> {
        let table = manator_server::open_table(wanted)?;
        if let Some(outcome) = table.outcome() {
            let how = table.describe_outcome(&outcome);
            return Err(format!("the game is over in this position: {how}"));
        }
        let attempts = Attempts::new(wanted.retries, wanted.withhold_legal)?;
        let (seat, texts) = wanted.seats(table.card().players, MODEL)?;
        let spec = |(at, text): (usize, &String)| match at == seat {
            true => Ok(SeatSpec::Person),
            false => manator_server::opponent(text, &*table),
        };
        let seats = texts.iter().enumerate().map(spec).collect::<Result<Vec<_>, String>>()?;
        let control: Controls = wanted
            .time
            .as_deref()
            .unwrap_or("none")
            .parse()
            .map_err(|error| format!("time: {error}"))?;
        if !control.suit(seats.len()) {
            return Err("time: expected one time control, or one for each player".into());
        }
        let mut names = texts;
        if let Some(name) = &wanted.name {
            names[seat].clone_from(name);
        }
        let (sender, inbox) = channel();
        let sender = Mutex::new(sender);
        let post = Arc::new(move |event| {
            let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(event);
        });
        let setup = Setup::new(seats, control);
        let mut session = Session::new(table, &setup, post).map_err(|error| error.to_string())?;
        session.proceed();
        Ok(Game { id, session, inbox, seat: Player(seat as u8), names, attempts })
    }

    /// Lets agents play until it is the model's turn, and describes the game then.
    fn proceed(&mut self) -> ApiGame {
        let began = Instant::now();
        let mut is_hurried = false;
        self.catch_up();
        while !self.session.is_over() && !self.session.awaits_person() {
            match self.inbox.recv_timeout(TICK_INTERVAL) {
                Ok(event) => drop(self.session.deliver(event)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.session.tick();
            if began.elapsed() >= THINKING_TIMEOUT && !is_hurried {
                self.session.hurry();
                is_hurried = true;
            }
        }
        self.described()
    }

    /// Hears what has been said meanwhile, and looks at the clock.
    fn catch_up(&mut self) {
        while let Ok(event) = self.inbox.try_recv() {
            self.session.deliver(event);
        }
        let _: Happened = self.session.tick();
    }

    fn may_play(&self) -> Result<(), Refused> {
        match &self.session.sheet.verdict {
            Some(verdict) => Err(refused(format!("the game is over: {}", verdict.words))),
            None => Ok(()),
        }
    }

    fn described(&self) -> ApiGame {
        let table = self.session.table();
        let sides = table.card().players.iter().zip(&self.names).zip(0..);
        let players = sides.map(|((side, name), seat)| ApiPlayer {
            side,
            name: name.clone(),
            illegal_answers: if Player(seat) == self.seat { self.attempts.illegal } else { 0 },
            left_ms: self.session.left(Player(seat)).map(|left| left.as_millis() as u64),
        });
        let verdict = self.session.sheet.verdict.as_ref();
        let over = verdict.map(|verdict| Over::of(&verdict.outcome, &verdict.words));
        let own = Some((self.seat.index(), &self.attempts));
        ApiGame::of(&self.id, table, players.collect(), over, own)
    }
}
