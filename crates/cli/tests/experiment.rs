//! Experiments as a script meets them: tables, documents, errors.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
    command.env("XDG_CONFIG_HOME", NO_CONFIG);
    command.arg("experiment").args(arguments).output().expect("manator runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn fails(arguments: &[&str], words: &[&str]) {
    let output = run(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: no '{word}' in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

/// Returns an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Returns the cells of the rows whose first two cells are words.
fn pairings(table: &str) -> Vec<Vec<String>> {
    let table = table.rsplit("\n\n").next().expect("a table");
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect())
        .collect()
}

#[test]
fn a_tiny_experiment_is_reproducible_and_adds_up() {
    let arguments = ["evals", "joust", "--depth", "1", "--games", "4", "--seed", "7"];
    let printed = prints(&arguments);
    assert_eq!(printed, prints(&arguments));
    let rows = pairings(&printed);
    assert_eq!(rows.len(), 3, "{printed}");
    for row in rows {
        let number = |cell: &String| cell.parse::<f64>().expect("a number");
        let [games, won, tied, lost] = [2, 3, 4, 5].map(|column| number(&row[column]));
        assert_eq!(games, 4.0, "{printed}");
        assert_eq!(won + tied + lost, games, "{printed}");
        let score = 100.0 * (won + tied / 2.0) / games;
        assert!((number(&row[7]) - score).abs() < 0.06, "{printed}");
        let (low, high) = row[8].split_once(" to ").expect("an interval");
        assert!(number(&low.into()) <= score && score <= number(&high.into()), "{printed}");
    }
}

#[test]
fn games_are_rounded_up_to_whole_openings() {
    let two = prints(&["agents", "joust", "random", "greedy", "--games", "3"]);
    assert_eq!(pairings(&two)[0][4], "4", "{two}");
    let three = prints(&["agents", "threechess", "random", "greedy", "--games", "1"]);
    assert_eq!(pairings(&three)[0][4], "6", "{three}");
}

#[test]
fn a_row_says_how_its_games_began() {
    for (rest, game) in [
        (&[][..], "joust, even openings"),
        (&["--openings", "open"], "joust"),
        (&["--starts"], "joust, from the start"),
    ] {
        let printed =
            prints(&[&["agents", "joust", "random", "greedy", "--games", "2"], rest].concat());
        assert_eq!(pairings(&printed)[0][0], game, "{printed}");
    }
    let both = ["agents", "joust", "random", "greedy", "--starts", "--openings", "even"];
    fails(&both, &["--starts", "--openings"]);
}

#[test]
fn only_the_section_is_replaced() {
    let folder = folder("experiment-sections");
    let path = folder.join("results.md");
    let file = path.to_str().expect("a path");
    let evals = ["evals", "joust", "--depth", "1", "--games", "2", "--markdown", file];
    prints(&evals);
    let fresh = fs::read_to_string(&path).expect("the document");
    assert!(fresh.starts_with("<!-- begin evals joust -->\n## Joust\n\n"), "{fresh}");
    assert!(fresh.ends_with("<!-- end evals joust -->\n"), "{fresh}");

    let words = "# Words\n\nbefore\n\n";
    fs::write(&path, format!("{words}{fresh}\nafter\n").replace("territory", "nobody"))
        .expect("write");
    prints(&evals);
    let document = fs::read_to_string(&path).expect("the document");
    assert_eq!(document, format!("{words}{fresh}\nafter\n"));

    let agents = |first: &str, seed: &str| {
        let arguments = ["agents", "joust", first, "random", "--games", "2", "--seed", seed];
        prints(&[&arguments[..], &["--markdown", file]].concat());
        fs::read_to_string(&path).expect("the document")
    };
    agents("greedy", "1");
    let two = agents("alphabeta", "1");
    assert!(two.starts_with(&document), "{two}");
    assert_eq!(pairings(&two).len(), 2, "{two}");
    assert_eq!(agents("greedy", "1"), two, "a match played again takes the place of the old one");
    assert_eq!(pairings(&agents("greedy", "2")).len(), 3);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "no draft is left");
}

#[test]
fn bad_input_is_quoted_before_any_game_is_played() {
    fails(&["evals", "chess"], &["'chess'", "jetan"]);
    fails(&["evals", "joust", "--depth", "0"], &["0", "1..=20"]);
    fails(&["evals", "joust", "--games", "0"], &["0", "1..=1000000"]);
    fails(&["evals", "joust", "--seed", "x"], &["'x'"]);
    let agents = |rest: &[&'static str], words: &[&str]| {
        fails(&[&["agents", "joust"], rest].concat(), words);
    };
    agents(&["nobody", "random"], &["'nobody'", "alphabeta"]);
    agents(&["random", "paranoid"], &["'paranoid'", "joust"]);
    agents(&["random", "champion"], &["'champion'", "could not be repeated", "nodes"]);
    agents(&["random", "random", "--first-set", "depth"], &["--first-set", "'depth'"]);
    agents(&["random", "random", "--second-set", "x=1"], &["--second-set", "'x'", "depth"]);
    agents(&["random", "random", "--second-set", "eval=x"], &["'x'", "territory"]);

    let folder = folder("experiment-errors");
    let missing = folder.join("no/such/folder.md");
    let missing = missing.to_str().expect("a path");
    fails(&["evals", "joust", "--markdown", missing], &[missing]);
    let broken = folder.join("broken.md");
    let path = broken.to_str().expect("a path");
    for (text, words) in [
        ("<!-- begin evals joust -->\n", "once each"),
        ("<!-- end evals joust -->\n<!-- begin evals joust -->\n", "stands before"),
    ] {
        fs::write(&broken, text).expect("write");
        fails(&["evals", "joust", "--markdown", path], &[path, words]);
        assert_eq!(fs::read_to_string(&broken).expect("the document"), text);
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
}
