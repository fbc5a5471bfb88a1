//! Mutated lines of real agents, sent into a game that is played.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use manator_core::{Record, Settings};
use manator_engine::{catalog as agents, options::OPTIONS};
use manator_play::Terms;
use manator_play::contender::{Builtin, Peer, Ugi};
use manator_play::referee::OnIllegal;

use crate::harness::{First, Game, Mark, ample, joust};

/// How many lines are sent at least.
const LINES: usize = 10_000;
/// How many come before each answer.
const EACH: usize = 12;

/// What agents say, good and bad.
const TRANSCRIPT: [&str; 24] = [
    "id name Manator 0.1.0 Joust alphabeta",
    "id author the authors of Manator",
    "option name UGI_Game type string default joust size=5x5",
    "option name eval type combo default territory var territory var region var mobility",
    "option name depth type spin default 0 min 0 max 100",
    "option name UCI_Variant type combo default chess var 3check var joust",
    "option name UGI_SendLegal type check default true",
    "ugiok",
    "uciok",
    "readyok",
    "info depth 1 score cp -105 nodes 4 nps 1000 time 0 pv C5E4",
    "info depth 2 multipv 2 score cp 75 nodes 20 nps 20000 time 1 pv C5E4 D3B2",
    "info depth 5 seldepth 5 multipv 1 score mate -3 nodes 653 tbhits 0 time 4 pv d8c6,c6d8 e3f1,f1e3",
    "info score cp 12 lowerbound string it looks good",
    "info string error: move 1: C1C2: a knight does not move from C1 to C2",
    "info currmove C1D3 currmovenumber 1 hashfull 17",
    "response C5A4 C5B3 C5E4",
    "response ..b../...../...w./...../..x.. black",
    "response p2win",
    "bestmove A3C4 alternate E3C4",
    "Unknown command: ugi",
    "Traceback (most recent call last):",
    "  File \"agent.py\", line 17, in <module>",
    "thinking hard {about} [%clk 0:00:01] ; $3 (it)",
];

/// Numbers that look random and are always the same (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = TRANSCRIPT[self.below(TRANSCRIPT.len())].as_bytes().to_vec();
        for _ in 0..self.below(4) {
            self.mutate(&mut line);
        }
        line.push(b'\n');
        line
    }

    fn mutate(&mut self, line: &mut Vec<u8>) {
        let place = self.below(line.len() + 1);
        match self.below(8) {
            0 => line.insert(place, self.below(256) as u8),
            1 => line.truncate(place),
            2 => drop(line.drain(..place)),
            3 => line.splice(place..place, *b" 99999999999999999999 ").for_each(drop),
            4 => line.splice(place..place, *b" -9223372036854775808 ").for_each(drop),
            5 => line.extend(TRANSCRIPT[self.below(TRANSCRIPT.len())].bytes()),
            6 => line
                .splice(
                    place..place,
                    [b"\r", b"\0", b"\t", b"\x1b", b"\xff"][self.below(5)].iter().copied(),
                )
                .for_each(drop),
            _ => {
                if let Some(byte) = line.get_mut(place) {
                    *byte ^= 1 << self.below(8);
                }
            }
        }
    }
}

/// Plays as an agent that says mutated lines before each of its moves; returns how many it said.
fn talk(stream: TcpStream, mut dice: Dice) -> usize {
    let mut lines = 0;
    let mut legal = String::new();
    let mut output = stream.try_clone().expect("another handle");
    // The referee may hang up at any time.
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        let mut answer = Vec::new();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ugi" => answer.extend(b"option name UGI_SendLegal type button\nugiok\n"),
            "isready" => answer.extend(b"readyok\n"),
            "legal" => legal = rest.split(' ').next().unwrap_or_default().into(),
            "go" => {
                lines += EACH;
                (0..EACH).for_each(|_| answer.extend(dice.line()));
                answer.extend(format!("bestmove {legal}\n").bytes());
            }
            _ => {}
        }
        if output.write_all(&answer).is_err() {
            break;
        }
    }
    lines
}

/// Plays games in which one contender talks like that.
fn play_fuzzed() -> usize {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its number");
    let mut lines = 0;
    for seed in 0.. {
        let stream = TcpStream::connect(address).expect("a connection");
        let (other, _) = listener.accept().expect("a connection");
        let agent = thread::spawn(move || talk(other, Dice(seed)));
        let mut fuzzed = Ugi::connected(Peer::connected(stream).expect("it can be used"));
        let on_illegal = if seed % 2 == 0 { OnIllegal::AskAgain } else { OnIllegal::Default };
        let terms = Terms { on_illegal, ..ample() };
        let game = Game::on(joust(""), &mut [&mut fuzzed, &mut First], &terms);
        game.is_prompt();
        assert!(game.report.verdict.is_some());
        drop(fuzzed);
        lines += agent.join().expect("the agent does not panic");
        if lines >= LINES {
            break;
        }
    }
    lines
}

/// Plays a game of agents that always play the same; returns its record without the time it took.
fn play_undisturbed() -> Record {
    let mark = Mark::new();
    let settings = Settings::parse(OPTIONS, "depth=2").expect("options");
    let agent = agents::open(&*joust(""), "alphabeta", &settings).expect("an agent");
    let (mut program, mut agent) = (mark.bad("noise"), Builtin::new("alphabeta", agent));
    let game = Game::on(joust(""), &mut [&mut program, &mut agent], &ample());
    game.is_clean();
    let mut record = game.report.record;
    for mv in &mut record.moves {
        (mv.spent_ms, mv.clock_ms) = (None, None);
    }
    record
}

#[test]
fn mutated_lines_harm_neither_this_game_nor_another() {
    let expected = play_undisturbed().to_string();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut games = 0;
            while games == 0 || !done.load(Ordering::Relaxed) {
                assert_eq!(play_undisturbed().to_string(), expected);
                games += 1;
            }
        });
        let lines = play_fuzzed();
        done.store(true, Ordering::Relaxed);
        assert!(lines >= LINES);
        other.join().expect("the other game is the same as ever");
    });
}
