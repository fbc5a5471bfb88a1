//! The bridge to agents of the Java course, driven through pipes.
//!
//! The course's classes are not ours to keep here. `threeChess` beside this file is a stand-in with the same
//! names, which has agents that behave as badly as agents can.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod driver;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use manator_core::{Settings, Table};
use manator_games::catalog;
use manator_protocol::NO_MOVE;

use crate::program::{MANATOR, manator};
use driver::{CLASSES, Program, launcher};

/// A random game against somebody who captures ends long before.
const PLIES_MAX: usize = 1000;
/// How long an agent may go on after `stop`.
const GRACE: Duration = Duration::from_secs(1);

fn table() -> Box<dyn Table> {
    let entry = catalog::find("threechess").expect("a game");
    entry.open(Settings::defaults(entry.card().options)).expect("the defaults are valid")
}

#[track_caller]
fn is_legal(moves: &str, mv: &str) {
    let mut table = table();
    for mv in moves.split_whitespace() {
        table.play(mv).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
    assert!(table.legal().iter().any(|legal| legal == mv), "{mv} after '{moves}'");
}

#[test]
fn it_says_who_it_is() {
    let mut bridge = Program::bridge("RandomAgent");
    for greeting in ["ugi", "uci"] {
        bridge.sends(greeting);
        bridge.expects("id name RandomAgent");
        bridge.expects("id author the author of threeChess.agents.RandomAgent");
        bridge.expects("option name UGI_Game type string default threechess");
        bridge.expects("option name UGI_SetUp type check default false");
        bridge.expects(&format!("{greeting}ok"));
    }
    bridge.sends("");
    bridge.sends("legal BE2BE4");
    bridge.sends("stop");
    bridge.is_ready();
    bridge.sends("jump");
    bridge.complains("unknown command 'jump'");
    bridge.sends("quit");
    assert!(bridge.ends().success());
}

#[test]
fn it_plays_whole_games_against_our_engines() {
    let mut seats =
        [Program::engine("greedy"), Program::bridge("RandomAgent"), Program::engine("random")];
    for round in 0..2 {
        let mut table = table();
        for seat in &mut seats {
            seat.sends("setoption name UGI_Game value threechess");
            seat.sends("uginewgame");
            seat.is_ready();
        }
        while table.outcome().is_none() && table.moves().len() < PLIES_MAX {
            let seat = &mut seats[(table.to_move().index() + round) % 3];
            seat.sends(&format!("position startpos moves {}", table.moves().join(" ")));
            seat.sends("go p1time 60000 p2time 60000 p3time 60000 depth 1");
            let mv = seat.best();
            let canonical = table.play(&mv).unwrap_or_else(|illegal| panic!("{illegal}"));
            assert_eq!(canonical, mv);
        }
        assert!(table.outcome().is_some(), "{} moves", table.moves().len());
        let bridge = &mut seats[1];
        bridge.sends(&format!("position startpos moves {}", table.moves().join(" ")));
        bridge.sends("go");
        bridge.complains("the game is over");
        bridge.expects("bestmove 0000");
    }
    for seat in &mut seats {
        seat.sends("quit");
        assert!(seat.ends().success());
    }
}

#[test]
fn positions_follow_one_another_in_any_order() {
    let mut bridge = Program::bridge("RandomAgent");
    for moves in ["", "BE2BE4", "be2be4 GE2GE4", "BE2BE4 GE2GE4 RE2RE4 BG1BF3", "BA2BA3", ""] {
        bridge.sends(&format!("position startpos moves {moves}"));
        bridge.sends("go");
        is_legal(moves, &bridge.best());
    }
}

#[test]
fn what_cannot_be_set_up_is_not_played() {
    let mut bridge = Program::bridge("RandomAgent");
    let fen = table().position();
    for (line, words) in [
        (format!("position fen {fen}"), "begins at the start only"),
        ("position".into(), "begins at the start only"),
        ("position startpos BE2BE4".into(), "'BE2BE4': expected moves"),
        ("position startpos moves BE2BE4 hello".into(), "move 2: hello: expected two squares"),
        ("position startpos moves BE2BE9".into(), "move 1: BE2BE9: expected two squares"),
        ("position startpos moves BE2BE5".into(), "move 1: BE2BE5: expected two squares"),
        ("position startpos moves BE2BD3".into(), "move 1: BE2BD3: the course's Board says"),
        (
            "setoption name UGI_Game value joust size=5x5".into(),
            "plays threechess, not 'joust size",
        ),
    ] {
        bridge.sends(&line);
        bridge.complains(words);
        bridge.sends("go movetime 100");
        bridge.complains(words);
        bridge.expects(&format!("bestmove {NO_MOVE}"));
    }
    bridge.sends("setoption name Hash value 3");
    bridge.complains("expected name UGI_Game value threechess");
    bridge.sends("setoption name UGI_Game value threechess");
    bridge.sends("position startpos");
    bridge.sends("go");
    is_legal("", &bridge.best());
}

/// Asks an agent that does wrong, twice, and checks that all goes on.
#[track_caller]
fn fails(agent: &str, words: &str, answer: &str) {
    let mut bridge = Program::bridge(agent);
    for _ in 0..2 {
        bridge.sends("position startpos");
        bridge.sends("go p1time 1000");
        bridge.complains(words);
        bridge.expects(&format!("bestmove {answer}"));
        bridge.is_ready();
    }
    bridge.sends("quit");
    assert!(bridge.ends().success());
}

#[test]
fn failures_are_told_and_survived() {
    fails("Thrower", "thrown IllegalStateException: first line bestmove BE2BE4", NO_MOVE);
    fails("Nobody", "no move: null", NO_MOVE);
    fails("Half", "no move: [BE2, null]", NO_MOVE);
    fails("Cheat", "move BA1RA1 is illegal", "BA1RA1");
    fails("Unborn", "thrown IllegalStateException: not today", NO_MOVE);
}

#[test]
fn an_agent_that_ends_the_program_has_no_move() {
    let mut bridge = Program::bridge("Leaver");
    bridge.sends("go");
    bridge.complains("ended while the agent thought");
    bridge.expects("bestmove 0000");
    assert_eq!(bridge.ends().code(), Some(3));
}

#[test]
fn what_an_agent_prints_is_not_said() {
    let mut bridge = Program::bridge("Talker");
    bridge.sends("uginewgame");
    bridge.sends("position startpos");
    bridge.is_ready();
    bridge.sends("go");
    is_legal("", &bridge.best());
    bridge.is_ready();
    bridge.sends("quit");
    assert!(bridge.ends().success());
}

#[test]
fn clocks_are_on_the_board() {
    let mut bridge = Program::bridge("Clocks");
    for (moves, limits, clocks) in [
        ("", "p1time 1000 p2time 2000 p3time 3000", "1000 2000 3000"),
        ("BE2BE4", "p1time 900 p2time 2000 p3time 3000 p1inc 5", "900 2000 3000"),
        ("BE2BE4", "p1time 900 p2time 2000 p3time 3000 movetime 50", "900 50 3000"),
        ("BE2BE4 GE2GE4", "movetime 50", "300000 300000 50"),
        ("", "", "300000 300000 300000"),
        ("", "p1time -5 p2time much p3time", "0 300000 300000"),
    ] {
        bridge.sends(&format!("position startpos moves {moves}"));
        bridge.sends(&format!("go {limits}"));
        bridge.complains(&format!("clocks {clocks}"));
        bridge.expects("bestmove 0000");
    }
}

#[test]
fn every_game_has_a_new_agent_that_sees_its_end() {
    let mut bridge = Program::bridge("Learner");
    bridge.sends("uginewgame");
    bridge.sends("uginewgame");
    bridge.sends("position startpos moves BE2BE4");
    bridge.sends("go");
    is_legal("BE2BE4", &bridge.best());
    // Nobody says how the game ended, so it is shown as far as it is known.
    bridge.sends("uginewgame");
    bridge
        .complains("finalBoard has thrown IllegalStateException: number 2 saw 2 moves and no end");
    // Blue's Knight takes Red's King: the agent's own move, which may be the last that is heard.
    let before = "BE2BE3 GG2GG3 RG1RF3 BG1BE2 GA2GA3 RB2RB3 BE2BD4 GF2GF4 RE2RE3 BD4RD3 GH2GH4";
    bridge.sends(&format!("position startpos moves {before} RC1RB2"));
    bridge.sends("go");
    bridge.expects("bestmove RD3RE1");
    bridge.complains("number 3 saw 13 moves and the end");
    // And somebody else's, which is shown when the position is set up.
    bridge.sends("uginewgame");
    bridge.sends(&format!("position startpos moves {before}"));
    bridge.sends("go");
    bridge.best();
    bridge.sends(&format!("position startpos moves {before} RC1RB2 RD3RE1"));
    bridge.complains("number 4 saw 13 moves and the end");
    bridge.sends("position startpos");
    bridge.is_ready();
    bridge.sends("quit");
    assert!(bridge.ends().success());
}

#[test]
fn an_agent_that_never_answers_is_answered_for() {
    let mut bridge = Program::bridge("Dreamer");
    bridge.sends("position startpos");
    bridge.sends("go p1time 100");
    bridge.is_ready();
    bridge.sends("go");
    bridge.complains("still thinking");
    let begin = Instant::now();
    bridge.sends("stop");
    bridge.is_ready();
    bridge.complains("within a second after stop");
    is_legal("", &bridge.best());
    assert!(begin.elapsed() >= GRACE, "{:?}", begin.elapsed());
    // Nobody waits for it in the same game, and a new game has a new agent.
    bridge.sends("go");
    bridge.complains("still thinks about an earlier position");
    is_legal("", &bridge.best());
    bridge.sends("uginewgame");
    bridge.sends("position startpos moves BE2BE4");
    bridge.sends("go infinite");
    bridge.sends("uginewgame");
    bridge.complains("a new game begins");
    is_legal("BE2BE4", &bridge.best());
    bridge.sends("go");
    bridge.hangs_up();
    bridge.complains("within a second after stop");
    is_legal("", &bridge.best());
    assert!(bridge.ends().success());
}

#[test]
fn a_late_answer_is_dropped() {
    let mut bridge = Program::bridge("Late");
    bridge.sends("uginewgame");
    bridge.is_ready();
    bridge.sends("go");
    bridge.sends("stop");
    bridge.complains("within a second after stop");
    is_legal("", &bridge.best());
    bridge.sends("position startpos moves BE2BE4");
    bridge.sends("go");
    is_legal("BE2BE4", &bridge.best());
    bridge.is_ready();
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut bridge = Program::bridge("RandomAgent");
    bridge.sends("go infinite");
    std::thread::sleep(GRACE / 2);
    bridge.is_ready();
    bridge.sends("stop");
    is_legal("", &bridge.best());
    bridge.sends("go infinite");
    bridge.hangs_up();
    is_legal("", &bridge.best());
    assert!(bridge.ends().success());
}

#[test]
fn nothing_is_left_behind_without_a_cache() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bridge temporary");
    fs::create_dir_all(&folder).expect("a folder");
    let mut command = launcher();
    command.args(["--classes", CLASSES, "threeChess.agents.RandomAgent"]).env("TMPDIR", &folder);
    command.env("XDG_CACHE_HOME", "/dev/null/nowhere");
    let mut bridge = Program::start(&mut command);
    bridge.is_ready();
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
    bridge.sends("quit");
    assert!(bridge.ends().success());
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

/// Several that start for the first time, on a machine on which that takes long, compile once and are waited for.
#[test]
fn whoever_starts_first_compiles_for_all_and_nobody_is_late() {
    let home = tempfile::TempDir::new().expect("a folder");
    let slow = home.path().join("bin");
    fs::create_dir(&slow).expect("a folder");
    let script =
        "#!/bin/sh\necho compiled >>\"$HOME/count\"\nsleep 20\nexec /usr/bin/env -S javac \"$@\"\n";
    let script = script.replace("/usr/bin/env -S javac", &real_javac());
    fs::write(slow.join("javac"), script).expect("a script");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(slow.join("javac"), mode).expect("it can be run");
    let path = format!("{}:{}", slow.display(), std::env::var("PATH").expect("a path"));
    let bridge = launcher().get_program().to_string_lossy().into_owned();
    let agent = format!("program:{bridge} --classes {CLASSES} threeChess.agents.RandomAgent");
    let output = manator()
        .args(["match", "threechess", &agent, &agent, &agent, "--games", "1", "--steps", "5"])
        .args(["--time", "20s+1s", "--store"])
        .arg(home.path().join("games.db"))
        .env("PATH", path)
        .env("HOME", home.path())
        .env_remove("XDG_CACHE_HOME")
        .env("MANATOR", MANATOR)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("Finished game 1 ") && !said.contains("loss"), "{said}");
    let count = fs::read_to_string(home.path().join("count")).expect("it was compiled");
    assert_eq!(count.lines().count(), 1, "once for three");
    assert!(home.path().join(".cache/manator/threechess").is_dir(), "and kept");
}

