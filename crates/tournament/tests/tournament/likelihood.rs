//! Joint ratings against a search over a grid, with the likelihood written down once more.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_tournament::rating::{PRIOR_ELO, rate};
use manator_tournament::{Entrant, Results};

use super::simulated::{id, played};

const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Finds the maximum of a concave function: looks at all points of a grid, moves there, makes it finer.
fn highest(dimensions: u32, function: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let mut centre = vec![0.0; dimensions as usize];
    let mut step = 1.0;
    while step > 1e-6 {
        let points = (0..5_usize.pow(dimensions)).map(|number| -> Vec<f64> {
            let offset = |at: u32| (number / 5_usize.pow(at) % 5) as f64 - 2.0;
            (0..dimensions).map(|at| centre[at as usize] + step * offset(at)).collect()
        });
        let best = points.map(|point| (function(&point), point));
        let best = best.max_by(|one, other| one.0.total_cmp(&other.0)).expect("a point");
        if best.1 == centre {
            step *= 0.6;
        }
        centre = best.1;
    }
    centre
}

/// Returns the logarithm of the prior of independent parameters.
fn prior(parameters: &[f64]) -> f64 {
    let deviation = PRIOR_ELO / ELO_PER_LOGIT;
    -parameters.iter().map(|value| value * value).sum::<f64>() / (2.0 * deviation * deviation)
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.02, "{found} instead of {expected}");
}

/// Adds games of two with the same result.
fn add(results: &mut Results, seats: [usize; 2], payoffs: [i8; 2], times: u32) {
    for _ in 0..times {
        let number = results.games().len() as u32 + 1;
        results.add(played(id(1, number, 1), &seats, &payoffs, "end")).expect("a game");
    }
}

const WIN: [i8; 2] = [1, -1];
const TIE: [i8; 2] = [0, 0];
const LOSS: [i8; 2] = [-1, 1];

/// Seats, payoffs of the first and second, and how often.
type Crosstable<'a> = &'a [([usize; 2], [i8; 2], u32)];

fn check_two_seats(table: Crosstable) {
    let mut results = Results::new(3, 2).expect("two seats");
    table.iter().for_each(|(seats, payoffs, times)| add(&mut results, *seats, *payoffs, *times));
    let ratings = rate(&results);
    let ties = table.iter().any(|(_, payoffs, times)| payoffs[0] == payoffs[1] && *times > 0);
    // Two strengths (the third is what is left to zero), half the seat advantage, the tie parameter.
    let best = highest(4, |point| {
        let strengths = [point[0], point[1], -point[0] - point[1]];
        let nu = if ties { point[3].exp() } else { 0.0 };
        let games = table.iter().map(|(seats, payoffs, times)| {
            let (one, other) =
                ((strengths[seats[0]] + point[2]).exp(), (strengths[seats[1]] - point[2]).exp());
            let tie = nu * (one * other).sqrt();
            let what = match payoffs {
                [1, -1] => one,
                [-1, 1] => other,
                _ => tie,
            };
            f64::from(*times) * (what / (one + other + tie)).ln()
        });
        games.sum::<f64>() + prior(&strengths) + prior(&[point[2], -point[2], point[3]])
    });
    let nu = if ties { best[3].exp() } else { 0.0 };
    let scale = ELO_PER_LOGIT * 2.0 / (2.0 + nu);
    near(ratings.tie_strength(2), nu);
    for (at, strength) in [best[0], best[1], -best[0] - best[1]].into_iter().enumerate() {
        near(ratings.by_entrant()[at].strength.elo, scale * strength);
    }
    near(ratings.seat_difference(Player(0), Player(1)).elo, scale * 2.0 * best[2]);
}

#[test]
fn two_seats_agree_with_a_grid() {
    check_two_seats(&[
        ([0, 1], WIN, 5),
        ([0, 1], TIE, 2),
        ([1, 0], WIN, 3),
        ([1, 2], WIN, 4),
        ([1, 2], LOSS, 1),
        ([2, 0], TIE, 3),
        ([2, 0], LOSS, 2),
        ([0, 2], WIN, 1),
    ]);
    // No ties; then somebody who won everything, somebody who lost everything; then ties alone.
    check_two_seats(&[([0, 1], WIN, 3), ([1, 2], WIN, 2), ([2, 0], WIN, 2), ([2, 1], LOSS, 1)]);
    check_two_seats(&[([0, 1], WIN, 3), ([1, 0], LOSS, 3), ([1, 2], WIN, 2), ([2, 1], LOSS, 2)]);
    check_two_seats(&[([0, 1], TIE, 3), ([1, 2], TIE, 2)]);
}

