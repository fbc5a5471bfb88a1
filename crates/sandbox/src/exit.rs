//! How a program ended, in words.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

/// The signals that end programs, and what they mean.
const SIGNALS: [(Signal, &str); 17] = [
    (Signal::HUP, "hang-up"),
    (Signal::INT, "interrupt"),
    (Signal::QUIT, "quit"),
    (Signal::ILL, "illegal instruction"),
    (Signal::TRAP, "trap"),
    (Signal::ABORT, "abort"),
    (Signal::BUS, "bus error"),
    (Signal::FPE, "arithmetic error"),
    (Signal::KILL, "kill"),
    (Signal::USR1, "user signal 1"),
    (Signal::SEGV, "segmentation fault"),
    (Signal::USR2, "user signal 2"),
    (Signal::PIPE, "broken pipe"),
    (Signal::ALARM, "alarm"),
    (Signal::TERM, "termination"),
    (Signal::XCPU, "time limit of the processor"),
    (Signal::XFSZ, "size limit of files"),
];

/// Returns how a program ended: `exited with status 3`, `was killed by signal 11 (segmentation fault)`.
pub fn exit_words(status: ExitStatus) -> String {
    if let Some(status) = status.code() {
        return format!("exited with status {status}");
    }
    let Some(number) = status.signal() else { return format!("ended: {status}") };
    match SIGNALS.iter().find(|(signal, _)| signal.as_raw() == number) {
        Some((_, meaning)) => format!("was killed by signal {number} ({meaning})"),
        None => format!("was killed by signal {number}"),
    }
}
