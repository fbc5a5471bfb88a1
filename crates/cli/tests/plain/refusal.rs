//! Refusal as its document wants the program to be: a test for each numbered requirement.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_testkit::terminal::{Command, Home};

use crate::full_screen::driver::record;
use crate::plain::person::{Person, Waits};
use crate::program::MANATOR;

/// The opponent of most tests, which plays the same on any machine.
const STEADY: &str = "play refusal --plain --against champion:nodes=2000";
/// Two people at one keyboard.
const TOGETHER: &str = "play refusal --plain --against human";
/// The time the document allows for a move, alternate included.
const ALLOWED: Duration = Duration::from_secs(5);

/// The example of the document.
const EXAMPLE: &str = "R--KL/-----/NPP-N/---P-/--n--/nppp-/-----/rk--l south propose -";
/// Each side has one pawn that can move one step, and nothing else.
const ONE_MOVE: &str = "---K-/-----/--P--/-----/-----/--p--/-----/-k---";

fn board(rows: [&str; 8], north: &str, south: &str) -> String {
    let row = |(index, row): (usize, &&str)| {
        let name = match index {
            0 => format!("   {north}"),
            7 => format!("   {south}"),
            _ => String::new(),
        };
        format!("{}  {row}{name}\n", 8 - index)
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!("\n{rows}   ---------\n   A B C D E\n")
}

#[track_caller]
fn before(mover: &str, turn: &str, board: &str) -> Person {
    let mut person = Person::sits_before(&format!("{board} {mover} propose -"), STEADY);
    person.answers("Do you want to move first or second? ", turn);
    person
}

#[test]
fn no_1_asks_who_moves_first() {
    let mut person = Person::sits(STEADY);
    for nonsense in ["", "third", "0", "C3C4", "sec ond", "3"] {
        person.answers("Do you want to move first or second? ", nonsense);
        person.reads(&format!("'{}': expected first or second", nonsense.to_lowercase()));
    }
    person.answers("Do you want to move first or second? ", "second");
    assert!(
        person.reads("North (computer) is thinking").contains("(computer: Manator's champion)")
    );
    assert_eq!(person.waits(), Waits::Answer);

    let mut person = Person::sits(STEADY);
    person.answers("Do you want to move first or second? ", "FIRST");
    assert!(!person.reads("South, your proposal: ").contains("thinking"));
}

#[test]
fn no_2_shows_the_labelled_board_before_and_after_each_move() {
    let mut person = Person::sits(STEADY);
    person.answers("second? ", "first");
    let rows = |four, three| {
        let empty = "- - - - -";
        ["R - - K L", empty, "N P P P N", empty, four, three, empty, "r k - - l"]
    };
    let start = board(rows("- - - - -", "n p p p n"), "computer", "human");
    assert!(person.reads("South, your proposal: ").contains(&start));
    person.types("A3C4");
    person.reads("North (computer) accepts A3C4\n");
    let after = board(rows("- - n - -", "- p p p n"), "computer", "human");
    assert!(person.reads("is thinking").starts_with(&after));
    person.answers("Accept or Reject? ", "accept");
    person.reads("South (human) accepts");
    assert!(person.reads("South, your proposal: ").contains("   computer\n7  "));

    let mut person = before("south", "first", EXAMPLE.split(' ').next().expect("a board"));
    let example = [
        "R - - K L",
        "- - - - -",
        "N P P - N",
        "- - - P -",
        "- - n - -",
        "n p p p -",
        "- - - - -",
        "r k - - l",
    ];
    assert!(person.reads("South, your proposal: ").contains(&board(example, "computer", "human")));
}

#[test]
fn no_3_takes_moves_from_square_to_square() {
    for (typed, move_) in [("C4B6", "C4B6"), ("b3b4", "B3B4"), ("C4-E5", "C4E5"), ("E1 E4", "E1E4")]
    {
        let mut person = Person::sits_before(EXAMPLE, TOGETHER);
        person.answers("South, your proposal: ", typed);
        person.reads(&format!("South proposes {move_}\n"));
        person.answers("Accept or Reject? ", "Accept");
        person.reads(&format!("North accepts {move_}\n"));
        let shown = person.reads("North, your proposal: ");
        let from = if move_.starts_with("C4") { "4  - - - - -" } else { "8  R - - K L" };
        assert!(shown.contains(from), "{shown}");
    }
}

#[test]
fn no_4_shows_its_move_and_asks_then_plays_it_or_another() {
    let answers = [
        ("accept", true),
        ("A", true),
        ("Yes", true),
        ("reject", false),
        ("REFUSE", false),
        ("n", false),
    ];
    for (answer, accepted) in answers {
        let mut person = Person::sits(&format!("{STEADY} --first computer"));
        person.reads("North (computer) proposes ");
        let proposed = person.reads_line();
        let squares: Vec<char> = proposed.chars().collect();
        assert!(matches!(squares[..], ['A'..='E', '1'..='8', 'A'..='E', '1'..='8']), "{proposed}");
        person.answers("Accept or Reject? ", "perhaps");
        person.reads("perhaps: not a move; expected accept or reject");
        person.answers("Accept or Reject? ", answer);
        let played = if accepted {
            person.reads(&format!("South (human) accepts {proposed}\n"));
            proposed.clone()
        } else {
            person
                .reads(&format!("South (human) rejects {proposed}: an alternate must be played\n"));
            person.reads("North (computer) plays the alternate ");
            let other = person.reads_line();
            assert_ne!(other, proposed);
            other
        };
        // The square it left is empty on the board that follows.
        let shown = person.reads("South, your proposal: ");
        let (column, row) = (played.as_bytes()[0] - b'A', &played[1..2]);
        let line = shown.lines().find(|line| line.starts_with(row)).expect("the row");
        assert_eq!(line.as_bytes()[3 + 2 * usize::from(column)], b'-', "{played} in {shown}");
    }

    let mut person = before("north", "second", ONE_MOVE);
    person.answers("Accept or Reject? ", "reject");
    person.reads("South (human) rejects C6C5\n");
    assert_eq!(
        person.ending(),
        "0 moves. C6C5 was refused and North has no other move: South wins.\n\
         You have won, the computer has lost."
    );
}

/// Plays the lines, each at its prompt, to an end.
#[track_caller]
fn check_ending(mover: &str, position: &str, lines: &[&str], ending: &str) {
    let turn = if mover == "south" { "first" } else { "second" };
    let mut person = before(mover, turn, position);
    for line in lines {
        person.waits();
        person.types(line);
    }
    assert_eq!(person.ending(), ending);
}

#[test]
fn no_5_detects_and_announces_every_end() {
    let won = "\nYou have won, the computer has lost.";
    let lost = "\nThe computer has won, you have lost.";
    let check = check_ending;
    let either = "---K-/-----/--n--/---r-/-----/-----/-----/-k---";
    check(
        "south",
        either,
        &["D5D8"],
        &format!("1 move. North's king is captured: South wins.{won}"),
    );
    let either = "---K-/-----/-----/-----/-R---/--N--/-----/-k---";
    let end = format!("1 move. South's king is captured: North wins.{lost}");
    check("north", either, &["reject"], &end);
    check("north", either, &["accept"], &end);
    let stuck = "---K-/-----/-----/--P--/--p--/-----/-----/lk---";
    check("south", stuck, &["A1A2"], &format!("1 move. North has no legal move: South wins.{won}"));
    let stuck = "---KL/-----/--P--/--p--/-----/-----/-----/-k---";
    check("north", stuck, &["a"], &format!("1 move. South has no legal move: North wins.{lost}"));
    let refused = |side, other, mv| {
        format!("0 moves. {mv} was refused and {side} has no other move: {other} wins.")
    };
    check("north", ONE_MOVE, &["r"], &(refused("North", "South", "C6C5") + won));
    check("south", ONE_MOVE, &["C3C4"], &(refused("South", "North", "C3C4") + lost));
    let none = "---K-/-----/-----/--P--/--p--/-----/-----/-k---";
    check("south", none, &[], &format!("0 moves. South has no legal move: North wins.{lost}"));
}

#[test]
fn no_6_and_11_never_plays_an_illegal_move_nor_crashes_in_whole_games() {
    for (seed, first) in [(1, "human"), (2, "computer"), (3, "human"), (4, "computer")] {
        let home = Home::new();
        let mut person = Person::sits_in(
            &home,
            &format!("play refusal --plain --against champion:nodes=300 --first {first}"),
        );
        person.plays_on(seed, 1000).expect("the game ends");
        let games: Vec<_> = std::fs::read_dir(home.data().join("manator/games"))
            .expect("games are kept")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        assert_eq!(games.len(), 1, "{games:?}");
        // Every move of the record is judged again by the rules.
        let replay =
            std::process::Command::new(MANATOR).args(["replay", "--quiet"]).arg(&games[0]).output();
        let replay = replay.expect("manator runs");
        let said = String::from_utf8_lossy(&replay.stdout).into_owned();
        assert!(replay.status.success() && said.contains("ok: refusal"), "{said}");
    }
}

#[test]
fn no_7_an_illegal_move_is_explained_and_asked_for_again() {
    let mut person = before("south", "first", EXAMPLE.split(' ').next().expect("a board"));
    for (typed, why) in [
        ("C4C5", "C4C5: a knight"),
        ("A6B4", "A6B4: "),
        ("C2C3", "C2C3: "),
        ("C9C4", "C9C4: "),
        ("hello", "hello: not a move; expected two squares such as C3C4"),
        ("accept", "accept: no move is proposed that could be accepted or rejected"),
        ("B1C1", "B1C1: "),
        ("new", "new: not a move"),
        ("E1", "E1: "),
    ] {
        person.answers("South, your proposal: ", typed);
        person.reads(why);
    }
    person.answers("South, your proposal: ", "B3B4");
    person.reads("South (human) proposes B3B4");
}

#[test]
fn no_8_five_seconds_are_enough_for_both_moves() {
    // Nobody says how long it may think: the document does, and an hour of its own is too long.
    let home = Home::new();
    let slow = "play refusal --plain --first computer --against champion:time=3600000";
    // Beyond the book: the first moves of whoever starts are known.
    let second = "R--KL/-----/NPPPN/-----/-p---/n-ppn/-----/rk--l north propose -";
    let command = Command::new(MANATOR).args(slow.split_whitespace());
    let mut person = Person::runs_in(&home, command.args(["--position", second]));
    person.answers("Accept or Reject? ", "reject");
    person.reads("North (computer) plays the alternate ");
    person.answers("South, your proposal: ", "quit");
    let spent: u64 = record(&home).moves.iter().step_by(2).filter_map(|mv| mv.spent_ms).sum();
    assert!(Duration::from_millis(spent) <= ALLOWED, "{spent} ms");
    assert!(spent >= 1000, "it thinks as long as it may, not for {spent} ms");
}

#[test]
fn computer_time_limits_the_computer_alone() {
    let home = Home::new();
    let slow = "play joust --plain --first human --computer-time 300ms \
                --against champion:time=3600000";
    let mut person = Person::sits_in(&home, slow);
    person.answers("White, your move: ", "D1E3");
    person.reads("Black (computer) plays ");
    person.answers("White, your move: ", "clock");
    person.reads("no time control: time does not count");
    let mut person = Person::sits("play joust --plain --computer-time soon");
    person.reads("'soon'");
    person.reads("a time such as 5s");
}

#[test]
fn no_9_refuses_a_move_of_the_person_who_then_plays_another() {
    let mut person = before("south", "first", EXAMPLE.split(' ').next().expect("a board"));
    person.answers("South, your proposal: ", "C4A5");
    person.reads("North (computer) rejects C4A5: an alternate must be played\n");
    // The same move again is none.
    person.answers("South, your alternate: ", "C4A5");
    person.reads("C4A5 was refused: play a different move; from C4 it can go to B6, D6, E5\n");
    person.answers("South, your alternate: ", "B3B4");
    person.reads("South (human) plays the alternate B3B4\n");
    let shown = person.reads("North (computer) is thinking");
    assert!(
        shown.contains("4  - p n - -\n3  n - p p -"),
        "the board is shown before it thinks: {shown}"
    );

    let mut person = before("south", "first", ONE_MOVE);
    person.answers("South, your proposal: ", "C3C4");
    person.reads("North (computer) rejects C3C4\n");
    assert!(person.ending().contains("C3C4 was refused and South has no other move: North wins"));
}

#[test]
fn no_10_answers_at_once() {
    // Whoever thinks about this answer may do so for an hour.
    let mut person =
        Person::sits("play refusal --plain --first human --against champion:time=3600000");
    person.answers("South, your proposal: ", "A3C4");
    person.reads("North (computer) accepts A3C4");
    person.reads("North (computer) is thinking");
}

#[test]
fn no_12_runs_in_a_bare_environment() {
    let home = Home::new();
    let data = format!("XDG_DATA_HOME={}", home.data().display());
    let command = Command::new("env").args(["-i", "TERM=dumb", &data, MANATOR]);
    // Not even --plain: such a terminal shows lines only.
    let arguments = "play refusal --against champion:nodes=300";
    let mut person = Person::runs_in(&home, command.args(arguments.split(' ')));
    person.answers("Do you want to move first or second? ", "first");
    person.plays_on(5, 1000).expect("the game ends");
    assert!(!person.sees_colour(), "no colour on such a terminal");

    // A place where nothing can be kept is no reason not to play.
    let command = Command::new("env").args(["-i", "TERM=dumb", "XDG_DATA_HOME=/dev/null", MANATOR]);
    let mut person = Person::runs_in(&home, command.args(arguments.split(' ')));
    person.answers("Do you want to move first or second? ", "first");
    person.reads("the game cannot be kept: ");
    person.plays_on(6, 1000).expect("the game ends");
    assert_eq!(person.output().matches("cannot be kept").count(), 1);
}
