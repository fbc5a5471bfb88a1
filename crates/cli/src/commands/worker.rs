//! `manator worker`: plays the games of tournaments that other machines organise.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use manator_organise::{Address, Said, Worker};
use manator_play::time::duration;

use crate::stop::Stop;
use crate::{Verdict, streams};

/// Play the games of tournaments that other machines organise: see docs/many-machines.md
///
/// Before it plays, a worker proves that its rules and agents are those of the organiser. Programs are looked
/// for from the folder it is started in.
#[derive(Args)]
pub(crate) struct WorkerCommand {
    /// The NATS server: nats://HOST:4222
    #[arg(long, value_name = "URL", env = "MANATOR_QUEUE", hide_env_values = true)]
    queue: Address,
    /// How many games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// What it is called in the results [default: the name of this machine]
    #[arg(long)]
    name: Option<String>,
    /// End after so long without a game to play, such as 10m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    idle: Option<Duration>,
}

impl WorkerCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let stop = Stop::on_signal()?;
        let (sender, said) = channel();
        let mut workers = Vec::new();
        for number in 1..=self.concurrency {
            let name = format!("{}-{number}", self.name());
            let worker = Worker::open(&self.queue, &name, &stop.flag, &sender)?;
            workers.push((name, worker));
        }
        drop(sender);
        let talk = |text: String| writeln!(streams::stderr(), "{text}");
        talk(format!("{} waits for games at {}", self.name(), self.queue))?;
        let threads: Vec<_> = workers
            .into_iter()
            .map(|(name, worker)| {
                let (idle, builder) = (self.idle, thread::Builder::new().name(name));
                builder.spawn(move || worker.run(idle)).context("a thread for a worker")
            })
            .collect::<anyhow::Result<_>>()?;
        for said in said {
            match said {
                Said::Plays(title) => talk(format!("plays in {title}"))?,
                Said::Refuses(why) => talk(format!("does not play in a tournament: {why}"))?,
                Said::Played { id, words } => {
                    writeln!(streams::stdout(), "Finished game {id}: {words}")?;
                }
                Said::Failed { id, why } => talk(format!("game {id} failed: {why}"))?,
                Said::Note(text) => talk(text)?,
            }
        }
        for thread in threads {
            // One that panicked has said so itself.
            let _ = thread.join();
        }
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }

    fn name(&self) -> String {
        let own = || rustix::system::uname().nodename().to_string_lossy().to_string();
        self.name.clone().unwrap_or_else(own)
    }
}
