//! Who is better, for people who are not authors of engines.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_tournament::rating::sprt::Verdict;
use manator_tournament::rating::sure::{Decisive, Sure};
use manator_tournament::{Entrant, Results};

use super::simulated::{id, played};

fn after(won: u64, lost: u64) -> Decisive {
    Decisive { won, lost, tied: 0 }
}

#[test]
fn a_handful_of_wins_is_enough() {
    let sure = Sure::new(0.95).expect("a probability");
    assert!((0..8).all(|won| sure.verdict(&after(won, 0)) == Verdict::Open));
    for won in 8..=40 {
        assert_eq!(sure.verdict(&after(won, 0)), Verdict::Upper);
        assert_eq!(sure.verdict(&after(0, won)), Verdict::Lower);
    }
    let told = after(0, 4).in_words("new", "old", Verdict::Open, 396);
    let expected = "old is better with a probability of 96.9 %: new has won 0, lost 4 and tied 0; \
                    at most 396 games are left";
    assert_eq!(told, expected);
    let told = after(40, 0).in_words("new", "old", Verdict::Upper, 0);
    assert!(told.starts_with("new is better than old, with a probability of over 99.9 %: "));
    assert!(Sure::new(1.0).is_err() && Sure::new(f64::NAN).is_err());
}

#[test]
fn equals_are_seldom_told_apart_however_often_one_looks() {
    let sure = Sure::new(0.95).expect("a probability");
    let mut random = SplitMix::new(11);
    let mut wrong = 0;
    for _ in 0..1000 {
        let mut counted = Decisive::default();
        let is_told = (0..400).any(|_| {
            match random.below(2) {
                0 => counted.won += 1,
                _ => counted.lost += 1,
            }
            sure.verdict(&counted) != Verdict::Open
        });
        wrong += u32::from(is_told);
    }
    assert!(wrong <= 50, "{wrong} of 1000");
    let near = (after(505, 494).probability() - after(506, 494).probability()).abs();
    assert!(near < 0.02, "exact and approximate probabilities agree: {near}");
}

#[test]
fn games_of_three_are_won_by_the_points_of_the_others() {
    let mut results = Results::new(3, 3).expect("three seats");
    for (number, payoffs) in (1..).zip([[1, 0, -1], [0, 1, -1], [-1, 1, 0], [0, 0, 0], [1, -1, -1]])
    {
        results.add(played(id(1, number, 1), &[0, 1, 2], &payoffs, "end")).expect("a game");
    }
    let expected = Decisive { won: 2, lost: 1, tied: 2 };
    assert_eq!(Decisive::of(&results, Entrant(0)), expected);
}
