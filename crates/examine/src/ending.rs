//! Whether an agent ends when it is told to, and when nobody speaks to it any more.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Instant;

use manator_protocol::FromAgent;

use super::examinee::{Examinee, REPLY_TIMEOUT, START_TIMEOUT};
use super::item::{Item, Marks, ms};
use manator_play::contender::{Fault, Peer};
use manator_sandbox::{Ended, exit_words};

pub(super) fn examine(examinee: &mut Examinee, is_known: bool, marks: &mut Marks<'_>) {
    marks.group("end");
    // What is still thinking would take the processor from what is measured.
    examinee.drop_process();
    let fix = "when the line `quit` comes, leave the loop that reads lines, and end";
    marks.add(ends(examinee, is_known, "quit", fix, |peer| peer.say("quit\n")));
    let fix = "when reading finds no more input, end: in Python `for line in sys.stdin` does that";
    let hang_up = |peer: &mut Peer| {
        peer.hang_up();
        Ok(())
    };
    marks.add(ends(examinee, is_known, "end of input", fix, hang_up));
}

fn ends(
    examinee: &mut Examinee,
    is_known: bool,
    name: &'static str,
    fix: &str,
    tell: impl FnOnce(&mut Peer) -> Result<(), Fault>,
) -> Item {
    let mut peer = match introduced(examinee, is_known) {
        Ok(peer) => peer,
        Err(fault) => return Item::fail(name, format!("it {fault}, before it was told to"), fix),
    };
    let told = Instant::now();
    if let Err(fault) = tell(&mut peer) {
        return Item::fail(name, format!("it {fault}"), fix);
    }
    match peer.wait_end(told + REPLY_TIMEOUT + examinee.margin) {
        None if told.elapsed() < REPLY_TIMEOUT => {
            Item::fail(name, format!("it {}, and does not end", Fault::Flood), fix)
        }
        None => Item::fail(name, format!("it still runs after {}", ms(told.elapsed())), fix),
        Some(Ended { status, left }) => {
            let found = format!("{} after {}", exit_words(status), ms(told.elapsed()));
            match (left, status.success()) {
                (0, true) => Item::ok(name, format!("{found}, and leaves no process")),
                (0, false) => {
                    Item::warn(name, found, "end with exit status 0 when nothing is wrong")
                }
                _ => {
                    let found = format!("{found}, and {left} of its processes run on");
                    Item::warn(
                        name,
                        found,
                        "end the processes that you have started before you end",
                    )
                }
            }
        }
    }
}

/// Starts a process, and lets it say who it is where it can.
fn introduced(examinee: &mut Examinee, is_known: bool) -> Result<Peer, Fault> {
    let mut peer = examinee.start()?;
    if is_known {
        peer.say("ugi\nuci\n")?;
        let until = Instant::now() + START_TIMEOUT + examinee.margin;
        let is_end = |message| matches!(message, FromAgent::UgiOk | FromAgent::UciOk).then_some(());
        examinee.log.is_provoked = true;
        let heard = examinee.log.listen(&mut peer, until, is_end);
        examinee.log.is_provoked = false;
        heard?;
    }
    Ok(peer)
}
