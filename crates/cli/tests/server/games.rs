//! Whole games and tournaments, as the document's commands start them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use manator_core::record::result_text;
use manator_games::catalog;

use crate::driver::{Server, manator, moves, players, records, vacant};
use crate::guest::{Guest, Reply, Seen, random, seen};

/// Plays the document's tournament with guests, and returns what the display saw and what was printed.
#[track_caller]
fn tournament(game: &str, agents: usize, steps: u32) -> (Vec<Seen>, Vec<String>, String) {
    let name = game.split(' ').next().expect("a game");
    let path = vacant(&format!("tournament-{name}-{agents}.game"));
    let command = format!("{game} -a {agents} -D 1 -T 1 -R 1 -d 0 -S 0 -s {steps} -t 1");
    let mut server = Server::recording(&command, &path);
    let display = Guest::watches(server.port, "watch any").sees();
    let guests: Vec<_> = (1..=agents as u64)
        .map(|number| Guest::joins(server.port, &format!("Agent {number}")).plays(random(number)))
        .collect();
    let out = server.ends();
    for guest in guests {
        let told = guest.join().expect("the guest plays");
        assert_eq!(told.last().map(String::as_str), Some("quit"));
    }
    let news = display.join().expect("the display sees");
    assert_eq!(news.last().map(String::as_str), Some("bye all games are over"));
    let games = seen(&news);
    let seats = catalog::find(name).expect("a game").card().players;
    for (game, record) in games.iter().zip(records(&path)) {
        assert_eq!(game.players, players(&record, seats));
        assert_eq!(game.moves, moves(&record));
        let (result, reason, _) = game.over.clone().expect("an end");
        assert_eq!(result, result_text(record.result.as_deref()));
        assert_eq!(Some(reason), record.reason);
    }
    (games, news, out)
}

/// Returns all orders in which so many of them can sit.
fn seatings(names: &[String], seats: usize) -> BTreeSet<Vec<String>> {
    if seats == 0 {
        return BTreeSet::from([Vec::new()]);
    }
    let longer = |seated: Vec<String>| {
        let others = names.iter().filter(|name| !seated.contains(name)).cloned();
        others.map(|name| [seated.clone(), vec![name]].concat()).collect::<Vec<_>>()
    };
    seatings(names, seats - 1).into_iter().flat_map(longer).collect()
}

#[track_caller]
fn check_tournament(game: &str, agents: usize, steps: u32) {
    let (games, news, out) = tournament(game, agents, steps);
    let name = game.split(' ').next().expect("a game");
    let seats = catalog::find(name).expect("a game").card().players.len();
    let names: Vec<String> = (1..=agents).map(|number| format!("Agent {number}")).collect();
    let expected = seatings(&names, seats);
    let played: BTreeSet<Vec<String>> = games.iter().map(|game| game.players.clone()).collect();
    assert_eq!(played, expected);
    assert_eq!(games.len(), expected.len(), "each seating once");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), games.len() + 1 + agents, "{out}");
    for game in &games {
        let (result, _, words) = game.over.as_ref().expect("an end");
        let result = if seats == 3 { points(result) } else { result.clone() };
        let line = format!("game {}: {} {result}, {words} (", game.round, game.players.join(" - "));
        assert!(lines.iter().any(|printed| printed.starts_with(&line)), "{line}\n{out}");
    }
    let each = expected.len() * seats / agents;
    for name in &names {
        let line = format!("standing {name} played {each} points ");
        assert!(news.iter().any(|told| told.starts_with(&line)), "{line}");
        assert!(out.contains(&format!("\n{name} {each:>5} ")), "{out}");
    }
}

/// Returns the result of three as their course writes it: `-1, +1, 0`.
fn points(result: &str) -> String {
    let point = |share| match share {
        "1" => "+1",
        "1/2" => "0",
        _ => "-1",
    };
    result.split('-').map(point).collect::<Vec<&str>>().join(", ")
}

#[test]
fn the_documents_tournament_in_every_game() {
    for card in catalog::GAMES.iter().map(|entry| entry.card()) {
        if card.players.len() == 2 {
            check_tournament(card.name, 2, 100);
        }
    }
}

#[test]
fn three_sit_in_all_six_orders() {
    check_tournament("threechess", 3, 100);
}

#[test]
fn the_house_has_no_place_in_a_tournament_that_is_complete() {
    check_tournament("joust -o size=5x5", 3, 100);
    check_tournament("threechess", 4, 5);
}

