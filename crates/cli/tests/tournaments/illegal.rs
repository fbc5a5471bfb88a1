//! Illegal answers: asked again as often as stated, and counted for each player wherever results are written.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use serde_json::Value;

use super::program::Folder;

/// Answers something else than a move twice in three times.
const STUBBORN: &str = r#"while read -r line; do
  case $line in legal*) set -- $line; move=$2 ;; esac
done
asked=$(cat asked 2>/dev/null || echo 0)
echo $((asked + 1)) >asked
if [ $((asked % 3)) -lt 2 ]; then echo Z9Z9; else echo "$move"; fi
"#;

/// Plays a game against somebody who cannot be told anything; returns what is printed, the CSV and the JSON.
fn played(retries: &str) -> (String, String, Value) {
    let folder = Folder::new();
    let path = |name: &str| folder.folder.path().join(name);
    fs::write(path("stubborn.sh"), STUBBORN).expect("a program");
    let definition = "game = 'joust'\noptions = ['size=4x5']\ngames = 1\nopenings = { random = 0 }\n\
        [[player]]\nname = 'model'\nagent = 'once:sh stubborn.sh'\n[[player]]\nagent = 'random'\n";
    fs::write(path("event.toml"), definition).expect("a definition");
    let output = folder.run(&format!("tournament event.toml {retries}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = folder.lines("report --csv players.csv --json all.json");
    let read = |name| fs::read_to_string(path(name)).expect("it was written");
    let json = serde_json::from_str(&read("all.json")).expect("JSON");
    (report.join("\n"), read("players.csv"), json)
}

#[test]
fn whoever_is_asked_again_has_its_illegal_answers_counted() {
    let (report, csv, json) = played("--retries 2");
    let game = &json["games"][0];
    assert_eq!(game["reason"], "no-legal-move", "it was played to its end: {game}");
    let model = json["players"].as_array().expect("players").iter();
    let model = model.clone().find(|player| player["name"] == "model").expect("a player");
    let plies = game["moves"].as_str().expect("moves").split(' ').count() as u64;
    let illegal = model["illegal_answers"].as_u64().expect("a number");
    // The loser of Joust is to move, and the first to move was the model.
    assert!([plies / 2, plies.div_ceil(2)].map(|moves| 2 * moves).contains(&illegal), "{json}");
    assert_eq!(game["illegal_answers"][0], illegal);
    assert!(report.contains(&format!("illegal answers, by who gave them:\n  model: {illegal}\n")));
    let heads: Vec<&str> = csv.lines().next().expect("heads").split(',').collect();
    let at = heads.iter().position(|head| *head == "illegal-answers").expect("a column");
    let row = csv.lines().find(|line| line.contains("model")).expect("a row");
    assert_eq!(row.split(',').nth(at), Some(illegal.to_string().as_str()), "{csv}");
}

#[test]
fn one_illegal_answer_too_many_loses_the_game() {
    for (retries, illegal) in [("--retries 1", 2), ("--retries 0", 1), ("", 1)] {
        let (report, _, json) = played(retries);
        assert_eq!(json["games"][0]["reason"], "default", "{retries}: {json}");
        assert_eq!(json["games"][0]["illegal_answers"], serde_json::json!([illegal, 0]));
        let is_said = report.contains("illegal answers, by who gave them:");
        assert_eq!(
            is_said,
            illegal > 1,
            "where the faults say it already, once is enough: {report}"
        );
    }
    let folder = Folder::new();
    let output = folder.run("match joust random random --retries 100");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("retries: 100 is not between 0 and 99"), "{said}");
}
