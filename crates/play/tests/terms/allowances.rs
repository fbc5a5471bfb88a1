//! What each player may use.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Player;
use manator_play::contender::Ugi;
use manator_play::{Allowance, Contender, Controls, Fault, Terms, TimeControl};
use manator_sandbox::Program;

use super::scripted::{Scripted, ended, play, table};

const FIRST: Player = Player(0);
const SECOND: Player = Player(1);

fn allowed(control: &str, depth: Option<u32>, nodes: Option<u64>) -> Allowance {
    Allowance { control: control.parse().expect("a control"), depth, nodes }
}

#[test]
fn everybody_is_told_what_it_may_use() {
    let all = allowed("10s/move", Some(7), None);
    let other = allowed("none", None, Some(500));
    let terms = Terms {
        allowance: all,
        exceptions: vec![(SECOND, other), (SECOND, Allowance::default())],
        steps: Some(2),
        ..Terms::default()
    };
    assert_eq!([FIRST, SECOND, Player(2)].map(|player| *terms.of(player)), [all, other, all]);
    let controls: Controls = "10s/move / none / 10s/move".parse().unwrap();
    assert_eq!(terms.controls(3), controls);
    let [mut one, mut two, mut three] = [(); 3].map(|()| Scripted::silent());
    let report = play(table("threechess", ""), &mut [&mut one, &mut two, &mut three], &terms);
    let told = |who: Allowance| vec![(who.control, who.depth, who.nodes); 2];
    assert_eq!([one.told, two.told, three.told], [told(all), told(other), told(all)]);
    let tag = ("TimeControl".to_string(), controls.to_string());
    assert!(report.record.tags.contains(&tag), "{}", report.record);
    let clocks: Vec<bool> = report.record.moves.iter().map(|mv| mv.clock_ms.is_some()).collect();
    assert_eq!(clocks, [true, false, true, true, false, true]);
}

/// Says in its comments what it was asked.
const ECHO: &str = r#"
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name echo\noption name UGI_SendLegal type check default true\nugiok")
    elif words[0] == "isready": print("readyok")
    elif words[0] == "legal": legal = words[1:]
    elif words[0] == "go": print("info string " + line.strip()); print("bestmove " + legal[0])
    elif words[0] == "quit": break
"#;

/// Returns what two programs are asked in three moves each, with `#` for all that clocks show.
fn questions(first: Allowance, second: Allowance) -> Vec<String> {
    let code = || vec!["python3".into(), "-u".into(), "-c".into(), ECHO.into()];
    let program = || Ugi::program(Program { words: code(), ..Program::default() });
    let (mut one, mut other) = (program(), program());
    let exceptions = vec![(SECOND, second)];
    let terms = Terms { allowance: first, exceptions, steps: Some(3), ..Terms::default() };
    let report = play(table("jetan", ""), &mut [&mut one, &mut other], &terms);
    let moves = report.record.moves.into_iter();
    moves.map(|mv| hidden(&mv.comment.expect("a comment"))).collect()
}

/// Hides numbers above a thousand, which are what is left.
fn hidden(comment: &str) -> String {
    let said = comment.split(" / ").next().unwrap_or_default();
    let hide =
        |word: &str| if word.parse().is_ok_and(|ms: u32| ms > 1000) { "#" } else { word }.into();
    said.split(' ').map(hide).collect::<Vec<String>>().join(" ")
}

#[test]
fn programs_are_told_the_clocks_that_are_there() {
    let asked = questions(allowed("2/60s+600ms", None, None), allowed("none", Some(3), Some(9)));
    let first = |togo| format!("go p1time # p1inc 600 movestogo {togo}");
    let second = "go depth 3 nodes 9";
    assert_eq!(asked, [&first(2), second, &first(1), second, &first(2), second]);

    let asked = questions(allowed("60s+600ms", None, None), allowed("3/90s", None, None));
    assert_eq!(asked[0], "go p1time # p2time # p1inc 600");
    assert_eq!(asked[3], "go p1time # p2time # p1inc 600 movestogo 2");

    let asked = questions(allowed("20s/move", None, None), allowed("60s", Some(2), None));
    assert_eq!(asked[..2], ["go movetime #", "go p1time # p2time # depth 2"]);
}

#[test]
fn only_who_has_a_clock_can_run_out_of_it() {
    let late = || Scripted::failing(1, Fault::Late);
    let terms = Terms {
        exceptions: vec![(FIRST, allowed("10s+0s", None, None))],
        steps: Some(5),
        ..Terms::default()
    };
    let report = play(table("jetan", ""), &mut [&mut late(), &mut Scripted::silent()], &terms);
    ended(&report, 2, "Black ran out of time: Orange wins", "0-1", "time");
    assert_eq!(report.faults, [(FIRST, Fault::Late)]);
    let report = play(table("jetan", ""), &mut [&mut Scripted::silent(), &mut late()], &terms);
    let words = "Orange did not answer for 60 seconds: Black wins";
    ended(&report, 3, words, "1-0", "default");
    assert_eq!(report.faults, [(SECOND, Fault::Stuck)]);
}

#[test]
fn who_thinks_too_long_for_its_own_clock_is_late() {
    let slow = || Scripted::pausing(Duration::from_millis(150));
    let hurried = TimeControl::PerMove(Duration::from_millis(30)).into();
    let terms = Terms { exceptions: vec![(SECOND, hurried)], ..Terms::default() };
    let report = play(table("jetan", ""), &mut [&mut slow(), &mut slow()], &terms);
    ended(&report, 1, "Orange ran out of time: Black wins", "1-0", "time");
    // What was spent in vain counts, too.
    for (player, spent) in report.spent.iter() {
        assert!(*spent >= Duration::from_millis(150), "{player:?}: {spent:?}");
    }
}

#[test]
fn the_report_says_how_long_each_has_thought() {
    let pause = Duration::from_millis(20);
    let mut slow = Scripted::pausing(pause);
    let terms = Terms { steps: Some(4), delay: pause, ..Terms::default() };
    let contenders: &mut [&mut dyn Contender] = &mut [&mut Scripted::silent(), &mut slow];
    let report = play(table("jetan", ""), contenders, &terms);
    assert!(report.spent[SECOND] >= 4 * pause, "{:?}", report.spent);
    let recorded: [u64; 2] = [0, 1].map(|seat| {
        let own = report.record.moves.iter().skip(seat).step_by(2);
        own.map(|mv| mv.spent_ms.expect("it was measured")).sum()
    });
    for (player, spent) in report.spent.iter() {
        // Each of four moves is cut to whole milliseconds in the record.
        let exact = spent.as_secs_f64() * 1000.0 - recorded[player.index()] as f64;
        assert!((0.0..=4.0).contains(&exact), "{player:?}: {exact}");
    }
    assert!(report.spent[FIRST] < report.spent[SECOND], "the delay is nobody's");
}