fn real_javac() -> String {
    let found = Command::new("sh").args(["-c", "command -v javac"]).output().expect("a shell");
    String::from_utf8_lossy(&found.stdout).trim().to_string()
}

#[test]
fn the_examination_knows_what_the_bridge_cannot() {
    let bridge = launcher().get_program().to_string_lossy().into_owned();
    let output = manator()
        .args([
            "check",
            "--game",
            "threechess",
            "--seconds",
            "5",
            &bridge,
            "--",
            "--classes",
            CLASSES,
        ])
        .args(["--cache", concat!(env!("CARGO_TARGET_TMPDIR"), "/bridge/checked")])
        .arg("threeChess.agents.RandomAgent")
        .env("MANATOR", MANATOR)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("none set up by 'position fen', which it declares not to know"),
        "{said}"
    );
    assert!(said.contains(", 0 failed, "), "{said}");
}

#[test]
fn the_launcher_says_what_is_wrong() {
    for (arguments, words) in [
        (&[][..], "usage: threechess-bridge"),
        (&["--classes"], "--classes: a value is missing"),
        (&["--speed", "9"], "unknown option '--speed'"),
        (&["--classes", CLASSES, "A", "B"], "one agent at a time"),
        (&["--classes", "/nowhere", "A"], "'/nowhere' does not exist"),
        (&["--classes", env!("CARGO_TARGET_TMPDIR"), "A"], "neither threeChess/Board.java nor"),
        (&["--classes", CLASSES, "threeChess.agents.Nobody2"], "there is no"),
        (&["--classes", CLASSES, "threeChess.Board"], "threeChess.Board is no agent"),
    ] {
        let output = launcher().args(arguments).stdin(Stdio::null()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(words), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        let talk = String::from_utf8_lossy(&output.stdout);
        assert!(talk.lines().all(|line| line.ends_with(" is compiled")), "{talk}");
    }
}
