//! What programs are called that nobody has named.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_play::SeatSpec;
use manator_play::contender::Ugi;

use crate::event::Entry;
use crate::pool::Participant;
use crate::prepared::Prepared;

impl Prepared {
    /// Calls every program that nobody has named what it calls itself. Several programs of one name are told apart
    /// by their words, and by numbers where these are the same, too. Each is started for that; what cannot be
    /// started keeps its words, and its first game says why.
    pub fn introduce(&mut self) {
        let own_name = |one: &Participant| match &one.spec {
            SeatSpec::Program(program) => {
                let mut ugi = Ugi::program(program.clone());
                ugi.introduce().ok()?;
                ugi.own_name().map(str::to_string)
            }
            _ => None,
        };
        let is_named = |entry: &Entry| entry.name.is_some();
        let entries = self.event.players.iter().zip(&self.participants);
        let own: Vec<_> =
            entries.map(|(entry, one)| (!is_named(entry)).then(|| own_name(one))?).collect();
        let specs = self.specs();
        for (index, name) in own.iter().enumerate() {
            let Some(name) = name else { continue };
            let same = own.iter().zip(&specs).filter(|(other, _)| other.as_ref() == Some(name));
            if same.map(|(_, spec)| spec).any(|spec| *spec != specs[index]) {
                continue;
            }
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let mut free = std::iter::once(name.clone()).chain(numbered);
            let is_taken = |name: &String| self.participants.iter().any(|one| one.name == *name);
            let Some(name) = free.find(|name| !is_taken(name)) else { continue };
            self.participants[index].name.clone_from(&name);
            self.event.players[index].name = Some(name);
        }
    }
}
