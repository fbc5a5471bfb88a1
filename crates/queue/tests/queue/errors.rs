//! What is wrong is said, with the address and without the password.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::TcpListener;
use std::time::Duration;

use manator_queue::{Access, Address, Bench, Desk, Job, QueueError, Terms};
use manator_testkit::nats::NatsServer;

use crate::cast::{TERMS, access, at, bench, jobs, open, quiet, task};

#[track_caller]
fn refusal(url: &str) -> String {
    let secret = "a secret that is not needed".parse().expect("a secret");
    let access = Access { secret: Some(secret), ..at(url) };
    let address = &access.address;
    let desk = Desk::open(&access, "cup", b"", TERMS, quiet()).err().expect("an error");
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    let bench = Bench::open(&access, "anna", Duration::from_secs(9), judge, quiet());
    let bench = bench.err().expect("an error").to_string();
    assert_eq!(desk.to_string(), bench);
    assert!(!bench.contains("s3cret"), "{bench}");
    assert!(bench.contains(&address.to_string()), "{bench}");
    bench
}

#[test]
fn nobody_is_there() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its number").port();
    drop(listener);
    let error = refusal(&format!("nats://anna:s3cret@127.0.0.1:{port}"));
    assert!(error.starts_with("no NATS server answers at nats://127.0.0.1:"), "{error}");
    let error = refusal("nats://no-such-host.invalid");
    assert!(error.starts_with("no NATS server answers at nats://no-such-host"), "{error}");
}

#[test]
fn something_else_is_there() {
    // It takes connections and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its number").port();
    let error = refusal(&format!("127.0.0.1:{port}"));
    assert!(error.starts_with("no NATS server answers at"), "{error}");
}

#[test]
fn the_password_is_wrong() {
    let server = NatsServer::start_with(&["-js", "--user", "anna", "--pass", "right"]);
    let place = format!("127.0.0.1:{}", server.port);
    for login in ["anna:s3cret@", "s3cret@", ""] {
        let error = refusal(&format!("nats://{login}{place}"));
        assert!(error.contains("refuses the name, password, token or credentials"), "{error}");
    }
    let right = at(&format!("nats://anna:right@{place}"));
    Desk::open(&right, "cup", b"", TERMS, quiet()).expect("a desk");
}

#[test]
fn a_token_opens_the_door() {
    let server = NatsServer::start_with(&["-js", "--auth", "right"]);
    let place = format!("127.0.0.1:{}", server.port);
    let error = refusal(&format!("nats://s3cret@{place}"));
    assert!(error.contains("refuses the name, password, token or credentials"), "{error}");
    let right = at(&format!("right@{place}"));
    Desk::open(&right, "cup", b"", TERMS, quiet()).expect("a desk");
}

#[test]
fn the_server_keeps_nothing() {
    let server = NatsServer::start_with(&[]);
    let error = refusal(&server.url());
    assert!(error.ends_with("runs without JetStream: start it with -js"), "{error}");
}

#[test]
fn too_much_at_once() {
    let server = NatsServer::start();
    let huge = vec![b'x'; 2 << 20];
    let error = Desk::open(&access(&server), "cup", &huge, TERMS, quiet()).err().expect("error");
    assert!(error.to_string().contains("definition of the event has 2097152 bytes"), "{error}");
    let mut desk = open(&server, "cup");
    let mut jobs = jobs(2);
    jobs[1].payload.clone_from(&huge);
    let error = desk.publish(&jobs).expect_err("a huge job");
    assert!(error.to_string().contains("job \"game 1\" has 2097152 bytes, and nats://"), "{error}");
    assert_eq!(desk.outstanding().expect("a count").waiting, 0, "nothing is published");
    desk.publish(&jobs[..1]).expect("a job");
    let mut bench = bench(&server, "anna");
    let task = task(&mut bench);
    let error = task.finish(&huge).expect_err("a huge result");
    assert!(matches!(error, QueueError::TooLarge { .. }), "{error}");
    task.finish(b"small").expect("it is still held");
}

#[test]
fn names_and_terms() {
    let server = NatsServer::start();
    let open = |event, terms| Desk::open(&access(&server), event, b"", terms, quiet()).err();
    assert!(matches!(open("a b", TERMS), Some(QueueError::BadName { .. })));
    let hasty = Terms { lease: Duration::ZERO, ..TERMS };
    assert!(matches!(open("cup", hasty), Some(QueueError::OutOfRange { .. })));
    let mut desk = crate::cast::open(&server, "cup");
    let unnamed = Job { id: String::new(), payload: Vec::new() };
    assert!(matches!(desk.publish(&[unnamed]), Err(QueueError::BadName { .. })));
    let error = open("cup", TERMS).expect("another definition");
    assert!(error.to_string().starts_with("event \"cup\" is open at nats://"), "{error}");
    let longer = Terms { tries_max: 9, ..TERMS };
    let error = Desk::open(&access(&server), "cup", b"definition of cup", longer, quiet()).err();
    assert!(matches!(error, Some(QueueError::OtherEvent { .. })), "other terms");
    Desk::remove(&access(&server), "cup").expect("the end of the event");
    assert_eq!(open("cup", TERMS), None);
}

#[test]
fn nonsense_is_refused_without_the_password() {
    for text in [
        "",
        "http://a",
        "nats://",
        "nats://a:0",
        "nats://a:x",
        "nats://a:70000",
        "nats://a b",
        "nats://[::1",
        "nats://[zz]:1",
        "nats://@a",
        "nats://u:s3cret@",
        "nats://u:s3cret%4@a",
        "nats://u:s3cret%zz@a",
        "nats://u:s3cret%ff@a",
        "u:s3cret@a:port",
    ] {
        let error = text.parse::<Address>().expect_err(text).to_string();
        assert!(!error.contains("s3cret"), "{error}");
        assert!(error.contains("is not the address of a NATS server"), "{error}");
    }
}
