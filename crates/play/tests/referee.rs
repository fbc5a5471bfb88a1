//! The referee among programs, good and bad.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manator_core::{Settings, Table};
use manator_engine::{catalog as agents, options::OPTIONS};
use manator_games::catalog;
use manator_play::contender::{Builtin, Once, Ugi};
use manator_play::{Contender, Report, Terms, TimeControl, referee};

fn table(game: &str, options: &str) -> Box<dyn Table> {
    let entry = catalog::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

fn builtin(table: &dyn Table, name: &str) -> Builtin {
    let agent = agents::open(table, name, &Settings::defaults(OPTIONS)).expect("an agent");
    Builtin::new(name, agent)
}

/// A program in a few lines of Python.
fn python(code: &str) -> manator_sandbox::Program {
    let words = vec!["python3".into(), "-u".into(), "-c".into(), code.into()];
    manator_sandbox::Program { words, ..Default::default() }
}

const POLITE: &str = r#"
import sys
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name polite\noption name UGI_SendLegal type check default true\nugiok")
    elif words[0] == "isready": print("readyok")
    elif words[0] == "legal": legal = words[1:]
    elif words[0] == "go": print("thinking hard"); print("bestmove " + legal[0])
    elif words[0] == "quit": break
"#;

const ONCE: &str = r#"
import sys
for line in sys.stdin:
    if line.startswith("legal"): legal = line.split()[1:]
print(legal[-1])
"#;

fn play(table: Box<dyn Table>, contenders: &mut [&mut dyn Contender], terms: &Terms) -> Report {
    let cancel = Arc::new(AtomicBool::new(false));
    referee(table, contenders, terms, &cancel, &mut |_, _| {})
}

#[test]
fn a_program_an_agent_and_a_beginner_play_whole_games() {
    let terms = Terms {
        allowance: TimeControl::PerMove(Duration::from_secs(10)).into(),
        steps: Some(20),
        ..Terms::default()
    };
    for (game, options) in
        [("joust", "size=5x5"), ("refusal", ""), ("kings-court", ""), ("jetan", "")]
    {
        let table = table(game, options);
        let mut polite = Ugi::program(python(POLITE));
        let mut random = builtin(&*table, "random");
        let report = play(table, &mut [&mut polite, &mut random], &terms);
        assert_eq!(report.faults, [], "{game}");
        assert_eq!(polite.name(), "polite");
        let text = report.record.to_string();
        assert!(text.contains("thinking hard"), "{text}");
    }
    let table = table("threechess", "");
    let mut polite = Ugi::program(python(POLITE));
    let mut once = Once::new(python(ONCE));
    let mut random = builtin(&*table, "random");
    let terms = Terms { steps: Some(3), ..terms };
    let report = play(table, &mut [&mut polite, &mut once, &mut random], &terms);
    assert_eq!(report.faults, []);
    assert_eq!(report.verdict.expect("an end").words, "each player has had 3 moves: a tie");
}
