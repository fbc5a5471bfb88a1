//! Tournaments as the commands run them: kept from the first game on, told line by line.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) mod conditions;
mod lines;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use manator_organiser::store::Number;
use manator_organiser::{Conduct, Ending, Event, Live, Prepared, Programs, Store, Supply, Threads};

use crate::Verdict;
use crate::places;
use crate::records::Records;
use crate::stop::Stop;
use lines::Lines;

/// Where tournaments are kept.
#[derive(Args)]
pub(crate) struct Place {
    /// Keep tournaments in this file instead of the usual one
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl Place {
    /// Opens the store.
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        Store::open(&self.path()).context("the store of tournaments")
    }

    /// Returns where the store is.
    pub(crate) fn path(&self) -> PathBuf {
        self.store.clone().unwrap_or_else(places::tournaments)
    }

    /// Returns the words of a command line that name the same store.
    fn words(&self) -> String {
        match &self.store {
            Some(path) => format!(" --store {}", shown(&path.display().to_string())),
            None => String::new(),
        }
    }
}

/// How the games of a tournament are run.
#[derive(Args)]
pub(crate) struct Running {
    /// How many games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Add the records of all games to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// How a tournament went.
pub(crate) struct Outcome {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) live: Live,
    pub(crate) ending: Ending,
    /// The exit status of a program that a signal has ended, if one has.
    pub(crate) stopped: Option<u8>,
}

impl Outcome {
    /// Returns the exit status: no when somebody broke down or games could not be played.
    pub(crate) fn verdict(&self) -> Verdict {
        match (&self.ending, self.stopped) {
            (_, Some(status)) => Verdict::Stopped(status),
            (Ending::BrokeDown { .. } | Ending::SetAside(_), None) => Verdict::No,
            _ => Verdict::Yes,
        }
    }
}

impl Running {
    /// Keeps a new tournament, and plays it.
    pub(crate) fn begin(&self, event: Event) -> anyhow::Result<Outcome> {
        let prepared = Arc::new(Prepared::new(event)?);
        let mut store = self.place.open()?;
        let number = store.create(&prepared)?;
        self.play(store, number, prepared)
    }

    /// Plays on in a tournament that was kept.
    pub(crate) fn go_on(&self, number: Option<i64>) -> anyhow::Result<Outcome> {
        let store = self.place.open()?;
        let number = match number {
            Some(number) => Number(number),
            None => store.last(true)?.context("no tournament is waiting to go on")?,
        };
        let (_, event) = store.tournament(number)?;
        self.play(store, number, Arc::new(Prepared::new(event)?))
    }

    fn play(
        &self,
        mut store: Store,
        number: Number,
        prepared: Arc<Prepared>,
    ) -> anyhow::Result<Outcome> {
        let claim = store.claim(number)?;
        let stop = Stop::on_signal()?;
        let records = self.records.as_deref().map(Records::open).transpose()?;
        let place = self.place.words();
        writeln!(
            anstream::stderr(),
            "tournament {number}; if it is interrupted: manator resume {number}{place}"
        )?;
        let supply = |_| Box::new(Programs::new(prepared.clone())) as Box<dyn Supply>;
        let supplies = (0..self.concurrency).map(supply).collect();
        let mut pool = Threads::start(prepared.clone(), supplies, &[], None, &stop.flag);
        let mut lines = Lines::new(&prepared, records);
        let conduct = Conduct {
            store: &mut store,
            number,
            prepared: &prepared,
            pool: &mut pool,
            stop: stop.flag.clone(),
        };
        let (live, ending) = conduct.run(&mut lines)?;
        drop(pool);
        if matches!(ending, Ending::Over(_) | Ending::Decided) {
            claim.release();
        }
        lines.conclude(&live, &ending)?;
        Ok(Outcome { prepared, live, ending, stopped: stop.status() })
    }
}

/// Returns a word as a shell reads it.
fn shown(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%=".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
