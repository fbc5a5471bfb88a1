//! Whatever lies at a queue, nothing panics, and only what is signed with the secret is heard.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::OnceLock;

use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, HeaderMap, HeaderName, HeaderValue, Message};
use tokio::runtime::Runtime;

use crate::address::Address;
use crate::delivery::job_id;
use crate::desk::{Heard, Receipt};
use crate::event::Terms;
use crate::mail::{read_letter, read_news_item};
use crate::secret::Signer;
use crate::subjects::{EventName, Subjects, check_name, last_part};

const RANDOM: usize = 500;
const MESSAGE_MAX: usize = 4096;

/// Returns a receipt that nobody would read: there is no server.
fn receipt() -> Receipt {
    static SERVER: OnceLock<(Runtime, Context)> = OnceLock::new();
    let (_, context) = SERVER.get_or_init(|| {
        let runtime = Runtime::new().expect("a runtime");
        let context = runtime.block_on(async {
            let waiting = ConnectOptions::new().retry_on_initial_connect();
            jetstream::new(waiting.connect("127.0.0.1:1").await.expect("a client that waits"))
        });
        (runtime, context)
    });
    Receipt(Acker::new(context.clone(), None))
}

/// Reads a message: its subject, its headers, a blank line, its payload.
fn message(text: &str) -> Message {
    let (head, payload) = text.split_once("\n\n").unwrap_or((text, ""));
    let (subject, lines) = head.split_once('\n').unwrap_or((head, ""));
    let mut headers = HeaderMap::new();
    for (name, value) in lines.lines().filter_map(|line| line.split_once(':')) {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            headers.append(name, value);
        }
    }
    Message {
        subject: subject.into(),
        reply: None,
        payload: payload.to_string().into(),
        headers: (!headers.is_empty()).then_some(headers),
        status: None,
        description: None,
        length: text.len(),
    }
}

fn is_signed(signer: &Signer, message: &Message) -> bool {
    signer.is_signed(&message.subject, message.headers.as_ref(), &message.payload)
}

/// Checks that a message is refused as it came, heard when it is signed, and refused when anything is changed then.
fn check_signature(signer: &Signer, message: &Message) {
    assert!(!is_signed(signer, message), "nobody who sent this knew the secret");
    let mut signed = message.clone();
    let headers = signed.headers.get_or_insert_default();
    signer.sign(&message.subject, headers, &message.payload);
    assert!(is_signed(signer, &signed));
    let other = Message { subject: format!("{}.x", signed.subject).into(), ..signed.clone() };
    assert!(!is_signed(signer, &other));
    let other = Message { payload: [&signed.payload[..], b"x"].concat().into(), ..signed.clone() };
    assert!(!is_signed(signer, &other));
    let mut other = signed;
    other.headers.get_or_insert_default().append("Manator-Worker", "x");
    assert!(!is_signed(signer, &other));
}

#[test]
fn any_message() {
    let secret = "a secret that no input knows".parse().expect("a secret");
    let signer = Signer::new(Some(&secret));
    bolero::check!().with_iterations(RANDOM).with_max_len(MESSAGE_MAX).for_each(
        |bytes: &[u8]| {
            let message = message(&String::from_utf8_lossy(bytes));
            check_signature(&signer, &message);
            assert!(matches!(read_letter(&message, receipt(), false), Heard::Unsigned { .. }));
            let id = last_part(&message.subject);
            match read_letter(&message, receipt(), true) {
                Heard::Result { id: told, bytes, .. } => {
                    assert_eq!((Some(told), &bytes[..]), (id, &message.payload[..]));
                }
                Heard::SetAside { id: told, .. } => assert_eq!(Some(told), id),
                Heard::Unsigned { id: told, .. } => assert_eq!(told, id),
                Heard::Started { .. } | Heard::Worker { .. } => panic!("a letter is no news"),
            }
            if let Some(id) = job_id(&message.subject) {
                assert!(
                    id.parse::<HeaderValue>().is_ok(),
                    "{id:?} goes into the header of an answer"
                );
            }
            let _ = read_news_item(&message);
            if let Some(terms) = message.headers.as_ref().and_then(Terms::read) {
                let mut headers = HeaderMap::new();
                terms.write(&mut headers);
                assert_eq!(Terms::read(&headers), Some(terms));
                assert!(terms.rest(u32::MAX) >= terms.delay);
            }
        },
    );
}

/// Reads the names that a queue gives: of streams, jobs, workers, and where it is itself.
#[test]
fn any_name() {
    bolero::check!().with_iterations(RANDOM).with_max_len(MESSAGE_MAX).for_each(
        |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            if let Some(event) = EventName::of_stream(&text) {
                assert_eq!(event.stream(), text);
            }
            let event = EventName::new("cup").expect("a name");
            if let Some(subjects) = Subjects::of(&event, &[text.to_string()]) {
                assert_eq!(subjects.kept(">"), text);
            }
            let subject = Subjects::new(&event, 7).job(&text);
            assert_eq!(subject.split('.').count(), 6, "{subject}");
            assert!(subject.is_ascii() && !subject.contains([' ', '*', '>']), "{subject}");
            assert_eq!(last_part(&subject).as_deref(), Some(&*text));
            let _ = check_name("a worker", &text);
            match text.parse::<Address>() {
                Ok(address) => {
                    let printed = address.to_string();
                    assert_eq!(
                        printed.parse::<Address>().expect("an address").to_string(),
                        printed
                    );
                }
                Err(error) => assert!(!error.why.is_empty()),
            }
        },
    );
}
