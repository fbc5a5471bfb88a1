//! The registry of guests: which agents came over the network, by which right, and what they do now.
//!
//! `manator server`, the arena and a class have one registry each. What differs between them is a [`Policy`]:
//! who is admitted, under which name, and whether somebody who is gone is still expected. Guests are lent for a
//! game and come back when the game drops them, so that nobody is lost on the way.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod guest;
mod proof;
mod supply;

use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use manator_play::Contender;
use manator_play::contender::{Nobody, Ugi};
use manator_protocol::{ErrorCode, quoted};
use manator_sandbox::Program;
pub use manator_state::class::Phase;
pub(crate) use manator_state::class::Presence;

use crate::lock;
use crate::names::Looks;
use crate::notice::{Notice, Tell};
use crate::permits::Permit;
pub(crate) use guest::{Admission, Guest, GuestId, Policy, Refusal, Request};
use guest::{Connected, Lent, RETURN_TIMEOUT};
pub(crate) use proof::{Proof, Secrets};
pub(crate) use supply::GuestSupply;

/// How often those who wait look whether guests are still connected.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// What guests are told who are sent away.
const STOPPED: &str = "the server was stopped";

struct State {
    guests: Vec<Guest>,
    /// How many connections were ever admitted.
    admitted: u64,
    displays: usize,
    phase: Phase,
    since: Instant,
    is_closed: bool,
}

pub(crate) struct Registry {
    policy: Box<dyn Policy>,
    tell: Tell,
    stop: Arc<AtomicBool>,
    state: Mutex<State>,
    changed: Condvar,
}

