//! `manator bench`: a signature of how the agents search, and how fast.
//!
//! Fixed positions, fixed depth, one thread: the node total changes exactly when a search does.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::time::Instant;

use clap::Args;
use manator_core::Settings;
use manator_core::random::SplitMix;
use manator_engine::{catalog, options};
use manator_games::catalog::GAMES;
use manator_organise::random_walk;
use manator_search::Limits;

use crate::{Verdict, streams};

/// How many plies of random play lie before each position, game by game deep enough to differ.
const OPENINGS: [usize; 4] = [0, 6, 12, 18];

/// Count the nodes of fixed searches, as a signature of the agents
#[derive(Args)]
pub(crate) struct Bench {
    /// How many plies deep
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

impl Bench {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let mut out = streams::stdout();
        let mut total = 0;
        let begin = Instant::now();
        for entry in GAMES {
            let settings = Settings::defaults(options::OPTIONS);
            let mut nodes = 0;
            let game_begin = Instant::now();
            for plies in OPENINGS {
                let table = entry.open(Settings::defaults(entry.card().options))?;
                let table = random_walk(&*table, plies, &mut SplitMix::new(plies as u64));
                let mut agent = catalog::open(&*table, "champion", &settings)?;
                nodes += agent.think(&*table, &Limits::depth(self.depth), &mut |_| {})?.nodes;
            }
            let seconds = game_begin.elapsed().as_secs_f64();
            writeln!(out, "{:<12} {nodes}", entry.card().name)?;
            writeln!(
                streams::stderr(),
                "{:<12} {:.2} million nodes/s",
                entry.card().name,
                nodes as f64 / seconds / 1e6
            )?;
            total += nodes;
        }
        writeln!(out, "total        {total}")?;
        writeln!(streams::stderr(), "{:.2} s", begin.elapsed().as_secs_f64())?;
        Ok(Verdict::Yes)
    }
}
