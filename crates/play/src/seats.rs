//! The seats of a session, with whoever sits on them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use manator_core::{Player, Settings, Table};
use manator_engine::options::{OPTIONS, seeded};
use manator_engine::{AgentError, catalog};
use manator_protocol::ToAgent;

use crate::agreement::Terms;
use crate::contender::{Builtin, Contender, Once, Ugi};
use crate::remote::Connection;
use crate::seat_spec::{Address, SeatSpec};
use crate::session::Post;
use crate::thinker::Thinker;

pub const ADVISER: &str = "champion";
/// Which turn somebody takes.
pub const ORDINALS: [&str; 3] = ["first", "second", "third"];
/// What the only agent is called that plays against a person.
pub const COMPUTER: &str = "computer";

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("{found} seats were given: expected {expected}")]
    Seats { found: usize, expected: usize },
    #[error("{0}")]
    Agent(AgentError),
    #[error("{seat}: {error}")]
    Address { seat: String, error: io::Error },
}

/// Makes the agents of a session, and who gives hints, by name and settings. Their clocks start when they may think.
pub type MakeAgent = Arc<
    dyn Fn(&dyn Table, &str, &Settings) -> Result<Box<dyn Contender>, AgentError> + Send + Sync,
>;

pub(crate) enum Occupant {
    Person,
    /// An agent, a program, or a guest once it has come; and whether it is ready.
    Thinker(Option<Thinker>, bool),
    /// A program behind the connection of this number.
    Remote(usize),
}

struct Remote {
    address: Address,
    connection: Connection,
    connected: bool,
    /// What it sent before its turn.
    inbox: VecDeque<String>,
    /// Whether it was told what we play.
    has_agreed: bool,
}

impl Remote {
    /// Returns where it is awaited, unless it is there.
    fn awaited(&self) -> Option<String> {
        let place = match (&self.address, self.connection.local) {
            (Address::Listen(_), Some(local)) => listening(local),
            (Address::Listen(place) | Address::Connect(place) | Address::Plain(place), _) => {
                place.clone()
            }
            (Address::Server(_), _) => "the server".into(),
        };
        (!self.connected).then_some(place)
    }
}

pub struct Seats {
    pub specs: Vec<SeatSpec>,
    pub(crate) occupants: Vec<Occupant>,
    /// What programs that are ready call themselves.
    own_names: Vec<Option<String>>,
    remotes: Vec<Remote>,
    adviser: Option<Thinker>,
    post: Post,
    make: Option<MakeAgent>,
}

impl Seats {
    pub(crate) fn new(
        table: &dyn Table,
        specs: &[SeatSpec],
        post: Post,
        make: Option<MakeAgent>,
    ) -> Result<Seats, SetupError> {
        let expected = table.card().players.len();
        if specs.len() != expected {
            return Err(SetupError::Seats { found: specs.len(), expected });
        }
        let (occupants, remotes) = (Vec::new(), Vec::new());
        let (specs, own_names) = (specs.to_vec(), vec![None; expected]);
        let mut seats = Seats { specs, occupants, own_names, remotes, adviser: None, post, make };
        for (player, spec) in Player::all(expected).zip(&seats.specs.clone()) {
            let post = seats.post.clone();
            let prepare = |contender| {
                let thinker = Thinker::prepare(contender, player, table.copy(), post);
                Occupant::Thinker(Some(thinker), false)
            };
            let occupant = match spec {
                SeatSpec::Person => Occupant::Person,
                SeatSpec::Agent { name, settings } => {
                    let agent = seats.made(table, name, settings).map_err(SetupError::Agent)?;
                    Occupant::Thinker(Some(Thinker::new(agent, seats.post.clone())), true)
                }
                SeatSpec::Program(program) => prepare(Box::new(Ugi::program(program.clone()))),
                SeatSpec::Once(program) => prepare(Box::new(Once::new(program.clone()))),
                SeatSpec::Remote(address) => Occupant::Remote(seats.connection_to(spec, address)?),
                SeatSpec::Guest(_) => Occupant::Thinker(None, false),
            };
            seats.occupants.push(occupant);
        }
        Ok(seats)
    }

