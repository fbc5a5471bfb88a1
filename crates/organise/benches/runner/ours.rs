//! Games that our referee plays, and what they cost this process.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Settings;
use manator_engine::{catalog as agents, options::OPTIONS};
use manator_play::contender::{Builtin, Peer, Ugi};
use manator_play::{Contender, Terms, TimeControl, referee};
use manator_sandbox::Program;

use super::{Cost, PLIES, WHOLE, agent, games};

/// Who plays.
#[derive(Clone, Copy)]
pub(crate) enum Seats {
    /// Programs that we start.
    Programs,
    /// Programs that connect to us.
    Connections,
    /// Agents of ours, in this process: what they cost is measured with the rest.
    Builtin,
}

/// Plays so many games, so many at the same time; starting the agents is part of it.
pub(crate) fn play(seats: Seats, games: usize, concurrency: usize) -> Cost {
    let moves = games::jetan().join(agent::BETWEEN);
    let (begin, cpu) = (Instant::now(), cpu_time());
    let plies = thread::scope(|scope| {
        let threads: Vec<_> = (0..concurrency)
            .map(|_| scope.spawn(|| play_in_turn(seats, games / concurrency, &moves)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("the games end")).sum()
    });
    Cost { cpu: cpu_time() - cpu, wall: begin.elapsed(), plies }
}

fn play_in_turn(seats: Seats, games: usize, moves: &str) -> usize {
    let mut children = Vec::new();
    let mut contenders = [0, 1].map(|seat| contender(seats, seat, moves, &mut children));
    let terms = Terms {
        allowance: TimeControl::game(WHOLE, Duration::ZERO).into(),
        steps: Some(PLIES as u32 / 2),
        ..Terms::default()
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let mut plies = 0;
    for _ in 0..games {
        let [one, other] = &mut contenders;
        let mut seats: [&mut dyn Contender; 2] = [&mut **one, &mut **other];
        let report = referee(games::table(), &mut seats, &terms, &cancel, &mut |_, _| {});
        assert_eq!(report.faults, [], "nobody is at fault");
        plies += report.record.moves.len();
    }
    drop(contenders);
    for mut child in children {
        child.wait().expect("the agent ends");
    }
    plies
}

fn contender(
    seats: Seats,
    seat: u64,
    moves: &str,
    children: &mut Vec<Child>,
) -> Box<dyn Contender> {
    let path = std::env::current_exe().expect("this program has a path");
    match seats {
        Seats::Programs => {
            let words = [&path.display().to_string(), agent::FLAG, moves].map(String::from);
            let program = Program { words: words.to_vec(), ..Program::default() };
            Box::new(Ugi::program(program))
        }
        Seats::Connections => {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
            let place = listener.local_addr().expect("an address").to_string();
            let child = Command::new(path).args([agent::FLAG, moves, &place]).spawn();
            children.push(child.expect("the agent starts"));
            let (stream, _) = listener.accept().expect("the agent comes");
            Box::new(Ugi::connected(Peer::connected(stream).expect("a connection")))
        }
        Seats::Builtin => {
            let seed = seat.to_string();
            let settings = Settings::read(OPTIONS, [("seed", seed.as_str())]).expect("a seed");
            let agent = agents::open(&*games::table(), "random", &settings).expect("an agent");
            Box::new(Builtin::new("random", agent))
        }
    }
}

/// Returns the CPU time of this process, without its children.
pub(crate) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
