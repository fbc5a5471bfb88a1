//! Small runs of tuning: what is interrupted goes on, what is done again comes out the same, what is wrong is quoted.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use manator_core::Settings;
use manator_engine::catalog;
use manator_engine::options::OPTIONS;
use manator_games::catalog as games;
use manator_lab::data::DataError;
use manator_lab::spsa::Gains;
use manator_lab::tune::{TuneSession, tune, tuning_text};
use manator_search::strong::Tuning;

const GAME: &str = "kings-court";
const HEADING: &str = "# how it was made";

fn run(path: &Path, steps: u64, threads: usize) -> Result<(Tuning, u64), DataError> {
    let entry = games::find(GAME).expect("a game");
    let table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
    let settings = Settings::parse(OPTIONS, "hash=1 tuning=reduce_after:4").expect("settings");
    let session = TuneSession {
        table: &*table,
        settings: &settings,
        usual: catalog::find(GAME).and_then(|stable| stable.tuning()).expect("it can be tuned"),
        parameters: &["reduce_base", "trust_percent"],
        // Shifts wide enough that a few games tell the sides apart, whatever the weights.
        gains: Gains { width: 3.0, ..Gains::default() },
        pairs: 3,
        nodes: Some(150),
        opening: 8,
        moves_max: 100,
        seed: 1,
        steps,
        time: None,
        threads,
    };
    tune(path, HEADING, &session, &AtomicBool::new(false), |_| {})
}

#[test]
fn a_run_that_was_interrupted_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, torn) = (folder.path().join("whole"), folder.path().join("torn"));
    let found = run(&whole, 6, 3).expect("plays");
    assert_eq!(found.1, 6);
    let expected = fs::read(&whole).expect("steps");
    assert_ne!(tuning_text(found.0, Tuning::DEFAULT), "tuning=reduce_after:4", "it goes somewhere");
    for end in [0, 7, expected.len() / 2, expected.len() - 1] {
        fs::write(&torn, &expected[..end]).expect("a file");
        assert_eq!(run(&torn, 6, 1).expect("plays"), found);
        assert_eq!(fs::read(&torn).expect("steps"), expected, "cut after {end} bytes");
    }
}

#[test]
fn what_is_found_begins_where_the_options_say_and_is_an_option_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tuning, _) = run(&folder.path().join("steps"), 0, 1).expect("nothing to play");
    assert_eq!(tuning_text(tuning, Tuning::DEFAULT), "tuning=reduce_after:4");
    let (tuning, _) = run(&folder.path().join("steps"), 2, 1).expect("plays");
    let text = tuning_text(tuning, Tuning::DEFAULT);
    assert_eq!(text.strip_prefix("tuning=").expect("an option").parse(), Ok(tuning));
}

#[test]
fn a_damaged_file_is_refused_and_the_line_quoted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("steps");
    run(&path, 3, 1).expect("plays");
    let text = fs::read_to_string(&path).expect("steps");
    let rows: Vec<&str> = text.lines().collect();
    let check = |row: usize, line: &str, expected: &str| {
        let mut rows = rows.clone();
        rows[row] = line;
        fs::write(&path, rows.join("\n") + "\n").expect("a file");
        let refused = run(&path, 3, 1).expect_err(line).to_string();
        let told = format!(":{}: '{line}': expected {expected}", row + 1);
        assert!(refused.ends_with(&told), "{refused}");
    };
    check(1, "nonsense", "a step, with as many games as it has");
    check(2, &rows[2].replace("2 ", "2 9"), "a step, with as many games as it has");
    check(2, &rows[2].replacen("2 ", "7 ", 1), "what follows from the steps before");
    check(3, &format!("{}1", rows[3]), "what follows from the steps before");
    fs::write(&path, "# another\n").expect("a file");
    let refused = run(&path, 3, 1).expect_err("another plan").to_string();
    assert!(refused.contains("'# another', not '# how it was made'"), "{refused}");
}