impl Registry {
    /// Begins with nobody; whoever waits for a guest gives up when `stop` is set.
    pub(crate) fn new(
        policy: impl Policy + 'static,
        phase: Phase,
        tell: Tell,
        stop: &Arc<AtomicBool>,
    ) -> Arc<Registry> {
        policy.publish(&[]);
        let state = State {
            guests: Vec::new(),
            admitted: 0,
            displays: 0,
            phase,
            since: Instant::now(),
            is_closed: false,
        };
        Arc::new(Registry {
            policy: Box::new(policy),
            tell,
            stop: stop.clone(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        })
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, CHECK_INTERVAL);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Adds somebody who is expected, and may come when the policy finds that it is the same.
    pub(crate) fn expect(&self, name: &str, seat: Option<u8>) -> GuestId {
        self.expect_with(name, seat, Proof::default())
    }

    /// Adds somebody who is expected, and must show this.
    pub(crate) fn expect_with(&self, name: &str, seat: Option<u8>, proof: Proof) -> GuestId {
        let mut state = lock(&self.state);
        let id = state.next_id();
        state.guests.push(Guest { proof, ..Guest::new(id, name.to_string(), seat) });
        id
    }

    /// Admits an agent; it is here when it has been told so.
    pub(crate) fn admit(self: &Arc<Self>, request: &Request<'_>) -> Result<Coming, Refusal> {
        let mut state = lock(&self.state);
        self.check(&mut state);
        let phase = if self.is_stopped() { Phase::Over } else { state.phase };
        let visit = state.next_id().0;
        let guest = match self.policy.admit(request, &state.guests, phase)? {
            Admission::Known(id) => state.guest(id),
            Admission::New { seat } => {
                let asked = request.name.to_string();
                state.check_looks(&asked)?;
                let guest = Guest::new(GuestId(visit), state.free_name(&asked), seat);
                state.guests.push(Guest { asked, ..guest });
                state.guests.last_mut()
            }
        };
        let unknown = || (ErrorCode::Full, "nobody of that name is expected".to_string());
        let guest = guest.ok_or_else(unknown)?;
        let returns = guest.proof.is_same(request.proof);
        guest.coming = Some(visit);
        guest.proof.from = request.proof.from;
        if guest.proof.secret.is_none() {
            guest.proof.secret.clone_from(&request.proof.secret);
        }
        guest.game = request.game.to_ascii_lowercase();
        let name = self.policy.spoken(&guest.name);
        Ok(Coming { registry: self.clone(), guest: guest.id, visit, name, returns })
    }

    fn arrive(&self, coming: &Coming, mut connected: Connected, address: SocketAddr) {
        let mut state = lock(&self.state);
        let is_over = state.is_closed || state.phase == Phase::Over;
        if is_over && self.is_stopped() {
            connected.contender.dismiss(STOPPED);
        }
        if let Some(guest) = state.guest(coming.guest)
            && guest.coming == Some(coming.visit)
        {
            guest.coming = None;
            if !is_over {
                (self.tell)(&Notice::Joined { name: &guest.name, address });
                guest.here = Some(connected);
                // The game that it left goes on here; whoever waits for the old connection must notice.
                if let Some(stream) = guest.lent.take().filter(|_| coming.returns) {
                    let _ = stream.shutdown(Shutdown::Both);
                }
            }
        }
        self.policy.publish(&state.guests);
        drop(state);
        self.changed.notify_all();
        self.policy.freed();
    }

    /// Forgets a connection that was admitted and did not come.
    fn lose(&self, id: GuestId, visit: u64) {
        let mut state = lock(&self.state);
        if let Some(guest) = state.guest(id)
            && guest.coming == Some(visit)
        {
            guest.coming = None;
            self.forget_gone(&mut state);
        }
    }

    /// Takes a guest back after a game, unless it has come with another connection meanwhile.
    fn take_back(&self, id: GuestId, mut connected: Connected) {
        let is_there = connected.contender.is_there();
        let mut state = lock(&self.state);
        let is_closed = state.is_closed;
        if let Some(guest) = state.guest(id) {
            (guest.is_playing, guest.is_away, guest.lent) = (false, false, None);
            match (is_there, &guest.here) {
                _ if is_closed => {}
                (_, Some(_)) => {}
                (true, None) => guest.here = Some(connected),
                (false, None) => self.leave(guest),
            }
        }
        self.forget_gone(&mut state);
        self.policy.publish(&state.guests);
        drop(state);
        self.changed.notify_all();
        self.policy.freed();
    }

    fn leave(&self, guest: &mut Guest) {
        guest.absent_since = Instant::now();
        (self.tell)(&Notice::Left { name: &guest.name });
    }

    fn awaits(&self, id: GuestId) -> bool {
        lock(&self.state).guest(id).is_some_and(|guest| self.policy.awaits(guest))
    }

    /// Waits until a guest that is playing has another connection.
    fn wait_return(&self, id: GuestId, may_wait: impl Fn() -> bool) -> Option<Connected> {
        let mut state = lock(&self.state);
        if let Some(guest) = state.guest(id).filter(|guest| guest.here.is_none()) {
            guest.is_away = true;
            self.leave(guest);
        }
        loop {
            let connected = state.guest(id)?.take();
            if connected.is_some() || !may_wait() {
                return connected;
            }
            state = self.wait(state);
        }
    }

    pub(crate) fn check_all(&self) {
        self.check(&mut lock(&self.state));
    }

    fn check(&self, state: &mut State) {
        let mut is_changed = false;
        for guest in &mut state.guests {
            is_changed |= self.check_one(guest);
        }
        if is_changed {
            self.forget_gone(state);
            self.policy.publish(&state.guests);
        }
    }

    /// Notes whether a guest that waits is gone; returns whether it is.
    fn check_one(&self, guest: &mut Guest) -> bool {
        let is_lost = guest.here.as_mut().is_some_and(|here| !here.contender.is_there());
        if is_lost {
            guest.here = None;
            self.leave(guest);
        }
        is_lost
    }

    fn forget_gone(&self, state: &mut State) {
        if !self.policy.expects(state.phase) {
            state.guests.retain(|guest| !guest.is_gone());
        }
    }

    /// Calls `visit` with everybody who is here or expected, in the order in which they came.
    pub(crate) fn visit<T>(&self, visit: impl FnMut(&Guest) -> T) -> Vec<T> {
        let mut state = lock(&self.state);
        self.check(&mut state);
        state.guests.iter().map(visit).collect()
    }

    pub(crate) fn phase(&self) -> Phase {
        lock(&self.state).phase
    }

    /// Goes to another phase; returns whether that makes sense from the one it is in.
    pub(crate) fn go(&self, to: Phase) -> bool {
        let mut state = lock(&self.state);
        let may = state.phase.may_become(to);
        if may {
            state.set_phase(to);
        }
        drop(state);
        self.changed.notify_all();
        may
    }

    /// Waits until so many guests and displays are here, or somebody says that games begin; returns whether
    /// they do.
    pub(crate) fn wait_for(&self, guests: usize, displays: usize) -> bool {
        let mut state = lock(&self.state);
        while state.phase == Phase::Waiting && !self.is_stopped() {
            self.check(&mut state);
            let here = state.guests.iter().filter(|guest| guest.presence() != Presence::Absent);
            if here.count() >= guests && state.displays >= displays {
                state.set_phase(Phase::Playing);
                break;
            }
            state = self.wait(state);
        }
        matches!(state.phase, Phase::Playing | Phase::Paused)
    }

    pub(crate) fn set_stand_in(&self, id: GuestId, program: Program) {
        if let Some(guest) = lock(&self.state).guest(id) {
            guest.stand_in = Some(program);
        }
        self.changed.notify_all();
    }

    /// Notes whether a program of a guest is being examined: meanwhile it is waited for.
    pub(crate) fn set_examined(&self, id: GuestId, is_examined: bool) {
        if let Some(guest) = lock(&self.state).guest(id) {
            guest.is_examined = is_examined;
            guest.absent_since = Instant::now();
        }
        self.changed.notify_all();
    }

    /// Lends whoever plays for a guest; an absence is waited for, once and not before each game.
    pub(crate) fn lend(self: &Arc<Self>, id: GuestId, absence_max: Duration) -> Box<dyn Contender> {
        let mut state = lock(&self.state);
        loop {
            let State { guests, phase, since, .. } = &mut *state;
            let Some(guest) = guests.iter_mut().find(|guest| guest.id == id) else {
                return Box::new(Nobody::gone("nobody"));
            };
            self.check_one(guest);
            let absence = guest.absent_since.max(*since).elapsed();
            let returns = guest.stand_in.is_none() && self.policy.awaits(guest);
            let absence_max = if returns { absence_max.max(RETURN_TIMEOUT) } else { absence_max };
            let is_late = absence >= absence_max && !guest.is_examined;
            if *phase == Phase::Playing {
                if let Some(connected) = guest.take() {
                    return Box::new(Lent::new(self.clone(), id, connected));
                }
                if let Some(program) = &guest.stand_in {
                    return Box::new(Ugi::program(program.clone()).named(&guest.name));
                }
            }
            if self.is_stopped() || *phase == Phase::Playing && is_late {
                let nobody = if absence_max.is_zero() { Nobody::gone } else { Nobody::instead_of };
                return Box::new(nobody(&guest.name));
            }
            state = self.wait(state);
        }
    }

    /// Lends a guest by its name, if it came for this game and waits, with its secret; one that must have a secret
    /// shows it.
    pub(crate) fn lend_named(
        self: &Arc<Self>,
        name: &str,
        game: &str,
        secret: Option<String>,
    ) -> Option<(Box<dyn Contender>, Option<String>)> {
        let mut state = lock(&self.state);
        let mut guests = state.guests.iter_mut();
        let kept = Proof { secret, from: None };
        let is_it = |guest: &&mut Guest| {
            guest.name == name && guest.game == game && kept.is_met_by(&guest.proof)
        };
        let guest = guests.find(is_it)?;
        let secret = guest.proof.secret.clone();
        let connected = guest.take()?;
        let lent = Lent::new(self.clone(), guest.id, connected);
        self.policy.publish(&state.guests);
        Some((Box::new(lent), secret))
    }

    pub(crate) fn count_displays(&self, change: isize) {
        let mut state = lock(&self.state);
        state.displays = state.displays.saturating_add_signed(change);
        self.changed.notify_all();
    }

    pub(crate) fn wait_for_displays_to_leave(&self, timeout: Duration) {
        let state = lock(&self.state);
        drop(self.changed.wait_timeout_while(state, timeout, |state| state.displays > 0));
    }

    pub(crate) fn close(&self) {
        let mut state = lock(&self.state);
        state.set_phase(Phase::Over);
        state.is_closed = true;
        for guest in &mut state.guests {
            if let Some(mut connected) = guest.here.take().filter(|_| self.is_stopped()) {
                connected.contender.dismiss(STOPPED);
            }
        }
    }
}

impl State {
    fn next_id(&mut self) -> GuestId {
        self.admitted += 1;
        GuestId(self.admitted - 1)
    }