#[test]
fn a_tournament_at_several_tables() {
    let path = vacant("concurrent.game");
    let mut server = Server::recording(
        "kings-court -a 4 -D 2 -T 1 -R 2 -d 0 -S 0 -s 10 -t 0 --concurrency 2",
        &path,
    );
    let displays = ["watch any", "watch kings-court table 2"]
        .map(|line| Guest::watches(server.port, line).sees());
    for number in 1..=4 {
        Guest::joins(server.port, &format!("Agent {number}")).plays(random(number));
    }
    let out = server.ends();
    let [one, two] = displays.map(|display| seen(&display.join().expect("the display sees")));
    assert_eq!(one.len() + two.len(), 24, "{out}");
    let mut rounds: Vec<u32> = one.iter().chain(&two).map(|game| game.round).collect();
    rounds.sort_unstable();
    assert_eq!(rounds, (1..=24).collect::<Vec<u32>>());
    assert_eq!(records(&path).len(), 24);
}

#[test]
fn more_agents_than_seats_play_at_several_tables() {
    let path = vacant("tables.game");
    let mut server =
        Server::recording("joust -o size=5x5 -a 5 -D 3 -R 2 -d 0 -S 0 -t 0 -z 4", &path);
    let displays = [1, 2, 3]
        .map(|table| Guest::watches(server.port, &format!("watch joust table {table}")).sees());
    for number in 1..=5 {
        Guest::joins(server.port, &format!("Agent {number}")).plays(random(number));
    }
    let out = server.ends();
    let expected = [["Agent 1", "Agent 2"], ["Agent 3", "Agent 4"], ["Agent 5", "random"]];
    for (display, names) in displays.into_iter().zip(expected) {
        let games = seen(&display.join().expect("the display sees"));
        assert_eq!(games.len(), 2, "{out}");
        assert!(games.iter().all(|game| game.players == names && game.over.is_some()));
    }
    assert_eq!(records(&path).len(), 6);
    assert_eq!(out.lines().count(), 6 + 1 + 6, "{out}");
}

#[test]
fn runs_are_played_from_the_same_seats() {
    let path = vacant("runs.game");
    let mut server = Server::recording("refusal -a 2 -D 0 -R 3 -d 0 -S 0 -s 4 -t 0", &path);
    let _one = Guest::joins(server.port, "South").plays(random(1));
    server.says("South has joined");
    let _two = Guest::joins(server.port, "North").plays(random(2));
    server.ends();
    let records = records(&path);
    assert_eq!(records.len(), 3);
    for record in &records {
        assert_eq!(players(record, &["south", "north"]), ["South", "North"]);
    }
}

#[test]
fn a_limit_of_moves_is_a_tie() {
    for (steps, words) in [(3, "has had 3 moves: a tie (6 moves)"), (1, "has had 1 move: a tie")] {
        let arguments = format!("jetan -a 0 -D 0 -d 0 -s {steps}");
        let mut server = Server::start(&arguments);
        let out = server.ends();
        assert!(out.contains(&format!(" 1/2-1/2, each player {words}")), "{out}");
    }
}

#[test]
fn illegal_moves_lose_or_use_up_moves() {
    for (illegal, words) in [
        ("default", "0-1, White made an illegal move, A1A1: "),
        ("again", "1/2-1/2, White has used up its 5 moves, illegal ones included: a tie"),
    ] {
        let mut server = Server::start(&format!("joust -a 1 -D 0 -d 0 -s 5 --illegal {illegal}"));
        let guest = Guest::joins(server.port, "Wrong");
        let told = guest.plays(|_| Reply::Says("bestmove A1A1".into()));
        let out = server.ends();
        assert!(out.contains(words), "{out}");
        let asked = told.join().expect("it plays").iter().filter(|l| l.starts_with("go")).count();
        assert_eq!(asked, if illegal == "again" { 5 } else { 1 });
    }
}

#[test]
fn who_thinks_too_long_loses_on_time() {
    for (limit, words) in [("-M 0.3", "go p1time "), ("--time 0.3s/move", "go movetime ")] {
        let mut server = Server::start(&format!("joust -a 1 -D 0 -d 0 {limit}"));
        let told = Guest::joins(server.port, "Thinker").plays(|_| Reply::Waits);
        let out = server.ends();
        assert!(out.contains("Thinker - random 0-1, "), "{out}");
        assert!(out.contains("time"), "{out}");
        let told = told.join().expect("it plays");
        assert!(told.iter().any(|line| line.starts_with(words)), "{told:#?}");
    }
}

