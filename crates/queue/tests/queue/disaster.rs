//! Workers are killed and frozen, the server is killed, stopped and robbed; every job gets its result.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use manator_queue::{Bench, Failed, Finished, Heard, Notice, Stance, TaskState};
use manator_testkit::nats::NatsServer;
use manator_testkit::process::{Signal, signal};

use crate::cast::{LONG, Organiser, TERMS, access, answer, bench, hear, jobs, open, quiet, task};

/// A worker in a process of its own.
struct Worker(Child);

impl Worker {
    fn start(server: &NatsServer, name: &str, pace_ms: u32) -> Self {
        let test = std::env::current_exe().expect("the test's own program");
        let folder = test.parent().and_then(Path::parent).expect("the folder of builds");
        let program: PathBuf = folder.join("examples/queue_worker");
        let command = Command::new(&program)
            .args([&server.url(), name, &pace_ms.to_string()])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(command.unwrap_or_else(|error| panic!("{}: {error}", program.display())))
    }

    fn kill(&mut self) {
        self.0.kill().expect("the worker to be killed");
        self.0.wait().expect("the end of the worker");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits until a worker begins with a job, and returns the job.
#[track_caller]
fn started_by(organiser: &mut Organiser, name: &str) -> String {
    hear(&mut organiser.desk, |heard| match heard {
        Heard::Started { id, worker } if worker == name => Some(id),
        _ => None,
    })
}

#[test]
fn workers_are_killed_and_frozen() {
    let server = NatsServer::start();
    let mut organiser = Organiser::new(open(&server, "cup"), 40);
    // The one is killed in the middle of a job, the other is frozen so and wakes up late.
    let mut doomed = Worker::start(&server, "doomed", 60_000);
    started_by(&mut organiser, "doomed");
    doomed.kill();
    let sleeper = Worker::start(&server, "sleeper", 300);
    let dreamt_of = started_by(&mut organiser, "sleeper");
    signal(&sleeper.0, Signal::STOP);
    let _diligent = [1, 2].map(|number| Worker::start(&server, &format!("diligent {number}"), 10));
    organiser.run_until(40);
    organiser.check();
    // A result is handed in before its job is let go.
    let start = Instant::now();
    while organiser.desk.outstanding().expect("a count").held > 0 {
        assert!(start.elapsed() < LONG, "a job is held for ever");
    }
    // The organiser has all results; the late one is harmless.
    signal(&sleeper.0, Signal::CONT);
    let start = Instant::now();
    while organiser.duplicates == 0 {
        assert!(start.elapsed() < LONG, "nothing is heard of {dreamt_of}");
        organiser.step();
    }
    organiser.check();
    assert_eq!(organiser.desk.outstanding().expect("a count").waiting, 0);
}

#[test]
fn a_silent_worker_is_noticed() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    let worker = Worker::start(&server, "anna", 10);
    let mut stance = |wanted: Stance| {
        hear(&mut desk, |heard| match heard {
            Heard::Worker { stance, .. } if stance == wanted => Some(()),
            _ => None,
        });
    };
    stance(Stance::Ready);
    signal(&worker.0, Signal::STOP);
    stance(Stance::Silent);
    signal(&worker.0, Signal::CONT);
    stance(Stance::Ready);
}

#[test]
fn a_thread_that_hangs_loses_its_task() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    desk.publish(&jobs(1)).expect("a job");
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    let silence_max = Duration::from_millis(100);
    let slow = Bench::open(&access(&server), "slow", silence_max, judge, quiet());
    let mut slow = slow.expect("a bench");
    let lost = task(&mut slow);
    let mut other = bench(&server, "other");
    let found = task(&mut other);
    assert_eq!((found.id(), found.tries()), (lost.id(), 2));
    assert_eq!(lost.beat(), TaskState::Lost);
    // Who lost a task must not take it from the other.
    assert_eq!(lost.fail("too slow"), Ok(Failed::NotOurs));
    drop(lost);
    assert!(slow.next(Duration::from_millis(300)).is_none());
    assert_eq!(found.finish(&answer(&found)), Ok(Finished::Delivered));
}

#[test]
fn a_lease_is_renewed_for_as_long_as_the_work_goes_on() {
    let server = NatsServer::start();
    let mut desk = open(&server, "cup");
    desk.publish(&jobs(1)).expect("a job");
    let mut patient = bench(&server, "patient");
    let held = task(&mut patient);
    let mut eager = bench(&server, "eager");
    assert!(eager.next(3 * TERMS.lease).is_none(), "the job is taken");
    assert_eq!(held.beat(), TaskState::Held);
    held.finish(&answer(&held)).expect("a result");
}

