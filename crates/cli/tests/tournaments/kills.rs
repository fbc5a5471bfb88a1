//! A tournament that is killed again and again ends like one that was left alone.
//!
//! `KILLS=50` takes longer and proves more: `scripts/kills` does it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::thread;
use std::time::Duration;

use manator_core::random::SplitMix;
use manator_organise::Store;
use manator_organise::store::Number;
use manator_testkit::process::Process;

use crate::tournaments::program::{Folder, games};

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
fn run_and_kill(place: &Folder, line: &str, wait: Duration) -> (Vec<String>, bool) {
    let words: Vec<&str> = line.split_whitespace().chain(["--concurrency", "2"]).collect();
    let mut process = Process::start(&mut place.command(&words));
    thread::sleep(wait);
    // The same as `kill -9`: nothing of it runs on.
    process.kill();
    let exit = process.exit();
    let finished = exit.unread.into_iter().filter(|line| line.starts_with("Finished game"));
    (finished.collect(), exit.status.success())
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
        let undisturbed = Folder::new();
        let told = undisturbed.lines(line);
        let expected = undisturbed.games(1);
        let disturbed = Folder::new();
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
    let place = Folder::new();
    let line = "match joust alphabeta:depth=4 alphabeta:depth=3 --games 4000";
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut playing = Process::start(&mut place.command(&words));
    let first = playing.line();
    assert!(first.starts_with("Started game 1 of 4000"), "{first}");
    let second = place.run("resume 1");
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("tournament 1 is being played by another program"), "{said}");
}
