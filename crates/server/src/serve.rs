//! A server from its first connection to its last game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manator_play::{Report, Sheet};
use manator_protocol::News;
use tokio::runtime::{Builder, Runtime};

use crate::browse::Tables;
use crate::feed::Feed;
use crate::gate::{Gate, OneGame};
use crate::guests::{GuestId, Phase, Registry};
use crate::http::Site;
use crate::permits::Permits;
use crate::play::{Floor, Participant};
use crate::schedule::tourney;
use crate::seating::Seating;
use crate::setup::{Setup, SetupError};
use crate::standing::Standing;

/// How long displays may take to read the last they are told.
const FAREWELL: Duration = Duration::from_secs(2);

/// Something that happened, for whoever runs the server.
#[derive(Debug)]
pub enum Notice<'a> {
    /// An agent has joined.
    Joined {
        /// What it is called here.
        name: &'a str,
        /// From where.
        address: SocketAddr,
    },
    /// An agent is gone; it may come back.
    Left {
        /// What it is called here.
        name: &'a str,
    },
    /// A display has come.
    Watches {
        /// From where.
        address: SocketAddr,
    },
    /// A display is gone.
    Watched {
        /// From where it was.
        address: SocketAddr,
        /// Why, unless it left by itself.
        why: Option<&'a str>,
    },
    /// A client may not stay.
    Refused {
        /// From where.
        address: SocketAddr,
        /// Why not.
        why: &'a str,
    },
    /// Everybody is here.
    Complete {
        /// Who takes part.
        names: &'a [String],
        /// How many games there will be.
        games: u32,
    },
    /// A game begins.
    Begins {
        /// Its number, from 1.
        number: u32,
        /// How many there are.
        of: u32,
        /// Who plays, in seat order.
        names: &'a [String],
    },
    /// Somebody has moved.
    Moved {
        /// Who.
        name: &'a str,
        /// The move.
        text: &'a str,
        /// The game.
        sheet: &'a Sheet,
    },
    /// Somebody says something.
    Says {
        /// Who.
        name: &'a str,
        /// What.
        text: &'a str,
    },
    /// A game is over.
    Ended {
        /// Its number, from 1.
        number: u32,
        /// Who played, in seat order.
        names: &'a [String],
        /// How it went.
        report: &'a Report,
    },
}

