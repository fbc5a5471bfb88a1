//! The arena from its first page to its last.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread;
use std::time::Duration;

use manator_organise::Store;
use manator_organise::store::Claim;
use manator_protocol::ErrorCode;
use manator_state::game::{self, Guests};

use super::budget::{Budget, Whole};
use super::rooms::Rooms;
use super::tournaments::Tournaments;
use super::visits::Visits;
use super::{Arena, router};
use super::{explorer, positions};
use crate::gate::Gate;
use crate::guests::{Admission, Guest, Phase, Policy, Presence, Refusal, Registry, Request};
use crate::http::{OwnerKey, Site};
use crate::hub::Hub;
use crate::list::GameList;
use crate::notice::{Tell, with_few_refusals};
use crate::permits::Permits;
use crate::serve::{ServerError, open_gate};
use crate::setup::Limits;

/// How often it is looked whether the server is to end.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Clone, Debug)]
pub struct ArenaSetup {
    pub store: PathBuf,
    /// What this machine is called, besides its addresses.
    pub names: Vec<String>,
    /// Whether everybody may create and stop tournaments, not only the owner.
    pub open: bool,
    /// Whether the owner's key is made anew.
    pub new_key: bool,
    /// How many games a visitor may have begun within an hour that are not over.
    pub rooms_each_max: usize,
    pub guests: Limits,
    /// How long at least a move of an agent stays on the board before the next.
    pub pace: Duration,
    /// What agents that think share; without it, as much as this machine has for them.
    pub budget: Option<Whole>,
}

pub struct ArenaServer {
    setup: ArenaSetup,
    listener: TcpListener,
    /// Nobody else plays the same games.
    claim: Claim,
    pub owner: OwnerKey,
}

impl ArenaServer {
    pub fn open(setup: ArenaSetup, listener: TcpListener) -> Result<ArenaServer, ServerError> {
        // What is wrong with the store is to be said before anybody comes.
        let claim = Store::open(&setup.store)?.claim_arena()?;
        let owner = OwnerKey::of(&setup.store, setup.new_key)?;
        Ok(ArenaServer { setup, listener, claim, owner })
    }

    pub fn run(self, stop: &Arc<AtomicBool>, tell: Tell) -> Result<(), ServerError> {
        let ArenaServer { setup, listener, claim, owner } = self;
        let arena = Arena::open(&setup, stop, &tell)?;
        let (rooms, tournaments) = (arena.rooms.clone(), arena.tournaments.clone());
        let guests = rooms.guests.clone();
        let site = Site::new(router(arena.clone()), setup.names.clone(), &setup.guests);
        let site = site.owned_by(owner).with_body_max(positions::RECORD_MAX as u64);
        let gate = Arc::new(Gate {
            offer: rooms.clone(),
            guests: guests.clone(),
            permits: Permits::new(setup.guests.each_max, setup.guests.all_max),
            limits: setup.guests,
            site: Some(Arc::new(site)),
            tell: with_few_refusals(tell),
        });
        // Whoever comes first finds the lists already.
        arena.list.publish(&arena.hub);
        tournaments.open();
        let runtime = open_gate(gate, listener).inspect_err(|_| tournaments.close())?;
        runtime.spawn({
            let arena = arena.clone();
            async move { arena.list.tell(&arena.hub).await }
        });
        let counting = explorer::count(&setup.store, stop).inspect_err(|_| tournaments.close())?;
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(STOP_INTERVAL);
            guests.check_all();
        }
        counting.thread().unpark();
        tournaments.close();
        rooms.close();
        drop(claim);
        runtime.shutdown_background();
        Ok(())
    }
}

impl Arena {
    /// Opens the arena of a store; nobody can come yet.
    pub(super) fn open(
        setup: &ArenaSetup,
        stop: &Arc<AtomicBool>,
        tell: &Tell,
    ) -> Result<Arc<Arena>, ServerError> {
        let (hub, list) = (Arc::new(Hub::default()), Arc::new(GameList::default()));
        let store = Store::open(&setup.store)?;
        let playing = Arc::new(OnceLock::new());
        let lobby = Lobby { hub: hub.clone(), rooms: playing.clone() };
        let guests = Registry::new(lobby, Phase::Playing, tell.clone(), stop);
        let budget = Budget::new(setup.budget.unwrap_or_else(Whole::of_machine));
        let thinking = (setup.pace, budget.clone());
        let rooms = Rooms::open(hub.clone(), list.clone(), guests, store, thinking)?;
        // Nobody else sets it.
        let _ = playing.set(Arc::downgrade(&rooms));
        let tournaments =
            Tournaments::new(hub.clone(), list.clone(), setup.store.clone(), budget.clone());
        let tournaments = Arc::new(tournaments);
        let visits = Visits::new(setup.rooms_each_max);
        let (open, explored) = (setup.open, setup.store.clone());
        Ok(Arc::new(Arena { hub, list, rooms, tournaments, open, explored, budget, visits }))
    }
}

const TOPIC: &str = "guests";

/// Everybody may come; a name is taken as long as its guest is there.
pub(super) struct Lobby {
    pub(super) hub: Arc<Hub>,
    pub(super) rooms: Arc<OnceLock<Weak<Rooms>>>,
}

impl Policy for Lobby {
    fn admit(
        &self,
        request: &Request<'_>,
        _guests: &[Guest],
        _phase: Phase,
    ) -> Result<Admission, Refusal> {
        match request.seat {
            None => Ok(Admission::New { seat: None }),
            Some(_) => {
                Err((ErrorCode::Seat, "seats are given here by whoever begins a game".into()))
            }
        }
    }

    fn expects(&self, _phase: Phase) -> bool {
        false
    }

    fn publish(&self, guests: &[Guest]) {
        let one = |guest: &Guest| {
            let busy = match guest.presence() {
                Presence::Connected => false,
                Presence::Playing => true,
                Presence::Uploaded | Presence::Absent => return None,
            };
            Some(game::Guest { name: guest.name.clone(), game: guest.game.clone(), busy })
        };
        self.hub.publish(TOPIC, &Guests { guests: guests.iter().filter_map(one).collect() });
    }

    fn freed(&self) {
        if let Some(rooms) = self.rooms.get().and_then(Weak::upgrade) {
            rooms.look();
        }
    }
}
