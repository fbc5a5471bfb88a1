//! Clocks of searches, where a thread has to sleep to show what they do.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::thread;
use std::time::Duration;

use manator_search::{Clock, Limits};

#[test]
fn whoever_had_to_wait_ends_while_another_wait_does_no_harm() {
    let [wait, time, end] = [20, 3_600_000, 3_600_010].map(Duration::from_millis);
    let within = |end| {
        let mut clock = Clock::patient(&Limits { end, ..Limits::time(time) });
        thread::sleep(wait);
        clock.check();
        clock
    };
    assert!(!within(None).is_stopped() && !within(Some(end)).is_stopped());
    // Half as long again as it has slept is not left.
    assert!(within(Some(wait * 5 / 2)).is_stopped());
    // Another search, which has not slept yet, is ready for as long a sleep.
    let mut next = Clock::patient(&Limits { end: Some(wait), ..Limits::time(time) });
    next.check();
    assert!(next.is_stopped());
}

#[test]
fn only_what_the_thread_computes_counts_as_cpu_time() {
    let limits = Limits { cpu: Some(Duration::from_millis(2)), ..Limits::default() };
    let mut clock = Clock::start(&limits);
    thread::sleep(Duration::from_millis(20));
    clock.check();
    assert!(!clock.is_stopped(), "sleeping takes no CPU time");
    // It ends, however long that takes.
    while !clock.tick() {
        std::hint::black_box(clock.nodes());
    }
    assert!(clock.cpu() >= Duration::from_millis(2));
    assert!(!limits.is_endless() && Limits::default().is_endless());
}
