//! A whole class: two agents, an upload, somebody who never comes, and a power cut.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use manator_organise::Store;
use manator_organise::store::Number;

use crate::driver::Class;

const ROSTER: &str = r#"
title = "A class"
game = "joust"
options = ["size=6x6"]
games = 6
[[student]]
name = "Ada"
[[student]]
name = "<script>alert(1)</script>"
[[student]]
name = "Cyd"
[[student]]
name = "Dan"
"#;

/// All games by id: who sat where, the points, the record.
fn games(path: &Path) -> BTreeMap<String, (Vec<usize>, Vec<i8>, String)> {
    let store = Store::open(path).expect("a store");
    let mut games = BTreeMap::new();
    let mut add = |row: manator_organise::store::Row| {
        let seats = row.seats.iter().map(|who| who.0).collect();
        let before = games.insert(row.id.to_string(), (seats, row.payoffs, row.record));
        assert!(before.is_none(), "{} was played twice", row.id);
    };
    store.games(Number(1), &mut add).expect("games");
    games
}

#[test]
fn a_class_plays_through_a_power_cut() {
    let class = Class::new(ROSTER);
    class.prints("new-agent python program");
    let program = fs::read(class.path("program/agent.py")).expect("the program");
    let codes = class.codes();
    assert_eq!(codes, class.codes(), "codes are made once");
    let options = "--wait-for 3 --patience 1s --concurrency 2 --leave";

    let mut server = class.serve(options);
    assert_eq!(server.upload(&codes[2], &[("my agent.py", &program)]).status, 200);
    server.process.says("the program of Cyd is examined: nothing failed");
    let own = server.get("/api/student", &codes[2]);
    assert!(own.body.contains(r#""here":"uploaded""#), "{own:?}");
    assert!(own.body.contains(r#""grade":"ok""#), "{own:?}");
    let agents =
        [class.agent(&server, &codes[0], "-a greedy"), class.agent(&server, &codes[1], "-a r")];
    server.process.says("tournament 1 begins");
    server.process.says("game 9 of 36");
    server.process.kill();
    drop(agents);
    let before = games(&class.path("class.db"));
    assert!((9..36).contains(&before.len()), "{} games", before.len());

    let mut server = class.serve(options);
    let told = server.told(r#""standings":[{"#);
    assert!(told.contains(r#""done":[{"#), "{told}");
    let _agents =
        [class.agent(&server, &codes[0], "-a greedy"), class.agent(&server, &codes[1], "-a r")];
    server.process.says("tournament 1 goes on after");
    let (status, said) = server.process.ends();
    assert_eq!(status, Some(0), "{said}");
    let after = games(&class.path("class.db"));
    assert_eq!(after.len(), 36);
    for (id, game) in &before {
        assert_eq!(after.get(id), Some(game), "game {id} is another now");
    }
    check_results(&class);
    // The same command again shows the same, and plays nothing.
    let mut server = class.serve(options);
    server.process.says("all games are over");
    assert_eq!(server.process.ends().0, Some(0));
    assert_eq!(games(&class.path("class.db")), after);
}

fn check_results(class: &Class) {
    let results = class.prints("class results class.toml --store class.db --csv grades.csv");
    assert!(results.contains("Dan: 18 absent"), "{results}");
    assert!(results.contains("did not come"), "{results}");
    assert!(results.starts_with("place "), "{results}");
    let csv = fs::read_to_string(class.path("grades.csv")).expect("a table");
    let dan = csv.lines().find(|line| line.starts_with("Dan,")).expect("Dan");
    assert!(dan.starts_with("Dan,4,0,18,0,0,18,"), "{dan}");
    assert_eq!(csv.lines().count(), 5, "{csv}");
}

/// Returns the ids of the games of a student.
fn played(own: &str) -> Vec<String> {
    let own: serde_json::Value = serde_json::from_str(own).expect("JSON");
    let games = own["games"].as_array().expect("games").iter();
    games.filter_map(|game| Some(game["id"].as_str()?.to_string())).collect()
}

#[test]
fn the_instructor_begins_pauses_and_takes_everything_home() {
    let class = Class::new(&ROSTER.replace("games = 6", "games = 2"));
    let codes = class.codes();
    let instructor = &codes[4];
    let mut server = class.serve("--patience 100ms");
    let early = server.get("/api/instructor/grades.csv", instructor);
    assert_eq!(early.status, 409, "{early:?}");
    assert_eq!(server.post("/api/instructor/pause", instructor).status, 409);
    assert_eq!(server.post("/api/instructor/begin", instructor).status, 200);
    server.process.says("game 12 of 12");
    server.told(r#""phase":"over""#);
    let overview = server.get("/api/instructor", instructor);
    assert!(overview.body.contains("did not come"), "{overview:?}");
    let grades = server.get("/api/instructor/grades.csv", instructor);
    assert!(grades.head.contains("attachment"), "{grades:?}");
    assert_eq!(grades.body.lines().count(), 5);
    let records = server.get("/api/instructor/records.game", instructor);
    fs::write(class.path("all.game"), &records.body).expect("records");
    let replayed = class.prints("replay --quiet all.game");
    assert_eq!(replayed.lines().filter(|line| line.starts_with("ok")).count(), 12);
    assert!(server.get("/api/instructor/store.db", instructor).body.starts_with("SQLite format 3"));
    let own = server.get("/api/student", &codes[0]);
    assert!(own.body.contains(r#""blame":"did not come""#), "{own:?}");
    let (ada, bob) = (played(&own.body), played(&server.get("/api/student", &codes[1]).body));
    let game = server.get(&format!("/api/student/games/{}", ada[0]), &codes[0]);
    assert!(game.status == 200 && game.body.contains("[Game "), "{game:?}");
    let foreign = bob.iter().find(|id| !ada.contains(id)).expect("a game without Ada");
    assert_eq!(server.get(&format!("/api/student/games/{foreign}"), &codes[0]).status, 404);
    server.process.kill();
    let changed = ROSTER.replace("games = 6", "games = 4");
    fs::write(class.path("class.toml"), changed).expect("a roster");
    let refused =
        class.run("class serve class.toml --store class.db --address 127.0.0.1:0 --leave");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--anew"));
    assert_eq!(class.codes(), codes);
}

#[test]
fn the_roster_of_the_guide_is_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = fs::read_to_string(root.join("docs/examples/class.toml")).expect("the example");
    let guide = fs::read_to_string(root.join("docs/class.md")).expect("the guide");
    assert!(guide.contains(&format!("```toml\n{example}```")), "the guide shows another");
    let class = Class::new(&example);
    let codes = class.prints("class codes class.toml");
    assert_eq!(codes.lines().count(), 4);
    assert!(codes.contains("\tCharles Babbage\n"), "{codes}");
}
