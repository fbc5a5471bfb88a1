//! Tournaments as the program plays them, each game written to the disk before anybody hears of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use manator_organise::{
    Conduct, Ending, Entry, Event, Finished, Live, Observer, Openings, Prepared, Programs, Store,
    Supply, Threads,
};
use manator_tournament::schedule::Pairing;

use super::ours::{Seats, cpu_time};
use super::{Cost, PLIES, WHOLE, agent, games};

/// Plays a match of so many games, so many at the same time; everything is part of it, from the definition to
/// the last commit.
pub(crate) fn play(seats: Seats, games: usize, concurrency: usize) -> Cost {
    let moves = games::jetan().join(agent::BETWEEN);
    let folder = tempfile::tempdir().expect("a folder");
    let (begin, cpu) = (Instant::now(), cpu_time());
    let prepared = Arc::new(Prepared::new(event(seats, games, &moves)).expect("a tournament"));
    let mut store = Store::open(&folder.path().join("games.db")).expect("a store");
    let number = store.create(&prepared).expect("a place");
    let stop = Arc::new(AtomicBool::new(false));
    let supply = |_| Box::new(Programs::new(prepared.clone())) as Box<dyn Supply>;
    let supplies = (0..concurrency).map(supply).collect();
    let mut pool = Threads::start(prepared.clone(), supplies, &[], None, &stop);
    let (store, prepared, mut count) = (&mut store, &*prepared, Count::default());
    let conduct = Conduct { store, number, prepared, pool: &mut pool, stop };
    let (_, ending) = conduct.run(&mut count).expect("a tournament");
    drop(pool);
    assert!(matches!(ending, Ending::Over(_)), "{ending:?}");
    Cost { cpu: cpu_time() - cpu, wall: begin.elapsed(), plies: count.plies }
}

fn event(seats: Seats, games: usize, moves: &str) -> Event {
    let path = std::env::current_exe().expect("this program has a path");
    let agent = match seats {
        Seats::Builtin => "random".to_string(),
        Seats::Programs | Seats::Connections => {
            format!("program:{} {} {moves}", path.display(), agent::FLAG)
        }
    };
    Event {
        games: Some(games as u32),
        openings: Openings::Random(0),
        time: format!("{}s", WHOLE.as_secs()),
        steps: Some(PLIES as u32 / 2),
        ..Event::new("jetan", vec![Entry::of(&agent), Entry::of(&agent)])
    }
}

/// Counts the plies of games that nobody was at fault in.
#[derive(Default)]
struct Count {
    plies: usize,
}

impl Observer for Count {
    fn started(&mut self, _: &Live, _: &Pairing, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, _: &Live, _: &Pairing, game: &Finished) -> io::Result<()> {
        assert_eq!(game.offences, [], "nobody is at fault");
        self.plies += game.plies;
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        panic!("{text}")
    }
}
