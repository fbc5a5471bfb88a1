//! Where agents wait for their games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use manator_play::Contender;
use manator_protocol::ErrorCode;

use crate::places::Place;
use crate::serve::{Notice, Tell};
use crate::token::Tokens;

/// How often those who wait look around.
const LOOK: Duration = Duration::from_millis(200);

/// An agent that came over the network.
pub(crate) struct Entrant {
    pub(crate) contender: Box<dyn Contender>,
    /// Its place among the connections, free again when the agent is let go.
    place: Place,
}

impl Entrant {
    pub(crate) fn new(contender: impl Contender + 'static, place: Place) -> Entrant {
        Entrant { contender: Box::new(contender), place }
    }

    pub(crate) fn from_parts(contender: Box<dyn Contender>, place: Place) -> Entrant {
        Entrant { contender, place }
    }

    pub(crate) fn into_parts(self) -> (Box<dyn Contender>, Place) {
        (self.contender, self.place)
    }
}

/// The number of an agent in the hall, which no other agent has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) u64);

/// Where an entrant is.
enum Whereabouts {
    /// It was let in and is being told so.
    Coming,
    /// It waits.
    Here(Entrant),
    /// It plays.
    Playing,
    /// It is gone, and may come back under its name.
    Gone,
}

struct Member {
    number: Number,
    name: String,
    /// The name it asked for, which somebody else may have had.
    asked: String,
    seat: Option<u8>,
    whereabouts: Whereabouts,
}

#[derive(Default)]
struct State {
    members: Vec<Member>,
    /// How many agents were ever let in.
    admitted: u64,
    displays: usize,
    /// Whether the games have begun: from then on nobody new comes in.
    begun: bool,
    closed: bool,
}

/// Whoever decides who comes in.
pub(crate) trait Reception: Send + Sync {
    /// Lets an agent in, and returns its number and the name it goes by.
    ///
    /// # Errors
    /// Returns why it may not come in.
    fn admit(
        &self,
        game: &str,
        name: &str,
        seat: Option<u8>,
        token: Option<&str>,
    ) -> Result<(Number, String), Refusal>;

    /// Says that an agent that was let in is here.
    fn arrive(&self, number: Number, entrant: Entrant);

    /// Says that an agent that was let in did not come, or is lost.
    fn lose(&self, number: Number);

    /// Counts a display in.
    fn display_comes(&self) {}

    /// Counts a display out.
    fn display_goes(&self) {}
}

/// Where agents wait.
pub struct Hall {
    agents: usize,
    /// The seats that can be asked for; none in tournaments and when there are several tables.
    seats: u8,
    tokens: Tokens,
    tell: Tell,
    state: Mutex<State>,
    changed: Condvar,
}

/// Why an agent may not come in.
pub(crate) type Refusal = (ErrorCode, String);

