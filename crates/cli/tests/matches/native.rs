//! `manator match` with flags of its own: the same games with the same seed, counted once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::fs;

use manator_core::{Record, Settings, Table};
use manator_engine::catalog as agents;
use manator_engine::options::OPTIONS;
use manator_games::catalog;
use manator_search::Limits;

use crate::program::{finished, lines, run};

#[test]
fn the_same_seed_plays_the_same_games_however_many_at_a_time() {
    for (game, who) in [
        ("joust", "alphabeta:depth=2 random"),
        ("refusal", "random greedy alphabeta:depth=1"),
        ("threechess", "random greedy random"),
    ] {
        let arguments = |rest: &str| format!("{game} {who} --games 12 --steps 40 {rest}");
        let one = lines(&arguments("--seed 7"));
        let two = lines(&arguments("--seed 7 --concurrency 3"));
        let other = lines(&arguments("--seed 8"));
        assert_eq!(finished(&one), finished(&two), "{game}");
        assert_ne!(finished(&one), finished(&other), "{game}");
        assert_eq!(one.last(), two.last(), "{game}");
    }
}

#[test]
fn whoever_wins_every_game_is_told_in_words() {
    for (who, score, winner) in
        [("champion random", "2 - 0 - 0", "champion"), ("random champion", "0 - 2 - 0", "champion")]
    {
        let told = lines(&format!("joust {who} --games 2 --depth 2"));
        let all = told.join("\n");
        assert!(all.contains(score), "{all}");
        // The figure is that of the sentence.
        let likely = if score.starts_with('2') { "87.5 %" } else { "12.5 %" };
        let elo = format!("Elo: cannot be estimated, {winner} has won every game, LOS: {likely}");
        assert!(all.contains("probably stronger (87.5 %)"), "{all}");
        assert!(all.contains(&elo) && !all.contains("inf"), "{all}");
    }
}

#[test]
fn every_opening_is_played_from_every_seat_and_every_record_holds() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/match.game");
    let _ = fs::remove_file(path);
    lines(&format!("threechess random greedy random --games 6 --steps 20 --records {path}"));
    let text = fs::read_to_string(path).expect("records");
    let records = Record::parse_all(&text).expect("records");
    assert_eq!(records.len(), 6);
    let mut seatings = BTreeSet::new();
    for (_, record) in &records {
        record.replay(catalog::find("threechess").expect("a game"), |_, _| {}).expect("it holds");
        let opening: Vec<&str> = record.moves.iter().take(4).map(|mv| mv.text.as_str()).collect();
        let first: Vec<&str> =
            records[0].1.moves.iter().take(4).map(|mv| mv.text.as_str()).collect();
        assert_eq!(opening, first, "one opening");
        let seats = ["blue", "green", "red"].map(|seat| record.player(seat).expect("a name"));
        seatings.insert(seats.join(", "));
    }
    assert_eq!(seatings.len(), 6, "{seatings:?}");
}