    fn guest(&mut self, id: GuestId) -> Option<&mut Guest> {
        self.guests.iter_mut().find(|guest| guest.id == id)
    }

    fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }

    /// Refuses a name that people take for that of somebody else; the same name is numbered.
    fn check_looks(&self, asked: &str) -> Result<(), Refusal> {
        let looks = Looks::of(asked);
        let is_other = |guest: &&Guest| guest.name != asked && guest.asked != asked;
        let mut others = self.guests.iter().filter(is_other);
        match others.find(|guest| Looks::of(&guest.name).is_like(&looks)) {
            Some(Guest { name, .. }) => {
                let (asked, name) = (quoted(asked), quoted(name));
                let text =
                    format!("'{asked}' looks like '{name}', who is here: choose another name");
                Err((ErrorCode::Name, text))
            }
            None => Ok(()),
        }
    }

    fn free_name(&self, asked: &str) -> String {
        let is_taken = |name: &str| self.guests.iter().any(|guest| guest.name == name);
        let numbered = (2..).map(|number| format!("{asked} ({number})"));
        let mut names = std::iter::once(asked.to_string()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }
}

/// An agent that was admitted. It is forgotten again if this is dropped before it arrives.
pub(crate) struct Coming {
    registry: Arc<Registry>,
    guest: GuestId,
    visit: u64,
    /// What it is told to be called.
    pub(crate) name: String,
    /// Whether it showed the secret of the guest.
    returns: bool,
}

impl Coming {
    pub(crate) fn arrive(
        self,
        contender: impl Contender + 'static,
        stream: Option<TcpStream>,
        permit: Permit,
        address: SocketAddr,
    ) {
        let stream = stream.map(Arc::new);
        let connected = Connected { contender: Box::new(contender), stream, _permit: permit };
        self.registry.arrive(&self, connected, address);
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.registry.lose(self.guest, self.visit);
    }
}
