//! Whatever a new connection says first, nothing panics, and it is answered in its own language.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::panic;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use axum::Router;
use manator_course::wire::Frames;
use manator_protocol::FromServer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::arena::{learn, positions};
use crate::feed::Feed;
use crate::gate::{Gate, OneGame};
use crate::guests::{Phase, Registry};
use crate::http::Site;
use crate::lock;
use crate::permits::Permits;
use crate::seating::{Seating, Tokens};
use crate::setup::Limits;

const RANDOM: usize = 50;
const SAID_MAX: usize = 4096;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Listens for panics of other threads, which a test would not hear of.
pub(crate) fn listen_for_panics() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // Tests are told of their own, and are called by their paths.
            if !thread::current().name().is_some_and(|name| name.contains("::")) {
                lock(&PANICS).push(panic.to_string());
            }
            before(panic);
        }));
    });
}

#[track_caller]
pub(crate) fn nothing_panicked() {
    let panics = std::mem::take(&mut *lock(&PANICS));
    assert!(panics.is_empty(), "{panics:?}");
}

pub(crate) fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Makes a server to which nobody has come: of Jetan by the rules of the original programs, or of Joust with tokens.
fn gate(has_originals: bool) -> Gate {
    let (game, rules) = match has_originals {
        true => ("jetan", "jetan variant=software"),
        false => ("joust", "joust size=5x5"),
    };
    let tokens = match has_originals {
        true => Tokens::default(),
        false => Tokens::read(["1=white", "black"], 2).expect("tokens"),
    };
    let seating = Seating { agents: 2, seats: 2, tokens, goes_on: false };
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::default();
    let router = Router::new().merge(positions::routes()).merge(learn::routes());
    Gate {
        offer: Arc::new(OneGame {
            game,
            rules: rules.into(),
            feeds: vec![Arc::new(Feed::default())],
        }),
        guests: Registry::new(seating, Phase::Waiting, Arc::new(|_| {}), &stop),
        permits: Permits::new(limits.each_max, limits.all_max),
        limits,
        site: Some(Arc::new(Site::new(router, Vec::new(), &limits))),
        tell: Arc::new(|_| {}),
    }
}

/// Says something to a server, and nothing more; returns its answer.
async fn answered(listener: &TcpListener, gate: Gate, said: &[u8]) -> Vec<u8> {
    let address = listener.local_addr().expect("an address");
    let (client, server) = tokio::join!(TcpStream::connect(address), listener.accept());
    let (mut client, (server, from)) = (client.expect("a client"), server.expect("a server"));
    let mut answer = Vec::new();
    let talk = async {
        // The server may have heard enough, and closed.
        let _ = client.write_all(said).await;
        let _ = client.shutdown().await;
        let _ = client.read_to_end(&mut answer).await;
    };
    let meet = async {
        gate.meet(server, from).await;
        // Whoever was seated waits there.
        drop(gate);
    };
    timeout(ANSWER_TIMEOUT, async { tokio::join!(talk, meet) }).await.expect("an answer in time");
    answer
}

/// Checks that an answer is one of HTTP, frames, or lines.
fn check_answer(answer: &[u8]) {
    if answer.is_empty() || answer.starts_with(b"HTTP/1.") {
        return;
    }
    let text = String::from_utf8(answer.to_vec()).expect("text");
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        let mut frames = Frames::default();
        frames.push(answer).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        return;
    }
    // After these a display is told the game.
    for line in text.lines().take(2) {
        line.parse::<FromServer>().unwrap_or_else(|error| panic!("{error}: {line:?}"));
    }
}

/// Meets a connection at a server of one kind or the other, which is the first byte.
#[test]
fn any_greeting() {
    listen_for_panics();
    let runtime = runtime();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
    bolero::check!().with_iterations(RANDOM).with_max_len(SAID_MAX).for_each(|bytes: &[u8]| {
        let Some((kind, said)) = bytes.split_first() else { return };
        let answer = runtime.block_on(answered(&listener, gate(kind.is_multiple_of(2)), said));
        check_answer(&answer);
        nothing_panicked();
    });
}
