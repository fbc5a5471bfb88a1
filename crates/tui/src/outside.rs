//! What comes from the terminal and the system, each read on a thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow::{self, Break};
use std::thread;

use crossterm::event::{self, Event};
use signal_hook::iterator::Signals;

pub(crate) enum Outside {
    Terminal(Event),
    Signal(i32),
    Lost,
}

/// Passes on everything from outside, until nobody hears it any more.
pub(crate) fn listen(
    mut signals: Signals,
    pass: impl Fn(Outside) -> ControlFlow<()> + Clone + Send + 'static,
) {
    let heard = pass.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            if heard(Outside::Signal(signal)).is_break() {
                return;
            }
        }
    });
    thread::spawn(move || {
        loop {
            let message = event::read().map_or(Outside::Lost, Outside::Terminal);
            let lost = matches!(message, Outside::Lost);
            if pass(message) == Break(()) || lost {
                return;
            }
        }
    });
}
