//! Jobs and results while nothing breaks.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_queue::{Bench, Desk, Failed, Finished, Heard, Job, Published, Stance, TaskState};
use manator_testkit::nats::NatsServer;

use crate::cast::{LONG, Organiser, TERMS, access, answer, bench, hear, jobs, open, quiet, task};

#[test]
fn jobs_become_results() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    assert_eq!(desk.publish(&jobs(3)), Ok(Published { new: 3, known: 0 }));
    assert_eq!(desk.publish(&jobs(4)), Ok(Published { new: 1, known: 3 }));
    let mut bench = bench(&server, "anna");
    for _ in 0..4 {
        let task = task(&mut bench);
        assert_eq!((task.event(), task.definition()), ("cup", &b"definition of cup"[..]));
        assert_eq!((task.tries(), task.beat()), (1, TaskState::Held));
        assert_eq!(task.finish(&answer(&task)), Ok(Finished::Delivered));
    }
    assert!(bench.next(Duration::ZERO).is_none());
    // The jobs are done and their results not read: publishing must not have them done again.
    assert_eq!(desk.publish(&jobs(4)), Ok(Published { new: 0, known: 4 }));
    let mut organiser = Organiser::new(desk, 4);
    organiser.run_until(4);
    organiser.check();
    assert_eq!(organiser.duplicates, 0);
    assert!(bench.next(Duration::ZERO).is_none());
    let outstanding = organiser.desk.outstanding().expect("a count");
    assert_eq!((outstanding.waiting, outstanding.held, outstanding.unread), (0, 0, 0));
    // A result that was lost: the same job again, at once.
    let again = organiser.desk.publish(&jobs(1));
    assert_eq!(again, Ok(Published { new: 1, known: 0 }));
    assert_eq!(task(&mut bench).tries(), 1);
}

#[test]
fn any_text_is_an_id() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    let mut bench = bench(&server, "Änne @ 10.0.0.1");
    for id in ["Runde 1/Spiel 2", "a.b.*.>", "50 %", "größer"] {
        let job = Job { id: id.to_string(), payload: vec![0, 255, 13, 10] };
        // Twice in one breath is once.
        let published = desk.publish(&[job.clone(), job.clone()]);
        assert_eq!(published, Ok(Published { new: 1, known: 1 }));
        let task = task(&mut bench);
        assert_eq!((task.id(), task.payload()), (id, &job.payload[..]));
        task.finish(task.payload()).expect("a result");
        let receipt = hear(&mut desk, |heard| match heard {
            Heard::Result { id: heard, worker, bytes, receipt } => {
                assert_eq!((heard.as_str(), worker.as_str()), (id, "Änne @ 10.0.0.1"));
                assert_eq!(bytes, job.payload);
                Some(receipt)
            }
            _ => None,
        });
        desk.acknowledge(vec![receipt]);
    }
}

#[test]
fn an_organiser_that_was_killed_finds_everything() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    desk.publish(&jobs(2)).expect("jobs");
    let mut bench = bench(&server, "anna");
    let first = task(&mut bench);
    first.finish(&answer(&first)).expect("a result");
    let read = |heard| match heard {
        Heard::Result { id, receipt, .. } => Some((id, receipt)),
        _ => None,
    };
    let (id, receipt) = hear(&mut desk, read);
    assert_eq!(id, first.id());
    // It dies with the result in its hands.
    drop((receipt, desk));
    let mut desk = open(&server, "cup");
    let (id, receipt) = hear(&mut desk, read);
    assert_eq!(id, first.id());
    desk.acknowledge(vec![receipt]);
    assert_eq!(desk.outstanding().expect("a count").waiting, 1);
}

#[test]
fn news_are_heard() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    let mut bench = bench(&server, "anna");
    desk.publish(&jobs(1)).expect("a job");
    let task = task(&mut bench);
    let stance = |wanted: Stance| {
        move |heard| match heard {
            Heard::Worker { name, stance } => (name == "anna" && stance == wanted).then_some(()),
            _ => None,
        }
    };
    let mut is_started = false;
    let mut is_ready = false;
    while !(is_started && is_ready) {
        hear(&mut desk, |heard| {
            match heard {
                Heard::Started { id, worker } => {
                    assert_eq!((id.as_str(), worker.as_str()), (task.id(), "anna"));
                    is_started = true;
                }
                Heard::Worker { stance: Stance::Ready, .. } => is_ready = true,
                _ => return None,
            }
            Some(())
        });
    }
    drop(task);
    drop(bench);
    hear(&mut desk, stance(Stance::Left));
}

