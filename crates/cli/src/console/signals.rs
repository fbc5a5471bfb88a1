//! Signals that ask the program to end: Ctrl-C, `kill`, a closed window.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::mpsc::Sender;

use super::keyboard::Message;

/// What a shell adds to the number of the signal that ended a program.
const STATUS_BASE: i32 = 128;

/// Returns the exit status of a program that a signal ended.
pub(crate) fn status(signal: i32) -> u8 {
    u8::try_from(STATUS_BASE + signal).unwrap_or(u8::MAX)
}

/// Passes signals on from now on. The second ends the program at once: the first was not heard.
#[cfg(unix)]
pub(super) fn watch(sender: Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        for (count, signal) in signals.forever().enumerate() {
            if count > 0 || sender.send(Message::Stop(signal)).is_err() {
                std::process::exit(i32::from(status(signal)));
            }
        }
    });
    Ok(())
}

/// Elsewhere the system ends the program, and the game is kept up to the last move anyway.
#[cfg(not(unix))]
pub(super) fn watch(_sender: Sender<Message>) -> io::Result<()> {
    Ok(())
}