impl Hall {
    pub(crate) fn new(agents: usize, seats: u8, tokens: Tokens, tell: Tell) -> Hall {
        let (state, changed) = (Mutex::new(State::default()), Condvar::new());
        Hall { agents, seats, tokens, tell, state, changed }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the agent that was lost and now comes back: by the name it had, or else by the one it asked
    /// for. A seat that needs a token is given back to that token only.
    fn lost<'a>(
        &self,
        state: &'a mut State,
        name: &str,
        seat: Option<u8>,
    ) -> Option<&'a mut Member> {
        let may_be = |member: &Member| {
            let is_reserved = member.seat.is_some_and(|seat| self.tokens.is_reserved(seat));
            matches!(member.whereabouts, Whereabouts::Gone)
                && (seat == member.seat || seat.is_none() && !is_reserved)
        };
        let members = &state.members;
        let found = members.iter().position(|member| member.name == name && may_be(member));
        let asked = || members.iter().position(|member| member.asked == name && may_be(member));
        found.or_else(asked).map(|index| &mut state.members[index])
    }

    /// Says why nobody new comes in.
    fn full(&self, state: &State, name: &str) -> Refusal {
        let is_playing = |member: &Member| {
            member.name == name && matches!(member.whereabouts, Whereabouts::Playing)
        };
        match self.agents {
            // Perhaps it has lost its connection, and nobody has noticed yet.
            _ if state.members.iter().any(is_playing) => {
                let text = format!("{name} is playing: come back when that game is over");
                (ErrorCode::Busy, text)
            }
            0 => (ErrorCode::Full, "the house plays alone here".into()),
            1 => (ErrorCode::Full, "the only agent is here already".into()),
            agents => (ErrorCode::Full, format!("all {agents} agents are here already")),
        }
    }

    /// Makes sure that there is a seat for somebody who asks for this one, or for any.
    fn check_seat(&self, state: &State, wanted: Option<u8>) -> Result<(), Refusal> {
        let refused = |text: String| Err((ErrorCode::Seat, text));
        match wanted {
            Some(_) if self.seats == 0 => refused("seats cannot be chosen here".into()),
            Some(seat) if seat > self.seats => {
                refused(format!("there is no seat {seat}: expected 1 to {}", self.seats))
            }
            Some(seat) if state.members.iter().any(|member| member.seat == Some(seat)) => {
                refused(format!("seat {seat} is taken"))
            }
            Some(seat) if self.tokens.is_reserved(seat) => Ok(()),
            // Those who asked for no seat sit on all that need no token.
            Some(seat) if !self.has_free_seat(state) => refused(format!("seat {seat} is taken")),
            None if self.seats > 0 && !self.has_free_seat(state) => {
                Err((ErrorCode::Token, "the seats that are left need a token".into()))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a seat is left for somebody who asks for none.
    fn has_free_seat(&self, state: &State) -> bool {
        let open = (1..=self.seats).filter(|seat| {
            !self.tokens.is_reserved(*seat)
                && !state.members.iter().any(|member| member.seat == Some(*seat))
        });
        let guests = state.members.iter().filter(|member| member.seat.is_none()).count();
        open.count() > guests
    }

    fn set(&self, number: Number, whereabouts: Whereabouts) {
        let mut state = self.lock();
        // Whoever comes when everybody goes is sent away, too.
        let whereabouts = if state.closed { Whereabouts::Gone } else { whereabouts };
        if let Some(member) = state.member(number) {
            member.whereabouts = whereabouts;
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Takes an agent out for a game; nothing when it is not here.
    pub(crate) fn take(&self, number: Number) -> Option<Entrant> {
        let mut state = self.lock();
        let member = state.member(number)?;
        match std::mem::replace(&mut member.whereabouts, Whereabouts::Playing) {
            Whereabouts::Here(entrant) => Some(entrant),
            other => {
                member.whereabouts = other;
                None
            }
        }
    }

    /// Brings an agent back after a game.
    pub(crate) fn bring_back(&self, number: Number, mut entrant: Entrant) {
        match entrant.contender.is_there() {
            true => self.arrive(number, entrant),
            false => {
                (self.tell)(&Notice::Left { name: &entrant.contender.name() });
                self.lose(number);
            }
        }
    }

    /// Waits until no display is here, or as long as one may take.
    pub(crate) fn wait_for_displays_to_leave(&self, patience: Duration) {
        let state = self.lock();
        drop(self.changed.wait_timeout_while(state, patience, |state| state.displays > 0));
    }

    /// Waits for all agents and so many displays; returns their numbers, names and seats, or nothing when the
    /// waiting is over for another reason.
    pub(crate) fn wait(
        &self,
        displays: usize,
        mut is_over: impl FnMut() -> bool,
    ) -> Option<Vec<(Number, String, Option<u8>)>> {
        let mut state = self.lock();
        loop {
            self.look(&mut state);
            let here = state.members.iter();
            let here = here.filter(|member| matches!(member.whereabouts, Whereabouts::Here(_)));
            if here.count() >= self.agents && state.displays >= displays {
                state.begun = true;
                let member = |who: &Member| (who.number, who.name.clone(), who.seat);
                return Some(state.members.iter().map(member).collect());
            }
            if is_over() {
                return None;
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes who is gone among those who wait. Before the games begin, they have never been here.
    fn look(&self, state: &mut State) {
        for member in &mut state.members {
            if let Whereabouts::Here(entrant) = &mut member.whereabouts
                && !entrant.contender.is_there()
            {
                member.whereabouts = Whereabouts::Gone;
                (self.tell)(&Notice::Left { name: &member.name });
            }
        }
        if !state.begun {
            state.members.retain(|member| !matches!(member.whereabouts, Whereabouts::Gone));
        }
    }

    /// Lets everybody go, and nobody in.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        for member in &mut state.members {
            member.whereabouts = Whereabouts::Gone;
        }
    }
}

impl Reception for Hall {
    /// Whoever was lost may come back under its name. A name that somebody else has is numbered.
    fn admit(
        &self,
        _game: &str,
        name: &str,
        seat: Option<u8>,
        token: Option<&str>,
    ) -> Result<(Number, String), Refusal> {
        let wrong = || (ErrorCode::Token, "the token is missing or wrong".to_string());
        let seat = self.tokens.check(token, seat).map_err(|()| wrong())?;
        let mut state = self.lock();
        self.look(&mut state);
        if state.closed {
            return Err((ErrorCode::Closed, "the server closes".into()));
        }
        if let Some(member) = self.lost(&mut state, name, seat) {
            member.whereabouts = Whereabouts::Coming;
            return Ok((member.number, member.name.clone()));
        }
        if state.begun || state.members.len() >= self.agents {
            return Err(self.full(&state, name));
        }
        self.check_seat(&state, seat)?;
        let asked = name.to_string();
        let is_taken = |name: &str| state.members.iter().any(|member| member.name == name);
        let numbered = (2..).map(|number| format!("{asked} ({number})"));
        let mut names = std::iter::once(asked.clone()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        let whereabouts = Whereabouts::Coming;
        let number = Number(state.admitted);
        state.admitted += 1;
        state.members.push(Member { number, name: name.clone(), asked, seat, whereabouts });
        Ok((number, name))
    }

    fn arrive(&self, number: Number, entrant: Entrant) {
        self.set(number, Whereabouts::Here(entrant));
    }

    fn lose(&self, number: Number) {
        self.set(number, Whereabouts::Gone);
    }

    fn display_comes(&self) {
        self.lock().displays += 1;
        self.changed.notify_all();
    }

    fn display_goes(&self) {
        self.lock().displays -= 1;
        self.changed.notify_all();
    }
}

impl State {
    fn member(&mut self, number: Number) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.number == number)
    }
}