#[test]
fn expected_points_are_the_points_scored() {
    let mut results = Results::new(2, 2).expect("two seats");
    for (seats, payoffs, times) in
        [([0, 1], WIN, 60), ([0, 1], TIE, 40), ([1, 0], WIN, 50), ([1, 0], LOSS, 50)]
    {
        add(&mut results, seats, payoffs, times);
    }
    let ratings = rate(&results);
    let nu = ratings.tie_strength(2);
    let logits = |elo: f64| elo / (ELO_PER_LOGIT * 2.0 / (2.0 + nu));
    let apart = logits(ratings.difference(Entrant(0), Entrant(1)).expect("they met").elo);
    let seat = logits(ratings.seat_difference(Player(0), Player(1)).elo);
    let score = |by: f64| {
        let (one, other) = ((by / 2.0).exp(), (-by / 2.0).exp());
        (one + nu / 2.0) / (one + other + nu)
    };
    // From the first seat 80 points, from the second 50: the prior hardly changes that.
    let expected = 100.0 * (score(apart + seat) + score(apart - seat));
    assert!((expected - 130.0).abs() < 0.3, "{expected}");
}

#[test]
fn three_seats_agree_with_a_grid() {
    let table: [([usize; 3], [i8; 3], u32); 8] = [
        ([0, 1, 2], [1, 0, -1], 4),
        ([0, 1, 2], [0, 1, -1], 2),
        ([1, 2, 0], [1, -1, 0], 3),
        ([1, 2, 0], [1, -1, -1], 1),
        ([2, 0, 1], [0, 0, 0], 2),
        ([2, 0, 1], [-1, 1, 0], 2),
        ([2, 1, 0], [0, 0, -1], 1),
        ([0, 2, 1], [-1, 1, 0], 2),
    ];
    let mut results = Results::new(3, 3).expect("three seats");
    for (seats, payoffs, times) in table {
        for _ in 0..times {
            let number = results.games().len() as u32 + 1;
            results.add(played(id(1, number, 1), &seats, &payoffs, "end")).expect("a game");
        }
    }
    let best = highest(6, |point| {
        let strengths = [point[0], point[1], -point[0] - point[1]];
        let seats = [point[2], point[3], -point[2] - point[3]];
        let ties = [point[4].exp(), point[5].exp()];
        let games = table.iter().map(|(who, payoffs, times)| {
            let worth: Vec<f64> = (0..3).map(|at| (strengths[who[at]] + seats[at]).exp()).collect();
            f64::from(*times) * ranking(&worth, payoffs, ties).ln()
        });
        games.sum::<f64>() + prior(&strengths) + prior(&seats) + prior(&point[4..])
    });
    let ratings = rate(&results);
    let scale = ELO_PER_LOGIT * 2.0 / (2.0 + best[4].exp());
    near(ratings.tie_strength(2), best[4].exp());
    near(ratings.tie_strength(3), best[5].exp());
    near(ratings.by_entrant()[0].strength.elo, scale * best[0]);
    near(ratings.by_entrant()[1].strength.elo, scale * best[1]);
    near(ratings.seat_advantages()[1].elo, scale * best[3]);
    near(ratings.seat_difference(Player(0), Player(1)).elo, scale * (best[2] - best[3]));
}

/// Returns the chance that a game of three ends in a ranking.
fn ranking(worth: &[f64], payoffs: &[i8; 3], ties: [f64; 2]) -> f64 {
    let mut order = [0, 1, 2];
    order.sort_by_key(|seat| -payoffs[*seat]);
    let [a, b, c] = order.map(|seat| worth[seat]);
    let [first, second, third] = order.map(|seat| payoffs[seat]);
    let tie = |one: f64, other: f64| ties[0] * (one * other).sqrt();
    let all = ties[1] * (a * b * c).cbrt();
    let three = a + b + c + tie(a, b) + tie(a, c) + tie(b, c) + all;
    let two = b + c + tie(b, c);
    match (first == second, second == third) {
        (true, true) => all / three,
        (true, false) => tie(a, b) / three,
        (false, true) => a / three * tie(b, c) / two,
        (false, false) => a / three * b / two,
    }
}

#[test]
fn what_cannot_be_known_is_said() {
    let mut results = Results::new(6, 2).expect("two seats");
    add(&mut results, [0, 1], WIN, 3);
    add(&mut results, [1, 0], TIE, 1);
    add(&mut results, [2, 3], WIN, 5);
    add(&mut results, [3, 4], WIN, 1);
    let ratings = rate(&results);
    assert_eq!(ratings.groups(), 3);
    let groups: Vec<usize> = ratings.by_entrant().iter().map(|rating| rating.group).collect();
    assert_eq!(groups, [0, 0, 1, 1, 1, 2]);
    let held: Vec<bool> = ratings.by_entrant().iter().map(|rating| rating.held_by_prior).collect();
    assert_eq!(held, [false, false, true, true, true, false]);
    assert_eq!(ratings.difference(Entrant(0), Entrant(2)), None);
    assert_eq!(ratings.difference(Entrant(0), Entrant(9)), None);
    let swept = ratings.difference(Entrant(2), Entrant(3)).expect("they met");
    assert!(swept.elo > 100.0 && swept.elo < 1500.0 && swept.error > 200.0, "{swept:?}");
    assert_eq!(ratings.by_entrant()[5].strength.error, f64::INFINITY);
    assert!(ratings.in_words().contains("Davidson"));
}

#[test]
fn nothing_played_is_no_panic() {
    for entrants in [0, 1, 3] {
        let results = Results::new(entrants, 2).expect("two seats");
        let ratings = rate(&results);
        assert_eq!((ratings.by_entrant().len(), ratings.groups()), (entrants, entrants));
    }
}
