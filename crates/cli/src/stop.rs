//! Signals that ask the program to end: Ctrl-C, `kill`, a closed window.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

const STATUS_BASE: i32 = 128;

pub(crate) fn status(signal: i32) -> u8 {
    u8::try_from(STATUS_BASE + signal).unwrap_or(u8::MAX)
}

/// Tells of the first signal from now on. The second ends the program at once: the first was not heard.
pub(crate) fn watch(tell: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        let mut tell = Some(tell);
        for signal in signals.forever() {
            match tell.take() {
                Some(tell) => tell(signal),
                None => std::process::exit(i32::from(status(signal))),
            }
        }
    });
    Ok(())
}

pub(crate) struct Stop {
    pub(crate) flag: Arc<AtomicBool>,
    signal: Arc<AtomicI32>,
}

impl Stop {
    /// Stops on the first signal; the second ends the program at once.
    pub(crate) fn on_signal() -> io::Result<Stop> {
        let stop = Stop { flag: Arc::default(), signal: Arc::default() };
        let (flag, noted) = (stop.flag.clone(), stop.signal.clone());
        watch(move |signal| {
            noted.store(signal, Ordering::SeqCst);
            flag.store(true, Ordering::SeqCst);
        })?;
        Ok(stop)
    }

    pub(crate) fn status(&self) -> Option<u8> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|signal| *signal != 0).map(status)
    }
}
