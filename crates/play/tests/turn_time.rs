//! How long agents may think about a turn, whether they keep to it or not.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use manator_core::{Settings, Table};
use manator_engine::Line;
use manator_games::catalog;
use manator_play::contender::{Ask, Choice, Contender, Fault, Heard};
use manator_play::{MakeAgent, Post, SeatEvent, Session, Setup, Thought, TimeControl};
use manator_search::Score;

/// Longer than anything here takes, so that a hang fails instead of lasting.
const PATIENCE: Duration = Duration::from_secs(60);

/// Has two moves in mind and never decides, as on a machine that has no time for it.
struct Undecided;

impl Contender for Undecided {
    fn name(&self) -> String {
        "undecided".into()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let line = Line { moves: vec!["E3C4".into()], score: Score(1) };
        let alternate = Some("A3C4".into());
        hear(Heard::Thought(Thought { lines: vec![line], alternate, ..Thought::default() }));
        while !ask.limits.cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(Fault::Cancelled)
    }
}

fn open(setup: &Setup, make: Option<MakeAgent>) -> (Session, Receiver<SeatEvent>) {
    let entry = catalog::find("refusal").unwrap();
    let table = entry.open(Settings::defaults(entry.card().options)).unwrap();
    let (sender, inbox) = channel();
    let post: Post = Arc::new(move |event| drop(sender.send(event)));
    (Session::with_agents(table, setup, post, make).unwrap(), inbox)
}

fn setup(seats: [&str; 2], computer_time: Option<Duration>) -> Setup {
    let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
    Setup { computer_time, pace: Duration::ZERO, ..Setup::new(seats, TimeControl::None) }
}

/// Runs the session as interfaces do, until so many moves are played.
#[track_caller]
fn run(session: &mut Session, inbox: &Receiver<SeatEvent>, plies: usize) {
    let begun = Instant::now();
    while session.table().moves().len() < plies {
        assert!(begun.elapsed() < PATIENCE && !session.is_over(), "{:?}", session.table().moves());
        let left = session.deadline().map(|end| end.saturating_duration_since(Instant::now()));
        match inbox.recv_timeout(left.unwrap_or(PATIENCE)) {
            Ok(event) => drop(session.deliver(event)),
            Err(RecvTimeoutError::Timeout) => drop(session.tick()),
            Err(RecvTimeoutError::Disconnected) => panic!("the seats are gone"),
        }
    }
}

#[test]
fn what_was_found_is_played_for_whoever_does_not_answer() {
    let make: MakeAgent = Arc::new(|_, _, _| Ok(Box::new(Undecided)));
    let setup = setup(["champion", "human"], Some(Duration::from_millis(200)));
    let (mut session, inbox) = open(&setup, Some(make));
    session.proceed();
    run(&mut session, &inbox, 1);
    session.play("refuse").unwrap();
    run(&mut session, &inbox, 3);
    assert_eq!(session.table().moves(), ["E3C4", "refuse", "A3C4"]);
}

#[test]
fn a_turn_is_limited_and_people_are_not() {
    let setup_of = |seats, control: &str, computer_time| Setup {
        control: control.parse().unwrap(),
        ..setup(seats, computer_time)
    };
    let left = |setup: &Setup| {
        let (mut session, _inbox) = open(setup, None);
        session.proceed();
        session.deadline().map(|end| end.saturating_duration_since(Instant::now()))
    };
    let second = Some(Duration::from_secs(1));
    assert_eq!(left(&setup_of(["human", "champion"], "none", second)), None);
    // The document of Refusal gives five seconds, unless somebody says otherwise.
    let five = left(&setup_of(["champion", "human"], "none", None)).unwrap();
    assert!(Duration::from_secs(1) < five && five < Duration::from_secs(5), "{five:?}");
    assert!(left(&setup_of(["champion", "human"], "none", second)) < second);
    assert!(left(&setup_of(["champion", "human"], "1h/move", second)) < second);
    assert!(left(&setup_of(["champion", "human"], "1h/move", None)) > Some(PATIENCE));
}
