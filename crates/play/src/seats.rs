//! The seats of a session, with whoever sits on them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;

use manator_core::{Player, Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{AgentError, catalog};

use crate::contender::{Builtin, Contender, Once, Ugi};
use crate::remote::Connection;
use crate::seat::{Address, SeatSpec};
use crate::session::Post;
use crate::thinker::Thinker;

pub const ADVISER: &str = "champion";

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("{found} seats were given: expected {expected}")]
    Seats { found: usize, expected: usize },
    #[error("{0}")]
    Agent(AgentError),
    #[error("{seat}: {error}")]
    Address { seat: String, error: io::Error },
}

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
}

impl Remote {
    /// Returns where it is awaited, unless it is there.
    fn awaited(&self) -> Option<String> {
        let place = match (&self.address, self.connection.local) {
            (Address::Listen(_), Some(local)) => listening(local),
            (Address::Listen(place) | Address::Connect(place), _) => place.clone(),
        };
        (!self.connected).then_some(place)
    }
}

pub struct Seats {
    pub specs: Vec<SeatSpec>,
    pub(crate) occupants: Vec<Occupant>,
    remotes: Vec<Remote>,
    adviser: Option<Thinker>,
    post: Post,
}

impl Seats {
    pub(crate) fn new(
        table: &dyn Table,
        specs: &[SeatSpec],
        post: Post,
    ) -> Result<Seats, SetupError> {
        let expected = table.card().players.len();
        if specs.len() != expected {
            return Err(SetupError::Seats { found: specs.len(), expected });
        }
        let (occupants, remotes) = (Vec::new(), Vec::new());
        let mut seats = Seats { specs: specs.to_vec(), occupants, remotes, adviser: None, post };
        for (player, spec) in Player::all(expected).zip(specs) {
            let post = seats.post.clone();
            let prepare = |contender| {
                let thinker = Thinker::prepare(contender, player, table.copy(), post);
                Occupant::Thinker(Some(thinker), false)
            };
            let occupant = match spec {
                SeatSpec::Person => Occupant::Person,
                SeatSpec::Agent { name, settings } => {
                    let agent = catalog::open(table, name, settings).map_err(SetupError::Agent)?;
                    let agent = Box::new(Builtin::new(name, agent));
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
        self.remotes.push(Remote { address, connection, connected: false, inbox: VecDeque::new() });
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
        let name = |(spec, player): (&SeatSpec, &&str)| match spec {
            SeatSpec::Person if people == 1 => "human".to_string(),
            SeatSpec::Person => (*player).to_string(),
            SeatSpec::Agent { .. } if agents == 1 && people == 1 => "computer".to_string(),
            SeatSpec::Program(program) | SeatSpec::Once(program) => program.to_string(),
            SeatSpec::Remote(_) => "remote".to_string(),
            SeatSpec::Guest(name) => name.clone(),
            spec => spec.to_string(),
        };
        self.specs.iter().zip(players).map(name).collect()
    }

    pub fn is_person(&self, player: Player) -> bool {
        self.specs[player.index()].is_person()
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

    /// Returns who gives hints, a stranger to the game.
    pub(crate) fn adviser(&mut self, table: &dyn Table) -> &mut Thinker {
        self.adviser.get_or_insert_with(|| {
            let settings = Settings::defaults(OPTIONS);
            let agent = catalog::open(table, ADVISER, &settings);
            let agent = agent.expect("every game has a champion");
            Thinker::new(Box::new(Builtin::new(ADVISER, agent)), self.post.clone())
        })
    }

    /// Tells every program a move, but the one it came from.
    pub(crate) fn tell(&self, text: &str, from: Option<usize>) {
        for (number, remote) in self.remotes.iter().enumerate() {
            if Some(number) != from {
                remote.connection.send(text);
            }
        }
    }

    pub(crate) fn ready(&mut self, player: Player) {
        if let Occupant::Thinker(Some(_), ready) = &mut self.occupants[player.index()] {
            *ready = true;
        }
    }

    pub(crate) fn connected(&mut self, connection: usize) {
        self.remotes[connection].connected = true;
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
        let behind =
            |occupant: &Occupant| matches!(occupant, Occupant::Remote(n) if *n == connection);
        let seat = self.occupants.iter().position(behind).unwrap_or_default();
        Player(seat as u8)
    }
}

/// Says where we listen; "everywhere" is only told by the port.
fn listening(local: SocketAddr) -> String {
    match local.ip().is_unspecified() {
        true => format!("port {}", local.port()),
        false => format!("{local}"),
    }
}
