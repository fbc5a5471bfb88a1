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

#[cfg(test)]
mod tests {
    use super::exit_words;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn ends_are_put_into_words() {
        let check = |raw, words| assert_eq!(exit_words(ExitStatus::from_raw(raw)), words);
        check(0, "exited with status 0");
        check(3 << 8, "exited with status 3");
        check(11, "was killed by signal 11 (segmentation fault)");
        // With the flag that says that memory was written to a file.
        check(6 | 0x80, "was killed by signal 6 (abort)");
        check(40, "was killed by signal 40");
    }
}