/// Returns the positions that the games of a match begin with, in order of the games.
fn openings(arguments: &str, name: &str, plies: usize) -> Vec<Box<dyn Table>> {
    let path = format!("{}/{name}.game", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    lines(&format!("{arguments} --records {path}"));
    let text = fs::read_to_string(&path).expect("records");
    let records = Record::parse_all(&text).expect("records");
    let opening = |record: &Record| {
        let entry = catalog::find(&record.game).expect("a game");
        let mut opening = None;
        record
            .replay(entry, |table, _| {
                if table.moves().len() == plies {
                    opening = Some(table.copy());
                }
            })
            .expect("it holds");
        opening.expect("an opening")
    };
    records.iter().map(|(_, record)| opening(record)).collect()
}

#[test]
fn even_openings_differ_and_nobody_is_far_ahead() {
    for entry in catalog::GAMES {
        let card = entry.card();
        let (game, players) = (card.name, card.players.len());
        let (who, games) = (["random"; 3][..players].join(" "), if players == 2 { 10 } else { 18 });
        let arguments = format!("{game} {who} --games {games} --opening 8 --even --steps 12");
        let found = openings(&arguments, &format!("even-{game}"), 8);
        let keys: BTreeSet<u64> = found.iter().map(|table| table.key()).collect();
        let seatings = if players == 2 { 2 } else { 6 };
        assert_eq!(keys.len(), games / seatings, "{game}");
        let again = openings(&arguments, &format!("even-again-{game}"), 8);
        assert!(found.iter().zip(&again).all(|(one, other)| one.key() == other.key()), "{game}");
        let lead = agents::find(game).and_then(|stable| stable.decisive_lead());
        for table in found {
            let settings = Settings::parse(OPTIONS, "hash=1").expect("options");
            let mut judge = agents::open(&*table, "champion", &settings).expect("a champion");
            let thought = judge.think(&*table, &Limits::depth(4), &mut |_| {}).expect("a thought");
            let score = thought.lines[0].score;
            assert!(!score.is_proven(), "{game}: {}", table.position());
            assert!(lead.is_none_or(|lead| score.0.abs() < lead), "{game}: {}", table.position());
        }
    }
}

#[test]
fn starts_are_drawn_where_the_rules_draw_them() {
    let joust = "joust random random --opening 0 --option start=random";
    let keys = |arguments: &str, name: &str| -> BTreeSet<u64> {
        openings(arguments, name, 0).iter().map(|table| table.key()).collect()
    };
    assert_eq!(keys(&format!("{joust} --games 40 --even"), "drawn").len(), 20);
    assert_eq!(keys(&format!("{joust} --games 2 --even --option seed=3"), "chosen").len(), 1);
    assert_eq!(keys(&format!("{joust} --games 4"), "one-start").len(), 1);
}

#[test]
fn an_agent_is_its_own_equal_on_even_openings() {
    let said = lines("kings-court alphabeta alphabeta --depth 1 --games 6 --opening 8 --even");
    let pairs = said.iter().rfind(|line| line.starts_with("Ptnml")).expect("pairs");
    assert_eq!(pairs, "Ptnml(0-2): [0, 0, 3, 0, 0]");
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let said = lines("joust alphabeta:depth=3 random --games 2000 --sprt 0,30 --concurrency 2");
    let games = finished(&said).len();
    assert!(games < 500, "{games} games");
    let text = said.join("\n");
    assert!(text.contains("the upper difference is accepted"), "{text}");
    assert!(text.contains("Score of alphabeta:depth=3 vs random: "), "{text}");
    let last = said.last().expect("a sentence");
    assert!(last.starts_with("alphabeta:depth=3 is stronger: "), "{last}");
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, said) in [
        ("joust random", "2 values required"),
        ("joust random nobody", "no agent 'nobody' plays joust"),
        ("joust random human", "'human': expected an agent or a program"),
        ("threechess random random", "2 players: threechess needs at least 3"),
        ("joust random random --even --openings x", "cannot be used with"),
        ("joust random random --sprt 5", "expected two numbers such as 0,5"),
        ("joust random random --sprt 5,0", "5"),
        ("joust random random --records /nowhere/x", "cannot open /nowhere/x"),
        ("joust random random --adjudicate-draw 40,8", "'40,8': expected MOVE,COUNT,SCORE"),
        ("joust random random --adjudicate-resign 0,8", "'0,8': expected COUNT,SCORE"),
        ("joust random random --time-of random=soon", "random: time: 'soon': expected none"),
        (
            "threechess random random random --adjudicate-resign 3,600",
            "resign: nobody can be taken to resign in threechess",
        ),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(said), "{arguments}: {error}");
    }
}

#[test]
fn scores_and_own_limits_end_games() {
    let ties =
        lines("joust alphabeta:depth=1 alphabeta:depth=1 --games 4 --adjudicate-draw 0,1,1000000");
    for game in finished(&ties) {
        assert!(game.contains("1/2-1/2 {adjudicated: both saw no advantage"), "{game}");
    }
    let losses =
        lines("joust alphabeta:depth=3 alphabeta:depth=3 --games 4 --adjudicate-resign 1,1");
    let given_up = finished(&losses);
    assert!(given_up.iter().any(|game| game.contains("saw itself losing")), "{given_up:?}");
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/own-time.game");
    let _ = fs::remove_file(path);
    let times = "--time none --time-of alphabeta:depth=1=40/60s+1s";
    lines(&format!("joust alphabeta:depth=1 random --games 2 {times} --records {path}"));
    let text = fs::read_to_string(path).expect("records");
    for control in ["40/1m+1s / none", "none / 40/1m+1s"] {
        assert!(text.contains(&format!("[TimeControl \"{control}\"]")), "{text}");
    }
}

#[test]
fn reports_come_as_often_and_in_the_form_that_is_wanted() {
    let count =
        |lines: &[String], begin: &str| lines.iter().filter(|line| line.starts_with(begin)).count();
    let often = lines("joust random random --games 12 --interval 4");
    assert_eq!((count(&often, "Score of"), count(&often, "Ptnml(0-2): [")), (3, 3));
    let seldom = lines("joust random random --games 12 --interval 0");
    assert_eq!(count(&seldom, "Score of"), 1);
    let fast = lines("joust random random --games 12 --output fastchess");
    assert_eq!(count(&fast, "Results of random vs random (2) (none, NULL, NULL):"), 2);
    assert_eq!(fast.last().map(String::as_str), Some("Tournament finished"));
    let cute = lines("joust random random --games 12 --output cutechess");
    assert_eq!((count(&cute, "Score of"), count(&cute, "Elo difference: ")), (12, 2));
    assert_eq!(cute.last().map(String::as_str), Some("Finished match"));
    let many = lines("joust random greedy alphabeta:depth=1 --games 2 --output fastchess");
    assert_eq!(count(&many, "Rank Name "), 1);
}
