//! People in the arena, over real sockets: what they are called, challenges, and what they write to each other.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::browser::arena::Arena;
use crate::browser::{Line, ask};
use crate::floods::visitor;
use manator_organise::Store;
use serde_json::{Value, json};
use std::thread;

#[track_caller]
fn refused(found: Result<Value, String>, words: &str) {
    let why = found.expect_err("it is refused");
    assert!(why.contains(words), "'{why}' does not say '{words}'");
}

fn say(line: &mut Line, id: &str, key: &str, what: &Value) -> Result<Value, String> {
    let mut asked = json!({ "do": "say", "game": id, "key": key });
    for (name, value) in what.as_object().expect("an object") {
        asked[name] = value.clone();
    }
    line.ask(&asked)
}

/// Returns the last remark that a page was told.
fn last(line: &mut Line, id: &str, count: usize) -> Value {
    let told = line.until(&format!("talk/{id}"), |talk| {
        talk["remarks"].as_array().is_some_and(|remarks| remarks.len() == count)
    });
    told["remarks"][count - 1].clone()
}

#[test]
fn a_name_and_a_picture_are_plain() {
    let mut arena = Arena::open();
    let (id, keys) = arena.game("joust", &["here", "link"], "none");
    let mut line = arena.page(&id, &[&keys[0]]);
    let ask = |line: &mut Line, who: Value| {
        let (name, picture) = (&who["name"], &who["picture"]);
        let asked =
            json!({ "do": "name", "game": id, "key": keys[0], "name": name, "picture": picture });
        line.ask(&asked)
    };
    for picture in ["", "abc", "abcdefgh2", "abcdefgl", "ABCDEFGH", "abc defg", "<svg/>x", "ääää"]
    {
        refused(ask(&mut line, json!({ "picture": picture })), "expected 8 letters");
    }
    refused(ask(&mut line, json!({ "name": "x".repeat(41), "picture": "abcdefgh" })), "41 letters");
    refused(ask(&mut line, json!({})), "a name is missing");
    ask(&mut line, json!({ "picture": "abcdefgh" })).expect("a picture alone");
    ask(&mut line, json!({ "name": "A\u{202e}da\u{200b}" })).expect("a name alone");
    let topic = format!("game/{id}");
    let is_ada = |state: &Value| state["seats"][0]["name"] == "Ada";
    let state = line.until(&topic, is_ada);
    assert_eq!(
        (&state["seats"][0]["picture"], &state["seats"][1]["picture"]),
        (&json!("abcdefgh"), &Value::Null)
    );
    drop(line);
    arena.again();
    let mut line = arena.page(&id, &[&keys[0]]);
    assert_eq!(line.until(&topic, is_ada)["seats"][0]["picture"], "abcdefgh");
}

#[test]
fn people_at_two_pages_write_to_each_other_and_nobody_else_reads_it() {
    let arena = Arena::open();
    let (id, keys) = arena.game("joust", &["here", "link"], "none");
    let mut white = arena.page(&id, &[&keys[0]]);
    let mut black = arena.page(&id, &[&keys[1]]);
    let mut watcher = arena.page(&id, &[]);
    let topic = format!("talk/{id}");
    for line in [&mut white, &mut black] {
        line.watch(&topic);
    }
    refused(watcher.ask(&json!({ "do": "watch", "topic": topic })), "only those who play");
    let mut stranger = arena.line();
    refused(
        stranger.ask(&json!({ "do": "watch", "topic": topic, "keys": [keys[0]] })),
        "only those who play",
    );
    refused(
        say(&mut watcher, &id, "", &json!({ "text": "me, too" })),
        "nobody who plays here has this key",
    );

    say(&mut white, &id, &keys[0], &json!({ "phrase": "good-luck" })).expect("a phrase");
    let remark = last(&mut black, &id, 1);
    assert_eq!(remark, json!({ "number": 0, "seat": 0, "words": { "phrase": "good-luck" } }));
    say(&mut black, &id, &keys[1], &json!({ "text": " a\u{202e}b\n<b>\u{1b}[2J " }))
        .expect("a text");
    assert_eq!(last(&mut white, &id, 2)["words"], json!({ "text": "a\u{fffd}b <b>\u{fffd}[2J" }));
    say(&mut black, &id, &keys[1], &json!({ "text": "ü".repeat(140) })).expect("the longest");
    for (what, words) in [
        (json!({ "text": "x".repeat(141) }), "a text of 141 letters: expected at most 140"),
        (json!({ "text": "\n \t" }), "a text is missing"),
        (json!({ "phrase": "insult" }), "'insult' is none of those there are"),
        (json!({ "text": 7 }), "a remark is missing"),
        (json!({}), "a remark is missing"),
    ] {
        refused(say(&mut white, &id, &keys[0], &what), words);
    }
    // It is nowhere but on these pages.
    let (_, record) = arena.get(&format!("/api/games/{id}/record"));
    assert!(!record.contains("<b>"), "{record}");
    let state = watcher.until(&format!("game/{id}"), |_| true);
    assert!(!state.to_string().contains("<b>"), "{state}");
}

