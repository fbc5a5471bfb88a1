//! Programs that multiply, hide, or will not end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::thread;
use std::time::{Duration, Instant};

use manator_sandbox::{Excess, enforceable, exit_words};

use crate::sandbox::guest::{Guest, PATIENCE, python, run, sandbox};

const BOMB: &str = "
import os, time
count = 0
try:
    for _ in range(300):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        count += 1
except OSError:
    pass
print('forked', count, flush=True)
time.sleep(60)
";

/// Returns whether a limit holds for each program at any moment: for root, and where user namespaces are
/// allowed.
fn are_counted_by_the_kernel() -> bool {
    let lines = enforceable(&sandbox());
    let processes = lines.iter().find(|line| line.what == "processes").expect("a line");
    !processes.how.as_ref().is_ok_and(|how| how.contains("watched"))
}

#[test]
fn a_fork_bomb_is_bounded() {
    let mut guest = Guest::start(python(BOMB, sandbox()));
    if are_counted_by_the_kernel() {
        let count: usize = guest.line("forked ").parse().expect("a number");
        assert!((1..32).contains(&count), "{count}");
        assert_eq!(guest.processes().len(), count + 1);
        guest.leave();
    } else {
        // The kernel counts all processes of the user together, so that ours are counted by the watcher.
        let end = guest.end();
        assert_eq!(end.excess, Some(Excess::Processes { most: 32 }));
        assert_eq!(
            end.excess.map(|e| e.to_string()).as_deref(),
            Some("had more than 32 processes and threads")
        );
    }
}

#[test]
fn threads_are_counted_as_processes_are() {
    let script = "
import threading, time
count = 0
try:
    for _ in range(100):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        count += 1
except RuntimeError:
    print('started', count, flush=True)
time.sleep(60)
";
    let mut guest = Guest::start(python(script, sandbox()));
    if are_counted_by_the_kernel() {
        let count: u32 = guest.line("started ").parse().expect("a number");
        assert!((1..32).contains(&count), "{count}");
        guest.leave();
    } else {
        assert_eq!(guest.end().excess, Some(Excess::Processes { most: 32 }));
    }
}

#[test]
fn sigterm_may_be_ignored_but_not_the_end() {
    let script = "
import signal, time
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
print('ready', flush=True)
while True:
    time.sleep(60)
";
    let mut guest = Guest::start(python(script, sandbox()));
    guest.line("ready");
    let id = i32::try_from(guest.running.group.id()).ok().and_then(rustix::process::Pid::from_raw);
    rustix::process::kill_process(id.expect("a number"), rustix::process::Signal::TERM)
        .expect("it is ours");
    thread::sleep(Duration::from_millis(50));
    assert_eq!(guest.running.group.try_wait().expect("it can be waited for"), None);
    guest.running.group.kill();
    assert_eq!(exit_words(guest.end().status), "was killed by signal 9 (kill)");
}

#[test]
fn children_left_behind_end_with_it() {
    let script = "
import os, subprocess, sys, time
def orphan(leave):
    if os.fork() == 0:
        left = 1
        try:
            leave()
        except PermissionError:
            left = 0
        if os.fork() == 0:
            time.sleep(60)
        os._exit(left)
    return os.wait()[1] != 0
left = orphan(os.setsid) + orphan(lambda: os.setpgid(0, 0))
quiet = {'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL}
left += subprocess.run(['setsid', 'sleep', '60'], **quiet).returncode == 0
subprocess.Popen(['nohup', 'sh', '-c', 'sleep 60 & sleep 60'], **quiet)
print('left', left, flush=True)
sys.stdin.readline()
";
    let mut guest = Guest::start(python(script, sandbox()));
    assert_eq!(guest.line("left "), "0");
    let begin = Instant::now();
    // Itself, two orphans, the shell and what it started.
    while guest.processes().len() != 6 {
        assert!(begin.elapsed() < PATIENCE, "{:?}", guest.processes());
        thread::sleep(Duration::from_millis(10));
    }
    guest.send("\n");
    let end = guest.end();
    assert_eq!(end.status.code(), Some(0), "{}", end.complained);
}

#[test]
fn one_that_exits_at_once_is_no_problem() {
    let end = run("import sys; sys.exit(3)", sandbox());
    assert_eq!(exit_words(end.status), "exited with status 3");
    assert_eq!((end.said.as_str(), end.complained.as_str()), ("", ""));
}

#[test]
fn one_that_closes_its_pipes_lives_on_until_it_is_dropped() {
    let script = "
import os, time
print('closing', flush=True)
for number in range(3):
    os.close(number)
time.sleep(60)
";
    let mut guest = Guest::start(python(script, sandbox()));
    guest.line("closing");
    let begin = Instant::now();
    let mut byte = [0];
    while !matches!(rustix::io::read(&guest.running.output, &mut byte), Ok(0)) {
        assert!(begin.elapsed() < PATIENCE, "the pipe is not closed");
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(guest.running.group.try_wait().expect("it can be waited for"), None);
    assert_eq!(guest.processes().len(), 1);
    guest.leave();
}

#[test]
fn others_are_out_of_its_reach() {
    let script = format!(
        "
import ctypes, errno, os, resource
def refused(name, f):
    try:
        result = f()
    except OSError as error:
        print(name, 'refused' if error.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS) else error)
    else:
        print(name, 'ALLOWED', result)
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    def f():
        if libc.syscall(*[ctypes.c_long(word) for word in words]) < 0:
            raise OSError(ctypes.get_errno(), 'no')
    return f
other = {other}
refused('kill', lambda: os.kill(other, 0))
refused('parent', lambda: os.kill(os.getppid(), 0))
refused('environ', lambda: open(f'/proc/{{other}}/environ', 'rb').read())
refused('memory', lambda: open(f'/proc/{{other}}/mem', 'rb'))
refused('limits', lambda: resource.prlimit(other, resource.RLIMIT_NOFILE))
refused('priority', lambda: os.setpriority(os.PRIO_USER, 0, 19))
refused('affinity', lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)))
if os.uname().machine == 'x86_64':
    refused('ptrace', call(101, 16, other, 0, 0))
    refused('unshare', call(272, 0x10000000))
    refused('clone', call(56, 0x10000011, 0, 0, 0, 0))
    refused('io_uring', call(425, 1, 0))
    refused('inotify', call(254, 0, 0, 0))
    refused('shmget', call(29, 0, 4096, 0o1600))
    refused('memfd', call(319, 0, 0))
    refused('x32', call(0x40000000 | 112))
",
        other = std::process::id()
    );
    let end = run(&script, sandbox());
    assert_eq!(end.status.code(), Some(0), "{}", end.complained);
    let lines: Vec<&str> = end.said.lines().collect();
    assert!(lines.len() >= 7 && lines.iter().all(|line| line.ends_with(" refused")), "{lines:?}");
}
