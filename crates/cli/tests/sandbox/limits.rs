//! Programs that use too much memory, or too much of the processor.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_sandbox::{Excess, Sandbox, exit_words};

use crate::sandbox::guest::{run, sandbox};

const MEMORY: u64 = 256 << 20;

fn small() -> Sandbox {
    Sandbox { memory: MEMORY, ..sandbox() }
}

#[test]
fn a_process_cannot_have_more_memory_than_allowed() {
    let script = "
hoard, size = [], 16 << 20
try:
    while len(hoard) * size < 3 << 30:
        hoard.append(bytearray(size))
    print('had it all')
except MemoryError:
    print(len(hoard) * size)
";
    let end = run(script, small());
    let had: u64 = end.said.trim().parse().unwrap_or_else(|_| panic!("{}", end.said));
    assert!((MEMORY / 2..=MEMORY).contains(&had), "{had}");
    let end = run(script, sandbox());
    let had: u64 = end.said.trim().parse().unwrap_or_else(|_| panic!("{}", end.said));
    assert!(((1 << 30) / 2..=1 << 30).contains(&had), "{had}");
}

#[test]
fn memory_that_is_shared_counts() {
    let script = "
import mmap, time
hoard, size = [], 16 << 20
while len(hoard) * size < 3 << 30:
    part = mmap.mmap(-1, size)
    part.write(b'x' * size)
    hoard.append(part)
    time.sleep(0.02)
print('had it all')
";
    let end = run(script, small());
    assert_eq!(end.excess, Some(Excess::Memory { most: MEMORY }), "{}", end.complained);
    assert_eq!(end.said, "");
    assert_eq!(
        end.excess.map(|e| e.to_string()).as_deref(),
        Some("used more than 256 MiB of memory")
    );
}

#[test]
fn memory_of_several_processes_is_added_up_but_not_what_they_share() {
    let script = "
import os, time
hoard, own = bytearray(100 << 20), False
for _ in range(5):
    if os.fork() == 0:
        if own:
            for place in range(0, len(hoard), 4096):
                hoard[place] = 1
        time.sleep(1)
        os._exit(0)
for _ in range(5):
    os.wait()
print('done')
";
    let end = run(script, small());
    assert_eq!((end.excess, end.said.trim()), (None, "done"), "{}", end.complained);
    let end = run(&script.replace("False", "True"), small());
    assert_eq!(end.excess, Some(Excess::Memory { most: MEMORY }), "{}", end.complained);
}

#[test]
fn the_processor_is_taken_away() {
    let short = Sandbox { cpu: Duration::from_secs(1), ..sandbox() };
    let begin = Instant::now();
    let end = run("while True: pass", short.clone());
    let words = exit_words(end.status);
    // The kernel and the watcher look at the same time; either may be first.
    assert!(words.contains("signal 24") || end.excess.is_some(), "{words}");
    assert!(begin.elapsed() > Duration::from_millis(900));

    let stubborn = "
import signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True: pass
";
    assert!(exit_words(run(stubborn, short.clone()).status).contains("signal 9"));
}

#[test]
fn time_of_several_processes_is_added_up() {
    let script = "
import os, time
def burn(seconds):
    while time.process_time() < seconds:
        pass
for _ in range(4):
    if os.fork() == 0:
        burn(0.8)
        os._exit(0)
for _ in range(4):
    os.wait()
print('done')
";
    let most = Duration::from_secs(2);
    let end = run(script, Sandbox { cpu: most, ..sandbox() });
    assert_eq!(end.excess, Some(Excess::Cpu { most }), "{}{}", end.said, end.complained);
}
