//! Thousands of frames that are none, thrown at the port while a game goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use manator_core::random::SplitMix;

use crate::agent::{self, random};
use crate::process::serve;
use crate::wire::frame;

const FRAMES: u64 = 10_000;
const THREADS: u64 = 4;
/// How much a display that has hung up may be told until the server, which may be busy, notices it.
const ANSWER_MAX: u64 = 64 << 20;
/// What the frames are made of before they are spoilt.
const MESSAGES: [&str; 7] = [
    "AGENT",
    "DISPLAY",
    "NAME::NAME==Mallory",
    "ACTION::CODE==1::MOVE==3 1 0 1",
    "ACTION::CODE==2",
    "PERCEPT::BOARD==0,1,2::PLAYER_NUMBER==1",
    "UPDATE::OBJECT_SEQ_COUNT==0",
];

/// Returns a frame or two, with something wrong in most of them.
fn mutated(chance: &mut SplitMix) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..=chance.below(2) {
        bytes.extend(frame(MESSAGES[chance.below(MESSAGES.len() as u64) as usize]));
    }
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len() as u64) as usize;
        match chance.below(5) {
            0 => bytes.insert(at, chance.below(256) as u8),
            1 if bytes.len() > 1 => drop(bytes.remove(at)),
            2 => bytes[at] ^= 1 << chance.below(8),
            3 => bytes[at] = b"0123456789ABCDEF\0\n:="[chance.below(20) as usize],
            _ => bytes.truncate(at + 1),
        }
    }
    bytes
}

/// Throws a frame, and waits until the server is done with it.
fn throw(port: u16, bytes: &[u8]) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("an option");
    // The server may have had enough before all of it has arrived.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    if let Err(error) = Read::take(stream, ANSWER_MAX).read_to_end(&mut answer) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "after {bytes:?}");
    }
    assert!((answer.len() as u64) < ANSWER_MAX, "the server goes on after {bytes:?}");
}

#[test]
fn mutated_frames_disturb_no_game() {
    // Games that last as long as the flood does.
    let (server, port) = serve("-a 2 -s 1000000 -R 1000 -t 0 -M 0");
    let moves = Arc::new(AtomicUsize::new(0));
    let agents = [1, 2].map(|seed| {
        let (moves, mut random) = (moves.clone(), random(seed));
        agent::start(port, &format!("Agent{seed}"), move |run, board| {
            moves.fetch_add(1, Ordering::Relaxed);
            random(run, board)
        })
    });
    server.says("game 1 of 1000 begins");
    let before = moves.load(Ordering::Relaxed);
    let throwers: Vec<_> = (0..THREADS)
        .map(|number| {
            thread::spawn(move || {
                let mut chance = SplitMix::new(number);
                (0..FRAMES / THREADS).for_each(|_| throw(port, &mutated(&mut chance)));
            })
        })
        .collect();
    throwers.into_iter().for_each(|thrower| thrower.join().expect("a server that stays"));
    assert!(moves.load(Ordering::Relaxed) > before + 10, "nobody moved meanwhile");
    server.says("game 2 of 1000 begins");
    server.stop();
    let ended = server.ends();
    let runs = agents.map(|agent| agent.join().expect("an agent that is content"));
    let games = ended.output.lines().filter(|line| line.starts_with("game "));
    let whole: Vec<&str> = games.filter(|line| !line.contains("not finished")).collect();
    assert!(!whole.is_empty(), "no game was finished");
    for line in &whole {
        // Won on the board, or tied after all the moves there are.
        let by_the_rules = [" captured ", "both players have made"];
        assert!(by_the_rules.iter().any(|words| line.contains(words)), "{line}");
        for fault in ["connection", "malformed", "understood", "asked", "time", "gave"] {
            assert!(!line.contains(fault), "{line}");
        }
    }
    assert!(runs.iter().all(|runs| runs.len() >= whole.len()));
    assert!(!ended.talk.contains("panicked"), "{}", ended.talk);
}
