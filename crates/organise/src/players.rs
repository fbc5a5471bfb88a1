//! Who plays, and where the contenders of a game come from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::Player;
use manator_core::random::mix;
use manator_engine::catalog;
use manator_engine::options::seeded;
use manator_play::contender::{Builtin, Once, Ugi};
use manator_play::{Allowance, Contender, SeatSpec};
use manator_tournament::schedule::Pairing;

use crate::prepared::Prepared;

pub(crate) struct Participant {
    pub(crate) name: String,
    pub(crate) spec: SeatSpec,
    /// What it is told before each game, where it is a program.
    pub(crate) set: Vec<(String, String)>,
    /// What it may use, where that is not what everybody may.
    pub(crate) allowance: Option<Allowance>,
    pub(crate) restart: bool,
}

/// Where one player of a pool gets the contenders of its games from.
pub trait Supply: Send {
    /// Returns the contenders of a game, in seat order. It may wait for them until everything is to stop.
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>>;

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>);
}

/// Agents of ours, made anew for each game, and programs, started when they are first needed.
pub struct Programs {
    prepared: Arc<Prepared>,
    waiting: Vec<Option<Box<dyn Contender>>>,
}

impl Programs {
    pub fn new(prepared: Arc<Prepared>) -> Programs {
        let waiting = prepared.participants.iter().map(|_| None).collect();
        Programs { prepared, waiting }
    }

    pub fn one(&mut self, pairing: &Pairing, seat: Player) -> Box<dyn Contender> {
        let who = pairing.seats[seat.index()].0;
        let Participant { name, spec, set, .. } = &self.prepared.participants[who];
        match spec {
            // An agent of ours is made anew for each game: its chance is the game's and not the worker's.
            SeatSpec::Agent { name: agent, settings } => {
                let unit =
                    u64::from(pairing.id.unit.round) << 32 | u64::from(pairing.id.unit.number);
                let place = (who as u64) << 8 | seat.index() as u64;
                let chance = mix(self.prepared.event.seed ^ mix(unit) ^ mix(place));
                let settings = seeded(settings, chance);
                let agent = catalog::open(&*self.prepared.table, agent, &settings);
                Box::new(Builtin::new(name, agent.expect("the agent was opened before")))
            }
            SeatSpec::Once(program) => Box::new(Once::new(program.clone()).named(name)),
            SeatSpec::Program(program) => self.waiting[who].take().unwrap_or_else(|| {
                Box::new(Ugi::program(program.clone()).named(name).with_settings(set.clone()))
            }),
            SeatSpec::Person | SeatSpec::Remote(_) | SeatSpec::Guest(_) => {
                unreachable!("only agents and programs play")
            }
        }
    }

    pub fn keep(&mut self, who: usize, contender: Box<dyn Contender>) {
        let Participant { spec, restart, .. } = &self.prepared.participants[who];
        if matches!(spec, SeatSpec::Program(_)) && !restart {
            self.waiting[who] = Some(contender);
        }
    }
}

impl Supply for Programs {
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        Player::all(pairing.seats.len()).map(|seat| self.one(pairing, seat)).collect()
    }

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>) {
        for (who, contender) in pairing.seats.iter().zip(contenders) {
            self.keep(who.0, contender);
        }
    }
}
