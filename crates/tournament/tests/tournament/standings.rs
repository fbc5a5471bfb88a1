//! Crosstables and sentences.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_tournament::rating::elo::Counts;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::sentence;
use manator_tournament::rating::standings::{Standings, Tally};
use manator_tournament::{Entrant, ResultError, Results};

use super::simulated::{id, played};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// Adds pairs of games: the payoffs of entrant 0 in both, from the first seat and then from the second.
fn pairs(results: &mut Results, times: u32, payoffs: [i8; 2], reason: &str) {
    for _ in 0..times {
        let number = results.games().len() as u32 / 2 + 1;
        for (seating, (seats, payoff)) in (1..).zip([([0, 1], payoffs[0]), ([1, 0], -payoffs[1])]) {
            let payoffs = [payoff, -payoff];
            results.add(played(id(1, number, seating), &seats, &payoffs, reason)).expect("a game");
        }
    }
}

#[test]
fn a_match_is_summed_up_in_a_sentence() {
    let mut results = Results::new(2, 2).expect("two seats");
    let both = names(&["new", "old"]);
    let sentence = |results: &Results| sentence::of_match(&both, results, Entrant(0), Entrant(1));
    assert_eq!(sentence(&results), "new and old have not met");
    pairs(&mut results, 1, [1, 1], "time");
    // A pair won: the exact interval says next to nothing.
    assert_eq!(
        sentence(&results),
        "new is probably stronger (87.5 %), not surely: at least -636 Elo, 2 games, 2 losses on time by old"
    );
    pairs(&mut results, 60, [1, 0], "end");
    pairs(&mut results, 105, [1, -1], "end");
    pairs(&mut results, 40, [0, -1], "end");
    let text = sentence(&results);
    assert_eq!(
        Counts::of(&results, Entrant(0), Entrant(1)),
        Some(Counts::Pairs([0, 40, 105, 60, 1]))
    );
    assert_eq!(text, "new is stronger: +19 ± 17 Elo, 412 games, 2 losses on time by old");
    let other = sentence::of_match(&both, &results, Entrant(1), Entrant(0));
    assert_eq!(other, text, "the same whoever is named first");
    let tournament = sentence::of_tournament(&both, &results);
    assert!(tournament.starts_with("new "), "{tournament}");
    assert!(
        tournament.ends_with("ahead of old, 412 games, 2 losses on time by old"),
        "{tournament}"
    );
}

#[test]
fn who_wins_a_tournament_is_named_whatever_the_ratings_say() {
    let mut results = Results::new(3, 2).expect("two seats");
    let games = [([0, 1], [1, -1]), ([1, 0], [1, -1]), ([0, 2], [1, -1]), ([2, 0], [-1, 1])];
    for (number, (seats, payoffs)) in (1..).zip(games) {
        results.add(played(id(1, number, 1), &seats, &payoffs, "end")).expect("a game");
    }
    let three = names(&["ada", "bo", "cy"]);
    let live = Live::from(results);
    let told = |order| sentence::of_standings(&three, live.standings(), &live.rate(), order);
    assert!(told(None).starts_with("ada leads, not surely: "), "{}", told(None));
    let order = [Entrant(1), Entrant(0), Entrant(2)];
    let text = told(Some(&order));
    assert!(text.starts_with("bo has won, though ada is rated higher: "), "{text}");
    let order = [Entrant(0), Entrant(1), Entrant(2)];
    let text = told(Some(&order));
    assert!(text.starts_with("ada has won and leads, not surely: "), "{text}");
}

#[test]
fn who_shares_the_first_place_in_the_table_shares_it_in_the_sentence() {
    let mut results = Results::new(3, 2).expect("two seats");
    for (number, seats) in (1..).zip([[0, 2], [1, 2], [0, 1], [1, 0]]) {
        results.add(played(id(1, number, 1), &seats, &[1, -1], "end")).expect("a game");
    }
    let text = sentence::of_tournament(&names(&["ada", "bo", "cy"]), &results);
    assert_eq!(text, "ada and bo share the first place, 4 games");
}

