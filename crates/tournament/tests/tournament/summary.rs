//! The page at the end of a tournament.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_core::random::SplitMix;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::rate;
use manator_tournament::rating::standings::Standings;
use manator_tournament::rating::summary::Summary;
use manator_tournament::schedule::{Format, Plan};
use manator_tournament::{Entrant, Fault, Note, Results};

use super::simulated::{Truth, id, played};

fn page(names: &[&str], results: &Results, order: Option<&[Entrant]>, columns: usize) -> String {
    let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    let (standings, ratings) = (Standings::of(results), rate(results));
    Summary { names: &names, standings: &standings, ratings: &ratings, order, columns }.in_words()
}

fn small() -> Results {
    let mut live = Live::from(Results::new(3, 2).expect("two seats"));
    let games = [
        ([0, 1], [1, -1], "court-empty", vec![]),
        ([1, 0], [0, 0], "steps", vec![]),
        ([1, 2], [-1, -1], "double-forfeit", vec![]),
        ([2, 1], [1, -1], "default", vec![(Player(1), Fault::Illegal)]),
        ([2, 0], [-1, 1], "time", vec![]),
        ([0, 2], [-1, 1], "default", vec![(Player(0), Fault::Crash), (Player(9), Fault::Crash)]),
    ];
    for (number, (seats, payoffs, reason, faults)) in (1..).zip(games) {
        let note = Note { faults, ..Note::default() };
        live.add(played(id(1, number, 1), &seats, &payoffs, reason), note).expect("a game");
    }
    live.results().clone()
}

#[test]
fn a_page_says_everything() {
    let text = page(&["ada", "王庭", "cleo"], &small(), None, 80);
    let squeezed: Vec<String> =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for expected in [
        "name points W-D-L Elo 95 % LOS",
        "first seat 2½/6 2-1-3 41.7 %",
        "second seat 2½/6 2-1-3 41.7 %",
        "6 games, which ended for these reasons:",
        "default 2 33.3 %",
        "ada: 1 crash",
        "cleo: 1 time, 1 double forfeit",
        "王庭: 1 illegal move, 1 double forfeit",
        "who beats whom:",
        "1 ada 2½/4 - 1/2 1½/2",
        "3 王庭 ½/4 ½/2 0/2 -",
    ] {
        assert!(squeezed.iter().any(|line| line == expected), "{expected}\n{text}");
    }
    assert!(squeezed.iter().any(|line| line.starts_with("1 ada 2½/4 2-1-1 +")), "{text}");
    assert!(text.contains("the first seat is worth "), "{text}");
}

#[test]
fn the_order_of_the_schedule_wins_over_points() {
    let order = [2, 0, 1].map(Entrant);
    let text = page(&["ada", "bo", "cleo"], &small(), Some(&order), 80);
    let first: Vec<&str> = text.lines().skip(1).take(3).map(str::trim).collect();
    assert!(first[0].starts_with("1  cleo"), "{text}");
    assert!(first[1].starts_with("2  ada"), "{text}");
    // Whoever an order forgets comes after it, and nobody comes twice.
    let order = [1, 1, 77].map(Entrant);
    let text = page(&["ada", "bo", "cleo"], &small(), Some(&order), 80);
    let first: Vec<&str> = text.lines().skip(1).take(3).map(str::trim).collect();
    let starts = ["1  bo", "2  ada", "3  cleo"];
    assert!(first.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{text}");
}

/// Returns the columns of a text whose only wide letters are `王` and `庭`.
fn columns(text: &str) -> usize {
    text.chars().map(|letter| if "王庭".contains(letter) { 2 } else { 1 }).sum()
}

#[test]
fn a_page_of_any_size_keeps_its_width() {
    let mut random = SplitMix::new(4);
    for (entrants, seats) in [(0, 2), (1, 2), (2, 2), (3, 3), (12, 2), (13, 2), (14, 3), (200, 2)] {
        let format = Format::RoundRobin;
        let fold = if entrants > 20 { 1 } else { 2 };
        let plan = Plan { entrants, seats, format, fold, openings: 0, seed: 1 };
        let strengths = (0..entrants).map(|at| at as f64 / 50.0).collect();
        let truth = Truth { strengths, seats: vec![0.1; seats], ties: [0.5, 0.1] };
        let results = match plan.pairings() {
            Ok(games) => truth.play_all(&games, &mut random),
            Err(_) => Results::new(entrants, seats).expect("seats"),
        };
        let names: Vec<String> = (0..entrants).map(|at| format!("王庭{at}\n\u{1b}[2J")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for width in [0, 80, 200] {
            let text = page(&names, &results, None, width);
            let widest = text.lines().map(columns).max().unwrap_or(0);
            assert!(widest <= width.max(80), "{entrants} {seats} {width}: {widest}\n{text}");
            assert!(!text.contains('\u{1b}'));
            let shown = text.lines().filter(|line| line.contains('王')).count();
            assert!(shown >= entrants, "{text}");
            let all = (2..=12).contains(&entrants) && results.games().len() > 0 && width == 200;
            assert!(!all || text.contains("who beats whom:"), "{text}");
        }
    }
}
