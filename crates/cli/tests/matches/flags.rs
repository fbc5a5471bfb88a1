//! Command lines in the form of fastchess and cutechess-cli.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::PathBuf;

use manator_core::Record;
use manator_games::catalog;

use crate::program::{finished, lines, lines_of, run_words};

const MANATOR: &str = env!("CARGO_BIN_EXE_manator");

fn place(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Returns the words of a player: our own engine as a program.
fn engine(name: &str, agent: &str) -> Vec<String> {
    let command = format!("cmd={MANATOR}");
    let arguments = format!("args=engine joust --agent {agent}");
    ["-engine", &command, &format!("name={name}"), &arguments].map(String::from).to_vec()
}

fn match_of(engines: [Vec<String>; 2], rest: &str) -> Vec<String> {
    let rest = rest.split_whitespace().map(String::from);
    engines.into_iter().flatten().chain(rest).collect()
}

#[track_caller]
fn played(words: &[String]) -> Vec<String> {
    lines_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn records(path: &PathBuf) -> Vec<Record> {
    let text = fs::read_to_string(path).expect("records");
    let records = Record::parse_all(&text).expect("records");
    for (_, record) in &records {
        record.replay(catalog::find("joust").expect("a game"), |_, _| {}).expect("it holds");
    }
    records.into_iter().map(|(_, record)| record).collect()
}

#[test]
fn programs_play_the_form_of_fastchess() {
    let path = place("fastchess.pgn");
    let rest = format!(
        "-each tc=10+0.1 option.depth=1 timemargin=500 -variant joust -rules size=5x5 \
         -openings plies=2 -rounds 2 -repeat -concurrency 2 -srand 5 -recover -event Cup \
         -ratinginterval 2 -pgnout file={} notation=san -draw movenumber=40 movecount=8 score=10",
        path.display()
    );
    let words = match_of([engine("One", "alphabeta"), engine("Two", "minimax")], &rest);
    let said = played(&words);
    let text = said.join("\n");
    assert!(text.contains("Started game 1 of 4 (One vs Two)"), "{text}");
    assert_eq!(finished(&said).len(), 4, "{text}");
    for begin in
        ["Results of One vs Two (10s+100ms, NULL, NULL):", "Elo: ", "LOS: ", "Games: 4, Wins: "]
    {
        assert!(said.iter().any(|line| line.starts_with(begin)), "{begin}: {text}");
    }
    assert!(text.contains("Ptnml(0-2): ["), "{text}");
    assert_eq!(said.last().map(String::as_str), Some("Tournament finished"));
    let records = records(&path);
    assert_eq!(records.len(), 4);
    for record in &records {
        assert!(record.tags.contains(&("Event".into(), "Cup".into())), "{record}");
        assert!(record.tags.contains(&("TimeControl".into(), "10s+100ms".into())), "{record}");
        assert!(record.options.contains("size=5x5"), "{record}");
    }
    let again = played(&words);
    assert_eq!(finished(&said), finished(&again), "the same seed plays the same games");
}

#[test]
fn programs_play_the_form_of_cutechess() {
    let path = place("cutechess.pgn");
    fs::write(&path, "something old").expect("a file");
    let rest = format!(
        "-each proto=uci st=1 nodes=200 restart=on -variant joust -games 2 -rounds 2 -repeat -seed 5 \
         -tournament round-robin -output format=cutechess -wait 10 -maxmoves 30 \
         -resign movecount=3 score=600 -pgnout {} append=false",
        path.display()
    );
    let words = match_of([engine("Same", "random"), engine("Same", "random")], &rest);
    let said = played(&words);
    let text = said.join("\n");
    assert_eq!(said.iter().filter(|line| line.starts_with("Score of Same vs Same_2: ")).count(), 4);
    assert!(text.contains("Elo difference: "), "{text}");
    assert_eq!(said.last().map(String::as_str), Some("Finished match"));
    let records = records(&path);
    assert_eq!(records.len(), 4);
    assert!(records.iter().all(|record| record.moves.len() <= 60 + 4));
}

#[test]
fn agents_of_ours_play_from_books_until_a_test_is_decided() {
    let book = place("book.epd");
    let start = "-variant joust -engine cmd=random -engine cmd=manator:greedy -rounds 3";
    let games = place("book.pgn");
    lines(&format!("{start} -openings plies=3 -pgnout {}", games.display()));
    let positions: Vec<String> = records(&games)
        .iter()
        .map(|record| {
            let mut record = record.clone();
            record.moves.truncate(3);
            (record.result, record.reason) = (None, None);
            let entry = catalog::find("joust").expect("a game");
            record.replay(entry, |_, _| {}).expect("it holds").position()
        })
        .collect();
    fs::write(&book, positions.join("\n")).expect("a book");
    let out = place("from-book.pgn");
    lines(&format!(
        "{start} -openings file={} order=random -pgnout {}",
        book.display(),
        out.display()
    ));
    for record in records(&out) {
        assert!(positions.contains(&record.position.expect("a position")));
    }
    let pgn = format!("-openings file={} format=pgn plies=2 start=2", games.display());
    assert_eq!(finished(&lines(&format!("{start} {pgn}"))).len(), 6);

    let said = lines(
        "-variant joust -engine cmd=alphabeta:depth=3 -engine cmd=random -concurrency 0 \
         -sprt elo0=0 elo1=30 alpha=0.05 beta=0.05 -rounds 1000 -ratinginterval 20",
    );
    let text = said.join("\n");
    assert!(text.contains("(-2.94, 2.94) [0.00, 30.00]"), "{text}");
    let end = "SPRT ([0.00, 30.00]) completed - H1 was accepted";
    assert_eq!(said.last().map(String::as_str), Some(end));
}

#[test]
fn many_players_and_three_seats() {
    let gauntlet = lines(
        "-variant joust -engine cmd=random -engine cmd=random -engine cmd=greedy -each depth=1 \
         -tournament gauntlet -seeds 1 -games 2 -rounds 1",
    );
    assert_eq!(finished(&gauntlet).len(), 4, "{gauntlet:?}");
    assert!(gauntlet.iter().any(|line| line.contains(" random_2 ")), "{gauntlet:?}");
    let three = lines(
        "-variant threechess -engine cmd=random -engine cmd=random -engine cmd=greedy \
         -rounds 1 -maxmoves 5",
    );
    assert_eq!(finished(&three).len(), 6, "{three:?}");
}

#[test]
fn times_are_read_in_seconds() {
    for (text, ours) in [
        ("tc=8.0+0.08", "8s+80ms"),
        ("tc=60", "60s+0s"),
        ("tc=40/60+0.6", "40/60s+600ms"),
        ("tc=0:30+1", "30s+1s"),
        ("tc=40/1:30.5", "40/90500ms+0s"),
        ("tc=inf/5+1", "5s+1s"),
        ("tc=5s+0.5s", "5s+500ms"),
        ("tc=inf", "none"),
        ("st=0.25", "250ms/move"),
    ] {
        let said = lines(&format!(
            "-variant joust -engine cmd=random -engine cmd=random -each {text} -rounds 1"
        ));
        let head = format!("Results of random vs random_2 ({ours}, NULL, NULL):");
        assert!(said.contains(&head), "{text}: {said:?}");
    }
}

#[test]
fn other_times_are_refused() {
    for text in ["", "x", "0", "0/5", "-1", "5+", "5+-1", "1:2:3", "1e3", "5/5/5", "NaN", "hg5"] {
        let output = run_words(&["-engine", "cmd=random", &format!("tc={text}")]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(&format!("-engine: tc: '{text}': ")), "{text}: {error}");
    }
    let output = run_words(&["-engine", "cmd=random", "st=0"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("st: '0': expected"));
}

#[test]
fn what_cannot_be_is_said() {
    const TWO: &str = "-variant joust -engine cmd=random -engine cmd=random";
    for (arguments, said) in [
        ("-engin cmd=random", "unknown flag '-engin': did you mean '-engine'?"),
        ("-engine cmd=random -xyzzyxyz", "unknown flag '-xyzzyxyz': manator match -help"),
        ("joust -engine cmd=random", "'joust': expected a flag such as -engine before it"),
        ("-engine cmd=random -engine cmd=random", "which game? expected -variant GAME"),
        ("-variant chess -engine cmd=random", "-variant: unknown game 'chess': expected "),
        ("-variant joust -engine name=x", "-engine: expected cmd=PROGRAM"),
        ("-variant joust -engine cmd=nobody", "cmd: 'nobody': no such program here or in PATH"),
        ("-variant joust -engine cmd=random", "1 players: joust needs at least 2"),
        ("-engine cmd=random tc=soon", "-engine: tc: 'soon': expected a time such as 10+0.1"),
        ("-engine cmd=random tc=hg5", "there are no hourglasses"),
        ("-engine cmd=random proto=xboard", "proto: 'xboard': expected uci, ugi or once"),
        ("-engine cmd=random color=red", "-engine: 'color=red': expected cmd=, name="),
        ("-engine cmd=random whitepov", "'whitepov': scores are the mover's own"),
        ("-engine cmd=random restart=maybe", "restart: 'maybe': expected on or off"),
        ("TWO -each tc=1 st=1", "random: tc= and st= exclude each other"),
        ("TWO -each nodes=0", "-each: nodes: '0': expected a number, at least 1"),
        ("TWO -noswap", "-noswap: not supported: every opening is played from every seat"),
        ("TWO -rounds 0", "-rounds: rounds: '0': expected a number, at least 1"),
        ("TWO -rounds", "-rounds: expected a value"),
        ("TWO -rounds 2 3", "-rounds: '3': expected one value"),
        ("TWO -rounds 10000000", "expected at most 10000000 games"),
        ("TWO -concurrency 4000", "'4000': expected at most 1024"),
        ("TWO -sprt elo0=0", "-sprt: expected elo0= and elo1="),
        ("TWO -sprt elo0=0 elo1=5 model=bayesian", "model: 'bayesian': not supported"),
        ("TWO -sprt elo0=5 elo1=0", "sprt: differences: 5 and 0"),
        ("TWO -draw movecount=0", "movecount: '0': expected a number, at least 1"),
        ("TWO -resign twosided=yes", "twosided: 'yes': expected true or false"),
        ("TWO -tournament pyramid", "'pyramid': expected round-robin, gauntlet"),
        ("TWO -openings file=/nowhere/x", "-openings: cannot read /nowhere/x"),
        ("TWO -openings format=polyglot", "format: 'polyglot': expected epd, pgn or moves"),
        ("TWO -output format=json", "'format=json': expected format=fastchess"),
        ("TWO -pgnout", "-pgnout: expected a file"),
        ("TWO -pgnout /nowhere/x", "cannot open /nowhere/x"),
        ("TWO -rules nonsense", "-rules: 'nonsense': expected KEY=VALUE"),
        ("TWO -rules nonsense=1", "option of joust: "),
    ] {
        let line = arguments.replace("TWO", TWO);
        let output = run_words(&line.split_whitespace().collect::<Vec<_>>());
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(said), "{arguments}: {error}");
    }
}

#[test]
fn what_changes_nothing_is_said() {
    let line = "-variant joust -engine cmd=random ponder -engine cmd=random -rounds 1 \
                -log file=LOG level=trace -wait 5 -tb /nowhere --recover";
    let log = concat!(env!("CARGO_TARGET_TMPDIR"), "/flags.log");
    let _ = fs::remove_file(log);
    let output = run_words(&line.replace("LOG", log).split_whitespace().collect::<Vec<_>>());
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{talk}");
    for said in
        ["note: -engine 'ponder': ", "-log 'level=trace': ", "-wait is ignored: ", "-tb is ignored"]
    {
        assert!(talk.contains(said), "{said}: {talk}");
    }
    let said = fs::read_to_string(log).expect("a log");
    assert!(said.contains("> random ---> bestmove "), "{said}");
    let help = run_words(&["-help"]);
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("  -engine          cmd="));
}