#[test]
fn whoever_writes_much_waits() {
    let arena = Arena::open();
    let (id, keys) = arena.game("joust", &["here", "link"], "none");
    let mut white = arena.page(&id, &[&keys[0]]);
    let mut black = arena.page(&id, &[&keys[1]]);
    let results: Vec<Result<Value, String>> =
        (0..20).map(|_| say(&mut white, &id, &keys[0], &json!({ "phrase": "hello" }))).collect();
    let written = results.iter().filter(|result| result.is_ok()).count();
    assert!((5..20).contains(&written), "{written} of 20");
    let why = results.into_iter().find_map(Result::err).expect("one is refused");
    assert!(why.contains("wait a moment"), "{why}");
    // The other is not.
    say(&mut black, &id, &keys[1], &json!({ "phrase": "hello" })).expect("it is the first");
}

#[test]
fn nobody_writes_where_nobody_reads() {
    let arena = Arena::open();
    for seats in [["here", "here"], ["here", "random"], ["here", "api"]] {
        let (id, keys) = arena.game("joust", &seats, "none");
        let mut line = arena.page(&id, &[&keys[0]]);
        let state = line.until(&format!("game/{id}"), |_| true);
        assert_eq!(state["canTalk"], false, "{seats:?}");
        refused(
            say(&mut line, &id, &keys[0], &json!({ "phrase": "hello" })),
            "nobody at another page",
        );
    }
}

/// Makes a challenge, and returns its id and the key of whoever made it.
fn challenge(arena: &Arena, game: &str, seats: &Value) -> (String, String) {
    let wanted = json!({ "game": game, "seats": seats, "control": "5m" });
    let made = arena.answer("/api/games", &wanted);
    assert_eq!(made["links"], json!({}), "nobody passes an open seat on");
    let key = made["keys"].as_object().and_then(|keys| keys.values().next()).expect("a key");
    (made["id"].as_str().expect("an id").into(), key.as_str().expect("a key").into())
}

/// Waits until so many challenges are open.
fn open(line: &mut Line, count: usize) -> Value {
    let told = line.until("challenges", |list| {
        list["challenges"].as_array().is_some_and(|all| all.len() == count)
    });
    told["challenges"].clone()
}

fn take(line: &mut Line, id: &str) -> Result<Value, String> {
    line.ask(&json!({ "do": "take", "game": id }))
}

#[test]
fn a_challenge_is_taken_once() {
    let arena = Arena::open();
    let mut lobby = arena.line();
    lobby.watch("challenges");
    open(&mut lobby, 0);
    let (id, key) = challenge(&arena, "joust", &json!(["here", "open"]));
    refused(take(&mut lobby, &id), "somebody was quicker");
    let mut maker = arena.page(&id, &[&key]);
    let told = open(&mut lobby, 1);
    assert_eq!((&told[0]["id"], &told[0]["control"]), (&json!(id), &json!("5m+0s")));
    assert_eq!(
        (&told[0]["seats"][0]["open"], &told[0]["seats"][1]["open"]),
        (&json!(false), &json!(true))
    );
    let play = json!({ "do": "play", "game": id, "key": key, "move": "D1E3" });
    refused(maker.ask(&play), "nobody has taken the other seat yet");
    refused(maker.ask(&json!({ "do": "resign", "game": id, "key": key })), "nobody plays yet");
    // It is nothing to watch before it is played.
    let mut list = arena.line();
    list.watch("games");
    assert_eq!(list.until("games", |_| true)["games"], json!([]));

    let taken = take(&mut lobby, &id).expect("it is open");
    assert_eq!((&taken["seat"], &taken["begun"]), (&json!(1), &json!(id)));
    open(&mut lobby, 0);
    refused(take(&mut lobby, &id), "somebody was quicker");
    let own = taken["key"].as_str().expect("a key");
    let mut taker = arena.page(&id, &[own]);
    maker.ask(&play).expect("both are there");
    taker.ask(&json!({ "do": "play", "game": id, "key": own, "move": "D8E6" })).expect("its turn");
    list.until("games", |list| list["games"][0]["plies"] == 2);
    refused(
        maker.ask(&json!({ "do": "withdraw", "game": id, "key": key })),
        "taken the challenge already",
    );
}

