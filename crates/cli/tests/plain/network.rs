//! Games between programs over the network, all of them real processes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use crate::plain::person::Person;

/// Any free port of this machine.
const ANYWHERE: &str = "remote:listen:127.0.0.1:0";

/// Returns where the program says that it waits for a player.
#[track_caller]
fn place(person: &mut Person, player: &str) -> String {
    person.reads(&format!("waiting for {player} at "));
    person.reads_line()
}

/// Returns the sentence both ends must agree on.
fn verdict(ending: &str) -> &str {
    ending.lines().next().unwrap_or_default()
}

/// Plays a game of two processes to its end, which both must see.
#[track_caller]
fn check(game: &str, first: (&str, &str), second: (&str, &str), words: &str) {
    let (one, one_agent) = first;
    let (two, two_agent) = second;
    let mut listening = Person::sits(&format!(
        "play {game} --plain --seat {one}={one_agent} --seat {two}={ANYWHERE}"
    ));
    let place = place(&mut listening, two);
    let mut connecting = Person::sits(&format!(
        "play {game} --plain --seat {one}=remote:connect:{place} --seat {two}={two_agent}"
    ));
    listening.reads("connected to 127.0.0.1:");
    let [here, there] = [listening.ending(), connecting.ending()];
    assert_eq!(verdict(&here), verdict(&there));
    assert!(here.contains(words), "{here}");
}

#[test]
fn both_ends_see_the_same_draw_after_the_same_moves() {
    let game = "kings-court -o quiet-limit=1";
    check(game, ("first", "alphabeta:depth=1"), ("second", "alphabeta:depth=1"), "Nobody wins.");
}

#[test]
fn both_ends_see_the_same_winner_after_the_same_moves() {
    check("kings-court", ("first", "alphabeta:depth=2"), ("second", "random:seed=2"), "wins");
    check("refusal", ("south", "champion:nodes=300"), ("north", "random:seed=7"), "wins");
    check("joust", ("white", "greedy"), ("black", "random:seed=8"), "wins");
}

#[test]
fn a_person_plays_a_program_elsewhere() {
    let mut person =
        Person::sits(&format!("play refusal --plain --seat south=human --seat north={ANYWHERE}"));
    let place = place(&mut person, "north");
    let mut other = Person::sits(&format!(
        "play refusal --plain --seat south=remote:connect:{place} --seat north=champion:nodes=300"
    ));
    person.reads("connected to ");
    person.answers("South, your proposal: ", "undo");
    person.reads("moves that another program has seen cannot be taken back");
    person.answers("South, your proposal: ", "E3C4");
    person.reads("North (remote) ");
    let here = person.plays_on(23, 1000).expect("the game ends");
    assert_eq!(verdict(&here), verdict(&other.ending()));
    assert!(here.contains("\nYou have "), "{here}");
}

#[test]
fn a_person_who_resigns_tells_the_program_elsewhere() {
    let mut person =
        Person::sits(&format!("play joust --plain --seat white=human --seat black={ANYWHERE}"));
    let place = place(&mut person, "black");
    let mut other = Person::sits(&format!(
        "play joust --plain --seat white=remote:connect:{place} --seat black=human"
    ));
    other.reads("waiting for White (remote) to move");
    person.answers("White, your move: ", "D1E3");
    other.reads("White (remote) plays D1E3");
    other.answers("Black, your move: ", "resign");
    other.answers("resign? yes or no: ", "yes");
    let words = "1 move. Black resigns: White wins.\n";
    assert_eq!(person.ending(), format!("{words}You have won."));
    assert_eq!(other.ending(), format!("{words}You have lost."));
}