/// Where notices go, from many threads at once.
pub type Tell = Arc<dyn Fn(&Notice<'_>) + Send + Sync>;

/// A server that is ready to meet clients.
pub struct Server {
    setup: Setup,
    listener: TcpListener,
}

impl Server {
    /// Opens a server at an address.
    ///
    /// # Errors
    /// Returns what makes no sense in the setup.
    pub fn open(setup: Setup, listener: TcpListener) -> Result<Server, SetupError> {
        setup.check()?;
        Ok(Server { setup, listener })
    }

    /// Listens at an address.
    ///
    /// # Errors
    /// Returns why it cannot be listened at.
    pub fn listen(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
        TcpListener::bind(address)
    }

    /// Returns where clients find it.
    ///
    /// # Errors
    /// Returns why the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits for everybody, plays all games, and returns how everybody stands; `stop` ends it early.
    ///
    /// # Errors
    /// Returns why the network cannot be used.
    pub fn run(self, stop: &Arc<AtomicBool>, tell: Tell) -> io::Result<Vec<Standing>> {
        let Server { setup, listener } = self;
        let seats = if setup.has_no_seats() { 0 } else { setup.players() as u8 };
        let (agents, tokens) = (setup.agents, setup.tokens.clone());
        let seating = Seating { agents, seats, tokens, goes_on: false };
        let guests = Registry::new(seating, Phase::Waiting, tell.clone(), stop);
        let feeds: Vec<Arc<Feed>> = (0..setup.tables()).map(|_| Arc::default()).collect();
        let control = setup.terms.allowance.control.to_string();
        let tables = Tables::new(&feeds, &*setup.table, &control, guests.clone(), tell.clone());
        let site = Site::new(tables.router(), setup.names.clone(), &setup.limits);
        let gate = Arc::new(Gate {
            offer: Arc::new(OneGame {
                game: setup.table.card().name,
                rules: setup.rules(),
                feeds: feeds.clone(),
            }),
            guests: guests.clone(),
            permits: Permits::new(setup.limits.each_max, setup.limits.all_max),
            limits: setup.limits,
            site: Some(Arc::new(site)),
            tell: tell.clone(),
        });
        let runtime = open_gate(gate, listener)?;
        tables.clone().follow()?;
        let displays = setup.displays;
        let mut floor =
            Floor::new(setup, guests.clone(), feeds.clone(), tell.clone(), stop.clone());
        if guests.wait_for(agents, displays) {
            let members = guests.visit(|one| (one.id, one.name.clone(), one.seat));
            run_games(&mut floor, &members, &tell);
        }
        let text = if stop.load(Ordering::Relaxed) {
            "the server was stopped"
        } else {
            "all games are over"
        };
        guests.close();
        for feed in &feeds {
            feed.tell(vec![News::Bye(text.into())]);
        }
        tables.end();
        let standing = floor.table();
        guests.wait_for_displays_to_leave(FAREWELL);
        runtime.shutdown_background();
        Ok(standing)
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

/// Plays all games between those who came, and the house where somebody is missing.
fn run_games(floor: &mut Floor, members: &[(GuestId, String, Option<u8>)], tell: &Tell) {
    let (players, runs) = (floor.setup.players(), floor.setup.runs);
    let is_tourney = floor.setup.tourney;
    let order = match is_tourney {
        // Everybody meets everybody: the house is needed only where they are too few for a game.
        true => (0..members.len().max(players)).map(|who| members.get(who).map(|_| who)).collect(),
        false => seat_order(members, players, |seat| floor.setup.tokens.is_reserved(seat)),
    };
    let mut participants: Vec<(String, Participant)> = order
        .into_iter()
        .map(|who| match who {
            Some(index) => (members[index].1.clone(), Participant::Guest(members[index].0)),
            None => (String::new(), Participant::House),
        })
        .collect();
    name_house(&mut participants, &floor.setup.house.0);
    let count = participants.len();
    let schedule = if is_tourney { tourney(count, players, runs) } else { Vec::new() };
    let games = if is_tourney { schedule.len() as u32 } else { (count / players) as u32 * runs };
    let names: Vec<String> = participants.iter().map(|(name, _)| name.clone()).collect();
    floor.seat(participants, games);
    tell(&Notice::Complete { names: &names, games });
    match is_tourney {
        true => floor.play_tourney(schedule),
        false => floor.play_tables(),
    }
}

/// Returns who takes which place: those who chose a seat get it, the others fill up in the order in which
/// they came, where no token is needed, and nobody stands for the house.
fn seat_order(
    members: &[(GuestId, String, Option<u8>)],
    players: usize,
    is_reserved: impl Fn(u8) -> bool,
) -> Vec<Option<usize>> {
    let places = members.len().div_ceil(players).max(1) * players;
    let mut order = vec![None; places];
    for (number, (_, _, seat)) in members.iter().enumerate() {
        if let Some(seat) = seat {
            order[usize::from(*seat) - 1] = Some(number);
        }
    }
    for (number, (_, _, seat)) in members.iter().enumerate() {
        if seat.is_none()
            && let Some((_, free)) = (1_usize..).zip(&mut order).find(|(seat, place)| {
                // Seats beyond the first table need no token.
                place.is_none() && !u8::try_from(*seat).is_ok_and(&is_reserved)
            })
        {
            *free = Some(number);
        }
    }
    order
}

/// Names the agents of the house after what they are; everybody has a name of its own.
fn name_house(participants: &mut [(String, Participant)], agent: &str) {
    for index in 0..participants.len() {
        if !matches!(participants[index].1, Participant::House) {
            continue;
        }
        let is_taken = |name: &str| participants.iter().any(|(other, _)| other == name);
        let numbered = (2..).map(|number| format!("{agent} ({number})"));
        let mut names = std::iter::once(agent.to_string()).chain(numbered);
        participants[index].0 = names.find(|name| !is_taken(name)).unwrap_or_default();
    }
}
