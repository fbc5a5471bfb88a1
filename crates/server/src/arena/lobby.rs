//! Agents that come over the network and wait for somebody to play.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use manator_core::Table;
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::{Contender, Fault};
use manator_protocol::ErrorCode;
use serde_json::{Value, json};

use super::rooms::Rooms;
use crate::hall::{Entrant, Number, Reception, Refusal};
use crate::hub::Hub;
use crate::serve::{Notice, Tell};

/// The topic that lists them.
const TOPIC: &str = "guests";

/// Where they wait.
pub(super) struct Lobby {
    hub: Arc<Hub>,
    tell: Tell,
    state: Mutex<State>,
    /// Where they play.
    rooms: OnceLock<Weak<Rooms>>,
}

#[derive(Default)]
struct State {
    guests: Vec<Guest>,
    admitted: u64,
}

struct Guest {
    number: Number,
    name: String,
    game: String,
    whereabouts: Whereabouts,
}

enum Whereabouts {
    /// It was let in and is being told so.
    Coming,
    /// It waits.
    Here(Entrant),
    /// It plays.
    Playing,
}

impl Lobby {
    pub(super) fn new(hub: Arc<Hub>, tell: Tell) -> Lobby {
        let lobby = Lobby { hub, tell, state: Mutex::default(), rooms: OnceLock::new() };
        lobby.publish(&lobby.lock());
        lobby
    }

    /// Says where guests play.
    pub(super) fn set_rooms(&self, rooms: &Arc<Rooms>) {
        let _ = self.rooms.set(Arc::downgrade(rooms));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, state: &State) {
        let one = |guest: &Guest| {
            let busy = matches!(guest.whereabouts, Whereabouts::Playing);
            json!({ "name": guest.name, "game": guest.game, "busy": busy })
        };
        let guests: Vec<Value> = state.guests.iter().map(one).collect();
        self.hub.publish(TOPIC, &json!({ "guests": guests }));
    }

    /// Lends a guest for a game, if it waits; it comes back when it is let go.
    pub(super) fn lend(self: &Arc<Self>, name: &str, game: &str) -> Option<Box<dyn Contender>> {
        let mut state = self.lock();
        let is_it = |guest: &&mut Guest| {
            guest.name == name
                && guest.game == game
                && matches!(guest.whereabouts, Whereabouts::Here(_))
        };
        let guest = state.guests.iter_mut().find(is_it)?;
        let number = guest.number;
        let was = std::mem::replace(&mut guest.whereabouts, Whereabouts::Playing);
        self.publish(&state);
        match was {
            Whereabouts::Here(entrant) => {
                let lent = Lent { lobby: self.clone(), number, entrant: Some(entrant) };
                Some(Box::new(lent))
            }
            _ => None,
        }
    }

    /// Sends those away who are gone.
    pub(super) fn look(&self) {
        let mut state = self.lock();
        let before = state.guests.len();
        state.guests.retain_mut(|guest| {
            let Whereabouts::Here(entrant) = &mut guest.whereabouts else { return true };
            let is_there = entrant.contender.is_there();
            if !is_there {
                (self.tell)(&Notice::Left { name: &guest.name });
            }
            is_there
        });
        if state.guests.len() != before {
            self.publish(&state);
        }
    }

    /// Lets rooms look whether one has come that they wait for.
    fn call(&self) {
        if let Some(rooms) = self.rooms.get().and_then(Weak::upgrade) {
            rooms.look();
        }
    }
}

impl Reception for Lobby {
    /// A name that somebody else has is numbered.
    fn admit(
        &self,
        game: &str,
        name: &str,
        seat: Option<u8>,
        _token: Option<&str>,
    ) -> Result<(Number, String), Refusal> {
        if seat.is_some() {
            let text = "seats are given here by whoever begins a game";
            return Err((ErrorCode::Seat, text.into()));
        }
        let mut state = self.lock();
        let is_taken = |name: &str| state.guests.iter().any(|guest| guest.name == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut names = std::iter::once(name.to_string()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        let number = Number(state.admitted);
        state.admitted += 1;
        let game = game.to_ascii_lowercase();
        let whereabouts = Whereabouts::Coming;
        state.guests.push(Guest { number, name: name.clone(), game, whereabouts });
        Ok((number, name))
    }

    fn arrive(&self, number: Number, entrant: Entrant) {
        let mut state = self.lock();
        if let Some(guest) = state.guests.iter_mut().find(|guest| guest.number == number) {
            guest.whereabouts = Whereabouts::Here(entrant);
        }
        self.publish(&state);
        drop(state);
        self.call();
    }

    fn lose(&self, number: Number) {
        let mut state = self.lock();
        state.guests.retain(|guest| guest.number != number);
        self.publish(&state);
    }
}

/// A guest in a game. It goes back to where it waits when this is dropped.
struct Lent {
    lobby: Arc<Lobby>,
    number: Number,
    entrant: Option<Entrant>,
}

impl Lent {
    fn contender(&mut self) -> Result<&mut dyn Contender, Fault> {
        match &mut self.entrant {
            Some(entrant) => Ok(&mut *entrant.contender),
            None => Err(Fault::Gone("is not there".into())),
        }
    }
}

impl Contender for Lent {
    fn name(&self) -> String {
        self.entrant.as_ref().map(|entrant| entrant.contender.name()).unwrap_or_default()
    }

    fn begin(&mut self, table: &dyn Table) -> Result<(), Fault> {
        self.contender()?.begin(table)
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        self.contender()?.choose(ask, hear)
    }

    fn finish(&mut self, table: &dyn Table) {
        if let Ok(contender) = self.contender() {
            contender.finish(table);
        }
    }

    fn is_there(&mut self) -> bool {
        self.contender().is_ok_and(Contender::is_there)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(mut entrant) = self.entrant.take() else { return };
        match entrant.contender.is_there() {
            true => self.lobby.arrive(self.number, entrant),
            false => {
                (self.lobby.tell)(&Notice::Left { name: &entrant.contender.name() });
                self.lobby.lose(self.number);
            }
        }
    }
}
