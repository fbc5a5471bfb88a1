//! Small runs of the laboratory: what is interrupted goes on, and what is done again comes out the same.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use manator_core::{Settings, Table};
use manator_engine::catalog;
use manator_engine::options::OPTIONS;
use manator_games::catalog as games;
use manator_lab::data::{self, DataError, Session, record};
use manator_lab::examples::{Mixing, Split};
use manator_lab::play::Plan;
use manator_lab::train::{Recipe, train};

const GAME: &str = "kings-court";
const HEADING: &str = "# how they were made";

fn start() -> Box<dyn Table> {
    start_of(GAME)
}

fn start_of(game: &str) -> Box<dyn Table> {
    let entry = games::find(game).expect("a game");
    entry.open(Settings::defaults(entry.card().options)).expect("a table")
}

fn play(path: &Path, games: u64, threads: usize) -> Result<u64, DataError> {
    let settings = Settings::parse(OPTIONS, "hash=1").expect("settings");
    let session = Session {
        table: &*start(),
        agent: "champion",
        settings: &settings,
        plan: Plan { nodes: 30, ..Plan::default() },
        games,
        time: None,
        threads,
    };
    record(path, HEADING, &session, &AtomicBool::new(false), |_| {})
}

#[test]
fn a_run_that_was_interrupted_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, torn) = (folder.path().join("whole"), folder.path().join("torn"));
    assert_eq!(play(&whole, 6, 2).expect("plays"), 6);
    let expected = fs::read(&whole).expect("games");
    // Wherever the file ends, be it in the heading, it is completed to the same.
    for end in [0, 7, expected.len() / 2, expected.len() - 1] {
        fs::write(&torn, &expected[..end]).expect("a file");
        assert_eq!(play(&torn, 6, 1).expect("plays"), 6);
        assert_eq!(fs::read(&torn).expect("games"), expected, "cut after {end} bytes");
    }
}

#[test]
fn games_of_another_plan_are_not_mixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    fs::write(&path, "# others\n0 - - A1A2\n").expect("a file");
    let refused = play(&path, 2, 1).expect_err("another plan").to_string();
    assert!(
        refused.ends_with("holds games of another plan: '# others', not '# how they were made'")
    );
}

#[test]
fn what_is_no_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    fs::write(&path, "# heading\n0 1,-1 won A1A2/x\n").expect("a file");
    let refused = data::read(&path, &*start(), |_| {}).expect_err("no score").to_string();
    assert!(refused.ends_with(":2: 'A1A2/x': expected a move and a score"), "{refused}");
}

#[test]
fn training_again_gives_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play(&path, 40, 1).expect("plays");
    let sight = catalog::find(GAME).and_then(|stable| stable.sight()).expect("it learns");
    let (table, mixing) = (start(), Mixing { next: 0.95 });
    let mut split = Split::default();
    data::read(&path, &*table, |game| {
        split.add(sight, &*table, (0, &game), mixing).expect("legal moves");
    })
    .expect("games");
    assert!(split.train.len() > 1000 && !split.held_out.is_empty());
    let mut losses = Vec::new();
    let mut weights = |seed| {
        let recipe = Recipe { epochs: 8, rate: 0.02, seed, ..Recipe::default() };
        train(sight, &split, recipe, |epoch| losses.push(epoch.loss))
    };
    let (first, again, other) = (weights(1), weights(1), weights(2));
    assert_eq!(first.bytes(), again.bytes());
    assert_ne!(first.bytes(), other.bytes());
    assert!(losses[7] < 0.95 * losses[0], "it learns: {losses:?}");
}

#[test]
fn a_position_of_three_players_is_an_example_for_each() {
    let table = start_of("threechess");
    let sight = catalog::find("threechess").and_then(|stable| stable.sight()).expect("it learns");
    // Nobody but Red has thought when a random move is made, and all know the end after it.
    let line = "1 1,0,-1 won BE2BE4 GE2GE4 RE2RE4/0! BD2BD4/10 GD2GD4/-10 RD2RD4/20";
    let game = line.parse().expect("a game");
    let mut split = Split::default();
    split.add(sight, &*table, (0, &game), Mixing { next: 0.9 }).expect("legal moves");
    assert_eq!(split.train.len() + split.held_out.len(), 1 + 3 * 3);
}
