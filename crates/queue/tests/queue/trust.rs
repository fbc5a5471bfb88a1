//! Who reaches the server and does not know the secret has no work done and hands in no result.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::{self, Context};
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use manator_queue::{Access, Bench, Desk, Heard, Notice, QueueError, Stance};
use manator_testkit::nats::NatsServer;
use sha2::Sha256;
use tokio::runtime::Runtime;

use crate::cast::{
    LONG, Organiser, TERMS, access, answer, at, bench, hear, jobs, open, quiet, task,
};

const SECRET: &str = "what only organiser and workers know";

fn trusted(server: &NatsServer) -> Access {
    Access { secret: Some(SECRET.parse().expect("a secret")), ..access(server) }
}

fn desk(server: &NatsServer) -> Desk {
    Desk::open(&trusted(server), "cup", b"definition of cup", TERMS, quiet()).expect("a desk")
}

/// A worker that knows the secret, and what it is told.
fn worker(server: &NatsServer) -> (Bench, Arc<Mutex<Vec<Notice>>>) {
    let notices = Arc::new(Mutex::new(Vec::new()));
    let heard = notices.clone();
    let tell = Arc::new(move |notice| heard.lock().expect("the notices").push(notice));
    let judge = Box::new(|_: &str, definition: &[u8]| {
        assert_eq!(definition, b"definition of cup", "nothing else is looked at");
        Ok(())
    });
    (Bench::open(&trusted(server), "anna", LONG, judge, tell).expect("a bench"), notices)
}

/// Somebody who reaches the server, reads everything there and writes what it likes.
struct Stranger {
    runtime: Runtime,
    context: Context,
    /// What the subjects of the event begin with.
    prefix: String,
}

impl Stranger {
    fn at(server: &NatsServer) -> Stranger {
        let runtime = Runtime::new().expect("a runtime");
        let (context, prefix) = runtime.block_on(async {
            let client = async_nats::connect(server.url()).await.expect("a connection");
            let context = jetstream::new(client);
            let stream = context.get_stream("manator-cup").await.expect("the event");
            let subjects = stream.cached_info().config.subjects.clone();
            (context, subjects[0].strip_suffix('>').expect("a prefix").to_string())
        });
        Stranger { runtime, context, prefix }
    }

    fn write(&self, subject: &str, headers: HeaderMap, payload: &[u8]) {
        let subject = format!("{}{subject}", self.prefix);
        let payload = payload.to_vec().into();
        self.runtime.block_on(async {
            let sent = self.context.publish_with_headers(subject, headers, payload).await;
            sent.expect("a message").await.expect("the server has it");
        });
    }

    fn read(&self, subject: &str) -> (HeaderMap, Vec<u8>) {
        let subject = format!("{}{subject}", self.prefix);
        self.runtime.block_on(async {
            let stream = self.context.get_stream("manator-cup").await.expect("the event");
            let message = stream.get_last_raw_message_by_subject(&subject).await;
            let message = message.expect("a message");
            let names = message.headers.iter().filter(|(name, _)| {
                let name: &str = name.as_ref();
                name.starts_with("Manator-")
            });
            let headers = names.map(|(name, values)| (name.clone(), values[0].clone())).collect();
            (headers, message.payload.to_vec())
        })
    }
}

#[test]
fn jobs_that_are_not_signed_for_their_subject_are_not_begun() {
    let server = NatsServer::start();
    let mut desk = desk(&server);
    desk.publish(&jobs(1)).expect("a job");
    let stranger = Stranger::at(&server);
    let (headers, payload) = stranger.read("job.game%200");
    stranger.write("job.unsigned", HeaderMap::new(), b"7");
    stranger.write("job.game%201", headers.clone(), &payload);
    stranger.write("job.changed", headers, b"8");
    let (mut worker, notices) = worker(&server);
    let first = task(&mut worker);
    assert_eq!(first.id(), "game 0");
    first.finish(&answer(&first)).expect("a result");
    let start = Instant::now();
    loop {
        assert!(worker.next(Duration::ZERO).is_none(), "there is no other job");
        let notices = notices.lock().expect("the notices");
        let refused = Notice::Unsigned("a job of event cup".to_string());
        if notices.iter().filter(|notice| **notice == refused).count() == 3 {
            break;
        }
        assert!(start.elapsed() < LONG, "{notices:?}");
    }
    while desk.outstanding().expect("a count").held > 0 {
        assert!(start.elapsed() < LONG, "they come again");
    }
}

