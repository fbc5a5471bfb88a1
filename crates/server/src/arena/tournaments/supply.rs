//! The agents of a tournament's games, which have their memory from the arena's budget.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::Ordering;

use manator_organise::{Prepared, Programs, Supply};
use manator_play::Contender;
use manator_tournament::schedule::Pairing;

use super::run::Run;
use crate::arena::budget::{Budget, Reserved};
use crate::lock;

/// Agents of one game at a time: they are made when there is memory for all of them, and it is free after the game.
pub(super) struct Rationed {
    programs: Programs,
    prepared: Arc<Prepared>,
    budget: Arc<Budget>,
    run: Arc<Run>,
    reserved: Option<Reserved>,
}

impl Rationed {
    pub(super) fn new(prepared: &Arc<Prepared>, budget: &Arc<Budget>, run: &Arc<Run>) -> Rationed {
        Rationed {
            programs: Programs::new(prepared.clone()),
            prepared: prepared.clone(),
            budget: budget.clone(),
            run: run.clone(),
            reserved: None,
        }
    }
}

impl Supply for Rationed {
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        let agents = pairing.seats.iter().filter_map(|who| self.prepared.agent(*who));
        let is_stopped = || self.run.stop.load(Ordering::SeqCst);
        let hear = &mut |text: String| {
            lock(&self.run.notes).push(format!("game {} is {text}", pairing.id));
        };
        self.reserved = self.budget.reserve(agents, &is_stopped, hear);
        match &self.reserved {
            Some(_) => self.programs.take(pairing),
            // Then nobody plays.
            None => Vec::new(),
        }
    }

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>) {
        self.programs.give_back(pairing, contenders);
        self.reserved = None;
    }
}
