//! A guest in a game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::Table;
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::{Contender, Fault};

use super::{Connected, GuestId, Registry};

/// A guest in a game. It goes back to the registry when this is dropped.
pub(super) struct Lent {
    registry: Arc<Registry>,
    guest: GuestId,
    /// There until this is dropped.
    connected: Option<Connected>,
}

impl Lent {
    pub(super) fn new(registry: Arc<Registry>, guest: GuestId, connected: Connected) -> Lent {
        Lent { registry, guest, connected: Some(connected) }
    }

    fn contender(&mut self) -> Result<&mut dyn Contender, Fault> {
        match &mut self.connected {
            Some(connected) => Ok(&mut *connected.contender),
            None => Err(Fault::Absent),
        }
    }
}

impl Contender for Lent {
    fn name(&self) -> String {
        self.connected.as_ref().map(|one| one.contender.name()).unwrap_or_default()
    }

    fn begin(&mut self, table: &dyn Table) -> Result<(), Fault> {
        self.contender()?.begin(table)
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        self.contender()?.choose(ask, hear)
    }

    fn finish(&mut self, table: &dyn Table) {
        if let Ok(contender) = self.contender() {
            contender.finish(table);
        }
    }

    fn is_there(&mut self) -> bool {
        self.contender().is_ok_and(Contender::is_there)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(connected) = self.connected.take() {
            self.registry.take_back(self.guest, connected);
        }
    }
}