/// Signs a message without headers, as whoever knows the secret can.
fn signed(subject: &str, payload: &[u8]) -> HeaderMap {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key");
    for part in [subject.as_bytes(), payload] {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    let mut headers = HeaderMap::new();
    headers.insert("Manator-Signature", HEXLOWER.encode(&mac.finalize().into_bytes()));
    headers
}

#[test]
fn a_name_that_cannot_be_told_on_ends_no_worker() {
    let server = NatsServer::start();
    let mut desk = desk(&server);
    let organiser = Stranger::at(&server);
    let subject = format!("{}job.two%0alines", organiser.prefix);
    organiser.write("job.two%0alines", signed(&subject, b"7"), b"7");
    desk.publish(&jobs(1)).expect("a job");
    let (mut worker, notices) = worker(&server);
    assert_eq!(task(&mut worker).id(), "game 0");
    let notices = notices.lock().expect("the notices");
    let named = Notice::Trouble("a job of event cup has no name".to_string());
    assert!(notices.contains(&named), "{notices:?}");
}

#[test]
fn an_event_of_a_stranger_is_refused() {
    let server = NatsServer::start();
    let mut forged = open(&server, "cup");
    forged.publish(&jobs(1)).expect("a job");
    let (mut worker, notices) = worker(&server);
    assert!(worker.next(Duration::from_secs(1)).is_none());
    let refused = Notice::Unsigned("event cup".to_string());
    assert_eq!(*notices.lock().expect("the notices"), [refused]);
    // And the other way round: a worker without the secret, or with another one, has no task.
    forged.close().expect("the end of the event");
    assert!(worker.next(Duration::from_secs(2)).is_none(), "it is forgotten");
    let mut desk = desk(&server);
    desk.publish(&jobs(1)).expect("a job");
    assert!(bench(&server, "berta").next(Duration::from_secs(1)).is_none());
    let found = Desk::open(&access(&server), "cup", b"definition of cup", TERMS, quiet());
    assert!(matches!(found.err(), Some(QueueError::OtherEvent { .. })), "it is not ours");
    let held = task(&mut worker);
    assert_eq!(held.definition(), b"definition of cup");
}

#[test]
fn results_that_are_not_signed_for_their_job_are_none() {
    let server = NatsServer::start();
    let mut desk = desk(&server);
    desk.publish(&jobs(3)).expect("jobs");
    let stranger = Stranger::at(&server);
    let mut unsigned = HeaderMap::new();
    unsigned.insert("Manator-Worker", "anna");
    stranger.write("out.result.game%201", unsigned.clone(), b"100");
    stranger.write("out.result.nonsense", HeaderMap::new(), b"");
    unsigned.insert("Manator-Tries", "3");
    stranger.write("out.aside.game%202", unsigned, b"it broke");
    let (mut worker, _) = worker(&server);
    let first = task(&mut worker);
    assert_eq!(first.id(), "game 0");
    first.finish(&answer(&first)).expect("a result");
    let (headers, payload) = stranger.read("out.result.game%200");
    stranger.write("out.result.game%202", headers, &payload);
    let mut refused = Vec::new();
    while refused.len() < 4 {
        let (id, receipt) = hear(&mut desk, |heard| match heard {
            Heard::Unsigned { id, receipt } => Some((id.expect("a job"), receipt)),
            Heard::Result { id, bytes, .. } => {
                assert_eq!((id.as_str(), &bytes[..]), ("game 0", &b"0"[..]));
                None
            }
            Heard::SetAside { .. } => panic!("nothing is set aside"),
            _ => None,
        });
        refused.push(id);
        desk.acknowledge(vec![receipt]);
    }
    refused.sort();
    assert_eq!(refused, ["game 1", "game 2", "game 2", "nonsense"]);
    drop(desk);
    // Whoever organises goes on, and every job has its own result.
    let again = Desk::open(&trusted(&server), "cup", b"definition of cup", TERMS, quiet());
    let mut organiser = Organiser::new(again.expect("a desk"), 3);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..2 {
                let task = task(&mut worker);
                task.finish(&answer(&task)).expect("a result");
            }
        });
        organiser.run_until(3);
    });
    organiser.check();
}

#[test]
fn news_that_are_not_signed_are_not_heard() {
    let server = NatsServer::start();
    let mut desk = desk(&server);
    // It says that it refuses the event, in words of its own.
    let _stranger = bench(&server, "stranger");
    let (_worker, _) = worker(&server);
    let mut both = (_stranger, _worker);
    assert!(both.0.next(Duration::from_millis(500)).is_none());
    assert!(both.1.next(Duration::ZERO).is_none());
    hear(&mut desk, |heard| match heard {
        Heard::Worker { name, stance } => {
            assert_eq!((name.as_str(), stance), ("anna", Stance::Ready));
            Some(())
        }
        _ => None,
    });
}

#[test]
fn a_server_elsewhere_needs_a_secret() {
    let error = Desk::open(&at("nats://u:s3cret@10.255.255.1"), "cup", b"", TERMS, quiet());
    let error = error.err().expect("an error").to_string();
    assert!(error.starts_with("nats://10.255.255.1:4222 is not on this machine: "), "{error}");
    assert!(error.contains("MANATOR_QUEUE_SECRET"), "{error}");
}
