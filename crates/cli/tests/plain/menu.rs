//! The menu of `manator menu`.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;

use manator_testkit::terminal::Home;

use crate::plain::person::Person;

#[test]
fn games_of_the_menu_are_kept_and_another_can_be_chosen() {
    let home = Home::new();
    let mut person = Person::sits_in(&home, "menu --plain");
    person.answers("game> ", "joust");
    person.answers("options> ", "size=3x3");
    person.answers("seats> ", "all");
    for (player, mv) in [("White", "B1A3"), ("Black", "B3C1"), ("White", "A3C2"), ("Black", "C1A2")]
    {
        person.answers(&format!("{player}, your move: "), mv);
    }
    person.answers("White, your move: ", "C2A1");
    person.answers("Black, your move: ", "A2C3");
    person.reads("Game over after 6 moves. White's knight on A1 has nowhere to go: Black wins.");
    person.answers("over> ", "A1B3");
    person.reads("A1B3: the game is over");
    person.answers("over> ", "undo");
    person.answers("Black, your move: ", "new");
    person.reads("the game is kept; go on with: manator play --resume");
    person.answers("game> ", "1");
    person.reads("options> ");
    person.presses_ctrl('d');
    assert!(person.leaves().success());

    let mut person = Person::sits_in(&home, "play --resume --plain");
    person.reads("The game goes on");
    person.answers("Black, your move: ", "A2C3");
    assert!(person.ending().contains("Black wins"));
}

#[test]
fn seats_of_the_menu_are_those_of_the_command() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = taken.local_addr().expect("its address");
    let mut person = Person::sits("menu --plain");
    person.answers("game> ", "kings-court");
    person.answers("options> ", "quiet-limit=4");
    for (typed, why) in [
        ("nobody", "'nobody': expected a seat, all, or somebody to sit there"),
        ("second=alphabeta:depth=x", "depth: 'x'"),
        ("second=remote:nowhere", "'remote:nowhere': expected remote:listen:PORT"),
    ] {
        person.answers("seats> ", typed);
        person.reads(why);
    }
    person.answers("seats> ", &format!("second=remote:listen:{place}"));
    person.reads(&format!("remote:listen:{place}: "));
    person.answers("seats> ", "first=random:seed=1 second=alphabeta:depth=1");
    person.reads("King's Court: First (random:seed=1), Second (alphabeta:depth=1)");
    person.reads("Game over after ");
    person.answers("over> ", "quit");
    assert!(person.leaves().success());
}
