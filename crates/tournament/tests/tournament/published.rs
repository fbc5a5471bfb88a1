//! Elo and SPRT against published values.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_tournament::rating::elo::{Counts, Estimate, elo_of_score, estimate, score_of_elo};
use manator_tournament::rating::sprt::{Model, Sprt, SprtError, Verdict};
use serde_json::Value;

fn published(list: &str) -> Vec<Value> {
    let text = include_str!("../vectors/sprt.json");
    let all: Value = serde_json::from_str(text).expect("the file is JSON");
    all[list].as_array().expect("a list").clone()
}

fn counts(list: &Value) -> Counts {
    let list: Vec<u64> =
        list.as_array().expect("counts").iter().filter_map(Value::as_u64).collect();
    match list.len() {
        3 => Counts::Games(list.try_into().expect("three")),
        _ => Counts::Pairs(list.try_into().expect("five")),
    }
}

/// Checks a value to the digits that were published.
#[track_caller]
fn agrees(found: f64, case: &Value, field: &str) {
    let Some(expected) = case[field].as_f64() else { return };
    let text = case[field].to_string();
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let unit = 10_f64.powi(-(digits as i32));
    assert!((found - expected).abs() <= 0.51 * unit, "{field}: {found} instead of {expected}");
}

#[test]
fn ratios_are_the_published_ones() {
    let cases = published("sprt");
    assert_eq!(cases.len(), 10);
    for case in cases {
        let model = match case["model"].as_str() {
            Some("normalized") => Model::Normalised,
            _ => Model::Logistic,
        };
        let elo = |field: &str| case[field].as_f64().expect("a difference");
        let test = Sprt::new(model, elo("elo0"), elo("elo1")).expect("a test");
        agrees(test.log_likelihood_ratio(&counts(&case["counts"])), &case, "llr");
    }
}

#[test]
fn estimates_are_the_published_ones() {
    for case in published("elo") {
        let number = |field: &str| case[field].as_u64().unwrap_or_default();
        let counts = match case.get("pairs") {
            Some(pairs) => counts(pairs),
            None => Counts::Games([number("losses"), number("draws"), number("wins")]),
        };
        let found = estimate(&counts).expect("games");
        agrees(found.elo, &case, "elo");
        agrees(found.error(), &case, "elo_error");
        agrees(found.normalised, &case, "nelo");
        agrees(found.normalised_error, &case, "nelo_error");
        agrees(found.superiority, &case, "los");
    }
}

#[test]
fn verdicts_follow_the_bounds() {
    let test = Sprt::new(Model::Logistic, 0.0, 10.0).expect("a test");
    let (lower, upper) = test.bounds();
    assert!((lower + 2.9444).abs() < 1e-4 && (upper - 2.9444).abs() < 1e-4);
    let verdict = |pairs| test.verdict(&Counts::Pairs(pairs));
    assert_eq!(verdict([0; 5]), Verdict::Open);
    assert_eq!(verdict([10, 20, 40, 20, 10]), Verdict::Open);
    assert_eq!(verdict([100, 200, 400, 400, 200]), Verdict::Upper);
    assert_eq!(verdict([200, 400, 400, 200, 100]), Verdict::Lower);
    let words = test.in_words(&Counts::Pairs([0; 5]));
    assert!(words.contains("pentanomial") && words.contains("logistic Elo"), "{words}");
}

#[test]
fn absurd_tests_are_refused() {
    let elo = |lower, upper| Sprt::new(Model::Normalised, lower, upper);
    assert!(matches!(elo(2.0, 2.0), Err(SprtError::Elo { .. })));
    assert!(matches!(elo(f64::NAN, 2.0), Err(SprtError::Elo { .. })));
    assert!(matches!(elo(0.0, f64::INFINITY), Err(SprtError::Elo { .. })));
    let test = elo(0.0, 2.0).expect("a test");
    assert_eq!(test.with_errors(0.05, 0.5), Err(SprtError::Chance { chance: 0.5 }));
    assert!(test.with_errors(0.01, 0.1).is_ok());
}

#[test]
fn scores_and_elo_are_inverse() {
    for elo in [-800.0, -12.5, 0.0, 3.0, 400.0] {
        assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
    }
    assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    assert_eq!(elo_of_score(1.0), f64::INFINITY);
    assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
}

#[test]
fn nobody_is_infinitely_sure() {
    assert_eq!(estimate(&Counts::Games([0; 3])), None);
    for games in 1..100 {
        let (won, lost) = (Counts::Games([0, 0, games]), Counts::Games([games, 0, 0]));
        let ends = [won, lost].map(|counts| estimate(&counts).expect("games"));
        assert_eq!((ends[0].upper, ends[1].lower), (f64::INFINITY, f64::NEG_INFINITY));
        assert!(ends[0].lower.is_finite() && ends[1].upper.is_finite());
    }
    let won: Estimate = estimate(&Counts::Games([0, 0, 10])).expect("games");
    assert_eq!((won.elo, won.upper), (f64::INFINITY, f64::INFINITY));
    // Ten of ten: at least 69 % with 97.5 % confidence.
    assert!((score_of_elo(won.lower) - 0.6915).abs() < 1e-4);
    assert!((won.superiority - 1023.0 / 1024.0).abs() < 1e-12);
    let tied = estimate(&Counts::Pairs([0, 0, 5, 0, 0])).expect("games");
    assert_eq!((tied.elo, tied.superiority), (0.0, 0.5));
    assert!(tied.lower < -50.0 && tied.upper > 50.0);
}
