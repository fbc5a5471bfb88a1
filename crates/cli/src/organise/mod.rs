//! Tournaments as the commands run them: kept from the first game on, told line by line.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod access;
mod callers;
pub(crate) mod conditions;
pub(crate) mod foreign;
mod output;

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use manator_organise::store::Number;
use manator_organise::{
    Address, Conduct, Ending, Gallery, Listener, Live, Pool, Prepared, Programs, QueuePool, Store,
    Supply, Threads,
};
use manator_play::time::duration;
use manator_play::transcript::Transcript;
use manator_server::HttpPlayers;

use crate::stop::Stop;
use crate::{Verdict, places, streams};
use output::{Manner, Output, Progress};

pub(crate) use access::AccessArgs;
pub(crate) use conditions::judging_told;
pub(crate) use output::summary;

/// Where tournaments are kept.
#[derive(Args)]
pub(crate) struct StoreArgs {
    /// Keep tournaments in this file instead of the usual one
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl StoreArgs {
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        Store::open(&self.path()).context("the store of tournaments")
    }

    /// Opens it to read it, also where nothing can be written.
    pub(crate) fn read(&self) -> anyhow::Result<Store> {
        Store::read(&self.path()).context("the store of tournaments")
    }

    /// Opens it as it is.
    pub(crate) fn look(&self) -> anyhow::Result<Store> {
        Store::look(&self.path()).context("the store of tournaments")
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.store.clone().unwrap_or_else(places::tournaments)
    }

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
    /// Let workers on other machines play, through this NATS server: see docs/many-machines.md
    #[arg(
        long,
        value_name = "URL",
        env = "MANATOR_QUEUE",
        hide_env_values = true,
        conflicts_with = "concurrency"
    )]
    queue: Option<Address>,
    /// The port of this machine at which players over HTTP (api:NAME) are awaited; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    api_port: u16,
    #[command(flatten)]
    access: AccessArgs,
    /// How long a worker may give no sign of life before another one plays its game
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    lease: Duration,
    /// Add the records of all games to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Whether what is in that file is replaced.
    #[arg(skip)]
    new_records: bool,
    /// Add all that players and referee say to this file, with times
    #[arg(long, value_name = "FILE", conflicts_with = "queue")]
    log: Option<PathBuf>,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    place: StoreArgs,
}

pub(crate) struct Outcome {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) live: Live,
    pub(crate) ending: Ending,
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
    pub(crate) fn begin(&self, mut prepared: Prepared) -> anyhow::Result<Outcome> {
        if self.queue.is_none() {
            prepared.introduce();
        }
        let prepared = Arc::new(prepared);
        let mut store = self.place.open()?;
        let number = store.create(&prepared)?;
        self.play(store, number, prepared)
    }

    pub(crate) fn go_on(&self, number: Option<i64>) -> anyhow::Result<Outcome> {
        let store = self.place.open()?;
        let number = match number {
            Some(number) => Number(number),
            None => store.last(true)?.context("no tournament is waiting to go on")?,
        };
        let (_, event) = store.tournament(number)?;
        self.play(store, number, Arc::new(Prepared::with_callers(event, &mut |_, _| {})?))
    }

    fn threads(
        &self,
        prepared: &Arc<Prepared>,
        transcript: Option<&Transcript>,
        callers: Option<&HttpPlayers>,
        stop: &Stop,
    ) -> Threads {
        let supply = |thread| {
            let programs = Programs::new(prepared.clone()).noted_in(transcript.cloned(), thread);
            match callers {
                Some(callers) => callers.supply(programs),
                None => Box::new(programs) as Box<dyn Supply>,
            }
        };
        let supplies = (0..usize::from(self.concurrency)).map(supply).collect();
        let listener = |transcript: &Transcript| {
            Arc::new(Listener { transcript: transcript.clone(), names: prepared.names() })
                as Gallery
        };
        let watch = transcript.map(listener).into_iter().chain(callers.map(HttpPlayers::gallery));
        let gallery = Some(Arc::new(watch.collect::<Vec<_>>()) as Gallery);
        Threads::start(prepared.clone(), supplies, &prepared.callers(), gallery, &stop.flag)
    }

    fn play(
        &self,
        mut store: Store,
        number: Number,
        prepared: Arc<Prepared>,
    ) -> anyhow::Result<Outcome> {
        let claim = store.claim(number)?;
        let stop = Stop::on_signal()?;
        if let Some(path) = self.records.as_ref().filter(|_| self.new_records) {
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let records = self.records.as_deref().map(Records::open).transpose()?;
        let transcript = self.log.as_deref().map(open_log).transpose()?;
        let place = self.place.words();
        writeln!(
            streams::stderr(),
            "tournament {number}; if it is interrupted: manator resume {number}{place}"
        )?;
        let mut output = Output::new(&prepared, records, self.manner);
        let mut queue = match &self.queue {
            Some(address) => {
                let key = store.tournament(number)?.0.key;
                Some(QueuePool::open(&self.access.to(address)?, &key, &prepared, self.lease)?)
            }
            None => None,
        };
        let callers = callers::open(&prepared, self.api_port, &stop)?;
        let mut threads = None;
        let pool: &mut dyn Pool = match &mut queue {
            Some(_) if callers.is_some() => bail!("--queue: players over HTTP come to one machine"),
            Some(queue) => queue,
            None => threads.insert(self.threads(
                &prepared,
                transcript.as_ref(),
                callers.as_ref(),
                &stop,
            )),
        };
        let mut progress = Progress::new(&prepared, &mut output);
        let flag = stop.flag.clone();
        let conduct = Conduct { store: &mut store, number, prepared: &prepared, pool, stop: flag };
        let done = conduct.run(&mut progress);
        if let Some(callers) = callers {
            callers.close();
        }
        progress.bar.finish_and_clear();
        let (live, ending) = done?;
        drop(threads);
        if matches!(ending, Ending::Over(_) | Ending::Decided) {
            queue.map(QueuePool::close).transpose()?;
            claim.release();
        }
        output.conclude(&live, &ending)?;
        if let (Some(path), Some(error)) = (&self.log, transcript.and_then(|log| log.failed())) {
            return Err(error).with_context(|| format!("cannot write {}", path.display()));
        }
        Ok(Outcome { prepared, live, ending, stopped: stop.status() })
    }
}

fn open_log(path: &Path) -> anyhow::Result<Transcript> {
    Transcript::open(path).with_context(|| format!("cannot open {}", path.display()))
}

fn shown(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%=".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

pub(crate) struct Records(File);

impl Records {
    pub(crate) fn open(path: &Path) -> anyhow::Result<Records> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Records(file.with_context(|| format!("cannot open {}", path.display()))?))
    }

    /// Adds a record as one piece, so that none is ever torn apart by another.
    pub(crate) fn add(&mut self, record: impl Display) -> io::Result<()> {
        self.0.write_all(format!("{record}\n").as_bytes())?;
        self.0.flush()
    }
}
