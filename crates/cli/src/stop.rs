//! Games that end when a signal asks for it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::console::status;

/// Whether games are to end, and the signal that asked for it.
pub(crate) struct Stop {
    /// Set when the games are to end.
    pub(crate) flag: Arc<AtomicBool>,
    signal: Arc<AtomicI32>,
}

impl Stop {
    /// Stops on the first signal; the second ends the program at once.
    pub(crate) fn on_signal() -> io::Result<Stop> {
        let stop = Stop { flag: Arc::default(), signal: Arc::default() };
        let (flag, noted) = (stop.flag.clone(), stop.signal.clone());
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        std::thread::spawn(move || {
            for (count, signal) in signals.forever().enumerate() {
                if count > 0 {
                    std::process::exit(i32::from(status(signal)));
                }
                noted.store(signal, Ordering::SeqCst);
                flag.store(true, Ordering::SeqCst);
            }
        });
        Ok(stop)
    }

    /// Returns the exit status of a program that a signal has ended, if one has.
    pub(crate) fn status(&self) -> Option<u8> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|signal| *signal != 0).map(status)
    }
}
