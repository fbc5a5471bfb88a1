//! Every format from the command line and from a file, and what is said when it makes no sense.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fs;

use crate::tournaments::program::Folder;

#[track_caller]
fn count(line: &str, games: usize) {
    let place = Folder::new();
    let said = place.lines(line);
    let finished = said.iter().filter(|line| line.starts_with("Finished game")).count();
    assert_eq!(finished, games, "{line}");
    assert_eq!(place.games(1).len(), games, "{line}");
}

#[test]
fn every_format_plays_its_games() {
    count("tournament joust random greedy random random", 12);
    count("tournament joust random greedy random --games 1", 3);
    count("tournament joust random greedy random --games 5", 15);
    count("tournament joust random greedy random random --format gauntlet", 6);
    count("tournament joust random greedy random random --format gauntlet --challengers 2", 8);
    count("tournament joust random greedy random random --format swiss --rounds 2", 8);
    count("tournament threechess random greedy random --steps 10", 6);
    count("tournament threechess random greedy random random --steps 10", 24);
}

#[test]
fn a_knockout_is_played_until_one_is_left() {
    let place = Folder::new();
    let line =
        "tournament joust random alphabeta:depth=3 random random random --format knockout --seed 2";
    place.lines(line);
    let mut rounds: BTreeMap<String, usize> = BTreeMap::new();
    for (id, ..) in place.games(1) {
        *rounds.entry(id.split('.').next().unwrap_or_default().to_string()).or_default() += 1;
    }
    assert_eq!(rounds.len(), 3, "five players take three rounds: {rounds:?}");
    let store = manator_organise::Store::open(&place.store()).expect("a store");
    let order = store.order(manator_organise::store::Number(1)).expect("an order");
    assert_eq!(order.len(), 5);
    assert_eq!(order[0].0, 1, "the strongest wins");
    let said = place.lines("report 1 --html out.html").join("\n");
    assert!(said.contains("quarter-finals:\n") && said.contains("\nfinal:\n"), "{said}");
    assert!(said.contains("alphabeta:depth=3 wins"), "{said}");
    let page = fs::read_to_string(place.folder.path().join("out.html")).expect("a page");
    assert!(page.contains("\"kind\":\"knockout\""), "the bracket is in the page");
}

#[test]
fn a_file_defines_a_tournament_and_flags_change_it() {
    let place = Folder::new();
    fs::write(
        place.folder.path().join("cup.toml"),
        r#"
        title = "Cup"
        game = "joust"
        options = ["size=5x5"]
        games = 2
        openings = { random = 2 }
        [[player]]
        name = "ada"
        agent = "alphabeta:depth=2"
        [[player]]
        name = "bob"
        agent = "random"
        [[player]]
        agent = "greedy"
        "#,
    )
    .expect("a file");
    let said = place.lines("tournament cup.toml").join("\n");
    assert!(said.contains("(ada vs bob)") && said.contains("(greedy vs bob)"), "{said}");
    assert_eq!(place.games(1).len(), 6);
    place.lines("tournament cup.toml --games 4 --seed 9");
    assert_eq!(place.games(2).len(), 12);
    assert_ne!(place.games(1)[0].4, place.games(2)[0].4, "another seed");
    let listed = place.lines("tournaments").join("\n");
    assert!(listed.contains("over  joust        3 players  6 games  Cup"), "{listed}");
    place.lines("tournaments --forget 1");
    assert_eq!(place.lines("tournaments").len(), 1);
}

#[test]
fn openings_of_a_file_are_each_used_from_every_seat() {
    let place = Folder::new();
    let openings = "# two openings\nD1C3 D8C6\n\nD1E3 D8E6\n";
    fs::write(place.folder.path().join("openings"), openings).expect("a file");
    let first = place.lines("match joust random random --games 4 --openings openings");
    assert!(!first.is_empty());
    let games = place.games(1);
    let mut begins: Vec<String> = games.iter().map(|game| game.4[..2].join(" ")).collect();
    begins.sort();
    assert_eq!(begins, ["D1C3 D8C6", "D1C3 D8C6", "D1E3 D8E6", "D1E3 D8E6"]);
}

#[test]
fn what_makes_no_sense_is_said_and_nothing_is_kept() {
    let place = Folder::new();
    let file =
        |name: &str, text: &str| fs::write(place.folder.path().join(name), text).expect("a file");
    file("bad.toml", "game = \"joust\"\nplayerz = 3\n");
    file("half.toml", "game = \"joust\"\n[[player]]\nagent = \"nobody\"\n");
    file(
        "twice.toml",
        "game = \"joust\"\n[[player]]\nname=\"a\"\nagent=\"random\"\n[[player]]\nname=\"a\"\nagent=\"random\"\n",
    );
    file("none", "");
    file("wrong", "D1C3 A1A1\n");
    file("text.db", "this is no database, and long enough to be seen as something else than one\n");
    for (line, said) in [
        ("tournament bad.toml", "playerz"),
        ("tournament gone.toml", "cannot read gone.toml"),
        ("tournament half.toml", "no agent 'nobody' plays joust"),
        ("tournament twice.toml", "there are two of the name 'a'"),
        ("tournament bad.toml random", "'random': the players are in bad.toml"),
        ("tournament chess random random", "unknown game 'chess'"),
        ("tournament joust random", "1 players: joust needs at least 2"),
        ("tournament joust random random --format league", "league"),
        ("tournament joust random random --time fast", "'fast'"),
        ("tournament joust random random -o size=1", "size"),
        ("tournament joust random random --time-of x=1s", "'x': expected one of the players"),
        ("tournament joust random random --openings none", "expected an opening on each line"),
        ("tournament joust random random --openings wrong", "'D1C3 A1A1'"),
        (
            "tournament joust random greedy --format gauntlet --challengers 2",
            "entrants: 2 is less than 3",
        ),
        ("resume", "no tournament is waiting to go on"),
        ("resume 7", "there is no tournament 7"),
        ("tournaments --forget 7", "there is no tournament 7"),
        ("tournaments --store text.db", "text.db: it is no store of manator"),
        ("tournaments --store /proc/nowhere/x.db", "/proc/nowhere/x.db"),
    ] {
        let output = place.run(line);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.contains(said), "{line}: {error}");
    }
    assert!(place.lines("tournaments").is_empty());
}

#[test]
fn a_player_that_breaks_down_ends_a_match_unless_it_may_recover() {
    let place = Folder::new();
    let output = place.run("match joust random program:false --games 600");
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("hint: --recover"), "{error}");
    // Games that ended while it was told are kept, too.
    assert!(place.games(1).len() < 600);
    place.lines("match joust random program:false --games 6 --recover");
    let games = place.games(2);
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.3 == "default"), "{games:?}");
    place.lines("tournament joust random program:false random");
    assert_eq!(place.games(3).len(), 6);
}