#[test]
fn three_programs_play_through_a_hub() {
    // Two places with names of their own: one name would be one program on both seats.
    let mut hub = Person::sits(&format!(
        "play threechess --plain --time 1h --seat blue=human --seat green={ANYWHERE} \
         --seat red=remote:listen:localhost:0"
    ));
    let [green_at, red_at] = ["green", "red"].map(|player| place(&mut hub, player));
    let mut green = Person::sits(&format!(
        "play threechess --plain --seat blue=remote:connect:{green_at} --seat green=random:seed=2 \
         --seat red=remote:connect:{green_at}"
    ));
    let mut red = Person::sits(&format!(
        "play threechess --plain --seat blue=remote:connect:{red_at} \
         --seat green=remote:connect:{red_at} --seat red=random:seed=3"
    ));
    let ending = hub.plays_on(29, 3000).expect("the game ends");
    assert_eq!(verdict(&ending), verdict(&green.ending()));
    assert_eq!(verdict(&ending), verdict(&red.ending()));
}

#[test]
fn programs_that_do_not_play_the_same_game_say_what_differs() {
    for (here, there, words) in [
        (
            "kings-court -o quiet-limit=4 --seat first=human --seat second=",
            "kings-court --seat second=human --seat first=",
            "quiet-limit is '4' here and '50' there",
        ),
        (
            "joust --seat white=human --seat black=",
            "refusal --seat north=human --seat south=",
            "the game is 'joust' here and 'refusal' there",
        ),
        (
            "joust --seat white=human --seat black=",
            "joust --seat white=human --seat black=",
            "white is played at both ends",
        ),
        (
            "joust -o start=centre --seat white=human --seat black=",
            "joust --seat black=human --seat white=",
            "start is 'centre' here and 'middle' there",
        ),
    ] {
        let mut listening = Person::sits(&format!("play {here}{ANYWHERE} --plain"));
        let player = here.rsplit(' ').next().unwrap_or_default().trim_end_matches('=');
        let place = place(&mut listening, player);
        let mut connecting = Person::sits(&format!("play {there}remote:connect:{place} --plain"));
        let [here, there] = [listening.ending(), connecting.ending()];
        assert!(here.contains(words), "{words}: {here}");
        for ending in [&here, &there] {
            assert!(ending.contains("The two programs do not agree, "), "{ending}");
            assert!(ending.contains(": nobody wins"), "{ending}");
        }
    }
}

/// Sits down across from a program that this test plays itself.
#[track_caller]
fn meet(arguments: &str) -> (Person, TcpStream) {
    let mut person =
        Person::sits(&format!("play kings-court --plain {arguments} --seat second={ANYWHERE}"));
    let place = place(&mut person, "second");
    let stream = TcpStream::connect(place).expect("the program listens");
    person.reads("connected to ");
    (person, stream)
}

#[test]
fn a_program_that_plays_an_illegal_move_has_lost() {
    let (mut person, mut stream) = meet("--seat first=human");
    person.answers("First, your move: ", "B4C4");
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).expect("the move is sent");
    assert_eq!(line, "B4C4\n");
    stream.write_all(b"A1A2\n").expect("send");
    let ending = person.ending();
    assert!(ending.starts_with("1 move. Second made an illegal move, A1A2: "), "{ending}");
    assert!(ending.ends_with("; First wins.\nYou have won."), "{ending}");
}

#[test]
fn a_program_that_knows_only_moves_is_told_only_moves() {
    for (kind, expected) in
        [("plain", "B4C4"), ("connect", "manator play 1 | kings-court quiet-limit=50 ")]
    {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let place = listener.local_addr().expect("a port");
        let seats = format!("--seat first=human --seat second=remote:{kind}:{place}");
        let mut person = Person::sits(&format!("play kings-court --plain {seats}"));
        let stream = listener.accept().expect("it connects").0;
        person.answers("First, your move: ", "B4C4");
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line).expect("a line");
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn a_program_that_vanishes_has_lost() {
    let (mut person, stream) = meet("--seat first=human");
    person.reads("First, your move: ");
    drop(stream);
    assert_eq!(person.ending(), "0 moves. Second left the game: First wins.\nYou have won.");
    let (mut person, mut stream) = meet("--seat first=random");
    stream.write_all(b"resign\n").expect("send");
    assert_eq!(person.ending(), "1 move. Second resigns: First wins.");
}
