//! Many machines: a real NATS server, real workers, and everything that can happen to them.
//!
//! `KILLS=50` takes longer and proves more: `scripts/kills` does it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::random::SplitMix;
use manator_organise::Store;
use manator_organise::store::Number;
use manator_testkit::nats::NatsServer;
use manator_testkit::process::{Process, Signal};
use manator_testkit::terminal::DEADLINE;

use crate::tournaments::program::{Folder, Running};

/// Long enough that everything can happen in the middle of it.
const TOURNAMENT: &str =
    "tournament joust alphabeta:depth=5 alphabeta:depth=4 random greedy --games 20 --seed 3";

/// Waits until so many games are kept.
fn wait_for(place: &Folder, games: usize) {
    let begin = Instant::now();
    while begin.elapsed() < DEADLINE {
        let store = Store::open(&place.store()).expect("a store");
        if store.last(false).expect("a store").is_some()
            && store.tournament(Number(1)).expect("a tournament").0.games >= games
        {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{games} games are never reached");
}

#[test]
fn three_workers_one_killed_one_frozen_and_the_server_restarted() {
    let alone = Folder::new();
    alone.lines(&format!("{TOURNAMENT} --concurrency 2"));
    let expected = alone.games(1);
    let mut nats = NatsServer::start();
    let place = Folder::new();
    let mut killed = Running::worker(&place, &nats, "killed");
    let frozen = Running::worker(&place, &nats, "frozen");
    let _steady = Running::worker(&place, &nats, "steady");
    let mut organiser = Running::organiser(&place, TOURNAMENT, &nats);
    wait_for(&place, 10);
    frozen.0.signal(Signal::STOP);
    wait_for(&place, 20);
    killed.0.kill();
    wait_for(&place, 30);
    nats.restart();
    wait_for(&place, 50);
    frozen.0.signal(Signal::CONT);
    organiser.end();
    assert_eq!(place.games(1), expected, "every game once, and the same as on one machine");
    let mut workers = Vec::new();
    let store = Store::open(&place.store()).expect("a store");
    store.games(Number(1), |row| workers.push(row.worker)).expect("games");
    assert!(workers.iter().any(|worker| worker == "steady-1"), "{workers:?}");
}

#[test]
fn anything_killed_at_any_moment_leaves_the_tables_as_they_are() {
    let kills = std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3);
    let alone = Folder::new();
    alone.lines(&format!("{TOURNAMENT} --concurrency 2"));
    let expected = alone.games(1);
    let mut random = SplitMix::new(5);
    let mut done = 0;
    while done < kills {
        let mut nats = NatsServer::start();
        let place = Folder::new();
        let mut workers = ["a", "b"].map(|name| Running::worker(&place, &nats, name));
        let mut organiser = Running::organiser(&place, TOURNAMENT, &nats);
        wait_for(&place, 1);
        for kind in 0_usize.. {
            thread::sleep(Duration::from_millis(random.below(300)));
            if !organiser.0.is_running() || done >= kills {
                break;
            }
            done += 1;
            match kind % 3 {
                0 => {
                    organiser.0.kill();
                    organiser = Running::organiser(&place, "resume 1", &nats);
                }
                1 => nats.restart(),
                _ => {
                    workers[0].0.kill();
                    workers[0] = Running::worker(&place, &nats, "a");
                }
            }
        }
        organiser.end();
        assert_eq!(place.games(1), expected);
    }
    eprintln!("killed {done} times: all tables identical");
}

#[test]
fn a_worker_of_another_build_does_not_play() {
    let nats = NatsServer::start();
    let (place, elsewhere) = (Folder::new(), Folder::new());
    fs::write(place.folder.path().join("agent"), "#!/bin/sh\nexit 1\n").expect("a file");
    fs::write(elsewhere.folder.path().join("agent"), "#!/bin/sh\nexit 2\n").expect("a file");
    let listed = |place: &Folder| {
        let line = place.program(&["worker", "--hash", "./agent"]).output().expect("it runs");
        fs::write(place.folder.path().join("listed"), line.stdout).expect("a file");
    };
    [&place, &elsewhere].into_iter().for_each(listed);
    let (url, worker) =
        (nats.url(), ["worker", "--programs", "listed", "--name", "other", "--queue"]);
    let mut line = elsewhere.program(&worker);
    line.arg(&url);
    let _other = Process::start(&mut line);
    let words = "match joust random ./agent --games 2 --recover --queue";
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.push(&url);
    let mut organiser = Process::start(&mut place.command(&words));
    let refused = organiser.says("does not play");
    assert!(
        refused.contains("worker other-1 does not play: it is not the same build"),
        "{refused}"
    );
    assert!(refused.contains("here './agent: agent "), "{refused}");
    // One that has the same program plays.
    let _same = Running::start(&place, "worker --programs listed", &nats, &["--name", "same"]);
    assert_eq!(organiser.exit().code(), Some(0));
    assert_eq!(place.games(1).len(), 2);
}

#[test]
fn what_is_wrong_with_a_queue_is_said() {
    let place = Folder::new();
    let without = NatsServer::start_with(&[]);
    for (url, said) in [
        ("nats://127.0.0.1:1", "nats://127.0.0.1:1"),
        ("http://127.0.0.1", "is not the address of a NATS server"),
        (&without.url(), "JetStream"),
    ] {
        for line in ["worker", "match joust random random --games 2"] {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            words.extend(["--queue", url]);
            let output = place.program(&words).output().expect("it runs");
            let error = String::from_utf8_lossy(&output.stderr).to_string();
            assert_eq!(output.status.code(), Some(2), "{line} {url}: {error}");
            assert!(error.contains(said), "{line} {url}: {error}");
        }
    }
}
