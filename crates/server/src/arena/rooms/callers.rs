//! Programs in rooms that play by requests: the same rooms, chairs and keys as those of pages.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use manator_core::Player;
use manator_games::catalog;
use manator_state::api::{ApiGame, ApiPlayer, Attempts, Begun, NewApiGame};
use manator_state::game::NewGame;
use tokio::sync::oneshot::Sender;
use tokio::time::timeout;

use super::actions::Command;
use super::chair::{Chair, HERE, OPEN, called};
use super::create::begin_for;
use super::room::Room;
use crate::api::{Answer, Failure, Host};
use crate::arena::{Arena, Refused, blocking, unprocessable};
use crate::http::{Caller, release_permit};
use crate::live;

/// What a program may say in place of a move, in bytes.
const MOVE_MAX: usize = 1000;

/// A program that waits for the turn of its seat.
pub(super) type Waiting = (usize, Sender<ApiGame>);

/// A question or an answer of a program that plays by requests.
pub(super) enum Call {
    /// What the game looks like now, or when it is the turn of whoever has the key.
    Look {
        key: String,
        is_patient: bool,
        reply: Sender<ApiGame>,
    },
    Answer {
        key: String,
        answer: Answer,
        reply: Sender<Result<(), Failure>>,
    },
}

fn refused((status, why): Refused) -> Failure {
    Failure::new(status, why)
}

fn missing(why: String) -> Failure {
    Failure::new(StatusCode::NOT_FOUND, why)
}

fn conflict(why: impl Into<String>) -> Failure {
    Failure::new(StatusCode::CONFLICT, why)
}

impl Host for Arena {
    async fn begin(
        self: Arc<Self>,
        caller: Caller,
        wanted: NewApiGame,
        wait: Duration,
    ) -> Result<Begun, Failure> {
        let arena = self.clone();
        let begun = blocking(move || Ok(arena.begin_for(&caller, &wanted)));
        let (id, key, others) = begun.await.map_err(refused)?.map_err(refused)?;
        let state = self.look(caller, id.clone(), key.clone(), wait).await?;
        Ok(Begun { id, key, others, state })
    }

    async fn look(
        self: Arc<Self>,
        caller: Caller,
        id: String,
        key: String,
        wait: Duration,
    ) -> Result<ApiGame, Failure> {
        let busy = |why| Failure::new(StatusCode::TOO_MANY_REQUESTS, why);
        let _permit = self.visits.look(&caller).map_err(busy)?;
        // Agents think only where somebody attends.
        let _presence = self.rooms.enter(&id, vec![key.clone()]).await.map_err(missing)?;
        if !wait.is_zero() {
            release_permit();
            let own = key.clone();
            let call = |reply| Command::Call(Call::Look { key: own, is_patient: true, reply });
            if let Ok(Ok(game)) = timeout(wait, self.rooms.ask(&id, call)).await {
                return Ok(game);
            }
        }
        let call = |reply| Command::Call(Call::Look { key, is_patient: false, reply });
        self.rooms.ask(&id, call).await.map_err(missing)
    }

    async fn answer(self: Arc<Self>, id: &str, key: String, answer: Answer) -> Result<(), Failure> {
        let call = |reply| Command::Call(Call::Answer { key, answer, reply });
        self.rooms.ask(id, call).await.map_err(missing)?
    }
}

