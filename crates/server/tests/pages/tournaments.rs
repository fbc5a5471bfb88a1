//! Tournaments that pages create, look at, stop and take away.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use manator_organise::store::Number;
use manator_organise::{Entry, Event, Prepared, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::arena::Arena;

/// A tournament of a moment.
fn quick() -> Value {
    json!({
        "title": "Spring <b>cup</b>", "game": "joust", "options": "size=6x6", "games": 2, "seed": 3,
        "players": [
            { "agent": "random" }, { "agent": "random" }, { "name": "greedy one", "agent": "greedy" },
        ],
    })
}

/// A tournament that takes long, also where champions leave time to spare because they have waited for a processor.
fn slow() -> Value {
    json!({
        "title": "slow", "game": "jetan", "games": 40, "time": "1s/move",
        "players": [{ "agent": "champion" }, { "agent": "champion:seed=2" }],
    })
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store.db");
    (folder, store)
}

#[track_caller]
fn create(arena: &Arena, asked: &Value) -> i64 {
    let (status, text) = arena.post("/api/tournaments", asked);
    assert_eq!(status, 200, "{text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    answer["number"].as_i64().expect("a number")
}

#[track_caller]
fn refused(arena: &Arena, change: Value, words: &str) {
    let mut asked = quick();
    for (name, value) in change.as_object().expect("changes") {
        asked[name] = value.clone();
    }
    for path in ["/api/tournaments", "/api/tournaments/preview"] {
        let (status, text) = arena.post(path, &asked);
        assert_eq!(status, 422, "{change}: {text}");
        assert!(text.contains(words), "{change}: {text}");
    }
}

#[test]
fn a_tournament_is_played_and_shown() {
    let (_folder, store) = place();
    let arena = Arena::at(&store);
    let (status, text) = arena.post("/api/tournaments/preview", &quick());
    assert_eq!((status, text.contains("\"games\":6")), (200, true), "{text}");
    let number = create(&arena, &quick());
    let mut line = arena.line();
    let topic = format!("tournament/{number}");
    line.watch(&topic);
    let shown = line.until(&topic, |state| state["stage"] == "over");
    assert_eq!(shown["played"], 6);
    assert_eq!(shown["planned"], 6);
    assert_eq!(shown["names"], json!(["random", "random (2)", "greedy one"]));
    assert_eq!(shown["standings"].as_array().map(Vec::len), Some(3));
    assert!(shown["standings"][0]["rating"].is_number(), "{shown}");
    assert_eq!(shown["history"]["at"].as_array().and_then(|at| at.last()), Some(&json!(6)));
    line.watch("tournaments");
    let list = line.until("tournaments", |list| list["tournaments"][0]["stage"] == "over");
    assert_eq!(list["tournaments"][0]["title"], "Spring <b>cup</b>");

    let facts = arena.read(&format!("/api/tournaments/{number}"));
    assert_eq!(facts["board"]["game"], "joust");
    assert_eq!(facts["options"], "size=6x6");
    let games = arena.read(&format!("/api/tournaments/{number}/games?one=0&other=2&count=1"));
    assert_eq!((&games["total"], games["games"].as_array().map(Vec::len)), (&json!(2), Some(1)));
    let won = arena.read(&format!("/api/tournaments/{number}/games?one=2&payoff=1"));
    let lost = arena.read(&format!("/api/tournaments/{number}/games?one=2&payoff=-1"));
    let tied = arena.read(&format!("/api/tournaments/{number}/games?one=2&payoff=0"));
    let total: u64 = [won, lost, tied].iter().filter_map(|page| page["total"].as_u64()).sum();
    assert_eq!(total, 4);
    let id = games["games"][0]["id"].as_str().expect("an id");
    let game = arena.read(&format!("/api/tournaments/{number}/games/{id}"));
    assert!(game["film"].as_str().is_some_and(|film| film.contains('|')), "{game}");
    assert!(game["record"].as_str().is_some_and(|text| text.contains("greedy one")), "{game}");

    let topic = format!("game/t-{number}-{id}");
    line.watch(&topic);
    let state = line.until(&topic, |_| true);
    assert_eq!(state["over"]["result"], game["result"]);
    assert_eq!(state.get("legal"), None, "whoever looks on moves nothing");
    assert_eq!(state["board"]["game"], "joust");

    for (file, word) in [
        ("records.game", "[Event \"Spring <b>cup</b>\"]"),
        ("table.csv", "rank,name"),
        ("crosstable.csv", "rank,name,points,games,"),
        ("games.csv", "id,first,second"),
        ("tournament.json", "\"milliseconds\""),
        ("report.html", "<title>Spring &lt;b&gt;cup&lt;/b&gt;</title>"),
    ] {
        let (status, text) = arena.get(&format!("/api/tournaments/{number}/{file}"));
        assert_eq!((status, text.contains(word)), (200, true), "{file}: {text:.300}");
    }
    assert_eq!(arena.get(&format!("/api/tournaments/{number}/secrets")).0, 404);
    assert_eq!(arena.get("/api/tournaments/99").0, 404);
    assert_eq!(arena.get(&format!("/api/tournaments/{number}/games/9.9.9")).0, 404);
    let (status, text) = arena.post(&format!("/api/tournaments/{number}/go-on"), &json!({}));
    assert_eq!((status, text.contains("is over")), (422, true), "{text}");
    assert_eq!(arena.post(&format!("/api/tournaments/{number}/forget"), &json!({})).0, 200);
    line.until("tournaments", |list| list["tournaments"] == json!([]));
}

#[test]
fn a_knockout_shows_its_bracket_while_it_grows() {
    let (_folder, store) = place();
    let arena = Arena::at(&store);
    let mut asked = quick();
    asked["format"] = json!("knockout");
    let number = create(&arena, &asked);
    let mut line = arena.line();
    let topic = format!("tournament/{number}");
    line.watch(&topic);
    // Three players: the first seed waits in the final for whoever wins.
    let is_told = |state: &Value| {
        let rounds = &state["rounds"];
        assert_eq!(rounds["kind"], "knockout");
        assert_eq!(rounds["rounds"][0]["name"], "semi-finals");
        assert_eq!(rounds["rounds"][0]["byes"][0]["entrant"], 0);
        assert_eq!(rounds["rounds"][1]["name"], "final");
        assert_eq!(rounds["rounds"][1]["meetings"][0]["sides"][0]["entrant"], 0);
        state["stage"] == "over"
    };
    let shown = line.until(&topic, is_told);
    let last = &shown["rounds"]["rounds"][1]["meetings"][0];
    assert_eq!((&last["decided"], &last["legs"][0]["id"]), (&json!(true), &json!("2.1")));
    assert_eq!(shown["rounds"]["champion"], shown["standings"][0]["entrant"]);
    let all = arena.read(&format!("/api/tournaments/{number}/games"));
    let of = |round: u32| {
        let page = arena.read(&format!("/api/tournaments/{number}/games?round={round}"));
        page["total"].as_u64().unwrap_or_default()
    };
    assert!(of(1) >= 2 && of(2) >= 2, "{all}");
    assert_eq!(all["total"], of(1) + of(2));
}

#[test]
fn a_tournament_stops_and_goes_on_and_survives_the_server() {
    let (_folder, store) = place();
    let mut arena = Arena::at(&store);
    let number = create(&arena, &slow());
    let topic = format!("tournament/{number}");
    let mut line = arena.line();
    line.watch(&topic);
    let shown = line.until(&topic, |state| !state["running"].as_array().is_none_or(Vec::is_empty));
    let id = shown["running"][0]["id"].as_str().expect("an id").to_string();
    let game = format!("game/t-{number}-{id}");
    line.watch(&game);
    let first = line.until(&game, |_| true);
    assert_eq!(first["seats"][0]["kind"], "agent");
    assert_eq!(first["board"]["game"], "jetan");
    let plies = first["moves"].as_array().map_or(0, Vec::len);
    line.until(&game, |state| state["moves"].as_array().map_or(0, Vec::len) > plies);
    line.watch("games");
    line.until("games", |list| {
        list["games"].as_array().is_some_and(|games| {
            games.iter().any(|one| one["id"].as_str() == Some(&game["game/".len()..]))
        })
    });

    // Whoever else wants to play it cannot.
    let other = Store::open(&store).expect("the store");
    assert!(other.claim(Number(number)).is_err());
    let path = format!("/api/tournaments/{number}");
    assert_eq!(arena.post(&format!("{path}/go-on"), &json!({})).0, 422);
    assert_eq!(arena.post(&format!("{path}/forget"), &json!({})).0, 422);

    assert_eq!(arena.post(&format!("{path}/stop"), &json!({})).0, 200);
    line.until(&topic, |state| state["stage"] == "resting");
    assert_eq!(arena.post(&format!("{path}/stop"), &json!({})).0, 422);

    // What was stopped stays so when the arena is opened again; what was played goes on.
    arena.again();
    let mut line = arena.line();
    line.watch(&topic);
    line.until(&topic, |state| state["stage"] == "resting");
    let (status, text) = arena.post(&format!("{path}/go-on"), &json!({}));
    assert_eq!(status, 200, "{text}");
    line.until(&topic, |state| state["stage"] == "playing");
    arena.again();
    let mut line = arena.line();
    line.watch(&topic);
    line.until(&topic, |state| state["stage"] == "playing");
}

#[test]
fn tournaments_wait_for_their_turn() {
    let (_folder, store) = place();
    let arena = Arena::at(&store);
    let numbers: Vec<i64> = (0..3).map(|_| create(&arena, &slow())).collect();
    let mut line = arena.line();
    line.watch("tournaments");
    let stages = |list: &Value, stage: &str| {
        let all = list["tournaments"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
        all.filter(|one| one["stage"] == stage).count()
    };
    line.until("tournaments", |list| stages(list, "playing") == 2 && stages(list, "waiting") == 1);
    assert_eq!(arena.post(&format!("/api/tournaments/{}/stop", numbers[0]), &json!({})).0, 200);
    line.until("tournaments", |list| stages(list, "playing") == 2 && stages(list, "resting") == 1);
}

#[test]
fn what_was_begun_elsewhere_goes_on_unless_it_needs_programs() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).expect("a store");
    let mut keep = |agents: [&str; 2]| {
        let event = Event::new("joust", agents.map(Entry::of).to_vec());
        store.create(&Prepared::new(event).expect("a tournament")).expect("it is kept").0
    };
    let (ours, program) = (keep(["random", "greedy"]), keep(["random", "program:true"]));
    let arena = Arena::at(&path);
    let (status, text) = arena.post(&format!("/api/tournaments/{program}/go-on"), &json!({}));
    assert_eq!((status, text.contains("manator resume")), (422, true), "{text}");
    let topic = format!("tournament/{ours}");
    let mut line = arena.line();
    line.watch(&topic);
    line.until(&topic, |state| state["stage"] == "resting");
    assert_eq!(arena.post(&format!("/api/tournaments/{ours}/go-on"), &json!({})).0, 200);
    line.until(&topic, |state| state["stage"] == "over");
}

#[test]
fn what_makes_no_sense_or_is_too_much_is_refused() {
    let (_folder, store) = place();
    let arena = Arena::at(&store);
    let with = |agent: &str| json!({ "players": [{ "agent": agent }, { "agent": "random" }] });
    for agent in
        ["program:sh -c true", "once:/bin/true", "/bin/true", "./agent", "human", "remote:listen:1"]
    {
        refused(&arena, with(agent), "expected an agent");
    }
    refused(&arena, with("nobody"), "nobody");
    refused(&arena, with("champion:threads=64"), "at most 2");
    refused(&arena, with("champion:hash=60000"), "at most 128");
    refused(&arena, with("champion:time=3600000"), "at most 60000");
    refused(&arena, with("champion:eval=../../etc/passwd"), "passwd");
    let many: Vec<Value> = (0..33).map(|_| json!({ "agent": "random" })).collect();
    refused(&arena, json!({ "players": many }), "players: 33");
    refused(&arena, json!({ "players": [{ "agent": "random" }] }), "players: 1");
    refused(&arena, json!({ "games": 20_000 }), "expected at most 20000");
    refused(&arena, json!({ "games": 0 }), "games: 0");
    refused(&arena, json!({ "game": "chess" }), "unknown game 'chess'");
    refused(&arena, json!({ "options": "size=1x1" }), "1x1");
    refused(&arena, json!({ "time": "1h/move" }), "time: ");
    refused(&arena, json!({ "time": "soon" }), "time: ");
    refused(&arena, json!({ "steps": 1_000_000 }), "steps: ");
    refused(&arena, json!({ "opening": 4000 }), "opening: ");
    refused(&arena, json!({ "concurrency": 4096 }), "concurrency: ");
    refused(&arena, json!({ "title": "x".repeat(200) }), "title: ");
    refused(&arena, json!({ "title": "a\u{1b}[2J" }), "title: ");
    let same = json!([{ "name": "a", "agent": "random" }, { "name": "a", "agent": "greedy" }]);
    refused(&arena, json!({ "players": same }), "two of the name 'a'");
    for (name, value) in [
        ("sandbox", json!(1)),
        ("directory", json!("/")),
        ("player", json!([])),
        ("seed", json!("x")),
    ] {
        let mut asked = quick();
        asked[name] = value;
        assert_eq!(arena.post("/api/tournaments", &asked).0, 422, "{name}");
    }
    let (status, _) = arena.post("/api/tournaments", &json!({ "title": "x".repeat(100_000) }));
    assert_eq!(status, 413);
    let list = Store::open(&store).expect("the store").list().expect("a list");
    assert!(list.is_empty(), "{list:?}");
}