#[test]
fn three_play_a_challenge_when_all_seats_are_taken() {
    let arena = Arena::open();
    let (id, key) = challenge(&arena, "threechess", &json!(["open", "here", "open"]));
    let mut maker = arena.page(&id, &[&key]);
    let mut line = arena.line();
    let seats: Vec<Value> =
        (0..2).map(|_| take(&mut line, &id).expect("open")["seat"].clone()).collect();
    assert_eq!(seats, [json!(0), json!(2)]);
    refused(take(&mut line, &id), "somebody was quicker");
    let state = maker.until(&format!("game/{id}"), |state| state["seats"][2]["open"] == false);
    assert_eq!(state["canTalk"], true);
}

#[test]
fn a_challenge_goes_when_its_maker_does() {
    let mut arena = Arena::open();
    let mut lobby = arena.line();
    lobby.watch("challenges");
    let (id, key) = challenge(&arena, "joust", &json!(["here", "open"]));
    let maker = arena.page(&id, &[&key]);
    open(&mut lobby, 1);
    drop(maker);
    open(&mut lobby, 0);
    refused(take(&mut lobby, &id), "withdrawn");
    // It is there again when the page is, also after a restart.
    let maker = arena.page(&id, &[&key]);
    open(&mut lobby, 1);
    drop((maker, lobby));
    arena.again();
    let mut lobby = arena.line();
    lobby.watch("challenges");
    open(&mut lobby, 0);
    let mut maker = arena.page(&id, &[&key]);
    open(&mut lobby, 1);
    maker.ask(&json!({ "do": "withdraw", "game": id, "key": key })).expect("nobody has taken it");
    open(&mut lobby, 0);
    refused(take(&mut lobby, &id), "there is no game");
    let gone = arena.line().ask(&json!({ "do": "watch", "topic": format!("game/{id}") }));
    refused(gone, "there is no game");
}

#[test]
fn a_challenge_that_nobody_takes_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    let arena = Arena::at(&path);
    let (id, key) = challenge(&arena, "joust", &json!(["here", "open"]));
    drop(arena);
    let mut store = Store::open(&path).expect("a store");
    let room = store.room(&id).expect("a store").expect("a room");
    store.remove_room(&id).expect("it is there");
    store.add_room(&manator_organise::store::Room { began_ms: 0, ..room }).expect("it is kept");
    drop(store);
    let arena = Arena::at(&path);
    let mut lobby = arena.line();
    lobby.watch("challenges");
    let _ =
        arena.line().ask(&json!({ "do": "watch", "topic": format!("game/{id}"), "keys": [key] }));
    open(&mut lobby, 0);
    refused(take(&mut lobby, &id), "there is no game");
}

#[test]
fn whoever_is_too_late_for_a_challenge_is_told_so() {
    let arena = Arena::open();
    let mut late: Vec<Line> = (0..8).map(|_| arena.line()).collect();
    for _ in 0..20 {
        let (id, key) = challenge(&arena, "joust", &json!(["here", "open"]));
        thread::scope(|scope| {
            let mut maker = arena.line();
            let own = json!({ "game": id, "key": key, "do": "withdraw" });
            scope.spawn(move || maker.ask(&own).expect("nobody has taken it"));
            for line in &mut late {
                scope.spawn(|| {
                    let why = take(line, &id).expect_err("its maker is not there");
                    let is_clear = why.contains("withdrawn") || why.contains("there is no game");
                    assert!(is_clear, "{why}");
                });
            }
        });
    }
}

#[test]
fn a_visitor_has_few_challenges() {
    let arena = Arena::open();
    let wanted = |seats: Value| json!({ "game": "joust", "seats": seats }).to_string();
    let begin =
        |address: &str, body: &str| ask(arena.port, "POST /api/games", &visitor(address), body);
    let open = wanted(json!(["here", "open"]));
    for _ in 0..3 {
        assert!(begin("9.9.9.9", &open).starts_with("HTTP/1.1 200"));
    }
    let answer = begin("9.9.9.9", &open);
    assert!(
        answer.starts_with("HTTP/1.1 429") && answer.contains("as many challenges"),
        "{answer}"
    );
    assert!(begin("8.8.8.8", &open).starts_with("HTTP/1.1 200"));
    // Whoever has too many of them may still play.
    assert!(begin("9.9.9.9", &wanted(json!(["here", "random"]))).starts_with("HTTP/1.1 200"));
    // A program that plays by requests is not there all the time.
    let asked = json!({ "game": "joust", "opponent": "open" }).to_string();
    let answer = ask(arena.port, "POST /api/v1/games", &visitor("7.7.7.7"), &asked);
    assert!(answer.starts_with("HTTP/1.1 422") && answer.contains("is for pages"), "{answer}");
    for seats in [json!(["open", "random"]), json!(["open", "open"]), json!(["open", "link"])] {
        let answer = begin("7.7.7.7", &wanted(seats));
        assert!(
            answer.starts_with("HTTP/1.1 422") && answer.contains("0 seats 'here'"),
            "{answer}"
        );
    }
}
