//! The program as a person or a script meets it: output, errors, exit status.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;
use std::process::{Output, Stdio};

use manator_testkit::process;
use serde_json::Value;

use crate::program::manator;

fn run(arguments: &[&str]) -> Output {
    manator().args(arguments).output().expect("manator runs")
}

fn feed(arguments: &[&str], input: &[u8]) -> Output {
    process::feed(manator().args(arguments), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn fails(arguments: &[&str], status: i32, words: &[&str]) {
    let output = run(arguments);
    let said = text(&output.stderr) + &text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: no '{word}' in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn the_letters_of_the_course_are_explained() {
    let host =
        "-h names the machine of the server here, as in the course's programs: expected -h HOST";
    fails(&["agent", "-h"], 2, &[host, "--help"]);
    fails(&["display", "-h"], 2, &[host, "--help"]);
    fails(&["agent", "-a", "-1"], 2, &["no agent has the key or the name '-1'"]);
    fails(&["server", "jetan", "-a", "-1"], 2, &["'-1'", "expected a whole number from 0"]);
    for command in ["server", "play", "match", "analyse", "report", "check", "engine"] {
        let output = run(&[command, "-h"]);
        assert!(output.status.success(), "{command}");
        assert!(text(&output.stdout).contains("Usage: manator "), "{command}");
    }
    let output = run(&["analyse", "joust", "--level", "hard", "--json"]);
    let last = text(&output.stdout).lines().last().map(str::to_string).unwrap_or_default();
    assert!(last.starts_with("{\"depth\":4,"), "{last}");
    fails(&["analyse", "joust", "--level", "godlike"], 2, &["'godlike'", "demigod"]);
}

#[test]
fn the_file_of_an_agent_is_run_by_what_it_needs() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("files-of-agents");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let here = |arguments: &[&str]| {
        let output = manator().current_dir(&folder).args(arguments).output().expect("manator runs");
        (output.status.code(), text(&output.stderr) + &text(&output.stdout))
    };
    let made = here(&["new-agent", "python", "two"]);
    assert_eq!(made.0, Some(0), "{}", made.1);
    assert_eq!(here(&["new-agent", "javascript", "three"]).0, Some(0));
    // As they are written, they have no run bit.
    for file in ["two/agent.py", "./two/agent.py"] {
        let (status, said) = here(&["match", "joust", file, "random", "--games", "2"]);
        assert_eq!(status, Some(0), "{said}");
        assert!(!said.contains("default"), "{said}");
    }
    let seat = |who: &str| {
        let seat = format!("white={who}");
        here(&[
            "play",
            "joust",
            "--plain",
            "-o",
            "size=3x3",
            "--seat",
            &seat,
            "--seat",
            "black=random",
        ])
    };
    let (_, said) = seat("three/agent.mjs");
    let has_node = std::process::Command::new("node").arg("--version").output().is_ok();
    match has_node {
        true => assert!(said.contains("has nowhere to go"), "{said}"),
        false => assert!(said.contains("'three/agent.mjs' is run by node"), "{said}"),
    }
    std::fs::write(folder.join("agent"), "nothing").expect("a file");
    let (_, said) = seat("./agent");
    assert!(said.contains("'./agent' may not be run: type `chmod +x ./agent`"), "{said}");
    let mut run_bit = std::fs::metadata(folder.join("agent")).expect("a file").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut run_bit, 0o755);
    for (file, text, words) in [
        ("agent.c", "int main() {}", "'./agent.c' is source text: compile it, such as with `cc"),
        ("agent.rs", "fn main() {}", "'./agent.rs' is source text: compile it"),
        ("lost", "#!/nowhere/python\n", "'./lost' says in its first line that /nowhere/python"),
        ("text", "nothing", "'./text' is no program of this machine: name what runs it"),
        ("two", "", "'./two' is a folder: name the program in it"),
    ] {
        if !text.is_empty() {
            std::fs::write(folder.join(file), text).expect("a file");
            std::fs::set_permissions(folder.join(file), run_bit.clone()).expect("a run bit");
        }
        let (_, said) = seat(&format!("./{file}"));
        assert!(said.contains(words), "{words}: {said}");
    }
    for (file, needs) in [("a.jar", "java"), ("A.class", "java"), ("a.rb", "ruby")] {
        std::fs::write(folder.join(file), "nothing").expect("a file");
        let (_, said) = seat(file);
        let is_told =
            said.contains(&format!("'{file}' is run by {needs}, which is not to be found"));
        assert!(is_told || said.contains("White exited with status "), "{said}");
    }
}

#[test]
fn a_match_has_the_last_lines_of_a_traceback() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tracebacks");
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = "def think():\n    return 1 / 0\n\nthink()\n";
    std::fs::write(folder.join("agent.py"), program).expect("a program");
    let words = ["match", "joust", "./agent.py", "random", "--games", "1"];
    let output = manator().current_dir(&folder).args(words).output().expect("manator runs");
    let said = text(&output.stderr) + &text(&output.stdout);
    let last = "line 2, in think / return 1 / 0 / ZeroDivisionError: division by zero'";
    assert!(said.contains(last), "{said}");
    assert!(!said.contains("Traceback"), "{said}");
}

