//! `manator match`: agents play each other, and how strong they are comes out.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod players;
mod scores;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use manator_core::Table;
use manator_core::random::{SplitMix, mix};
use manator_host::{Allowance, Contender, Report, SeatSpec, Terms, TimeControl, referee};
use manator_tournament::Entrant;
use manator_tournament::schedule::{Format, Pairing, Plan, seatings};

use crate::Verdict;
use crate::arguments::{Confinement, Rules, find_game, levels};
use crate::records::Records;
use crate::stop::Stop;
use players::{Bench, Player};
use scores::Scores;

/// Let agents play each other, and say how strong they are, with error bars
///
/// Every opening is played from all seats: two games for two players, six for three. With the same seed the
/// same games are played.
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Match {
    /// The game: see `manator games`
    game: String,
    /// Who plays: agents such as champion or alphabeta:depth=4, programs such as ./my_agent
    #[arg(required = true, num_args = 2.., value_name = "WHO")]
    who: Vec<SeatSpec>,
    #[command(flatten)]
    rules: Rules,
    /// How many games each group plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// The time control: none, 10s/move, or 5m+3s for the whole game and each turn
    #[arg(long, value_name = "CONTROL", default_value = "none")]
    time: TimeControl,
    /// How many milliseconds after its time an answer still counts
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,
    /// How many plies deep everybody may look
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many nodes everybody may look at for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How many moves each player may make in a game; then it is a tie
    #[arg(long, value_name = "N", default_value_t = 500)]
    steps: u32,
    /// How many random moves an opening has
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: usize,
    /// How many games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// What openings, order and chance are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop when it is proven that the first is at least ELO1 better than the second, or at most ELO0
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Add the records of all games to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    confinement: Confinement,
}

/// What a worker tells.
enum News {
    /// A game has begun.
    Started(usize, Pairing),
    /// A game is over, or was not finished.
    Finished(usize, Pairing, Box<Report>),
}

/// What all workers share.
struct Work<'a> {
    table: &'a dyn Table,
    openings: &'a [Box<dyn Table>],
    players: &'a [Player],
    terms: &'a Terms,
    seed: u64,
    waiting: Mutex<VecDeque<(usize, Pairing)>>,
    stop: Arc<AtomicBool>,
}

impl Match {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let seats = table.card().players.len();
        let sandbox = self.confinement.announce()?;
        let players = players::read(&*table, &self.who, sandbox.as_ref())?;
        if players.len() < seats {
            bail!("{} players: {} needs at least {seats}", players.len(), table.card().name);
        }
        let per_unit = seatings(&(0..seats).map(Entrant).collect::<Vec<_>>()).len();
        let plan = Plan {
            entrants: players.len(),
            seats,
            format: Format::RoundRobin,
            fold: self.games,
            openings: (self.games as usize).div_ceil(per_unit).min(OPENINGS_MAX),
            seed: self.seed,
        };
        let openings = self.openings(&*table, plan.openings);
        let pairings = plan.pairings()?;
        let mut scores = Scores::new(&players, seats, pairings.len(), self.sprt.as_deref())?;
        let terms = Terms {
            allowance: Allowance { control: self.time, depth: self.depth, nodes: self.nodes },
            margin: Duration::from_millis(self.margin),
            steps: Some(self.steps),
            ..Terms::default()
        };
        let stop = Stop::on_signal()?;
        let work = Work {
            table: &*table,
            openings: &openings,
            players: &players,
            terms: &terms,
            seed: self.seed,
            waiting: Mutex::new((1..).zip(pairings).collect()),
            stop: stop.flag.clone(),
        };
        self.play(&work, &mut scores)?;
        scores.conclude()?;
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }

    /// Plays all games and counts them as they end.
    fn play(&self, work: &Work<'_>, scores: &mut Scores) -> anyhow::Result<()> {
        let mut records = self.records.as_deref().map(Records::open).transpose()?;
        let (sender, news) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let sender = sender.clone();
                scope.spawn(move || work.run(&sender));
            }
            drop(sender);
            for news in news {
                let (number, pairing, report) = match news {
                    News::Started(number, pairing) => {
                        scores.start(number, &pairing)?;
                        continue;
                    }
                    News::Finished(number, pairing, report) => (number, pairing, report),
                };
                // Whoever reads the records finds every game that was announced.
                if let (Some(records), Some(_)) = (&mut records, &report.verdict) {
                    records.add(&report.record)?;
                }
                if scores.count(number, &pairing, &report)? {
                    work.stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        })
    }

    /// Returns openings of random legal moves that decide nothing.
    fn openings(&self, table: &dyn Table, count: usize) -> Vec<Box<dyn Table>> {
        let one = |number: u64| {
            let mut random = SplitMix::new(mix(self.seed) ^ mix(number));
            for _ in 0..ATTEMPTS_MAX {
                let mut opening = table.copy();
                for _ in 0..self.opening {
                    let legal = opening.legal();
                    if legal.is_empty() {
                        break;
                    }
                    let mv = &legal[random.below(legal.len() as u64) as usize];
                    opening.play(mv).expect("a legal move");
                }
                // A proposal that waits for its answer is no place to begin.
                if opening.outcome().is_none() && opening.begins_turn() {
                    return opening;
                }
            }
            table.copy()
        };
        (0..count as u64).map(one).collect()
    }
}

/// The most openings that are made; then they are used again.
const OPENINGS_MAX: usize = 10_000;
/// How often an opening is tried before the game begins at its start.
const ATTEMPTS_MAX: usize = 100;

impl Work<'_> {
    /// Plays games until none is left.
    fn run(&self, tell: &Sender<News>) {
        let mut bench = Bench::new(self.table, self.players, self.seed);
        while let Some((number, pairing)) = self.next() {
            // Nobody listens any more only when something went wrong there.
            if tell.send(News::Started(number, pairing.clone())).is_err() {
                return;
            }
            let opening = pairing.opening.map_or(self.table, |opening| &*self.openings[opening.0]);
            let mut sides = bench.take(&pairing);
            let mut contenders: Vec<&mut dyn Contender> =
                sides.iter_mut().map(|side| &mut **side as &mut dyn Contender).collect();
            let mut report =
                referee(opening.copy(), &mut contenders, self.terms, &self.stop, &mut |_, _| {});
            for (seat, who) in self.table.card().players.iter().zip(&pairing.seats) {
                report.record.set_player(seat, &self.players[who.0].name);
            }
            report.record.tags.push(("Round".into(), pairing.id.to_string()));
            bench.put_back(&pairing, sides);
            if tell.send(News::Finished(number, pairing, Box::new(report))).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<(usize, Pairing)> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
