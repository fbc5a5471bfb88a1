//! What `match`, `tournament` and `compare` take about the games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use manator_organise::{DrawSpec, Entry, Event, Openings, Prepared, ResignSpec, SprtSpec, Test};

use crate::arguments::{Confinement, Rules};
use crate::streams;

const JUDGING_INTERVAL: Duration = Duration::from_secs(3);

/// How games are played. What is not given is left as the file of a tournament, or the usual, has it.
#[derive(Args)]
pub(crate) struct Conditions {
    #[command(flatten)]
    rules: Rules,
    /// The time control: none, 10s/move, or 5m+3s for the whole game and each turn
    /// [default: none: programs are asked to answer within 1 s, and have lost after 60 s; agents of ours think for 1 s]
    #[arg(long, value_name = "CONTROL")]
    time: Option<String>,
    /// The time control of one player, by what it is or its number; may be repeated
    #[arg(long, value_name = "WHO=CONTROL")]
    time_of: Vec<String>,
    /// How many milliseconds after its time an answer still counts [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// How many plies deep everybody may look
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many nodes everybody may look at for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How many moves each player may make in a game; then it is a tie [default: 500]
    #[arg(long, value_name = "N")]
    steps: Option<u32>,
    /// A tie from MOVE on when all scores of COUNT moves in a row are within SCORE of nothing
    #[arg(long, value_name = "MOVE,COUNT,SCORE")]
    adjudicate_draw: Option<String>,
    /// A player has lost whose scores in COUNT moves in a row are SCORE or more below nothing
    #[arg(long, value_name = "COUNT,SCORE")]
    adjudicate_resign: Option<String>,
    /// Begin with N random moves, whatever comes of them; 0 for the start [default: balanced openings]
    #[arg(long, value_name = "N")]
    opening: Option<usize>,
    /// Of openings with N random moves, only those in which the champion, looking 4 plies ahead, sees nobody win nor far
    /// ahead; without --opening that is usual
    #[arg(long)]
    even: bool,
    /// Take openings from this book: on each line moves, or `position` and a position; see `manator openings`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening", "even"])]
    openings: Option<PathBuf>,
    /// Ignore illegal moves and ask again, instead of a default
    #[arg(long)]
    ask_again: bool,
    /// Ignore so many illegal moves in place of one move, and ask again; one more loses the game
    #[arg(long, value_name = "N")]
    retries: Option<u32>,
    /// Do not tell players over HTTP (api:NAME) which moves are legal
    #[arg(long)]
    withhold_legal: bool,
    /// What openings, order and chance are drawn from [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    confinement: Confinement,
}

impl Conditions {
    pub(crate) fn event(&self, game: &str, who: &[String]) -> anyhow::Result<Event> {
        let mut event = Event::new(game, who.iter().map(Entry::of).collect());
        event.directory = std::env::current_dir().ok();
        self.apply(&mut event)?;
        Ok(event)
    }

    pub(crate) fn apply(&self, event: &mut Event) -> anyhow::Result<()> {
        event.options.extend(self.rules.texts()?);
        match (&self.openings, self.opening) {
            (Some(path), _) => event.openings = Openings::Listed(read_openings(path)?),
            (None, Some(plies)) if self.even => event.openings = Openings::Balanced(plies),
            (None, Some(plies)) => event.openings = Openings::Random(plies),
            (None, None) if self.even => event.openings = Openings::default(),
            (None, None) => {}
        }
        event.time = self.time.clone().unwrap_or_else(|| event.time.clone());
        event.margin = self.margin.unwrap_or(event.margin);
        event.steps = self.steps.or(event.steps);
        if let Some(text) = &self.adjudicate_draw {
            event.draw = Some(read_draw(text)?);
        }
        if let Some(text) = &self.adjudicate_resign {
            event.resign = Some(read_resign(text)?);
        }
        event.depth = self.depth.or(event.depth);
        event.nodes = self.nodes.or(event.nodes);
        event.seed = self.seed.unwrap_or(event.seed);
        event.ask_again |= self.ask_again;
        event.retries = self.retries.or(event.retries);
        event.withhold_legal |= self.withhold_legal;
        event.sandbox = self.confinement.memory().or(event.sandbox);
        event.allow_agents |= self.confinement.allow_agents;
        event.may_read.extend_from_slice(&self.confinement.may_read);
        self.time_of.iter().try_for_each(|text| set_time(&mut event.players, text))
    }

    pub(crate) fn prepare(&self, event: Event) -> anyhow::Result<Prepared> {
        Ok(Prepared::with_callers(event.completed(), &mut judging_told())?)
    }

    pub(crate) fn announce(&self) -> std::io::Result<()> {
        self.confinement.announce().map(drop)
    }
}

/// Returns what says on standard error, now and then, how many openings are judged.
pub(crate) fn judging_told() -> impl FnMut(usize, usize) {
    let mut said = Instant::now();
    move |found, wanted| {
        if said.elapsed() >= JUDGING_INTERVAL {
            said = Instant::now();
            let _ = writeln!(streams::stderr(), "openings that are balanced: {found} of {wanted}");
        }
    }
}

fn set_time(players: &mut [Entry], text: &str) -> anyhow::Result<()> {
    let (who, control) = text
        .rsplit_once('=')
        .ok_or_else(|| anyhow!("--time-of: '{text}': expected WHO=CONTROL"))?;
    let is_called = |player: &Entry| player.name.as_deref() == Some(who) || player.agent == who;
    let numbered = who.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = players.iter().position(is_called).or(numbered);
    let Some(player) = found.and_then(|at| players.get_mut(at)) else {
        bail!("--time-of: '{who}': expected one of the players, or its number");
    };
    player.time = Some(control.into());
    Ok(())
}

/// Reads a book of openings: one a line, without empty lines and what follows a `#`.
pub(crate) fn read_openings(path: &Path) -> anyhow::Result<Vec<String>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_string).collect();
    if lines.is_empty() {
        bail!("{}: expected an opening on each line", path.display());
    }
    Ok(lines)
}

fn read_draw(text: &str) -> anyhow::Result<DrawSpec> {
    let read = || {
        let mut parts = text.split(',').map(str::trim);
        let (from, moves) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let score = parts.next()?.parse().ok()?;
        parts.next().is_none().then_some(DrawSpec { from, moves, score })
    };
    read().with_context(|| {
        format!("--adjudicate-draw: '{text}': expected MOVE,COUNT,SCORE such as 40,8,10")
    })
}

fn read_resign(text: &str) -> anyhow::Result<ResignSpec> {
    let read = || {
        let (moves, score) = text.split_once(',')?;
        let (moves, score) = (moves.trim().parse().ok()?, score.trim().parse().ok()?);
        Some(ResignSpec { moves, score, two_sided: false })
    };
    read().with_context(|| {
        format!("--adjudicate-resign: '{text}': expected COUNT,SCORE such as 3,600")
    })
}

pub(crate) fn read_sprt(text: &str) -> anyhow::Result<SprtSpec> {
    let expected = || format!("--sprt: '{text}': expected two numbers such as 0,5");
    let (lower, upper) = text.split_once(',').with_context(expected)?;
    let number = |text: &str| text.trim().parse::<f64>().with_context(expected);
    let (elo0, elo1) = (number(lower)?, number(upper)?);
    Ok(SprtSpec { elo0, elo1, alpha: 0.05, beta: 0.05, model: Test::Normalised })
}