    fn made(
        &self,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Contender>, AgentError> {
        let settings = match catalog::is_level(name) {
            // Nobody wants to play the same game twice.
            true => seeded(settings, RandomState::new().hash_one(name)),
            false => settings.clone(),
        };
        match &self.make {
            Some(make) => make(table, name, &settings),
            None => Ok(Box::new(Builtin::new(name, catalog::open(table, name, &settings)?))),
        }
    }

    /// Returns the number of the connection to an address; several seats may share one.
    fn connection_to(&mut self, spec: &SeatSpec, address: &Address) -> Result<usize, SetupError> {
        let shared = self.remotes.iter().position(|remote| remote.address == *address);
        if let Some(number) = shared {
            return Ok(number);
        }
        let number = self.remotes.len();
        let connection = Connection::open(address, number, self.post.clone())
            .map_err(|error| SetupError::Address { seat: spec.to_string(), error })?;
        let address = address.clone();
        self.remotes.push(Remote {
            connected: matches!(address, Address::Server(_)),
            address,
            connection,
            inbox: VecDeque::new(),
            has_agreed: false,
        });
        Ok(number)
    }

    pub fn count(&self) -> usize {
        self.specs.len()
    }

    /// Returns what to call whoever sits on each seat, in front of people. Several people at one keyboard
    /// are told apart by their sides, which are called `players`.
    pub fn names(&self, players: &[&str]) -> Vec<String> {
        let thinks = |who: &&Occupant| matches!(who, Occupant::Thinker(..));
        let agents = self.occupants.iter().filter(thinks).count();
        let people = self.specs.iter().filter(|spec| spec.is_person()).count();
        let name = |((spec, own), player): ((&SeatSpec, &Option<String>), &&str)| match spec {
            SeatSpec::Person if people == 1 => "human".to_string(),
            SeatSpec::Person => (*player).to_string(),
            SeatSpec::Agent { .. } if agents == 1 && people == 1 => COMPUTER.to_string(),
            SeatSpec::Program(program) | SeatSpec::Once(program) => {
                own.clone().unwrap_or_else(|| program.to_string())
            }
            SeatSpec::Remote(_) => "remote".to_string(),
            SeatSpec::Guest(name) => name.clone(),
            spec => spec.to_string(),
        };
        self.specs.iter().zip(&self.own_names).zip(players).map(name).collect()
    }

    pub fn is_person(&self, player: Player) -> bool {
        self.specs[player.index()].is_person()
    }

    /// Returns whether an agent of ours sits there.
    pub fn is_agent(&self, player: Player) -> bool {
        matches!(self.specs[player.index()], SeatSpec::Agent { .. })
    }

    /// Returns whether somebody sits there who may have to wait before it thinks.
    pub(crate) fn may_wait(&self, player: Player) -> bool {
        self.make.is_some() && self.is_agent(player)
    }

    /// Returns whether an agent sits here that came over the network.
    pub fn any_guest(&self) -> bool {
        let is_guest = |(who, spec): (&Occupant, &SeatSpec)| {
            matches!((who, spec), (Occupant::Thinker(Some(_), _), SeatSpec::Guest(_)))
        };
        self.occupants.iter().zip(&self.specs).any(is_guest)
    }

    pub fn any_person(&self) -> bool {
        self.specs.iter().any(SeatSpec::is_person)
    }

    pub fn any_remote(&self) -> bool {
        !self.remotes.is_empty()
    }

    pub fn all_connected(&self) -> bool {
        let is_ready = |who: &Occupant| !matches!(who, Occupant::Thinker(_, false));
        self.remotes.iter().all(|remote| remote.connected) && self.occupants.iter().all(is_ready)
    }

    pub fn awaited(&self) -> Vec<String> {
        let started = self.occupants.iter().zip(&self.specs).filter(|(who, spec)| {
            matches!(who, Occupant::Thinker(_, false)) && !matches!(spec, SeatSpec::Guest(_))
        });
        let elsewhere = self.remotes.iter().filter_map(Remote::awaited);
        elsewhere.chain(started.map(|(_, spec)| spec.to_string())).collect()
    }

    pub fn awaited_guests(&self) -> Vec<(Player, String)> {
        let seats = Player::all(self.count()).zip(&self.occupants).zip(&self.specs);
        let awaited = |((player, who), spec): ((Player, &Occupant), &SeatSpec)| match (who, spec) {
            (Occupant::Thinker(None, _), SeatSpec::Guest(name)) => Some((player, name.clone())),
            _ => None,
        };
        seats.filter_map(awaited).collect()
    }

    pub(crate) fn seat_guest(
        &mut self,
        player: Player,
        contender: Box<dyn Contender>,
        table: &dyn Table,
    ) {
        if let SeatSpec::Guest(_) = self.specs[player.index()] {
            let thinker = Thinker::prepare(contender, player, table.copy(), self.post.clone());
            self.occupants[player.index()] = Occupant::Thinker(Some(thinker), false);
        }
    }

    /// Lets the agents go that came for this game; they are waited for again if it is not over.
    pub fn dismiss_guests(&mut self) {
        for (occupant, spec) in self.occupants.iter_mut().zip(&self.specs) {
            if let SeatSpec::Guest(_) = spec {
                *occupant = Occupant::Thinker(None, false);
            }
        }
    }

    pub fn awaited_at(&self, player: Player) -> Option<String> {
        let Occupant::Remote(number) = self.occupants[player.index()] else { return None };
        self.remotes[number].awaited()
    }

    pub(crate) fn hurry(&self) {
        for occupant in &self.occupants {
            if let Occupant::Thinker(Some(thinker), _) = occupant {
                thinker.hurry();
            }
        }
    }

    /// Tells everybody who thinks how the game ended.
    pub(crate) fn finish(&self, table: &dyn Table, told: &ToAgent) {
        for occupant in &self.occupants {
            if let Occupant::Thinker(Some(thinker), _) = occupant {
                thinker.finish(table.copy(), told.clone());
            }
        }
    }

    /// Returns who gives hints, a stranger to the game.
    #[allow(clippy::expect_used)]
    pub(crate) fn adviser(&mut self, table: &dyn Table) -> &mut Thinker {
        if self.adviser.is_none() {
            let agent = self.made(table, ADVISER, &Settings::defaults(OPTIONS));
            let agent = agent.expect("every game has a champion");
            self.adviser = Some(Thinker::new(agent, self.post.clone()));
        }
        self.adviser.as_mut().expect("it was made")
    }

    /// Tells every program a move, but the one it came from.
    pub(crate) fn tell(&self, text: &str, from: Option<usize>) {
        for (number, remote) in self.remotes.iter().enumerate() {
            if Some(number) != from {
                remote.connection.send(text);
            }
        }
    }

    pub(crate) fn ready(&mut self, player: Player, name: &str) {
        self.own_names[player.index()] = Some(name.to_string());
        if let Occupant::Thinker(Some(_), ready) = &mut self.occupants[player.index()] {
            *ready = true;
        }
    }

    /// Notes that somebody is there; whoever has connected says first what it plays.
    pub(crate) fn connected(&mut self, connection: usize, table: &dyn Table) {
        self.remotes[connection].connected = true;
        if matches!(self.remotes[connection].address, Address::Connect(_)) {
            self.tell_terms(connection, table);
        }
    }

    fn tell_terms(&mut self, connection: usize, table: &dyn Table) -> Terms {
        let terms = Terms::new(table, |player| self.is_behind(player, connection));
        let remote = &mut self.remotes[connection];
        if !std::mem::replace(&mut remote.has_agreed, true) {
            remote.connection.send(&terms.to_string());
        }
        terms
    }

    /// Takes what is said beside moves; returns how it differs from what is played here, if it does.
    pub(crate) fn agree(
        &mut self,
        connection: usize,
        text: &str,
        table: &dyn Table,
    ) -> Option<String> {
        self.remotes[connection].connection.taken();
        let ours = self.tell_terms(connection, table);
        match text.parse() {
            Ok(theirs) => ours.differ(&theirs, table.card().players),
            Err(why) => Some(why),
        }
    }

    /// Returns whether a connection leads to a server on which we play.
    pub(crate) fn is_server(&self, connection: usize) -> bool {
        matches!(self.remotes[connection].address, Address::Server(_))
    }

    fn is_behind(&self, player: Player, connection: usize) -> bool {
        matches!(self.occupants.get(player.index()), Some(Occupant::Remote(n)) if *n == connection)
    }

    pub(crate) fn taken(&self, connection: usize) {
        self.remotes[connection].connection.taken();
    }

    pub(crate) fn received(&mut self, connection: usize, text: String) {
        self.remotes[connection].inbox.push_back(text);
    }

    pub(crate) fn take_line(&mut self, player: Player) -> Option<(usize, String)> {
        let Occupant::Remote(number) = self.occupants[player.index()] else { return None };
        let remote = &mut self.remotes[number];
        let text = remote.inbox.pop_front()?;
        remote.connection.taken();
        Some((number, text))
    }

    pub(crate) fn first_of(&self, connection: usize) -> Player {
        let mut players = Player::all(self.count());
        players.find(|player| self.is_behind(*player, connection)).unwrap_or(Player(0))
    }
}

/// Says where we listen; "everywhere" is only told by the port.
fn listening(local: SocketAddr) -> String {
    match local.ip().is_unspecified() {
        true => format!("port {}", local.port()),
        false => format!("{local}"),
    }
}