#[test]
fn who_refuses_an_event_gets_no_job_of_it() {
    let server = NatsServer::start();
    let mut cup = open(&server, "cup");
    let mut league = open(&server, "league");
    cup.publish(&jobs(2)).expect("jobs");
    league.publish(&jobs(2)).expect("jobs");
    let judge = Box::new(|event: &str, definition: &[u8]| {
        assert_eq!(definition, format!("definition of {event}").as_bytes());
        if event == "cup" { Err("other rules".to_string()) } else { Ok(()) }
    });
    let mut picky = Bench::open(&access(&server), "picky", LONG, judge, quiet()).expect("a bench");
    for _ in 0..2 {
        let task = task(&mut picky);
        assert_eq!(task.event(), "league");
        task.finish(&answer(&task)).expect("a result");
    }
    assert!(picky.next(Duration::from_millis(100)).is_none());
    hear(&mut cup, |heard| match heard {
        Heard::Worker { name, stance: Stance::Refuses(why) } => {
            assert_eq!((name.as_str(), why.as_str()), ("picky", "other rules"));
            Some(())
        }
        _ => None,
    });
    let mut willing = bench(&server, "willing");
    assert_eq!(task(&mut willing).tries(), 1, "nobody has had it before");
}

#[test]
fn events_take_turns_and_end() {
    let server = NatsServer::start();
    let mut desks: Vec<Desk> = ["a", "b", "c"].map(|event| open(&server, event)).into();
    for desk in &mut desks {
        desk.publish(&jobs(4)).expect("jobs");
    }
    let mut bench = bench(&server, "anna");
    let first: Vec<_> = (0..3).map(|_| task(&mut bench)).collect();
    let mut events: Vec<&str> = first.iter().map(|task| task.event()).collect();
    events.sort_unstable();
    assert_eq!(events, ["a", "b", "c"]);
    let held = first.iter().find(|task| task.event() == "b").expect("a task of b");
    desks.remove(1).close().expect("the end of b");
    let start = Instant::now();
    while held.beat() != TaskState::Over {
        assert!(start.elapsed() < LONG, "the worker does not hear that it is over");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(held.finish(b"0"), Ok(Finished::Over));
    drop(first);
    // The two others go on, to their ends.
    for _ in 0..8 {
        let task = task(&mut bench);
        assert_ne!(task.event(), "b");
        task.finish(&answer(&task)).expect("a result");
    }
    for desk in desks {
        let mut organiser = Organiser::new(desk, 4);
        organiser.run_until(4);
        organiser.check();
        organiser.desk.close().expect("the end");
    }
}

#[test]
fn an_event_that_is_opened_again_is_another_one() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    desk.publish(&jobs(1)).expect("a job");
    let mut bench = bench(&server, "anna");
    let old = task(&mut bench);
    desk.close().expect("the end");
    let (access, terms) = (access(&server), TERMS);
    let mut desk = Desk::open(&access, "cup", b"other", terms, quiet()).expect("a desk");
    desk.publish(&jobs(1)).expect("a job");
    // The result of the old event must not be taken for one of the new.
    let _ = old.finish(b"old");
    let new = task(&mut bench);
    assert_eq!(new.definition(), b"other");
    new.finish(b"new").expect("a result");
    let bytes = hear(&mut desk, |heard| match heard {
        Heard::Result { bytes, .. } => Some(bytes),
        _ => None,
    });
    assert_eq!(bytes, b"new");
}

#[test]
fn failed_jobs_rest_longer_each_time_and_are_set_aside() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    desk.publish(&jobs(1)).expect("a job");
    let mut workers = ["anna", "berta", "cleo"].map(|name| bench(&server, name));
    let mut rests = Vec::new();
    let first = task(&mut workers[0]);
    let start = Instant::now();
    assert_eq!(first.fail("it broke\n1 times"), Ok(Failed::Again(TERMS.delay)));
    let second = task(&mut workers[0]);
    rests.push(start.elapsed());
    assert_eq!(second.tries(), 2);
    // It goes home, which is not held against the job.
    drop(second);
    let third = task(&mut workers[1]);
    let start = Instant::now();
    assert_eq!(third.fail("it broke again"), Ok(Failed::Again(4 * TERMS.delay)));
    let fourth = task(&mut workers[2]);
    rests.push(start.elapsed());
    assert!(rests[0] >= TERMS.delay && rests[1] >= 4 * TERMS.delay, "{rests:?}");
    assert_eq!(fourth.fail("it broke again"), Ok(Failed::SetAside));
    assert_eq!(desk.publish(&jobs(1)), Ok(Published { new: 0, known: 1 }), "not read yet");
    let (tries, reasons, receipt) = hear(&mut desk, |heard| match heard {
        Heard::SetAside { id, worker, tries, reasons, receipt } => {
            assert_eq!((id.as_str(), worker.as_str()), ("game 0", "cleo"));
            Some((tries, reasons, receipt))
        }
        _ => None,
    });
    assert_eq!(tries, 3);
    let expected = [
        "try 1: anna: it broke 1 times",
        "try 3: berta: it broke again",
        "try 4: cleo: it broke again",
    ];
    assert_eq!(reasons, expected);
    desk.acknowledge(vec![receipt]);
    // It can be published again, and is as new.
    assert_eq!(desk.publish(&jobs(1)), Ok(Published { new: 1, known: 0 }));
    assert_eq!(task(&mut workers[0]).tries(), 1);
}