#[test]
fn who_was_never_met_is_not_ranked() {
    let results = Results::new(3, 3).expect("three seats");
    let text = sentence::of_tournament(&[], &results);
    assert_eq!(text, "nobody is the strongest: there are 3 groups that never met, 0 games");
    let text = sentence::of_match(&[], &results, Entrant(0), Entrant(2));
    assert_eq!(text, "entrant 1 and entrant 3 have not met");
}

#[test]
fn the_crosstable_counts_everything() {
    let mut results = Results::new(3, 2).expect("two seats");
    let games = [
        ([0, 1], [1, -1], "end"),
        ([1, 0], [0, 0], "end"),
        ([1, 2], [-1, -1], "double-forfeit"),
        ([2, 0], [-1, 1], "time"),
    ];
    for (number, (seats, payoffs, reason)) in (1..).zip(games) {
        results.add(played(id(1, number, 1), &seats, &payoffs, reason)).expect("a game");
    }
    let standings = Standings::of(&results);
    assert_eq!(standings.by_entrant[0].total, Tally { won: 2, tied: 1, lost: 0 });
    assert_eq!(standings.by_entrant[1].against[2], Tally { won: 0, tied: 0, lost: 1 });
    assert_eq!(standings.by_entrant[2].against[1], Tally { won: 0, tied: 0, lost: 1 });
    assert_eq!(standings.by_entrant[2].by_reason["time"].lost, 1);
    assert_eq!(standings.by_entrant[0].by_seat[1], Tally { won: 1, tied: 1, lost: 0 });
    assert_eq!(standings.by_seat[0], Tally { won: 1, tied: 1, lost: 2 });
    let text = standings.crosstable(&names(&["ada", "bo", "cleo"]), &standings.ranked());
    let expected = "   name  points     1    2    3
1  ada     2½/3     -  1½/2  1/1
2  bo       ½/3   ½/2    -  0/1
3  cleo     0/2   0/1  0/1    -
";
    let squeeze = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(squeeze(&text), squeeze(expected), "\n{text}");
}

#[test]
fn of_three_the_order_counts() {
    let mut results = Results::new(3, 3).expect("three seats");
    results.add(played(id(1, 1, 1), &[2, 0, 1], &[1, 0, -1], "end")).expect("a game");
    results.add(played(id(1, 1, 2), &[0, 1, 2], &[1, -1, -1], "end")).expect("a game");
    let standings = Standings::of(&results);
    assert_eq!(standings.by_entrant[0].against[1], Tally { won: 2, tied: 0, lost: 0 });
    assert_eq!(standings.by_entrant[1].against[2], Tally { won: 0, tied: 1, lost: 1 });
    let ranks: Vec<_> =
        standings.ranked().iter().map(|(rank, line)| (*rank, line.entrant.0)).collect();
    assert_eq!(ranks, [(1, 0), (2, 2), (3, 1)]);
    assert_eq!(Counts::of(&results, Entrant(0), Entrant(1)), None);
}

#[test]
fn wrong_results_are_refused() {
    assert_eq!(Results::new(3, 4).err(), Some(ResultError::Seats { seats: 4 }));
    let crowd = usize::MAX;
    assert_eq!(Results::new(crowd, 2).err(), Some(ResultError::Entrants { entrants: crowd }));
    let mut results = Results::new(3, 2).expect("two seats");
    let one = id(1, 1, 1);
    let mut add = |seats: &[usize], payoffs: &[i8]| results.add(played(one, seats, payoffs, "end"));
    assert_eq!(add(&[0, 1, 2], &[1, 0, -1]), Err(ResultError::Shape { id: one }));
    assert_eq!(add(&[0, 1], &[1, 0, -1]), Err(ResultError::Shape { id: one }));
    assert_eq!(add(&[0, 3], &[1, -1]), Err(ResultError::Who { id: one, entrant: Entrant(3) }));
    assert_eq!(add(&[1, 1], &[1, -1]), Err(ResultError::Who { id: one, entrant: Entrant(1) }));
    assert_eq!(add(&[0, 1], &[1, -1]), Ok(()));
    assert_eq!(add(&[0, 1], &[1, -1]), Err(ResultError::Again { id: one }));
}
