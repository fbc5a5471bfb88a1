//! Displays that come late, read nothing, or vanish.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::os::fd::OwnedFd;

use rustix::net::sockopt::set_socket_recv_buffer_size;
use rustix::net::{AddressFamily, Ipv4Addr, SocketAddrV4, SocketType, connect, socket};

use crate::driver::{Server, moves, records, vacant};
use crate::guest::{Guest, Reply, random, seen};

#[test]
fn a_late_display_sees_the_whole_game() {
    let mut server = Server::start("kings-court -a 2 -D 1 -s 6 -d 0 -t 0 --time 1h");
    let early = Guest::watches(server.port, "watch any").sees();
    let (first, mut second) =
        (Guest::joins(server.port, "Ann seat 1"), Guest::joins(server.port, "Bob seat 2"));
    let mut choose = random(1);
    first.plays(move |table| match choose(table) {
        Reply::Says(text) => {
            Reply::Says(format!("info string move {}\n{text}", table.moves().len()))
        }
        other => other,
    });
    second.says("ugiok");
    second.reads_until("isready");
    second.says("readyok");
    // Ann has moved, and Bob thinks.
    second.reads_until("go ");
    let mut late = Guest::watches(server.port, "watch any");
    let told: Vec<String> = (0..8).map_while(|_| late.reads()).collect();
    let heading = ["game 1 kings-court", "round 1 of 1", "player 1 Ann", "player 2 Bob"];
    assert_eq!(told[..4], heading);
    assert!(told[4].starts_with("position startpos moves "), "{told:#?}");
    assert_eq!(told[4].split(' ').count(), 4, "one move: {told:#?}");
    assert_eq!(told[5], "clock 2 3600000");
    assert!(told[6].starts_with("clock 1 3"), "{told:#?}");
    assert_eq!(told[7], "note 1 move 0");
    let late = late.sees();
    // It has left the seat: the game is over.
    drop(second);
    let out = server.ends();
    assert!(out.contains("1-0, Second closed the connection: First wins"), "{out}");
    let early = early.join().expect("it sees");
    let late = [told, late.join().expect("it sees")].concat();
    assert_eq!(seen(&early), seen(&late));
    assert_eq!(late.last().map(String::as_str), Some("bye all games are over"));
}

/// Connects with as small a window as the system allows.
fn narrow(port: u16) -> Guest {
    let end: OwnedFd = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    set_socket_recv_buffer_size(&end, 1).expect("a small window");
    connect(&end, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)).expect("it listens");
    Guest::over(end.into())
}

#[test]
fn a_display_that_never_reads_disturbs_nobody() {
    let play = |is_watched: bool| {
        let path = vacant(&format!("watched-{is_watched}.game"));
        let mut server = Server::recording("jetan -a 2 -D 1 -s 300 -R 3 -d 0 -S 0 -t 0", &path);
        let deaf: Vec<Guest> = (0..if is_watched { 5 } else { 0 })
            .map(|_| {
                let mut guest = narrow(server.port);
                guest.says("watch any");
                server.says("a display watches");
                guest
            })
            .collect();
        // Each talks enough to fill whatever the system keeps for a display.
        let talkative = |seed| {
            let mut choose = random(seed);
            move |table: &dyn manator_core::Table| match choose(table) {
                Reply::Says(text) => {
                    let note = format!("info string {}\n", "x".repeat(290));
                    Reply::Says(note.repeat(20) + &text)
                }
                other => other,
            }
        };
        Guest::joins(server.port, "Ann seat 1").plays(talkative(1));
        Guest::joins(server.port, "Bob seat 2").plays(talkative(2));
        let display = Guest::watches(server.port, "watch any").sees();
        server.ends();
        drop(deaf);
        let records = records(&path);
        let seen = seen(&display.join().expect("it sees"));
        assert_eq!(seen.last().map(|game| &game.moves), records.last().map(moves).as_ref());
        records.iter().map(moves).collect::<Vec<_>>()
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn a_display_that_vanishes_disturbs_nobody() {
    let mut server = Server::start("joust -a 2 -D 1 -s 20 -d 0 -t 0");
    let display = Guest::watches(server.port, "watch any");
    server.says("a display watches from 127.0.0.1:");
    Guest::joins(server.port, "Ann").plays(random(1));
    let mut display = Some(display);
    let mut choose = random(2);
    Guest::joins(server.port, "Bob").plays(move |table| {
        display.take();
        choose(table)
    });
    let ended = server.process.ends();
    assert_eq!(ended.status, Some(0));
    assert!(ended.talk.contains("the display at 127.0.0.1:"), "{}", ended.talk);
}