#[test]
fn a_job_that_kills_its_workers_is_set_aside() {
    let server = NatsServer::start();
    let mut organiser = Organiser::new(open(&server, "cup"), 1);
    for number in 1..=TERMS.tries_max {
        let name = format!("victim {number}");
        let mut victim = Worker::start(&server, &name, 60_000);
        started_by(&mut organiser, &name);
        victim.kill();
    }
    // Somebody has to look at it; it is not begun again.
    let mut last = bench(&server, "last");
    let desk = &mut organiser.desk;
    let reasons = std::thread::scope(|scope| {
        let judged = scope.spawn(move || last.next(Duration::from_secs(20)).is_none());
        let reasons = hear(desk, |heard| match heard {
            Heard::SetAside { reasons, .. } => Some(reasons),
            _ => None,
        });
        assert!(judged.join().expect("a bench"), "the job is begun again");
        reasons
    });
    let sign = "a worker gave no sign of life until its lease was over";
    assert_eq!(reasons, [1, 2, 3].map(|number| format!("try {number}: {sign}")));
}

#[test]
fn the_server_is_killed_again_and_again() {
    let mut server = NatsServer::start();
    let mut organiser = Organiser::new(open(&server, "cup"), 200);
    let _workers = [1, 2, 3].map(|number| Worker::start(&server, &format!("worker {number}"), 20));
    for round in 1..=3 {
        organiser.run_until(45 * round);
        server.kill();
        // Nobody blocks while it is away.
        organiser.step();
        server.restart();
    }
    organiser.run_until(200);
    organiser.check();
}

#[test]
fn the_server_is_away_while_somebody_needs_it() {
    let mut server = NatsServer::start();
    let mut desk = open(&server, "cup");
    let notices = Arc::new(Mutex::new(Vec::new()));
    let heard = notices.clone();
    let tell = Arc::new(move |notice| heard.lock().expect("the notices").push(notice));
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    let bench = Bench::open(&access(&server), "anna", LONG, judge, tell);
    let mut bench = bench.expect("a bench");
    desk.publish(&jobs(1)).expect("a job");
    let held = task(&mut bench);
    server.stop();
    assert!(bench.next(Duration::from_millis(100)).is_none());
    std::thread::scope(|scope| {
        let published = scope.spawn(|| desk.publish(&jobs(3)));
        let finished = scope.spawn(|| held.finish(&answer(&held)));
        std::thread::sleep(Duration::from_secs(1));
        server.restart();
        published.join().expect("an organiser").expect("jobs");
        assert_eq!(finished.join().expect("a worker"), Ok(Finished::Delivered));
    });
    // A server that was killed may hand out the job again that was held: it is kept once all the same.
    let mut done = HashSet::from([held.id().to_string()]);
    while done.len() < 3 {
        let task = task(&mut bench);
        task.finish(&answer(&task)).expect("a result");
        done.insert(task.id().to_string());
    }
    let mut organiser = Organiser::new(desk, 3);
    organiser.run_until(3);
    organiser.check();
    let notices = notices.lock().expect("the notices");
    let told: Vec<&Notice> =
        notices.iter().filter(|notice| !matches!(notice, Notice::Trouble(_))).collect();
    assert_eq!(told, [&Notice::Lost, &Notice::Back]);
}

#[test]
fn the_server_lost_everything() {
    let mut server = NatsServer::start();
    let mut organiser = Organiser::new(open(&server, "cup"), 20);
    let _worker = Worker::start(&server, "anna", 30);
    organiser.run_until(5);
    server.kill();
    std::fs::remove_dir_all(server.folder().join("jetstream")).expect("what it kept");
    server.restart();
    organiser.run_until(20);
    organiser.check();
}

/// A server that is killed may have written that a job is done, and not that it is gone: such a job is neither
/// handed out nor can it be published.
#[test]
fn a_job_that_the_server_forgot_to_hand_out() {
    let mut server = NatsServer::start();
    let mut organiser = Organiser::new(open(&server, "cup"), 3);
    server.stop();
    let messages = server.folder().join("jetstream/$G/streams/manator-cup/msgs");
    let kept = server.folder().join("kept");
    copy(&messages, &kept);
    server.restart();
    let mut worker = bench(&server, "anna");
    for _ in 0..3 {
        let task = task(&mut worker);
        task.finish(&answer(&task)).expect("a result");
    }
    drop(worker);
    server.stop();
    std::fs::remove_dir_all(&messages).expect("the newer messages");
    copy(&kept, &messages);
    server.restart();
    let _worker = Worker::start(&server, "berta", 10);
    organiser.run_until(3);
    organiser.check();
}

/// The other way round: it remembers jobs as handed out that are gone, and would try to hand them out again.
#[test]
fn a_job_that_the_server_forgot_to_forget() {
    let mut server = NatsServer::start();
    let mut organiser = Organiser::new(open(&server, "cup"), 60);
    let consumers = server.folder().join("jetstream/$G/streams/manator-cup/obs");
    let mut worker = bench(&server, "anna");
    let held: Vec<_> = (0..4).map(|_| task(&mut worker)).collect();
    server.stop();
    let kept = server.folder().join("kept");
    copy(&consumers, &kept);
    server.restart();
    for task in held {
        task.finish(&answer(&task)).expect("a result");
    }
    drop(worker);
    server.stop();
    std::fs::remove_dir_all(&consumers).expect("the newer memory");
    copy(&kept, &consumers);
    server.restart();
    // Several leases go by, so that it tries.
    let _workers = [1, 2].map(|number| Worker::start(&server, &format!("worker {number}"), 100));
    organiser.run_until(60);
    organiser.check();
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("a file");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a copy");
        }
    }
}
