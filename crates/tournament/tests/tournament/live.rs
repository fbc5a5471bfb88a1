//! What is kept up to date is what would be counted anew, in whatever order games end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_tournament::rating::elo::Counts;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::prefix::{Prefix, Trial};
use manator_tournament::rating::sprt::{Model, Sprt, Verdict};
use manator_tournament::rating::standings::Standings;
use manator_tournament::rating::{self, Ratings};
use manator_tournament::schedule::{Format, Pairing, Plan};
use manator_tournament::{Entrant, Note, Played, Results, UnitId};

use super::simulated::{Truth, id, played};

fn shuffle<T>(items: &mut [T], random: &mut SplitMix) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}

fn schedule(entrants: usize, seats: usize, fold: u32) -> Vec<Pairing> {
    let format = Format::RoundRobin;
    Plan { entrants, seats, format, fold, openings: 0, seed: 7 }.pairings().expect("a plan")
}

fn numbers(ratings: &Ratings) -> Vec<(f64, f64, usize, usize, bool)> {
    let all = ratings.by_entrant().iter();
    all.map(|one| {
        let strength = one.strength;
        (strength.elo, strength.error, one.games, one.group, one.held_by_prior)
    })
    .collect()
}

#[test]
fn what_is_kept_is_what_would_be_counted() {
    let mut random = SplitMix::new(1);
    for (seats, fold) in [(2, 12), (3, 18)] {
        let truth = Truth {
            strengths: vec![0.5, 0.2, -0.2, -0.5],
            seats: vec![0.1; seats],
            ties: [0.5, 0.2],
        };
        let mut games: Vec<Played> = schedule(4, seats, fold)
            .iter()
            .map(|pairing| truth.play(pairing, &mut random))
            .collect();
        shuffle(&mut games, &mut random);
        let mut live = Live::from(Results::new(4, seats).expect("seats"));
        for (at, game) in games.iter().enumerate() {
            live.add(game.clone(), Note::default()).expect("a game");
            assert!(live.add(game.clone(), Note::default()).is_err(), "twice");
            if at % 7 == 0 || at + 1 == games.len() {
                assert_eq!(live.standings(), &Standings::of(live.results()));
                for other in (1..4).map(Entrant) {
                    let anew = Counts::of(live.results(), Entrant(0), other);
                    assert_eq!(live.counts(Entrant(0), other), anew);
                }
                let anew = rating::rate(live.results());
                assert_eq!(numbers(&live.rate()), numbers(&anew), "{seats} {at}");
                assert_eq!(live.rate().bars, anew.bars);
            }
        }
    }
}

/// Counts the longest complete beginning of a schedule without haste.
fn brute(schedule: &[Pairing], done: &[Played]) -> Counts {
    let mut results = Results::new(2, 2).expect("two seats");
    let mut units: Vec<UnitId> = schedule.iter().map(|game| game.id.unit).collect();
    units.dedup();
    for unit in units {
        let games: Vec<&Pairing> = schedule.iter().filter(|game| game.id.unit == unit).collect();
        let over = |game: &&Pairing| done.iter().find(|played| played.id == game.id).cloned();
        let over: Vec<Played> = games.iter().filter_map(over).collect();
        if over.len() < games.len() {
            break;
        }
        over.into_iter().for_each(|game| results.add(game).expect("a game"));
    }
    Counts::of(&results, Entrant(0), Entrant(1)).expect("two seats")
}

#[test]
fn a_prefix_is_the_longest_complete_beginning() {
    let mut random = SplitMix::new(2);
    let truth = Truth { strengths: vec![0.3, 0.0], seats: vec![0.1, 0.0], ties: [0.5, 0.0] };
    for fold in [1, 2, 9, 20] {
        let schedule = schedule(2, 2, fold);
        for _ in 0..20 {
            let mut games: Vec<Played> =
                schedule.iter().map(|game| truth.play(game, &mut random)).collect();
            shuffle(&mut games, &mut random);
            let mut prefix = Prefix::new(&schedule, Entrant(0), Entrant(1));
            for over in 1..=games.len() {
                let found = prefix.add(&games[over - 1]);
                assert_eq!(prefix.counted().counts, brute(&schedule, &games[..over]));
                assert_eq!(found.last().copied().unwrap_or(prefix.counted()), prefix.counted());
                assert_eq!(prefix.add(&games[over - 1]), [], "a game counts once");
            }
        }
    }
    let schedule = schedule(2, 2, 2);
    let mut prefix = Prefix::new(&schedule, Entrant(0), Entrant(1));
    let foreign = [
        played(id(9, 9, 1), &[0, 1], &[1, -1], "end"),
        played(schedule[0].id, &[schedule[0].seats[1].0, schedule[0].seats[0].0], &[0, 0], "end"),
    ];
    assert!(foreign.iter().all(|game| prefix.add(game).is_empty()));
    assert_eq!(prefix.counted().counts, Counts::Games([0; 3]));
}

#[test]
fn a_verdict_does_not_depend_on_which_game_ended_first() {
    let mut random = SplitMix::new(3);
    let schedule = schedule(2, 2, 600);
    let sprt = Sprt::new(Model::Normalised, 0.0, 60.0).expect("a test");
    for strength in [0.0, 0.15, 0.3] {
        let truth =
            Truth { strengths: vec![strength, 0.0], seats: vec![0.2, 0.0], ties: [0.5, 0.0] };
        let games: Vec<Played> =
            schedule.iter().map(|game| truth.play(game, &mut random)).collect();
        let verdict = |games: &[Played]| -> (Verdict, Counts) {
            let mut trial = Trial::new(sprt, Prefix::new(&schedule, Entrant(0), Entrant(1)));
            games.iter().for_each(|game| {
                trial.add(game);
            });
            (trial.verdict(), trial.counts())
        };
        let expected = verdict(&games);
        for _ in 0..10 {
            // Shuffled completely, the first game may come last and complete everything at once.
            let mut order = games.clone();
            shuffle(&mut order, &mut random);
            assert_eq!(verdict(&order), expected);
        }
    }
}
