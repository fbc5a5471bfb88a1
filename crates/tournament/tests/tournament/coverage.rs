//! Error bars hold the truth about as often as they say.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_core::random::SplitMix;
use manator_tournament::rating::elo::{Counts, elo_of_score, estimate, score_of_elo};
use manator_tournament::rating::sprt::{Model, Sprt, Verdict};
use manator_tournament::rating::{Bars, Interval, rate};
use manator_tournament::schedule::{Format, Pairing, Plan};
use manator_tournament::{Entrant, Results};

use super::simulated::{Truth, id, pick, played, uniform};

const MATCHES: u32 = 1000;
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Checks that a share of hits is 95 ± 3 %.
#[track_caller]
fn about_95(what: &str, hits: u32, of: u32) {
    let share = f64::from(hits) / f64::from(of);
    assert!((share - 0.95).abs() <= 0.03, "{what}: {:.1} %", 100.0 * share);
}

fn holds(interval: Interval, truth: f64) -> bool {
    (interval.elo - truth).abs() <= interval.error
}

/// Plays a game without ties in which the first seat has an advantage; returns the points of the first.
fn wins(elo: f64, random: &mut SplitMix) -> usize {
    usize::from(uniform(random) < score_of_elo(elo))
}

/// The openings of a match: balanced ones, and ones that decide most games.
const OPENINGS: [f64; 3] = [0.0, 250.0, -250.0];

#[test]
fn bars_of_pairs_hold_on_unbalanced_openings() {
    let mut random = SplitMix::new(1);
    let stronger = 40.0;
    let both = |opening: f64| score_of_elo(stronger + opening) + score_of_elo(stronger - opening);
    let truth = elo_of_score(OPENINGS.map(both).iter().sum::<f64>() / 6.0);
    let (mut paired, mut single) = (0, 0);
    for _ in 0..MATCHES {
        let (mut pairs, mut games) = ([0; 5], [0; 3]);
        for _ in 0..200 {
            let opening = OPENINGS[random.below(3) as usize];
            let points =
                [wins(stronger + opening, &mut random), wins(stronger - opening, &mut random)];
            points.iter().for_each(|point| games[2 * point] += 1);
            pairs[2 * (points[0] + points[1])] += 1;
        }
        let inside = |counts| {
            let found = estimate(&counts).expect("games");
            u32::from(found.lower <= truth && truth <= found.upper)
        };
        paired += inside(Counts::Pairs(pairs));
        single += inside(Counts::Games(games));
    }
    about_95("pairs", paired, MATCHES);
    assert!(single > paired, "bars of single games are too wide here: {single} {paired}");
}

#[test]
fn bars_of_single_games_hold() {
    let mut random = SplitMix::new(2);
    let chances = [0.3, 0.3, 0.4];
    let (mut hits, mut sure) = (0, 0);
    for _ in 0..MATCHES {
        let mut counts = [0; 3];
        (0..150).for_each(|_| counts[pick(&mut random, &chances)] += 1);
        let found = estimate(&Counts::Games(counts)).expect("games");
        let truth = elo_of_score(0.55);
        hits += u32::from(found.lower <= truth && truth <= found.upper);
        sure += u32::from(found.superiority < 0.05);
    }
    about_95("games", hits, MATCHES);
    assert!(sure < 20, "the weaker one was called superior {sure} times");
}

#[test]
fn a_sequential_test_errs_as_rarely_as_it_promises() {
    let test = Sprt::new(Model::Normalised, 0.0, 69.6).expect("a test");
    let mut random = SplitMix::new(3);
    // Pairs of equal players; then of players 69.6 normalised Elo apart, as the upper hypothesis says.
    let equal = [0.05, 0.2, 0.5, 0.2, 0.05];
    let apart = [0.029, 0.142, 0.465, 0.268, 0.096];
    for (chances, wrong) in [(equal, Verdict::Upper), (apart, Verdict::Lower)] {
        let mut errors = 0;
        for _ in 0..300 {
            let mut counts = [0; 5];
            let verdict = loop {
                (0..4).for_each(|_| counts[pick(&mut random, &chances)] += 1);
                match test.verdict(&Counts::Pairs(counts)) {
                    Verdict::Open => {}
                    verdict => break verdict,
                }
            };
            errors += u32::from(verdict == wrong);
        }
        assert!(errors <= 24, "{wrong:?}: {errors} of 300");
    }
}

