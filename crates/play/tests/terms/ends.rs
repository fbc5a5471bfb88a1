//! Ends that the rules do not know, as a record says them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_play::contender::Nobody;
use manator_play::referee::OnIllegal;
use manator_play::{Contender, Fault, Report, Terms, Verdict};

use super::scripted::{Scripted, ended, play, table};

fn joust(contenders: &mut [&mut dyn Contender], terms: &Terms) -> Report {
    play(table("joust", ""), contenders, terms)
}

#[test]
fn steps_that_are_used_up_are_in_the_record() {
    let [mut one, mut other] = [(); 2].map(|()| Scripted::silent());
    let terms = Terms { steps: Some(3), ..Terms::default() };
    let report = joust(&mut [&mut one, &mut other], &terms);
    ended(&report, 6, "each player has had 3 moves: a tie", "1/2-1/2", "steps");

    let mut wasteful = Scripted::failing(1, Fault::NoMove("a joke".into()));
    let terms = Terms { on_illegal: OnIllegal::AskAgain, ..terms };
    let report = joust(&mut [&mut wasteful, &mut other], &terms);
    let words = "White has used up its 3 moves, illegal ones included: a tie";
    ended(&report, 2, words, "1/2-1/2", "steps");
    assert!(report.record.to_string().contains("answered 'a joke', which is no move"));
}

#[test]
fn faults_are_in_the_record_whatever_they_say() {
    let check = |fault: Fault, words: &str, reason: &str| {
        let mut bad = Scripted::failing(2, fault.clone());
        let report = joust(&mut [&mut Scripted::silent(), &mut bad], &Terms::default());
        ended(&report, 5, words, "1-0", reason);
        assert_eq!(report.faults, [(Player(1), fault)]);
        assert!(report.record.to_string().contains("/ in the position "));
    };
    check(Fault::GaveUp, "Black gave the game up: White wins", "resigned");
    check(Fault::Deaf, "Black does not read what it is told: White wins", "default");
    check(Fault::Absent, "Black did not come: White wins", "default");
}

#[test]
fn nothing_that_a_fault_says_breaks_a_record() {
    let said = "said '{[%clk soon] } [%emt' and \"left\"";
    let mut bad = Scripted::failing(0, Fault::Broken(said.into()));
    let report = joust(&mut [&mut bad, &mut Scripted::silent()], &Terms::default());
    assert_eq!(report.verdict.expect("an end").words, format!("White {said}: Black wins"));
    let text = report.record.to_string();
    assert!(text.contains("said '([ %clk soon] ) [ %emt' and \"left\": Black wins"), "{text}");
}

#[test]
fn whoever_does_not_come_has_lost() {
    let mut nobody = Nobody::instead_of("Godot");
    assert!(!nobody.is_there());
    let mut there = Scripted::silent();
    let report = joust(&mut [&mut there, &mut nobody], &Terms::default());
    ended(&report, 0, "Black did not come: White wins", "1-0", "default");
    assert_eq!(report.faults, [(Player(1), Fault::Absent)]);
    assert_eq!(report.record.player("black"), Some("Godot"));
    assert_eq!((Fault::Absent.code(), Fault::Absent.reason().0), ("absent", "default"));
    assert_eq!(there.told, [], "nobody was asked");

    let (mut one, mut two) = (Nobody::instead_of("one"), Nobody::instead_of("two"));
    let report = joust(&mut [&mut one, &mut two], &Terms::default());
    let words = "White did not come; Black did not come: nobody wins";
    ended(&report, 0, words, "0-0", "default");

    let contenders: &mut [&mut dyn Contender] = &mut [&mut one, &mut Scripted::silent(), &mut two];
    let report = play(table("threechess", ""), contenders, &Terms::default());
    let absent = [Player(0), Player(2)].map(|player| (player, Fault::Absent));
    assert_eq!(report.faults, absent);
    let verdict = report.verdict.expect("an end");
    assert_eq!(verdict, Verdict::of_faults(&*table("threechess", ""), &absent));
    assert_eq!(verdict.outcome.payoffs.as_slice(), [-1, 1, -1]);
}
