//! Much that nobody should send, while a game goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::thread;

use manator_core::random::mix;

use crate::driver::{Server, moves, records, vacant};
use crate::guest::{Guest, random, seen};

const CONNECTIONS: u64 = 200;
const LINES_EACH: u64 = 50;

/// Returns a line that was right once.
fn mutated(number: u64) -> Vec<u8> {
    const LINES: [&str; 8] = [
        "join kings-court as Ann seat 1 token abc",
        "join any as Bob",
        "watch any table 2",
        "watch kings-court",
        "bestmove B4C4",
        "0000000a\0IDENT",
        "GET / HTTP/1.1",
        "manator 1",
    ];
    let mut chance = mix(number);
    let mut draw = |below: usize| {
        chance = mix(chance);
        (chance % below as u64) as usize
    };
    let mut line = LINES[draw(LINES.len())].as_bytes().to_vec();
    for _ in 0..=draw(4) {
        let place = draw(line.len());
        match draw(5) {
            0 => line[place] = draw(256) as u8,
            1 => line.insert(place, draw(256) as u8),
            2 if line.len() > 1 => drop(line.remove(place)),
            3 => line.extend_from_within(place..),
            _ => line.truncate(place.max(1)),
        }
    }
    line.push(b'\n');
    line
}

/// Throws the lines of some connections at the port, as long as somebody listens there.
fn throw(port: u16, connections: Range<u64>) {
    for connection in connections {
        let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) else { return };
        let mut guest = Guest::over(stream);
        for line in 0..LINES_EACH {
            if guest.stream.write_all(&mutated(connection * LINES_EACH + line)).is_err() {
                break;
            }
        }
        if connection % 3 == 0 {
            let _ = guest.stream.shutdown(Shutdown::Write);
            guest.rest();
        }
    }
}

/// Plays a game with a display, and returns its moves as recorded and as seen.
fn play(is_disturbed: bool) -> Vec<Vec<String>> {
    let path = vacant(&format!("disturbed-{is_disturbed}.game"));
    let mut server =
        Server::recording("kings-court -a 2 -D 1 -R 3 -s 200 -d 0 -S 0 -t 0 --token abc", &path);
    let port = server.port;
    let display = Guest::watches(port, "watch any").sees();
    Guest::joins(port, "Ann seat 1 token abc").plays(random(1));
    let mut choose = random(2);
    let mut thrown = !is_disturbed;
    Guest::joins(port, "Bob seat 2 token abc").plays(move |table| {
        // The first half is thrown while everybody waits for a move, the rest while moves are made.
        if !std::mem::replace(&mut thrown, true) {
            throw(port, 0..CONNECTIONS / 2);
            thread::spawn(move || throw(port, CONNECTIONS / 2..CONNECTIONS));
        }
        choose(table)
    });
    server.ends();
    let recorded: Vec<_> = records(&path).iter().map(moves).collect();
    let seen: Vec<_> =
        seen(&display.join().expect("it sees")).into_iter().map(|game| game.moves).collect();
    assert_eq!(recorded, seen);
    recorded
}

#[test]
fn ten_thousand_wrong_lines_disturb_nobody() {
    assert_eq!(play(true), play(false));
}
