//! A tournament that is killed again and again ends like one that was left alone.
//!
//! `KILLS=50` takes longer and proves more: `scripts/kills` does it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use manator_core::random::SplitMix;
use manator_organise::Store;
use manator_organise::store::Number;

use crate::program::{Place, games};

/// Tournaments that take long enough to be killed, of agents that do not depend on the clock.
const TOURNAMENTS: [&str; 4] = [
    "tournament joust alphabeta:depth=5 alphabeta:depth=4 random greedy --games 6 --seed 3",
    "tournament refusal alphabeta:depth=3 alphabeta:depth=2 greedy random --format swiss --rounds 3",
    "tournament threechess greedy random random greedy --format knockout --steps 60 --seed 5",
    "tournament kings-court alphabeta:depth=2 greedy random --format course --steps 100",
];

fn kills_wanted() -> usize {
    std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6)
}

/// Runs a command for a while, then kills it; returns the games it announced, and whether it had ended.
fn run_and_kill(place: &Place, line: &str, wait: Duration) -> (Vec<String>, bool) {
    let words: Vec<&str> = line.split_whitespace().chain(["--concurrency", "2"]).collect();
    let mut command = place.command(&words);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let out = BufReader::new(child.stdout.take().expect("its output"));
    let reader = thread::spawn(move || {
        let lines = out.lines().map_while(Result::ok);
        lines.filter(|line| line.starts_with("Finished game")).collect::<Vec<String>>()
    });
    thread::sleep(wait);
    let ended = child.try_wait().expect("it runs").is_some_and(|status| status.success());
    // The same as `kill -9`: nothing of it runs on.
    let _ = child.kill();
    let _ = child.wait();
    (reader.join().expect("lines"), ended)
}

#[test]
fn a_tournament_killed_again_and_again_ends_like_one_left_alone() {
    let kills = kills_wanted();
    let mut random = SplitMix::new(11);
    let mut done = 0;
    for round in 0.. {
        if done >= kills {
            break;
        }
        let line = TOURNAMENTS[round % TOURNAMENTS.len()];
        let undisturbed = Place::new();
        let told = undisturbed.lines(line);
        let expected = undisturbed.games(1);
        let disturbed = Place::new();
        let mut command = line.to_string();
        let mut announced = 0;
        loop {
            let wait = Duration::from_millis(5 + random.below(120));
            let (finished, ended) = run_and_kill(&disturbed, &command, wait);
            announced += finished.len();
            let is_kept = Store::open(&disturbed.store()).expect("a store").last(false);
            if is_kept.expect("a store").is_some() {
                command = "resume 1".into();
                let kept = games(&disturbed.store(), 1).len();
                assert!(kept >= announced, "{announced} games were announced, {kept} are kept");
            }
            if ended || done >= kills {
                break;
            }
            done += 1;
        }
        let concluded = disturbed.lines(&command);
        assert_eq!(disturbed.games(1), expected, "{line}");
        assert_eq!(concluded.last(), told.last(), "{line}");
        let (kept, _) = Store::open(&disturbed.store())
            .and_then(|store| store.tournament(Number(1)))
            .expect("a tournament");
        assert!(kept.ended.is_some(), "{line}");
    }
    eprintln!("killed {done} times: all tables identical");
}

#[test]
fn two_programs_do_not_play_the_same_tournament() {
    let place = Place::new();
    let line = "match joust alphabeta:depth=4 alphabeta:depth=3 --games 4000";
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut child = place
        .command(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("its output"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line");
    assert!(first.starts_with("Started game 1 of 4000"), "{first}");
    let second = place.run("resume 1");
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("tournament 1 is being played by another program"), "{said}");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
}
