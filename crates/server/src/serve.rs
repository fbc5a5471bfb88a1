//! A server from its first connection to its last game.
//!
//! Its games are a tournament of the organiser, kept in the store like any other: a server that was killed goes on
//! where it stopped, with the same guests.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use manator_organise::store::{Claim, Number};
use manator_organise::{
    Conduct, ConductError, Ending, Entry, Event, Finished, Gallery, Live, Observer, PrepareError,
    Prepared, Store, StoreError, Threads, Unfinished,
};
use manator_protocol::News;
use manator_state::game::SeatKind;
use manator_tournament::schedule::Pairing;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::arena::positions::RECORD_MAX;
use crate::browse::Browse;
use crate::feed::Feed;
use crate::gate::{Gate, OneGame};
use crate::guests::{GuestId, GuestSupply, Phase, Proof, Registry, Secrets};
use crate::http::Site;
use crate::hub::Hub;
use crate::list::GameList;
use crate::live::{LiveGames, Opening, Pool};
use crate::notice::{Notice, Tell, with_few_refusals};
use crate::permits::Permits;
use crate::seating::Seating;
use crate::setup::{Earlier, Setup, SetupError, rules};
use crate::tables::{Standings, Tables};

/// How long displays may take to read the last they are told.
const LAST_READ_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    #[error(transparent)]
    Conduct(#[from] ConductError),
    #[error(transparent)]
    Network(#[from] io::Error),
}

pub struct Server {
    setup: Setup,
    listener: TcpListener,
    store: Store,
    pub begun: Option<Begun>,
}

/// A tournament that an earlier server with the same setup has begun.
pub struct Begun {
    pub number: Number,
    pub games: usize,
    event: Event,
    claim: Claim,
}

impl Begun {
    /// Returns which guests take part, by entrant.
    pub fn guests(&self) -> impl Iterator<Item = Option<&str>> {
        let is_guest = |entry: &&Entry| entry.agent == Entry::GUEST;
        let players = self.event.players.iter();
        players.map(move |entry| Some(entry).filter(is_guest).and_then(|one| one.name.as_deref()))
    }
}

impl Server {
    pub fn open(setup: Setup, listener: TcpListener) -> Result<Server, ServerError> {
        setup.check()?;
        let store = Store::open(&setup.store)?;
        let begun = match setup.earlier {
            Earlier::GoesOn => begun(&store, &setup)?,
            Earlier::IsLeft => None,
        };
        Ok(Server { setup, listener, store, begun })
    }

    pub fn listen(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
        TcpListener::bind(address)
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits for everybody, plays all games, and returns how everybody stands; `stop` ends it early.
    ///
    /// # Errors
    /// Returns why the network or the store cannot be used; what is over by then is kept.
    pub fn run(mut self, stop: &Arc<AtomicBool>, tell: Tell) -> Result<Standings, ServerError> {
        let guests = self.registry(stop, &tell);
        let feeds: Vec<Arc<Feed>> = (0..self.setup.tables()).map(|_| Arc::default()).collect();
        let (hub, list) = (Arc::new(Hub::default()), Arc::new(GameList::of_tables()));
        let names: Arc<OnceLock<Vec<String>>> = Arc::default();
        let live = Arc::new(self.empty_tables(&hub, &list, &names));
        let browse = Arc::new(Browse {
            hub: hub.clone(),
            list: list.clone(),
            live: live.clone(),
            guests: guests.clone(),
            tell: tell.clone(),
            is_over: watch::channel(false).0,
        });
        let limits = self.setup.limits;
        let site = Site::new(browse.router(), self.setup.names.clone(), &limits);
        let site = site.with_body_max(RECORD_MAX as u64);
        let gate = Arc::new(Gate {
            offer: Arc::new(OneGame {
                game: self.setup.table.card().name,
                rules: rules(&*self.setup.table),
                feeds: feeds.clone(),
            }),
            guests: guests.clone(),
            permits: Permits::new(limits.each_max, limits.all_max),
            limits,
            site: Some(Arc::new(site)),
            tell: with_few_refusals(tell.clone()),
        });
        let runtime = open_gate(gate, self.listener.try_clone()?)?;
        runtime.spawn({
            let list = list.clone();
            async move { list.tell(&hub).await }
        });
        let played = match guests.wait_for(self.setup.agents, self.setup.displays) {
            true => {
                let entrants = self.entrants(&guests);
                self.play(&guests, entrants, stop, |prepared, results| {
                    // Nobody else sets them.
                    let _ = names.set(prepared.names());
                    Tables::new(prepared, results, &feeds, (&live, &list), &tell)
                })
            }
            false => Ok(Standings::new()),
        };
        let text = match (&played, stop.load(Ordering::Relaxed)) {
            (Err(_), _) | (_, true) => "the server was stopped",
            _ => "all games are over",
        };
        guests.close();
        for feed in &feeds {
            feed.tell(vec![News::Bye(text.into())]);
        }
        browse.end(text);
        guests.wait_for_displays_to_leave(LAST_READ_TIMEOUT);
        runtime.shutdown_background();
        played
    }

    /// Returns the registry; where a tournament goes on, its guests are expected.
    fn registry(&self, stop: &Arc<AtomicBool>, tell: &Tell) -> Arc<Registry> {
        let Setup { agents, tokens, .. } = &self.setup;
        let seats = if self.setup.has_no_seats() { 0 } else { self.setup.players() as u8 };
        let goes_on = self.begun.is_some();
        let seating = Seating { agents: *agents, seats, tokens: tokens.clone(), goes_on };
        let guests = Registry::new(seating, Phase::Waiting, tell.clone(), stop);
        let of = |begun: &Begun| Secrets::of(&self.setup.store, begun.number);
        let secrets = self.begun.as_ref().map(of);
        for (seat, name) in (1..).zip(self.begun.iter().flat_map(Begun::guests)) {
            if let Some(name) = name {
                let secret = secrets.as_ref().and_then(|secrets| secrets.find(name));
                let proof = Proof { secret, from: None };
                guests.expect_with(name, (seat <= seats).then_some(seat), proof);
            }
        }
        guests
    }

    fn empty_tables(
        &self,
        hub: &Arc<Hub>,
        list: &Arc<GameList>,
        names: &Arc<OnceLock<Vec<String>>>,
    ) -> LiveGames<usize> {
        let pool = Pool {
            prefix: "table".into(),
            names: names.clone(),
            kind: SeatKind::Guest,
            control: self.setup.terms.allowance.control.to_string(),
        };
        let live = LiveGames::new(hub.clone(), list.clone(), pool);
        for number in 1..=self.setup.tables() {
            let table = self.setup.table.copy();
            let seats = vec![usize::MAX; self.setup.players()];
            live.begin(number, Opening { seats, number: number as i64, round: None, table });
        }
        live.tell_all();
        list.publish(hub);
        live
    }

    fn entrants(&self, guests: &Registry) -> Vec<(Entry, Option<GuestId>)> {
        if let Some(begun) = &self.begun {
            let mut ids = guests.visit(|guest| guest.id).into_iter();
            let players = begun.event.players.iter().zip(begun.guests());
            return players
                .map(|(entry, name)| (entry.clone(), name.and_then(|_| ids.next())))
                .collect();
        }
        let came = guests.visit(|guest| (guest.id, guest.name.clone(), guest.seat));
        let seats: Vec<Option<u8>> = came.iter().map(|(_, _, seat)| *seat).collect();
        let players = self.setup.players();
        let order: Vec<Option<usize>> = match self.setup.tourney {
            // Everybody meets everybody: the house is needed only where they are too few for a game.
            true => (0..came.len().max(players)).map(|who| came.get(who).map(|_| who)).collect(),
            false => seat_order(&seats, players, |seat| self.setup.tokens.is_reserved(seat)),
        };
        let entrant = |who: Option<usize>| match who.and_then(|index| came.get(index)) {
            Some((id, name, _)) => {
                let name = Some(name.clone());
                (Entry { name, ..Entry::of(Entry::GUEST) }, Some(*id))
            }
            None => (Entry::of(self.setup.house().to_string()), None),
        };
        let mut entrants: Vec<_> = order.into_iter().map(entrant).collect();
        name_house(&mut entrants, &self.setup.house.0);
        entrants
    }

    fn play(
        &mut self,
        guests: &Arc<Registry>,
        entrants: Vec<(Entry, Option<GuestId>)>,
        stop: &Arc<AtomicBool>,
        tables: impl FnOnce(&Arc<Prepared>, manator_tournament::Results) -> Tables,
    ) -> Result<Standings, ServerError> {
        let (players, guest_of): (Vec<Entry>, Vec<Option<GuestId>>) = entrants.into_iter().unzip();
        let begun = self.begun.take();
        let event = match &begun {
            Some(begun) => begun.event.clone(),
            None => Event { players, ..self.setup.event() },
        };
        let mut prepared = Prepared::with_guests(event)?;
        prepared.terms = self.setup.terms.clone();
        let (number, claim) = match begun {
            Some(Begun { number, claim, .. }) => (number, claim),
            None => {
                let number = self.store.create_for(&prepared, &self.setup.key())?;
                Unfinished::of(&self.setup.store, number).forget_all();
                (number, self.store.claim(number)?)
            }
        };
        let unfinished = Arc::new(Unfinished::of(&self.setup.store, number));
        prepared.unfinished = Some(unfinished.clone());
        let prepared = Arc::new(prepared);
        let secrets = Secrets::of(&self.setup.store, number);
        secrets.keep(&guests.visit(|guest| (guest.name.clone(), guest.proof.clone())))?;
        let results = self.store.results(number, prepared.results())?;
        let tables = Arc::new(tables(&prepared, results));
        (tables.tell)(&Notice::Complete { names: &tables.names, games: tables.games });
        let single: Vec<bool> = guest_of.iter().map(Option::is_some).collect();
        let times = (Duration::ZERO, self.setup.sleep);
        let count = self.setup.tables();
        let supplies = GuestSupply::for_tables(count, guests, guest_of, &prepared, times);
        // What is told has been kept.
        let gallery: Vec<Gallery> = vec![unfinished.clone(), tables.clone()];
        let gallery: Gallery = Arc::new(gallery);
        let mut pool = Threads::start(prepared.clone(), supplies, &single, Some(gallery), stop);
        let conduct = Conduct {
            store: &mut self.store,
            number,
            prepared: &prepared,
            pool: &mut pool,
            stop: stop.clone(),
        };
        let done = conduct.run(&mut Telling(&tables, &unfinished));
        if done.is_err() {
            stop.store(true, Ordering::SeqCst);
        }
        // Games that are stopped are told before anybody goes.
        drop(pool);
        let (live, ending) = done?;
        if matches!(ending, Ending::Over(_)) {
            unfinished.forget_all();
            secrets.forget();
            claim.release();
        } else if live.results().games().len() == 0 && unfinished.is_empty() {
            // There is nothing to go on with.
            self.store.forget(number)?;
            secrets.forget();
            claim.release();
        }
        Ok(tables.standings())
    }
}

/// Tells pages of the tables as time goes by; the threads that play have told everybody else.
struct Telling<'a>(&'a Tables, &'a Unfinished);

impl Observer for Telling<'_> {
    fn tick(&mut self, _live: &Live) -> io::Result<()> {
        self.0.live.tell();
        Ok(())
    }

    fn finished(&mut self, _live: &Live, pairing: &Pairing, _game: &Finished) -> io::Result<()> {
        self.1.forget(pairing.id);
        Ok(())
    }
}

/// Finds the last tournament of a server with this setup, if it has begun and is not over.
fn begun(store: &Store, setup: &Setup) -> Result<Option<Begun>, StoreError> {
    let Some(number) = store.last_of(&setup.key())? else { return Ok(None) };
    let (kept, event) = store.tournament(number)?;
    let is_untouched = kept.games == 0 && Unfinished::of(&setup.store, number).is_empty();
    if kept.ended.is_some() || is_untouched {
        return Ok(None);
    }
    match store.claim(number) {
        Ok(claim) => Ok(Some(Begun { number, games: kept.games, event, claim })),
        // Another server with this setup plays now.
        Err(StoreError::Claimed { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) fn open_gate(gate: Arc<Gate>, listener: TcpListener) -> io::Result<Runtime> {
    listener.set_nonblocking(true)?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener)?
    };
    runtime.spawn(gate.open(listener));
    Ok(runtime)
}

/// Returns who takes which seat: those who chose one get it, the others fill up in the order in which they
/// came, where no token is needed, and nobody stands for the house.
fn seat_order(
    wanted: &[Option<u8>],
    players: usize,
    is_reserved: impl Fn(u8) -> bool,
) -> Vec<Option<usize>> {
    let mut order = vec![None; wanted.len().div_ceil(players).max(1) * players];
    for (who, seat) in wanted.iter().enumerate() {
        if let Some(seat) = seat {
            order[usize::from(*seat) - 1] = Some(who);
        }
    }
    for (who, _) in wanted.iter().enumerate().filter(|(_, seat)| seat.is_none()) {
        // Seats beyond the first table need no token.
        let is_free = |(seat, taken): &(usize, &mut Option<usize>)| {
            taken.is_none() && !u8::try_from(*seat).is_ok_and(&is_reserved)
        };
        if let Some((_, free)) = (1_usize..).zip(&mut order).find(is_free) {
            *free = Some(who);
        }
    }
    order
}

/// Names the agents of the house after what they are; everybody has a name of its own.
fn name_house(entrants: &mut [(Entry, Option<GuestId>)], agent: &str) {
    for index in 0..entrants.len() {
        if entrants[index].1.is_some() {
            continue;
        }
        let is_taken =
            |name: &String| entrants.iter().any(|(one, _)| one.name.as_ref() == Some(name));
        let numbered = (2..).map(|number| format!("{agent} ({number})"));
        let mut names = std::iter::once(agent.to_string()).chain(numbered);
        entrants[index].0.name = names.find(|name| !is_taken(name));
    }
}
