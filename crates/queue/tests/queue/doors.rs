//! Servers that let in only whom they know, and that prove who they are.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use manator_queue::{Access, Bench, Desk};
use manator_testkit::nats::NatsServer;
use manator_testkit::nats_access::{Certificates, Credentials};

use crate::cast::{LONG, Organiser, TERMS, access, answer, at, quiet, task};

/// Has two jobs done by somebody who comes the same way.
#[track_caller]
fn works(access: &Access) {
    let desk = Desk::open(access, "cup", b"", TERMS, quiet()).expect("a desk");
    let mut organiser = Organiser::new(desk, 2);
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    let mut bench = Bench::open(access, "anna", LONG, judge, quiet()).expect("a bench");
    for _ in 0..2 {
        let task = task(&mut bench);
        task.finish(&answer(&task)).expect("a result");
    }
    organiser.run_until(2);
    organiser.check();
}

#[track_caller]
fn refused(access: &Access) -> String {
    let desk = Desk::open(access, "cup", b"", TERMS, quiet());
    desk.err().expect("an error").to_string()
}

#[test]
fn credentials_open_the_door() {
    let credentials = Credentials::new();
    let config = credentials.config().display().to_string();
    let server = NatsServer::start_with(&["-js", "-c", &config]);
    let nobody = access(&server);
    let error = refused(&nobody);
    assert!(error.contains("refuses the name, password, token or credentials"), "{error}");
    let stranger = Access { credentials: Some(Credentials::new().user()), ..nobody.clone() };
    // The file is gone with whoever made it.
    let error = refused(&stranger);
    assert!(error.contains("user.creds") && error.contains("No such file"), "{error}");
    let others = Credentials::new();
    let error = refused(&Access { credentials: Some(others.user()), ..nobody.clone() });
    assert!(error.contains("refuses the name, password, token or credentials"), "{error}");
    works(&Access { credentials: Some(credentials.user()), ..nobody });
}

#[test]
fn both_sides_show_certificates() {
    let certificates = Certificates::new();
    let args = certificates.server_args();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let server = NatsServer::start_with(&args);
    let pair = (certificates.path("client"), certificates.path("client-key"));
    let known = Access {
        authorities: Some(certificates.path("ca")),
        certificate: Some(pair),
        ..at(&format!("tls://127.0.0.1:{}", server.port))
    };
    works(&known);
    // Also where the address does not say so: a server that proves nothing is not talked to.
    works(&Access { address: access(&server).address, ..known.clone() });
    let error = refused(&Access { certificate: None, ..known.clone() });
    assert!(error.starts_with("no NATS server answers at tls://127.0.0.1:"), "{error}");
    let others = Certificates::new();
    let error = refused(&Access { authorities: Some(others.path("ca")), ..known.clone() });
    assert!(error.contains("certificate"), "{error}");
    let pair = (others.path("client"), others.path("client-key"));
    refused(&Access { certificate: Some(pair), ..known.clone() });
    let plain = NatsServer::start();
    let error = refused(&Access { address: access(&plain).address, ..known.clone() });
    assert!(error.contains("no NATS server answers at nats://127.0.0.1:"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.pem");
    fs::write(&empty, "nothing").expect("a file");
    let error = refused(&Access { authorities: Some(empty), ..known });
    assert!(error.ends_with("empty.pem: it holds no certificate in PEM form"), "{error}");
}
