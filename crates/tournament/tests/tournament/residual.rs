//! A machine that plays differently is found, and honest ones are left alone.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_tournament::rating::rate;
use manator_tournament::rating::residual::{SUSPICIOUS, by_worker, in_words};
use manator_tournament::schedule::{Format, Pairing, Plan};
use manator_tournament::{Note, Results};

use super::simulated::{Truth, played, uniform};

const WORKERS: [&str; 4] = ["a", "b", "c", "d"];

fn schedule(entrants: usize, seats: usize, fold: u32) -> Vec<Pairing> {
    let format = Format::RoundRobin;
    Plan { entrants, seats, format, fold, openings: 0, seed: 7 }.pairings().expect("a plan")
}

/// Strengths in logits; the last seats are no advantage, and some games are tied.
fn truth(strengths: &[f64], seats: usize) -> Truth {
    let seats = (0..seats).map(|seat| if seat == 0 { 0.2 } else { 0.0 }).collect();
    Truth { strengths: strengths.to_vec(), seats, ties: [0.3, 0.1] }
}

/// Plays a schedule; which worker plays by which strengths is for `at` to say.
fn play<'a>(
    games: &[Pairing],
    workers: usize,
    random: &mut SplitMix,
    at: impl Fn(usize) -> &'a Truth,
) -> Results {
    let entrants = games.iter().flat_map(|game| &game.seats).max().expect("games").0 + 1;
    let mut results = Results::new(entrants, games[0].seats.len()).expect("seats");
    for game in games {
        let worker = random.below(workers as u64) as usize;
        let note = Note { worker: WORKERS[worker].to_string(), ..Note::default() };
        results.add_noted(at(worker).play(game, random), note).expect("a game");
    }
    results
}

/// Returns in what share of honest tournaments somebody is suspected, and how z is spread.
fn honest(strengths: &[f64], seats: usize, fold: u32, workers: usize, times: u32) -> (f64, f64) {
    let mut random = SplitMix::new(u64::from(fold));
    let (truth, games) = (truth(strengths, seats), schedule(strengths.len(), seats, fold));
    let (mut flagged, mut squares, mut count) = (0, 0.0, 0.0);
    for _ in 0..times {
        let results = play(&games, workers, &mut random, |_| &truth);
        let found = by_worker(&results, &rate(&results));
        flagged += u32::from(found.iter().any(|worker| worker.chance() < SUSPICIOUS));
        for residual in found.iter().flat_map(|worker| &worker.residuals) {
            squares += residual.z * residual.z;
            count += 1.0;
        }
    }
    (f64::from(flagged) / f64::from(times), squares / count)
}

#[test]
fn honest_machines_are_suspected_as_rarely_as_promised() {
    for (strengths, seats, fold, workers) in [
        (&[0.4, 0.1, -0.1, -0.4][..], 2, 40, 3),
        (&[0.0, 0.0][..], 2, 60, 2),
        // Lopsided games, few of them for each worker.
        (&[4.0, 2.0, 0.0, -1.0, -2.0][..], 2, 12, 4),
        (&[0.4, 0.1, -0.1, -0.4][..], 3, 36, 3),
        (&[2.0, 1.0, -0.1, -1.5][..], 3, 12, 4),
    ] {
        let (flagged, spread) = honest(strengths, seats, fold, workers, 400);
        assert!(flagged <= 0.08, "{strengths:?} {seats} {workers}: {flagged}");
        assert!((0.85..1.15).contains(&spread), "{strengths:?} {seats} {workers}: {spread}");
    }
}

#[test]
fn a_bad_machine_is_found_and_no_other() {
    let names: Vec<String> = ["alpha", "beta", "gamma", "delta"].map(str::to_string).to_vec();
    let mut random = SplitMix::new(5);
    for (seats, fold) in [(2, 60), (3, 60)] {
        let good = truth(&[0.4, 0.1, -0.1, -0.4], seats);
        let bad = truth(&[-1.6, 0.1, -0.1, -0.4], seats);
        let games = schedule(4, seats, fold);
        let (mut found, mut wrong) = (0, 0);
        for _ in 0..40 {
            let results =
                play(&games, 4, &mut random, |worker| if worker == 1 { &bad } else { &good });
            let words = in_words(&names, &results);
            let right = "worker b plays differently: alpha scored ";
            found += u32::from(words.first().is_some_and(|first| first.starts_with(right)));
            wrong += u32::from(words.iter().any(|text| !text.starts_with("worker b ")));
        }
        assert!(found >= 38, "{seats}: found {found} times of 40");
        assert!(wrong <= 6, "{seats}: wrong {wrong} times of 40");
    }
}

/// Plays even games of which the last of three workers spoils some by being slow.
fn slow(games: &[Pairing], random: &mut SplitMix) -> Results {
    let mut results = Results::new(6, 2).expect("two seats");
    for game in games {
        let worker = random.below(3) as usize;
        let late = uniform(random) < if worker == 2 { 0.2 } else { 0.01 };
        let seats: Vec<usize> = game.seats.iter().map(|who| who.0).collect();
        let payoffs = [[1, -1], [-1, 1]][random.below(2) as usize];
        let note = Note { worker: WORKERS[worker].to_string(), ..Note::default() };
        let reason = if late { "time" } else { "end" };
        results.add_noted(played(game.id, &seats, &payoffs, reason), note).expect("a game");
    }
    results
}

#[test]
fn a_slow_machine_is_found() {
    let mut random = SplitMix::new(6);
    let games = schedule(6, 2, 20);
    let (mut found, mut wrong) = (0, 0);
    for _ in 0..40 {
        let results = slow(&games, &mut random);
        let words = in_words(&[], &results);
        found +=
            u32::from(words.first().is_some_and(|first| first.starts_with("worker c is slow: ")));
        wrong += u32::from(words.iter().any(|text| !text.starts_with("worker c ")));
        let workers = by_worker(&results, &rate(&results));
        let late: u64 = workers.iter().map(|worker| worker.late.games).sum();
        assert_eq!(late, workers[0].late.games + workers[0].late.elsewhere.0);
        assert_eq!(workers.iter().map(|worker| worker.games).sum::<u64>(), games.len() as u64);
    }
    assert!(found >= 38 && wrong <= 6, "found {found}, wrong {wrong} of 40");
}

#[test]
fn of_one_machine_nothing_is_said() {
    let mut random = SplitMix::new(8);
    let games = schedule(3, 2, 20);
    let even = truth(&[0.0; 3], 2);
    let results = play(&games, 1, &mut random, |_| &even);
    let workers = by_worker(&results, &rate(&results));
    assert_eq!(workers.len(), 1);
    assert_eq!(workers[0].chance(), 1.0, "{workers:?}");
    let nobody = Results::new(3, 2).expect("two seats");
    assert!(by_worker(&nobody, &rate(&nobody)).is_empty() && in_words(&[], &nobody).is_empty());
}
