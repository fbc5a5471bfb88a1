//! A server among many agents and displays: everything that displays are told is compared with the records.
//!
//! All of it is in one process and over loopback. Agents and displays come by the same client code as always,
//! each on a thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agent;
mod findings;
mod latency;
mod ledger;
mod watcher;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Settings;
use manator_engine::options::OPTIONS;
use manator_games::catalog;
use manator_play::Terms;
use manator_play::client::ServerAddress;
use manator_server::{Earlier, Limits, Notice, Server, Setup, Tell, Tokens};
use tempfile::TempDir;

pub(crate) use findings::Findings;
use ledger::Ledger;
use watcher::Watcher;

/// What is played: games are short, so that many begin and end.
const GAME: &str = "joust";
/// How many play a game.
const PLAYERS: usize = 2;
/// More games than a table can play in any time measured here.
const RUNS: u32 = 2_000;
/// How often games are looked for that are over.
const WAIT_INTERVAL: Duration = Duration::from_millis(50);
/// How many times the memory is looked at.
const LOOKS: u32 = 4;

/// How much there is to do.
pub(crate) struct Plan {
    /// How many games are played at the same time.
    pub(crate) tables: usize,
    /// How many displays watch each.
    pub(crate) displays: usize,
    /// How long it goes on.
    pub(crate) time: Duration,
    /// How long each table waits after a move.
    pub(crate) delay: Duration,
}

impl Plan {
    /// Does it, and returns what there was to see.
    pub(crate) fn run(&self) -> Findings {
        let folder = TempDir::new().expect("a folder for the store");
        let server = self.server(&folder);
        let port = server.address().expect("an address").port();
        let place = ServerAddress { host: "127.0.0.1".into(), port };
        let ledger = Arc::new(Ledger::new(self.tables, self.displays));
        let stop = Arc::new(AtomicBool::new(false));
        let (begins, begun) = mpsc::channel();
        let tell: Tell = {
            let ledger = ledger.clone();
            Arc::new(move |notice: &Notice<'_>| {
                ledger.take(notice);
                if let Notice::Begins { number: 1, .. } = notice {
                    let _ = begins.send(());
                }
            })
        };
        let mut findings = Findings::default();
        thread::scope(|scope| {
            let serving = scope.spawn(|| server.run(&stop, tell).expect("the server runs"));
            for number in 0..self.tables * PLAYERS {
                // One after the other, so that the numbers tell who sits where.
                let client = agent::join(&place, number);
                scope.spawn(move || agent::play(client, number as u64));
            }
            let watchers: Vec<_> = (0..self.tables * self.displays)
                .map(|number| {
                    let watcher =
                        Watcher::new(&ledger, number / self.displays, number % self.displays);
                    let place = &place;
                    scope.spawn(move || watcher.watch(place))
                })
                .collect();
            begun.recv().expect("the games begin");
            let begin = Instant::now();
            for look in 1..=LOOKS {
                let end = begin + self.time * look / LOOKS;
                thread::sleep(end.saturating_duration_since(Instant::now()));
                findings.memory.extend(resident());
            }
            findings.time = begin.elapsed();
            // On a busy machine the first game may take longer than that.
            while !watchers.iter().any(|watcher| watcher.is_finished())
                && ledger.totals().0 < self.tables as u64
            {
                thread::sleep(WAIT_INTERVAL);
            }
            stop.store(true, Ordering::Relaxed);
            serving.join().expect("the server ends");
            for watcher in watchers {
                findings.add(watcher.join().expect("the display ends"));
            }
        });
        (findings.games, findings.moves, findings.faults) = ledger.totals();
        findings
    }

    fn server(&self, folder: &TempDir) -> Server {
        let entry = catalog::find(GAME).expect("a game");
        let table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
        let setup = Setup {
            table,
            agents: self.tables * PLAYERS,
            displays: self.tables * self.displays,
            runs: RUNS,
            tourney: false,
            concurrency: 1,
            sleep: Duration::ZERO,
            openings: Vec::new(),
            seed: Some(1),
            terms: Terms { delay: self.delay, ..Terms::default() },
            house: ("random".into(), Settings::defaults(OPTIONS)),
            tokens: Tokens::default(),
            // All come from one address here.
            limits: Limits { each_max: 2000, ..Limits::default() },
            names: Vec::new(),
            store: folder.path().join("tournaments.db"),
            earlier: Earlier::IsLeft,
        };
        let listener = Server::listen("127.0.0.1:0").expect("a port");
        Server::open(setup, listener).expect("a setup that makes sense")
    }
}

/// Returns how many KiB of memory this process has, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
