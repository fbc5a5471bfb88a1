//! Reports: complete, inert whatever the names are, and in need of nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Entry, Film, PerPlayer, Settings, Table};
use manator_games::catalog;
use manator_organise::report::{GameRow, SetAside, Tournament};
use manator_state::assets;
use manator_tournament::{Entrant, GameId, Played, Results, UnitId};
use serde_json::Value;

const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\"><img src=x onerror=alert(1)>",
    "'; alert(1); //",
    "\u{2028}\u{0}\r\n\t]]>",
    "</noscript></title></style>&lt;b&gt;",
];

fn game(name: &str) -> &'static dyn Entry {
    catalog::find(name).expect("a game")
}

fn open(name: &str) -> Box<dyn Table> {
    game(name).open(Settings::defaults(game(name).card().options)).expect("the defaults")
}

fn id(number: u32, seating: u32) -> GameId {
    GameId { unit: UnitId { round: 1, number }, seating }
}

fn won(id: GameId, seats: [usize; 2], reason: &str) -> Played {
    let payoffs = PerPlayer::from_fn(2, |player| if player.0 == 0 { 1 } else { -1 });
    Played { id, seats: seats.map(Entrant).to_vec(), payoffs, reason: reason.into() }
}

fn written(tournament: &Tournament) -> String {
    let mut page = Vec::new();
    tournament.write(&mut page).expect("memory can be written to");
    String::from_utf8(page).expect("a page is text")
}

/// Returns the data of a page, as a browser finds it.
fn data(page: &str) -> Value {
    let begin = "<script type=\"application/json\" id=\"data\">";
    let (_, rest) = page.split_once(begin).expect("there is data");
    let (text, _) = rest.split_once("</script>").expect("the data ends");
    assert!(!text.contains('<'));
    serde_json::from_str(text).expect("the data is JSON")
}

#[test]
fn names_and_words_stay_text() {
    let table = open("jetan");
    let names = HOSTILE.map(str::to_string);
    let mut results = Results::new(names.len(), 2).expect("few entrants");
    let mut games = Vec::new();
    for (number, text) in (1..).zip(HOSTILE) {
        let (one, other) = (number as usize - 1, number as usize % names.len());
        results.add(won(id(number, 1), [one, other], text)).expect("a new game");
        games.push(GameRow {
            id: id(number, 1),
            words: text.into(),
            film: text.into(),
            moves: text.into(),
            thoughts: text.into(),
            finished: Some(text.into()),
            plies: 1,
        });
    }
    for title in HOSTILE {
        let set_aside = vec![SetAside { id: id(9, 9), why: title.into() }];
        let page = written(&Tournament {
            title: title.into(),
            table: &*table,
            names: &names,
            results: &results,
            counted: &results,
            champion: None,
            order: None,
            rounds: None,
            games: games.clone(),
            set_aside,
            generated: title.into(),
        });
        let without_ours = page.replace(&*assets::text("report.js"), "");
        assert_eq!(without_ours.matches("<script").count(), 2, "{title}");
        assert_eq!(without_ours.matches("</script").count(), 2, "{title}");
        assert_eq!(without_ours.matches("<!--").count(), 0, "{title}");
        assert_eq!(without_ours.matches("<img").count(), 0, "{title}");
        let data = data(&page);
        assert_eq!(data["title"], title);
        assert_eq!(data["names"], serde_json::json!(names));
        assert_eq!(data["games"].as_array().map(Vec::len), Some(HOSTILE.len()));
    }
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    let table = open("joust");
    let results = Results::new(2, 2).expect("few entrants");
    let page = written(&Tournament {
        title: "nothing was played".into(),
        table: &*table,
        names: &[],
        results: &results,
        counted: &results,
        champion: None,
        order: None,
        rounds: None,
        games: Vec::new(),
        set_aside: Vec::new(),
        generated: String::new(),
    });
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    // Parts of the page itself may be named.
    let page_itself = page.replace("url(#", "");
    for word in ["src=", "<link", "url(", "@import", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page_itself.contains(word), "{word}");
    }
    assert_eq!(data(&page)["names"], serde_json::json!(["entrant 1", "entrant 2"]));
}

#[test]
fn a_script_is_small_and_can_be_inlined() {
    assert!(assets::names().any(|name| name == "report.js"));
    for (name, limit) in [("report.js", 100_000), ("report.css", 30_000)] {
        let text = assets::text(name);
        assert!(text.len() < limit, "{name}: {} bytes", text.len());
        let lower = text.to_lowercase();
        for end in ["</script", "<script", "</style", "<!--", "\r"] {
            assert!(!lower.contains(end), "{name}: {end}");
        }
    }
}

#[test]
fn what_is_shown_is_computed_here() {
    let mut table = open("refusal");
    let mut film = Film::new(&*table);
    for mv in ["B3B4", "accept"] {
        table.play(mv).expect("a legal move");
        film.add(&*table);
    }
    let names = ["one".to_string(), "two".to_string(), "three".to_string()];
    let mut results = Results::new(3, 2).expect("few entrants");
    for (number, seats) in (1..).zip([[0, 1], [1, 2], [0, 2], [2, 0]]) {
        results.add(won(id(number, 1), seats, "king-captured")).expect("a new game");
    }
    let row = GameRow {
        id: id(2, 1),
        words: "two wins".into(),
        film: film.to_string(),
        moves: "B3B4 accept".into(),
        thoughts: "+0.34/12 0.51s,0.02s".into(),
        finished: None,
        plies: 2,
    };
    let unknown = GameRow { id: id(77, 1), ..row.clone() };
    let page = written(&Tournament {
        title: "three players".into(),
        table: &*open("refusal"),
        names: &names,
        results: &results,
        counted: &results,
        champion: None,
        order: None,
        rounds: None,
        games: vec![unknown, row],
        set_aside: Vec::new(),
        generated: String::new(),
    });
    let data = data(&page);
    let standings = data["standings"].as_array().expect("standings");
    assert_eq!(standings[0]["points"], "2");
    assert_eq!(standings[0]["entrant"], 0);
    assert!(standings[0]["rating"].as_f64() > standings[2]["rating"].as_f64());
    assert_eq!(data["cross"]["order"], serde_json::json!([0, 1, 2]));
    assert_eq!(data["cross"]["cells"][0][2], serde_json::json!([1, 0, 1]));
    assert_eq!(data["seats"][0]["counts"], serde_json::json!([4, 0, 0]));
    assert!(data["seats"][0]["elo"].as_f64() > Some(0.0));
    assert_eq!(data["reasons"][0]["games"], 4);
    assert!(!data["reasons"][0]["meaning"].as_str().expect("a meaning").is_empty());
    assert_eq!(data["course"]["at"], serde_json::json!([1, 2, 3, 4]));
    // Only the second game has a film; put together, its two parts are the film.
    let game = &data["games"][1];
    let head = data["heads"][0].as_str().expect("a head");
    assert_eq!(format!("{head}{}", game[8].as_str().expect("plies")), film.to_string());
    assert_eq!(game[10], "+0.34/12 0.51s,0.02s");
    assert_eq!(data["games"][0][7], Value::Null);
    assert_eq!(data["games"].as_array().map(Vec::len), Some(4));
}
