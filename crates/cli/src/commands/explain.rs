//! `manator explain`: how an agent searches a position, move by move.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod outline;

use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Settings, Table};
use manator_engine::catalog;
use manator_engine::options::OPTIONS;
use manator_search::Limits;
use manator_state::explain::Explanation;

use crate::arguments::{Setup, pairs};
use crate::{Verdict, streams};

/// Who is explained when nobody says: of two players, and of three.
const AGENTS: [&str; 2] = ["alphabeta", "maxn"];

/// Show how an agent searches a position: what it looks at, what it leaves out, and why
#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    setup: Setup,
    /// Who searches: see `manator agents` [default: alphabeta, or maxn among three]
    #[arg(long)]
    agent: Option<String>,
    /// Another agent, to be compared with the first
    #[arg(long, value_name = "AGENT")]
    beside: Option<String>,
    /// How they judge positions: see `manator agents`
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// How many plies deep; Monte Carlo has no depth
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// How many positions at most; for Monte Carlo, how many playouts [default: 2000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many nodes of the tree are kept: the principal line, the moves beside it, then those nearest to the root
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    nodes_max: u32,
    /// An option of the agents; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Everything as one JSON object: see docs/explain.md
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.setup.open()?;
        if let Some(outcome) = table.outcome() {
            bail!(
                "there is nothing to search: the game is over, {}",
                table.describe_outcome(&outcome)
            );
        }
        let explanation = self.explain(&*table)?;
        let mut out = streams::stdout();
        match self.json {
            true => writeln!(out, "{}", serde_json::to_string(&explanation)?)?,
            false => outline::print(&mut out, &explanation)?,
        }
        Ok(Verdict::Yes)
    }

    fn explain(&self, table: &dyn Table) -> anyhow::Result<Explanation> {
        let eval = self.eval.as_deref().map(|eval| ("eval", eval));
        let settings = Settings::read(OPTIONS, eval.into_iter().chain(pairs(&self.set)?))?;
        let limits = Limits { nodes: self.nodes, ..Limits::depth(self.depth) };
        let plays = |agent: &&str| catalog::names(table.card().name).any(|name| name == *agent);
        let first = self.agent.as_deref().or(AGENTS.into_iter().find(plays));
        let names = first.into_iter().chain(self.beside.as_deref());
        let mut searches = Vec::new();
        for name in names {
            let mut agent = catalog::open(table, name, &settings)?;
            let explained = agent.explain(table, &limits, self.nodes_max as usize);
            searches.push((name.to_string(), explained.with_context(|| name.to_string())?));
        }
        Ok(Explanation::of(table, searches))
    }
}
