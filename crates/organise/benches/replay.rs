//! Measures what playing the results of workers again adds to a game alone, and to a tournament through a queue with
//! one worker, for which a `nats-server` is started.
//!
//! It is compared with workers that are believed, which therefore write the record themselves. The best
//! of a few rounds counts, in which both are run one after the other. Everything is CPU time, so that others who use the machine matter little; that of a tournament is the organiser's,
//! the worker's and the server's. Results are replayed only where they come through a queue.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use manator_organise::{
    Access, Address, Allowed, Claim, Entry, Event, Finished, LEASE_DEFAULT, News, Pool, Prepared,
    Programs, QueuePool, Supply, Threads, Worker, verify,
};
use manator_tournament::schedule::Pairing;
use rustix::param::clock_ticks_per_second;
use rustix::time::{ClockId, clock_gettime};

/// Who plays what, and how many games.
const CASES: [(&str, &str, u32); 13] = [
    ("random", "jetan", 100),
    ("random", "threechess", 102),
    ("random", "joust", 400),
    ("random", "kings-court", 200),
    ("random", "refusal", 200),
    ("greedy", "jetan", 100),
    ("greedy", "threechess", 102),
    ("greedy", "joust", 400),
    ("greedy", "refusal", 200),
    ("alphabeta:depth=2", "jetan", 4),
    ("alphabeta:depth=2", "kings-court", 200),
    ("alphabeta:depth=4", "joust", 200),
    ("alphabeta:depth=4", "refusal", 40),
];

const ROUNDS: usize = 5;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    println!(
        "| players | game | replaying ms/game | added ms/game | added to the game alone | added to a tournament through a queue |"
    );
    println!("|---|---|---:|---:|---:|---:|");
    for (agent, game, count) in CASES {
        measure(&server, agent, game, count);
    }
}

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("its number").port();
        drop(listener);
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let server = Server { child: child.expect("nats-server"), port };
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
        server
    }

    /// Returns the CPU time that it has used, to a hundredth of a second.
    fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.expect("a process");
        let fields = stat.rsplit(')').next().expect("fields").split_whitespace();
        let ticks: u64 =
            fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("ticks")).sum();
        Duration::from_secs_f64(ticks as f64 / clock_ticks_per_second() as f64)
    }

    fn access(&self) -> Access {
        let address: Address = format!("127.0.0.1:{}", self.port).parse().expect("an address");
        Access::from(address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn measure(server: &Server, agent: &str, game: &str, count: u32) {
    let players = vec![Entry::of(agent); if game == "threechess" { 3 } else { 2 }];
    let event = Event { games: Some(count), ..Event::new(game, players) };
    let prepared = Arc::new(Prepared::new(event).expect("a tournament"));
    let games = prepared.planned().expect("a plan");
    let mut best = Cost { believed: f64::MAX, told: f64::MAX, replayed: f64::MAX };
    for _ in 0..ROUNDS {
        let cost = alone(&prepared, &games);
        best.believed = best.believed.min(cost.believed);
        best.told = best.told.min(cost.told);
        best.replayed = best.replayed.min(cost.replayed);
    }
    let whole = through_queue(server, &prepared, &games, &format!("{agent}-{game}"));
    // What replaying adds: with it a worker writes no record.
    let added = best.told + best.replayed - best.believed;
    let (each, added_each) =
        (best.replayed * 1e3 / games.len() as f64, added * 1e3 / games.len() as f64);
    let (alone, whole) = (100.0 * added / best.believed, 100.0 * added / (whole - added));
    println!("| `{agent}` | {game} | {each:.3} | {added_each:.3} | {alone:.1} % | {whole:.1} % |");
}

/// CPU time in seconds.
struct Cost {
    /// To play the games and write them down, as if workers were believed.
    believed: f64,
    /// To play them as workers do, and tell how they went.
    told: f64,
    /// To read that, replay it and write it down.
    replayed: f64,
}

fn alone(prepared: &Arc<Prepared>, games: &[Pairing]) -> Cost {
    let stop = Arc::new(AtomicBool::new(false));
    let supply: Box<dyn Supply> = Box::new(Programs::new(prepared.clone()));
    let mut threads = Threads::start(prepared.clone(), vec![supply], &[], None, &stop);
    let begin = cpu(ClockId::ProcessCPUTime);
    for finished in play(&mut threads, games) {
        // This is what a worker would send and an organiser read.
        let text = serde_json::to_vec(&finished).expect("text");
        serde_json::from_slice::<Finished>(&text).expect("a result");
    }
    let believed = (cpu(ClockId::ProcessCPUTime) - begin).as_secs_f64();
    let mut supply = Programs::new(prepared.clone());
    let begin = cpu(ClockId::ThreadCPUTime);
    let told: Vec<Vec<u8>> = games
        .iter()
        .map(|pairing| {
            let claim = Claim::play(prepared, pairing, &mut supply, &stop).expect("a game");
            serde_json::to_vec(&claim).expect("text")
        })
        .collect();
    let middle = cpu(ClockId::ThreadCPUTime);
    for (pairing, text) in games.iter().zip(&told) {
        let claim: Claim = serde_json::from_slice(text).expect("a result");
        verify(prepared, pairing, &claim, "anna").expect("an honest result");
    }
    let end = cpu(ClockId::ThreadCPUTime);
    Cost { believed, told: (middle - begin).as_secs_f64(), replayed: (end - middle).as_secs_f64() }
}

/// Returns the CPU time in seconds of a tournament through a queue.
fn through_queue(server: &Server, prepared: &Arc<Prepared>, games: &[Pairing], key: &str) -> f64 {
    let access = &server.access();
    let stop = Arc::new(AtomicBool::new(false));
    let (tell, _said) = channel();
    let worker = Worker::open(access, "anna", &Allowed::default(), &stop, &tell);
    let worker = worker.expect("a worker");
    let worker = thread::spawn(move || worker.run(None));
    let queue = QueuePool::open(access, &key.replace([':', '='], "-"), prepared, LEASE_DEFAULT);
    let mut queue = queue.expect("a queue");
    let begin = cpu(ClockId::ProcessCPUTime) + server.cpu();
    play(&mut queue, games);
    let whole = cpu(ClockId::ProcessCPUTime) + server.cpu() - begin;
    queue.close().expect("the end of the tournament");
    stop.store(true, Ordering::SeqCst);
    worker.join().expect("a worker");
    whole.as_secs_f64()
}

/// Plays games, and returns their results in order.
fn play(pool: &mut dyn Pool, games: &[Pairing]) -> Vec<Finished> {
    pool.submit(games).expect("games");
    let mut results: Vec<Option<Finished>> = games.iter().map(|_| None).collect();
    while results.iter().any(Option::is_none) {
        for news in pool.wait(Duration::from_millis(100)).expect("news") {
            let News::Finished(finished) = news else { continue };
            let id = finished.id.parse().expect("a game");
            let at = games.iter().position(|pairing| pairing.id == id).expect("one of them");
            results[at] = Some(*finished);
            pool.stored(&[id]).expect("it is kept");
        }
    }
    results.into_iter().flatten().collect()
}

fn cpu(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
