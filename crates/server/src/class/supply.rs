//! Where the contenders of a class's games come from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::Player;
use manator_organise::{Prepared, Programs, Supply};
use manator_play::Contender;
use manator_play::contender::{Nobody, Ugi};
use manator_tournament::schedule::Pairing;

use super::register::{Register, Taken};
use crate::hall::Entrant;
use crate::places::Place;

/// Students from the register, and players of the house as in any tournament.
pub(super) struct Class {
    register: Arc<Register>,
    house: Programs,
    names: Vec<String>,
    students: usize,
    /// The places of the connections of those who play now, in seat order.
    places: Vec<Option<Place>>,
}

impl Class {
    pub(super) fn new(register: Arc<Register>, prepared: &Arc<Prepared>, students: usize) -> Class {
        let (house, names) = (Programs::new(prepared.clone()), prepared.names());
        Class { register, house, names, students, places: Vec::new() }
    }

    fn one(&mut self, pairing: &Pairing, seat: Player) -> (Box<dyn Contender>, Option<Place>) {
        let who = pairing.seats[seat.index()].0;
        if who >= self.students {
            return (self.house.one(pairing, seat), None);
        }
        let name = &self.names[who];
        match self.register.take(who) {
            Taken::Agent(entrant) => {
                let (contender, place) = entrant.into_parts();
                (contender, Some(place))
            }
            Taken::Program(program) => (Box::new(Ugi::program(program).named(name)), None),
            Taken::Nobody => (Box::new(Nobody::instead_of(name)), None),
        }
    }
}

impl Supply for Class {
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        let seats = Player::all(pairing.seats.len());
        let (contenders, places) = seats.map(|seat| self.one(pairing, seat)).unzip();
        self.places = places;
        contenders
    }

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>) {
        let places = std::mem::take(&mut self.places);
        for ((who, contender), place) in pairing.seats.iter().zip(contenders).zip(places) {
            match place {
                Some(place) => {
                    self.register.bring_back(who.0, Entrant::from_parts(contender, place))
                }
                None if who.0 >= self.students => self.house.keep(who.0, contender),
                None => {}
            }
        }
    }
}