type BegunKeys = (String, String, std::collections::BTreeMap<&'static str, String>);

impl Arena {
    /// Begins a game for a program; returns its id, the key of the program, and those of others by side.
    fn begin_for(&self, caller: &Caller, wanted: &NewApiGame) -> Result<BegunKeys, Refused> {
        if wanted.player.is_some() {
            return Err(unprocessable("player: nobody is waited for here: see game".into()));
        }
        let players = catalog::find(&wanted.game).map(|entry| entry.card().players);
        // What is wrong with the game is said where all games begin.
        let players = players.unwrap_or_default();
        let (seat, seats) = match players.is_empty() {
            true => (0, Vec::new()),
            false => wanted.seats(players, HERE).map_err(unprocessable)?,
        };
        if seats.iter().any(|seat: &String| seat.trim() == OPEN) {
            let why = "opponent: 'open' is for pages: expected an agent, link or api";
            return Err(unprocessable(why.into()));
        }
        let attempts =
            Attempts::new(wanted.retries, wanted.withhold_legal).map_err(unprocessable)?;
        let name = wanted.name.as_deref().map(called).transpose().map_err(unprocessable)?;
        let game = NewGame {
            game: wanted.game.clone(),
            options: wanted.options.text(),
            seats,
            control: wanted.time.clone().unwrap_or_default(),
            start: wanted.position.clone(),
            moves: Vec::new(),
        };
        let begun = begin_for(self, caller, game, |chairs| {
            // Other programs play on the same terms.
            chairs
                .iter_mut()
                .filter_map(Chair::attempts_mut)
                .for_each(|own| *own = attempts.clone());
            if let Some(Chair::Person { attempts: own, name: called, .. }) = chairs.get_mut(seat) {
                *own = Some(attempts);
                *called = name.unwrap_or_else(|| called.clone());
            }
        })?;
        let answer = begun.map_err(|(wait, why)| {
            let why = format!("{why}: try again in {} s", wait.as_secs() + 1);
            (StatusCode::TOO_MANY_REQUESTS, why)
        })?;
        let mut keys = answer.keys.into_iter().chain(answer.links).collect::<Vec<_>>();
        keys.sort();
        let is_own = |(at, _): &(String, String)| *at == seat.to_string();
        let own = keys.iter().find(|pair| is_own(pair)).map(|(_, key)| key.clone());
        let others = keys.into_iter().filter(|pair| !is_own(pair)).filter_map(|(at, key)| {
            let side = at.parse::<usize>().ok().and_then(|at| players.get(at))?;
            Some((*side, key))
        });
        Ok((answer.id, own.unwrap_or_default(), others.collect()))
    }
}

impl Room {
    pub(super) fn call(&mut self, call: Call) {
        match call {
            Call::Look { key, is_patient, reply } => {
                let seat = self.seat_of(&key);
                // Whoever has gone is not waited for.
                self.waiting.retain(|(_, reply)| !reply.is_closed());
                match seat.filter(|_| is_patient) {
                    Some(seat) => self.waiting.push((seat, reply)),
                    None => drop(reply.send(self.described(seat))),
                }
            }
            Call::Answer { key, answer, reply } => {
                let done = match self.seat_of(&key) {
                    Some(seat) => self.answered(Player(seat as u8), answer),
                    None => {
                        let why = "nobody who plays here has this key";
                        Err(Failure::new(StatusCode::FORBIDDEN, why))
                    }
                };
                let _ = reply.send(done);
            }
        }
    }

    fn seat_of(&self, key: &str) -> Option<usize> {
        self.chairs.iter().position(|chair| chair.opens_with(key))
    }

    /// Answers whoever waits, as soon as it is its turn or the game is over.
    pub(super) fn answer_waiting(&mut self) {
        let turn = self.session.awaits_person().then(|| self.session.table().to_move().index());
        let is_over = self.session.is_over();
        for (seat, reply) in std::mem::take(&mut self.waiting) {
            if is_over || turn == Some(seat) {
                let _ = reply.send(self.described(Some(seat)));
            } else if !reply.is_closed() {
                self.waiting.push((seat, reply));
            }
        }
    }

    fn answered(&mut self, player: Player, answer: Answer) -> Result<(), Failure> {
        let (mv, ply) = match answer {
            Answer::Move { mv, ply } => (mv, ply),
            Answer::Resign => return self.resign(player).map(drop).map_err(conflict),
        };
        self.may_play(player, ply).map_err(conflict)?;
        if mv.len() > MOVE_MAX {
            let why = format!("a move of {} bytes: expected at most {MOVE_MAX}", mv.len());
            return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why));
        }
        let Some(attempts) = self.chairs[player.index()].attempts_mut() else {
            let why = "a page plays on this seat, no program";
            return Err(Failure::new(StatusCode::FORBIDDEN, why));
        };
        let Err(illegal) = self.session.play(&mv) else {
            attempts.accept();
            self.changed();
            return Ok(());
        };
        let (mut refusal, may_retry) = attempts.refuse(&illegal);
        live::note(&mut self.notes, player, format!("illegal: {illegal}"));
        if may_retry {
            self.keep();
            self.tell();
        } else {
            self.session.lose(player, illegal);
            self.changed();
            refusal.game = Some(Box::new(self.described(Some(player.index()))));
        }
        Err(Failure { status: StatusCode::UNPROCESSABLE_ENTITY, refusal: Box::new(refusal) })
    }

    fn described(&self, seat: Option<usize>) -> ApiGame {
        let table = self.session.table();
        let sides = Player::all(self.chairs.len()).zip(table.card().players).zip(&self.chairs);
        let players = sides.map(|((player, side), chair)| ApiPlayer {
            side,
            name: chair.name().into(),
            illegal_answers: chair.attempts().map_or(0, |attempts| attempts.illegal),
            left_ms: self.session.left(player).map(live::millis),
        });
        let over = self.session.sheet.verdict.as_ref().map(live::over);
        let own = seat.and_then(|seat| Some((seat, self.chairs[seat].attempts()?)));
        ApiGame::of(&self.live.heading.id, table, players.collect(), over, own)
    }
}
