//! Records of matches are games to learn from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use manator_core::record::{Judged, Judgement};
use manator_core::{Record, Settings, Table};
use manator_games::catalog as games;
use manator_lab::{GameLine, data};
use manator_search::Score;

fn start(options: &str) -> Box<dyn Table> {
    let entry = games::find("joust").expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

/// Plays the first legal move until the game is over; the first two moves are an opening.
fn record(options: &str) -> Record {
    let mut table = start(options);
    while let Some(mv) = table.legal().first() {
        table.play(mv).expect("a legal move");
    }
    let mut record = Record::of(&*table);
    for (ply, mv) in record.moves.iter_mut().enumerate().skip(2) {
        let score = if ply % 2 == 0 { Judged::Hundredths(ply as i32) } else { Judged::LosesIn(4) };
        mv.judgement = Some(Judgement { score, depth: 3 });
    }
    record
}

fn read(text: &str, options: &str) -> Result<Vec<GameLine>, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records");
    fs::write(&path, text).expect("a file");
    let mut games = Vec::new();
    data::read(&path, &*start(options), |game| games.push(game))
        .map(|()| games)
        .map_err(|error| error.to_string())
}

#[test]
fn every_move_has_the_score_that_its_mover_told() {
    let (won, mut left) = (record("size=4x4"), record("size=4x4"));
    // The clock, not the rules, decided the second.
    left.reason = Some("time".into());
    let games = read(&format!("{won}\n{left}"), "size=4x4").expect("records");
    assert_eq!(games.len(), 2);
    let end = games[0].end.as_ref().expect("an end");
    assert_eq!(Some(&end.payoffs), won.result.as_ref());
    assert!(games[1].end.is_none() && games[1].number == 1);
    for game in &games {
        assert_eq!(game.steps.len(), won.moves.len());
        for (ply, step) in game.steps.iter().enumerate() {
            let told = if ply % 2 == 0 { ply as i32 } else { Score::loss_in(4).0 };
            assert_eq!((&step.mv, step.score), (&won.moves[ply].text, (ply > 1).then_some(told)));
        }
    }
}

#[test]
fn games_by_other_rules_and_what_is_no_record_are_refused() {
    let other = format!("{}\n{}", record("size=4x4"), record("size=5x5"));
    let refused = read(&other, "size=4x4").expect_err("another board");
    let told = "a game of 'joust size=5x5': expected games of 'joust size=4x4'";
    assert!(refused.ends_with(told), "{refused}");
    let torn = record("size=4x4").to_string().replace("[Options", "[Options ]");
    assert!(read(&torn, "size=4x4").expect_err("no record").contains("line "), "{torn}");
}