#[test]
fn a_report_has_the_last_lines_of_a_traceback() {
    let program = "import sys\nfor n in range(50): print('line', n, file=sys.stderr)\n1/0";
    let output = run(&["check", "--", "python3", "-c", program]);
    let said = text(&output.stdout);
    assert!(said.contains("ZeroDivisionError: division by zero"), "{said}");
    let quoted = said.split("the last of which are").nth(1).unwrap_or_default();
    assert!(quoted.contains("ZeroDivisionError") && !quoted.contains("'line 0'"), "{said}");
}

#[test]
fn bad_input_is_quoted_and_the_expectation_stated() {
    fails(&["show", "chess"], 2, &["'chess'", "jetan", "kings-court"]);
    fails(&["server", "jetan", "-a", "-1"], 2, &["'-1'", "a whole number from 0"]);
    fails(&["server", "jetan", "-d", "-1"], 2, &["'-1'", "a number of seconds"]);
    fails(&["agent", "-a", "r", "-p", "-1"], 2, &["'-1'", "0..=65535"]);
    fails(&["show", "joust", "-o", "size=2x9"], 2, &["'2x9'", "3 to 26"]);
    fails(&["show", "joust", "-o", "size=26x10"], 2, &["'26x10'", "256 squares"]);
    fails(&["show", "joust", "-o", "size"], 2, &["'size'", "name=value"]);
    fails(&["show", "joust", "-o", "colour=red"], 2, &["'colour'", "size, start, seed"]);
    fails(&["show", "joust", "-o", "size=4x4", "-o", "size=5x5"], 2, &["size", "twice"]);
    fails(&["show", "joust", "-o", "start=A1A1"], 2, &["'A1A1'"]);
    fails(&["show", "joust", "-o", "start=A1Z9"], 2, &["'A1Z9'", "Z9 is not on the board"]);
    fails(&["show", "jetan", "-o", "max-moves=0"], 2, &["0", "between 1"]);
    fails(&["show", "jetan", "-o", "variant=chess"], 2, &["'chess'", "standard|book|software"]);
    fails(&["show", "joust", "--position", "nonsense"], 2, &["'nonsense'", "2 fields"]);
    fails(&["show", "joust", "--moves", "D1E3 D8D7"], 2, &["move 2", "D8D7", "B7, C6, E6, F7"]);
    fails(&["perft", "joust", "0"], 2, &["0", "1..=64"]);
    fails(&["perft", "joust", "deep"], 2, &["deep"]);
    fails(&["replay", "no/such/file"], 2, &["no/such/file"]);
    fails(&["rules", ""], 2, &["''"]);
    fails(&["nonsense"], 2, &["nonsense"]);
}

#[test]
fn boards_are_plain_unless_colour_is_wanted() {
    let plain = run(&["show", "threechess"]);
    assert!(!text(&plain.stdout).contains('\x1b'));
    let arguments = ["show", "threechess", "--moves", "BE2BE4"];
    let forced = manator().args(arguments).env("CLICOLOR_FORCE", "1").output().expect("runs");
    assert!(text(&forced.stdout).contains('\x1b'));
    let refused = manator().args(arguments).env("NO_COLOR", "1").output().expect("runs");
    assert!(!text(&refused.stdout).contains('\x1b'));
}

#[test]
fn the_board_of_refusal_is_its_documents() {
    let output = run(&["show", "refusal", "--moves", "E3C4 accept D6D5 accept"]);
    let board = "\
8  R - - K L   north
7  - - - - -
6  N P P - N
5  - - - P -
4  - - n - -
3  n p p p -
2  - - - - -
1  r k - - l   south
   ---------
   A B C D E
";
    assert!(text(&output.stdout).starts_with(board), "{}", text(&output.stdout));
}

#[test]
fn perft_counts() {
    let output = run(&["perft", "jetan", "3"]);
    assert_eq!(text(&output.stdout), "1 52\n2 2683\n3 157302\n");
    let output = run(&["perft", "jetan", "2", "--divide"]);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().count(), 53);
    assert!(lines.ends_with("total 2683\n"));
    let output = run(&["perft", "refusal", "4", "-o", "refusals=never"]);
    assert_eq!(text(&output.stdout), "1 11\n2 121\n3 1529\n4 19268\n");
}

