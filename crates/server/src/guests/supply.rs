//! Where the contenders of games with guests come from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_organise::{Prepared, Programs, Supply};
use manator_play::Contender;
use manator_tournament::schedule::Pairing;

use super::{GuestId, Registry};

/// How often a pause between games checks whether everything is to stop.
const STOP_INTERVAL: Duration = Duration::from_millis(20);

/// Guests from the registry, and players of the house as in any tournament.
pub(crate) struct GuestSupply {
    registry: Arc<Registry>,
    /// Which guest an entrant is; nothing for one of the house.
    guests: Arc<[Option<GuestId>]>,
    house: Programs,
    absence_max: Duration,
    sleep: Duration,
    has_played: bool,
}

impl GuestSupply {
    pub(crate) fn for_tables(
        tables: usize,
        registry: &Arc<Registry>,
        guests: Vec<Option<GuestId>>,
        prepared: &Arc<Prepared>,
        (absence_max, sleep): (Duration, Duration),
    ) -> Vec<Box<dyn Supply>> {
        let guests: Arc<[Option<GuestId>]> = guests.into();
        let one = |_| {
            Box::new(GuestSupply {
                registry: registry.clone(),
                guests: guests.clone(),
                house: Programs::new(prepared.clone()),
                absence_max,
                sleep,
                has_played: false,
            }) as Box<dyn Supply>
        };
        (0..tables).map(one).collect()
    }

    fn pause(&self) {
        let end = Instant::now() + self.sleep;
        while !self.registry.is_stopped() && Instant::now() < end {
            thread::sleep(STOP_INTERVAL.min(end.saturating_duration_since(Instant::now())));
        }
    }

    fn guest(&self, entrant: usize) -> Option<GuestId> {
        self.guests.get(entrant).copied().flatten()
    }
}

impl Supply for GuestSupply {
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        if std::mem::replace(&mut self.has_played, true) {
            self.pause();
        }
        let one = |seat: Player| match self.guest(pairing.seats[seat.index()].0) {
            Some(guest) => self.registry.lend(guest, self.absence_max),
            None => self.house.one(pairing, seat),
        };
        Player::all(pairing.seats.len()).map(one).collect()
    }

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>) {
        for (who, contender) in pairing.seats.iter().zip(contenders) {
            // A guest goes back by itself.
            if self.guest(who.0).is_none() {
                self.house.keep(who.0, contender);
            }
        }
    }
}
