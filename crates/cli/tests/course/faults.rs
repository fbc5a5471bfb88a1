//! Original agents that do what they should not.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::thread;
use std::time::Duration;

use crate::agent::{self, Deed, QUIT, Run, random};
use crate::board::Board;
use crate::process::{Ended, Process, serve};

/// A move that is illegal everywhere: onto its own square.
const NOWHERE: &str = "ACTION::CODE==1::MOVE==0 0 0 0";

/// Lets an agent play a game against the house, or several.
#[track_caller]
fn play(
    arguments: &str,
    act: impl FnMut(usize, &Board) -> Deed + Send + 'static,
) -> (Ended, Vec<Run>) {
    let (server, port) = serve(arguments);
    let runs = agent::start(port, "Original", act).join().expect("an agent");
    let ended = server.ends();
    assert!(ended.status.success(), "{ended:?}");
    (ended, runs)
}

#[test]
fn an_illegal_move_loses() {
    let (ended, runs) = play("-a 1 -s 5", |_, _| Deed::Send(NOWHERE.into()));
    let words = "game 1: Original - random 0-1, Black made an illegal move, A1A1: ";
    assert!(ended.output.starts_with(words), "{}", ended.output);
    assert_eq!(runs[0].boards.len(), 1);
    let (ended, _) = play("-a 1", |_, _| Deed::Send("ACTION::CODE==1::MOVE==0 0 0 -1".into()));
    assert!(ended.output.contains("Black sent a malformed answer, 'ACTION::"), "{}", ended.output);
    assert!(ended.output.contains("squares of the board"), "{}", ended.output);
}

#[test]
fn an_illegal_move_is_ignored_where_the_server_says_so() {
    let mut legal = random(1);
    let (ended, runs) = play("-a 1 -s 9 --illegal again", move |run, board| {
        // Every third question is answered as it should be.
        static ASKED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        match ASKED.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 3 {
            0 => Deed::Send(NOWHERE.into()),
            1 => Deed::Send("ACTION::CODE==1::MOVE==x".into()),
            _ => legal(run, board),
        }
    });
    // Every answer has used up a step, and each board was shown three times.
    assert!(ended.output.contains("each player has had 9 moves: a tie"), "{}", ended.output);
    let boards = &runs[0].boards;
    assert_eq!(boards.len(), 9);
    for same in boards.chunks(3) {
        assert!(same.iter().all(|board| *board == same[0]));
    }
    assert!(ended.talk.contains("Original: ignored: made an illegal move, A1A1"), "{}", ended.talk);
}

#[test]
fn an_agent_may_give_up() {
    for arguments in ["-a 1", "-a 1 --illegal again"] {
        let (ended, _) = play(arguments, |_, _| Deed::Send(QUIT.into()));
        let words = "game 1: Original - random 0-1, Black gave the game up: Orange wins (0 moves)";
        assert!(ended.output.starts_with(words), "{}", ended.output);
    }
}

#[test]
fn an_agent_that_stalls_loses_on_time() {
    let (ended, _) = play("-a 1 -M 0.3", |_, _| Deed::Nothing);
    assert!(ended.output.contains(" 0-1, Black"), "{}", ended.output);
    assert!(ended.output.contains("time"), "{}", ended.output);
}

#[test]
fn what_comes_too_late_is_no_answer_to_the_next_game() {
    let mut moves = random(1);
    let mut has_slept = false;
    let (ended, runs) = play("-a 1 -R 2 -M 2 -s 5", move |run, board| {
        if !has_slept {
            has_slept = true;
            thread::sleep(Duration::from_millis(2500));
        }
        moves(run, board)
    });
    assert!(ended.output.contains("game 1: Original - random 0-1, "), "{}", ended.output);
    let tie = "game 2: Original - random 1/2-1/2, each player has had 5 moves: a tie";
    assert!(ended.output.contains(tie), "{}", ended.output);
    assert_eq!(runs.iter().map(|run| run.boards.len()).collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn an_agent_that_says_more_than_it_is_asked_is_heard_once() {
    let mut moves = random(1);
    let (ended, runs) = play("-a 1 -s 5 -d 0.05", move |run, board| match moves(run, board) {
        Deed::Send(action) => {
            let mut twice = crate::wire::frame(&action);
            twice.extend(crate::wire::frame(QUIT));
            Deed::Raw(twice)
        }
        other => other,
    });
    assert!(ended.output.contains("each player has had 5 moves: a tie"), "{}", ended.output);
    assert_eq!(runs[0].boards.len(), 5);
    assert!(ended.talk.contains("Original: spoke before it was asked"), "{}", ended.talk);
}

#[test]
fn an_agent_that_speaks_no_frames_loses() {
    for arguments in ["-a 1", "-a 1 --illegal again"] {
        let (ended, runs) = play(arguments, |_, _| Deed::Raw(b"bestmove D2D3\n".to_vec()));
        let words =
            "Black cannot be understood any more, frame: 'bestmove ': expected 8 hexadecimal";
        assert!(ended.output.contains(words), "{}", ended.output);
        assert_eq!(runs[0].boards.len(), 1);
    }
    let (ended, _) = play("-a 1", |_, _| Deed::Raw(b"FFFFFFFF\0".to_vec()));
    assert!(ended.output.contains("a length of 4294967295 is not between"), "{}", ended.output);
    let (ended, _) = play("-a 1", |_, _| Deed::Send("NONSENSE::A".into()));
    let words = "Black sent a malformed answer, 'NONSENSE::A': message: 'A': expected KEY==VALUE";
    assert!(ended.output.contains(words), "{}", ended.output);
}

#[test]
fn an_agent_that_floods_us_loses() {
    let junk = crate::wire::frame(&"x".repeat(60_000));
    let (ended, _) = play("-a 1 -R 2 -s 1", move |_, board| {
        let mut bytes = crate::wire::frame(&crate::board::action(&board.table().legal()[0]));
        (0..600).for_each(|_| bytes.extend_from_slice(&junk));
        Deed::Raw(bytes)
    });
    assert!(ended.output.contains("game 1: Original - random 1/2-1/2, "), "{}", ended.output);
    assert!(ended.output.contains("game 2: Original - random 0-1, Black "), "{}", ended.output);
    // Whether it is found out before or after it is asked for its name depends on how fast it is.
    let words = ["sent more than 10 MiB", "is not there"];
    assert!(words.iter().any(|words| ended.output.contains(words)), "{}", ended.output);
}

#[test]
fn an_agent_that_leaves_has_lost_and_may_come_back() {
    let (server, port) = serve("-a 2 -R 2 -S 2 -s 5");
    let first = agent::start(port, "Fickle", |_, _| Deed::Leave);
    server.says("Fickle has joined");
    let ours = Process::start(&format!("agent -a r -p {port}"));
    first.join().expect("an agent");
    let again = agent::start(port, "Fickle", random(1));
    assert_eq!(again.join().expect("an agent")[0].boards.len(), 5);
    assert!(ours.ends().status.success());
    let output = server.ends().output;
    assert!(output.contains("Black closed the connection: Orange wins (0 moves)"), "{output}");
    assert!(output.contains("game 2: Fickle - random 1/2-1/2, "), "{output}");
}