#[test]
fn inspect_goes_on_after_nonsense() {
    let mut input = b"{\"game\":\"joust\",\"perft\":2}\n".to_vec();
    input.extend(b"\n  \nnonsense\n{}\n[]\n\xff\xfe\n\"\\u0000\"\n");
    input.extend(b"{\"game\":7}\n{\"game\":\"joust\",\"options\":{\"size\":null}}\n");
    input
        .extend(b"{\"game\":\"joust\",\"perft\":1000}\n{\"game\":\"joust\",\"flagged\":\"red\"}\n");
    input.extend(b"{\"game\":\"joust\",\"perft\":-1}\n{\"game\":\"joust\",\"moves\":\"D1D1\"}\n");
    input.extend(vec![b'['; 100_000]);
    input.extend(b"\n{\"game\":\"jetan\",\"options\":{\"max-moves\":3},\"try\":\"E1E9\"}");
    let output = feed(&["inspect"], &input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answers: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 14);
    assert_eq!(answers[0]["perft"], serde_json::json!([4, 16]));
    for answer in &answers[1..13] {
        assert!(answer["error"].is_string(), "{answer}");
    }
    assert_eq!(answers[13]["try"]["legal"], false);
    assert_eq!(answers[13]["payoffs"], Value::Null);
}

#[test]
fn inspect_knows_the_clock() {
    let request = r#"{"game":"threechess","moves":"BE2BE4 GE2GE4","flagged":"red"}"#;
    let answer: Value =
        serde_json::from_slice(&feed(&["inspect"], request.as_bytes()).stdout).expect("JSON");
    assert_eq!(answer["reason"], "time");
    assert_eq!(answer["payoffs"], serde_json::json!({"blue": 1, "green": 0, "red": -1}));
    assert_eq!(answer["legal"], serde_json::json!([]));
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_game_is_played_saved_and_replayed() {
    let path = scratch("played.game");
    let shown = path.display().to_string();
    let session = format!(
        "99\nchess\njoust\nsize=2x2\nsize=3x3\nnobody\nboth\nhello\nb1a3\nundo\nundo\nB1 A3\nmoves\nB3C1\nA3C2\nC1A2\n\
         C2A1\nA2C3\nA1B3\nsave {shown}\nsave {shown}\nsave\nrules\nnew\nrefusal\n\nsouth greedy\n?\nhint\nB3B4\nundo\nquit\n"
    );
    let output = feed(&["menu"], session.as_bytes());
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    let count = manator_games::catalog::GAMES.len();
    for words in [
        &format!("'99': expected a number from 1 to {count} or a name"),
        "'chess': expected",
        "size: '2x2' is not",
        "hello: not a move",
        "there is no move to take back",
        "White's knight on A1 has nowhere to go: Black wins",
        "A1B3: the game is over",
        "save: expected the name of a file",
        "'nobody': expected a seat, all, or somebody to sit there",
        "hint: champion would propose",
        "North (computer) proposes",
    ] {
        assert!(said.contains(words), "no '{words}' in: {said}");
    }
    assert!(said.contains(&format!("saved {shown}")), "{said}");
    assert!(said.contains(&format!("{shown}: ")), "a file is never overwritten: {said}");

    let replayed = run(&["replay", "--quiet", &shown]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stdout));
    assert!(text(&replayed.stdout).contains("ok: joust, 6 moves, 0-1"));
    let stepped = run(&["replay", &shown]);
    assert_eq!(text(&stepped.stdout).matches("A B C").count(), 7);

    let record = std::fs::read_to_string(&path).expect("the record");
    std::fs::write(&path, record.replace("C1A2", "C1B2")).expect("write");
    fails(&["replay", "--quiet", &shown], 1, &["move 2 (ply 4)", "C1B2"]);
    std::fs::write(&path, record.replace("0-1", "1-0")).expect("write");
    fails(&["replay", "--quiet", &shown], 1, &["result", "0-1"]);
    std::fs::write(&path, "nonsense").expect("write");
    fails(&["replay", "--quiet", &shown], 1, &["line 1", "'nonsense'"]);
    std::fs::write(&path, "").expect("write");
    fails(&["replay", "--quiet", &shown], 1, &["no record"]);
    std::fs::write(&path, [0xff, 0xfe, 0x00]).expect("write");
    fails(&["replay", "--quiet", &shown], 2, &[&shown]);
}

#[test]
fn a_removed_command_names_its_successor() {
    fails(&["experiment"], 2, &["unrecognized subcommand 'experiment'", "`manator match`"]);
    fails(&["experiment", "evals", "joust"], 2, &["'experiment'", "`manator match`"]);
}

#[test]
fn the_menu_ends_with_its_input() {
    let output = feed(&["menu"], b"");
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("remarkable board games"));
    let output = feed(&["menu"], b"jetan\n\norange random\nE2E3\n\xff\xfe\n");
    assert!(output.status.success());
}

#[test]
fn a_reader_who_has_had_enough_is_no_error() {
    let mut child = manator()
        .args(["rules", "jetan"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("manator starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("manator ends");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_level_looks_as_deep_as_it_says() {
    for arguments in [&["--agent", "medium"][..], &["--agent", "alphabeta", "--set", "depth=3"]] {
        let mut all = vec!["analyse", "joust", "--json"];
        all.extend(arguments);
        let output = run(&all);
        let last = text(&output.stdout).lines().last().map(str::to_string).expect("a line");
        let step: Value = serde_json::from_str(&last).expect("JSON");
        assert_eq!(step["depth"], 3, "{arguments:?}: {last}");
    }
}
