//! How programs end, and whom they leave behind.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_play::contender::Peer;
use manator_sandbox::{Ended, Program};

fn start(code: &str) -> Peer {
    let words = vec!["sh".into(), "-c".into(), code.into()];
    Peer::start(&Program { words, ..Program::default() }).expect("a shell")
}

#[track_caller]
fn ended(peer: &mut Peer) -> Ended {
    peer.wait_end(Instant::now() + Duration::from_secs(60)).expect("it ends")
}

#[test]
fn children_left_behind_are_counted_and_killed() {
    let Ended { status, left } = ended(&mut start("sleep 600 & sleep 600 & exit 3"));
    assert_eq!((status.code(), left), (Some(3), 2));
}

#[test]
fn children_that_end_soon_do_not_count() {
    let Ended { status, left } = ended(&mut start("sleep 0.01 & exit 0"));
    assert_eq!((status.code(), left), (Some(0), 0));
}

#[test]
fn whoever_does_not_end_is_not_waited_for() {
    let mut peer = start("while read line; do test $line = quit && exit; done; sleep 600");
    assert_eq!(peer.wait_end(Instant::now() + Duration::from_millis(50)), None);
    peer.say("quit\n").expect("it listens");
    assert_eq!(ended(&mut peer).left, 0);
}