fn plan(seats: usize, fold: u32) -> Vec<Pairing> {
    let plan = Plan { entrants: 4, seats, format: Format::RoundRobin, fold, openings: 0, seed: 5 };
    plan.pairings().expect("a schedule")
}

fn two_seats() -> Truth {
    Truth { strengths: vec![0.4, 0.1, -0.1, -0.4], seats: vec![0.1, -0.1], ties: [0.8, 0.0] }
}

fn three_seats() -> Truth {
    Truth { strengths: vec![0.4, 0.1, -0.1, -0.4], seats: vec![0.2, 0.0, -0.2], ties: [0.2, 0.1] }
}

/// Rates simulated tournaments; checks a difference, a rating and a seat.
fn check_joint(truth: &Truth, games: &[Pairing], bars: Bars) {
    let mut random = SplitMix::new(4);
    let scale = ELO_PER_LOGIT * 2.0 / (2.0 + truth.ties[0]);
    let mut hits = [0; 3];
    for _ in 0..MATCHES {
        let results = truth.play_all(games, &mut random);
        let ratings = rate(&results);
        assert_eq!(ratings.bars, bars);
        let apart = ratings.difference(Entrant(0), Entrant(1)).expect("one group");
        let last = ratings.by_entrant()[3].strength;
        let seat = ratings.seat_difference(Player(0), Player(1));
        hits[0] += u32::from(holds(apart, scale * 0.3));
        hits[1] += u32::from(holds(last, scale * -0.4));
        hits[2] += u32::from(holds(seat, scale * (truth.seats[0] - truth.seats[1])));
    }
    about_95("difference", hits[0], MATCHES);
    about_95("rating", hits[1], MATCHES);
    about_95("seat", hits[2], MATCHES);
}

#[test]
fn joint_bars_of_two_seats_hold() {
    check_joint(&two_seats(), &plan(2, 40), Bars::Sandwich);
    check_joint(&two_seats(), &plan(2, 12), Bars::Fisher);
}

#[test]
fn joint_bars_of_three_seats_hold() {
    check_joint(&three_seats(), &plan(3, 6 * 20), Bars::Sandwich);
    check_joint(&three_seats(), &plan(3, 6 * 3), Bars::Fisher);
}

/// Two of three players on unbalanced openings: the information of single games would be wrong.
#[test]
fn a_sandwich_holds_on_unbalanced_openings() {
    let mut random = SplitMix::new(6);
    let elo = [30.0, 0.0, -30.0];
    let mut hits = 0;
    for _ in 0..MATCHES {
        let mut results = Results::new(3, 2).expect("two seats");
        let pairs = [(0, 1), (1, 2), (0, 2)];
        for (number, (one, other)) in (1..=120).zip(pairs.iter().cycle()) {
            let opening = OPENINGS[random.below(3) as usize];
            for (seating, seats) in [(1, [*one, *other]), (2, [*other, *one])] {
                let point = wins(elo[seats[0]] - elo[seats[1]] + opening, &mut random);
                let payoffs = [[-1, 1], [1, -1]][point];
                let game = played(id(1, number, seating), &seats, &payoffs, "end");
                results.add(game).expect("a game");
            }
        }
        let ratings = rate(&results);
        let apart = ratings.difference(Entrant(0), Entrant(2)).expect("one group");
        // What such openings make of 60 Elo.
        let both = |opening: f64| score_of_elo(60.0 + opening) + score_of_elo(60.0 - opening);
        let truth = elo_of_score(OPENINGS.map(both).iter().sum::<f64>() / 6.0);
        hits += u32::from(holds(apart, truth));
    }
    about_95("sandwich", hits, MATCHES);
}
