//! `manator worker`: plays the games of tournaments that other machines organise.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use manator_organise::{Address, Allowed, Said, Worker};
use manator_play::time::duration;
use manator_sandbox::Program;

use crate::organise::AccessArgs;
use crate::stop::Stop;
use crate::{Verdict, streams};

/// Play the games of tournaments that other machines organise: see docs/many-machines.md
///
/// Before it plays, a worker proves that its rules and agents are those of the organiser. It plays with agents of
/// manator only, and with the programs that --programs lists, which are looked for from the folder it is started in
/// and run in the sandbox.
#[derive(Args)]
pub(crate) struct WorkerCommand {
    /// The NATS server: nats://HOST:4222
    #[arg(
        long,
        value_name = "URL",
        env = "MANATOR_QUEUE",
        hide_env_values = true,
        required_unless_present = "hash"
    )]
    queue: Option<Address>,
    #[command(flatten)]
    access: AccessArgs,
    /// Run the programs that this file lists, as --hash prints them, one on a line
    #[arg(long, value_name = "FILE")]
    programs: Option<PathBuf>,
    /// Print the line that lists this program, as it is now, and end
    #[arg(long, value_name = "COMMAND")]
    hash: Option<Program>,
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
        if let Some(program) = &self.hash {
            writeln!(streams::stdout(), "{}", Allowed::line(program)?)?;
            return Ok(Verdict::Yes);
        }
        let queue = self.queue.as_ref().context("expected --queue")?;
        let (access, allowed) = (self.access.to(queue)?, self.allowed()?);
        let stop = Stop::on_signal()?;
        let (sender, said) = channel();
        let mut workers = Vec::new();
        for number in 1..=self.concurrency {
            let name = format!("{}-{number}", self.name());
            let worker = Worker::open(&access, &name, &allowed, &stop.flag, &sender)?;
            workers.push((name, worker));
        }
        drop(sender);
        let talk = |text: String| writeln!(streams::stderr(), "{text}");
        talk(format!("{} waits for games at {queue}", self.name()))?;
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

    fn allowed(&self) -> anyhow::Result<Allowed> {
        let Some(path) = &self.programs else { return Ok(Allowed::default()) };
        self.access.keep_from_programs(Path::new("."))?;
        let shown = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(shown)?;
        Allowed::read(&text).with_context(shown)
    }

    fn name(&self) -> String {
        let own = || rustix::system::uname().nodename().to_string_lossy().to_string();
        self.name.clone().unwrap_or_else(own)
    }
}