#[test]
fn an_answer_that_comes_too_late_is_not_taken_for_the_next() {
    let path = vacant("late.game");
    let mut server =
        Server::recording("joust -a 1 -D 0 -R 2 -d 0 -S 0 -s 2 -t 0 --time 1s/move", &path);
    let mut asked = 0;
    Guest::joins(server.port, "Sleeper").plays(move |table| {
        asked += 1;
        let legal = table.legal();
        let best = |mv: Option<&String>| format!("bestmove {}", mv.expect("a move"));
        // The old answer would be legal in the next game, too.
        match asked {
            1 => Reply::Late(best(legal.iter().min())),
            _ => Reply::Says(best(legal.iter().max())),
        }
    });
    let out = server.ends();
    let records = records(&path);
    assert_eq!(records[1].reason.as_deref(), Some("steps"), "{out}");
    let legal = crate::guest::open("joust").legal();
    assert_eq!(moves(&records[1]).first(), legal.iter().max());
}

#[test]
fn delay_and_sleep_take_their_time() {
    let begin = Instant::now();
    let mut server = Server::start("joust -a 0 -D 0 -s 2 -d 0.1 -t 0");
    assert!(server.ends().contains("(4 moves)"));
    assert!(begin.elapsed() >= Duration::from_millis(400));
    let begin = Instant::now();
    Server::start("joust -a 0 -D 0 -s 1 -R 3 -d 0 -S 0.2 -t 0").ends();
    assert!(begin.elapsed() >= Duration::from_millis(400));
}

#[test]
fn the_seed_decides_what_the_house_plays() {
    let play = |seed: u32| {
        let path = vacant(&format!("seed-{seed}.game"));
        let arguments = format!("kings-court -a 0 -D 0 -R 2 -s 6 -d 0 -S 0 -t 0 -z {seed}");
        Server::recording(&arguments, &path).ends();
        records(&path).iter().map(moves).collect::<Vec<_>>()
    };
    let [one, other] = [play(5), play(6)];
    assert_eq!(one, play(5));
    assert_ne!(one, other);
    assert_ne!(one[0], one[1], "another game each time");
}

#[test]
fn trace_shows_moves_and_notes_or_does_not() {
    for trace in ["1", "0"] {
        let mut server = Server::start(&format!("joust -a 1 -D 0 -s 1 -d 0 -t {trace} -z 1"));
        Guest::joins(server.port, "Ann").plays(|table| {
            Reply::Says(format!("info string so far so good\nbestmove {}", table.legal()[0]))
        });
        let ended = server.process.ends();
        assert_eq!(ended.talk.contains("1. D1"), trace == "1", "{}", ended.talk);
        assert_eq!(ended.talk.contains("Ann: so far so good\n"), trace == "1", "{}", ended.talk);
        assert!(ended.talk.contains("game 1 of 1 begins: Ann - random\n"), "{}", ended.talk);
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_opened() {
    for (arguments, words) in [
        ("joust -a 1001", "agents: 1001 is not between 0 and 1000"),
        ("joust -T 1 -a 101", "agents: 101 is not between 0 and 100"),
        ("threechess -T 1 -a 100", "games: 970200 is not between 1 and 100000"),
        ("joust -R 0", "runs: 0 is not between 1 and 1000000"),
        ("joust -T 1 -R 200000", "games: 400000 is not between 1 and 100000"),
        ("joust --per-address 0", "per-address: 0 is not between 1 and 2048"),
        ("joust -a 2 -T 1 --token 1=abc", "nobody has a seat of its own in a tournament"),
        ("joust --token 3=abc", "expected SECRET or SEAT=SECRET"),
        ("joust --house nobody", "nobody"),
        ("joust -s 0", "0 is not in 1.."),
        ("joust --delay=-1", "expected a number of seconds"),
        ("joust -t 2", "expected 0 or 1"),
        ("chess", "chess"),
        ("joust --records /nowhere/at/all", "cannot open /nowhere/at/all"),
        ("joust --bind 192.0.2.1", "cannot listen at 192.0.2.1:"),
    ] {
        let output = manator()
            .args(["server", "-p", "0"])
            .args(arguments.split_whitespace())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert!(said.contains(words), "{arguments}: {said}");
    }
}
