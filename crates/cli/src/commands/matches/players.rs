//! Who plays in a match, and their seats at each worker.
// SPDX-License-Identifier: MIT OR Apache-2.0

use anyhow::bail;
use manator_core::Table;
use manator_core::random::mix;
use manator_engine::catalog;
use manator_engine::options::seeded;
use manator_host::contender::{Builtin, Once, Ugi};
use manator_host::process::Sandbox;
use manator_host::{Contender, SeatSpec};
use manator_tournament::schedule::Pairing;

/// Somebody who plays.
pub(super) struct Player {
    /// What it is called, and nobody else.
    pub(super) name: String,
    spec: SeatSpec,
}

/// Reads who plays; everybody gets a name of its own.
pub(super) fn read(
    table: &dyn Table,
    specs: &[SeatSpec],
    sandbox: Option<&Sandbox>,
) -> anyhow::Result<Vec<Player>> {
    let mut players: Vec<Player> = Vec::new();
    for spec in specs {
        let mut spec = spec.clone();
        if let Some(sandbox) = sandbox {
            spec.confine(sandbox);
        }
        let title = match &spec {
            SeatSpec::Agent { name, settings } => {
                catalog::open(table, name, settings)?;
                spec.to_string()
            }
            SeatSpec::Program(program) | SeatSpec::Once(program) => program.to_string(),
            other => bail!("'{other}': expected an agent or a program"),
        };
        let is_taken = |name: &str| players.iter().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{title} ({number})"));
        let mut names = std::iter::once(title.clone()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        players.push(Player { name, spec });
    }
    Ok(players)
}

/// The contenders of one worker, each begun when it is first needed.
pub(super) struct Bench<'a> {
    table: &'a dyn Table,
    players: &'a [Player],
    seed: u64,
    waiting: Vec<Option<Box<dyn Contender>>>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(table: &'a dyn Table, players: &'a [Player], seed: u64) -> Bench<'a> {
        let waiting = players.iter().map(|_| None).collect();
        Bench { table, players, seed, waiting }
    }

    /// Takes the players of a game, in seat order.
    pub(super) fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        let seats = pairing.seats.iter().enumerate();
        seats.map(|(seat, who)| self.one(who.0, seat, pairing)).collect()
    }

    fn one(&mut self, who: usize, seat: usize, pairing: &Pairing) -> Box<dyn Contender> {
        let Player { name, spec } = &self.players[who];
        match spec {
            // An agent of ours is made anew for each game: its chance is the game's and not the worker's.
            SeatSpec::Agent { name: agent, settings } => {
                let unit =
                    u64::from(pairing.id.unit.round) << 32 | u64::from(pairing.id.unit.number);
                let chance = mix(self.seed ^ mix(unit) ^ mix((who as u64) << 8 | seat as u64));
                let settings = seeded(settings, chance);
                let agent = catalog::open(self.table, agent, &settings);
                Box::new(Builtin::new(name, agent.expect("the agent was opened before")))
            }
            SeatSpec::Once(program) => Box::new(Once::new(program.clone()).named(name)),
            SeatSpec::Program(program) => self.waiting[who]
                .take()
                .unwrap_or_else(|| Box::new(Ugi::program(program.clone()).named(name))),
            SeatSpec::Person | SeatSpec::Remote(_) => unreachable!("only agents and programs play"),
        }
    }

    /// Keeps programs for the next game.
    pub(super) fn put_back(&mut self, pairing: &Pairing, sides: Vec<Box<dyn Contender>>) {
        for (who, side) in pairing.seats.iter().zip(sides) {
            if let SeatSpec::Program(_) = self.players[who.0].spec {
                self.waiting[who.0] = Some(side);
            }
        }
    }
}
