//! The program in a terminal as a process: its signals and its end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::process::{Child, ExitStatus};
use std::thread::{self, JoinHandle};

use portable_pty::{CommandBuilder, SlavePty};
use rustix::io::Errno;
pub use rustix::process::Signal;
use rustix::process::{Pid, WaitId, WaitIdOptions};

#[track_caller]
pub(super) fn start(slave: &dyn SlavePty, builder: CommandBuilder) -> Child {
    let program = format!("{:?}", builder.get_argv());
    let child: Box<dyn portable_pty::Child> = match slave.spawn_command(builder) {
        Ok(child) => child,
        Err(error) => panic!("cannot start {program}: {error:#}"),
    };
    match child.downcast::<Child>() {
        Ok(child) => *child,
        Err(_) => panic!("{program}: not a process of the standard library"),
    }
}

/// Waits on a thread for a process to end, then calls `ended` with it, not reaped yet.
///
/// As long as a process is not reaped its number belongs to nobody else, so that whoever reaps it under a
/// lock, and sends signals under the same lock, cannot hit a stranger.
pub(super) fn watch(child: Child, ended: impl FnOnce(Child) + Send + 'static) -> JoinHandle<()> {
    thread::spawn(move || {
        let pid = Pid::from_child(&child);
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while let Err(Errno::INTR) = rustix::process::waitid(WaitId::Pid(pid), options) {}
        ended(child);
    })
}

/// Reaps a process that ended, after killing what it left running in its group.
///
/// What is left would hold the terminal open, and its output would never be known to be complete.
pub(super) fn reap(mut child: Child) -> ExitStatus {
    kill_group(Pid::from_child(&child));
    child.wait().expect("the process is there until it is waited for")
}

pub(super) fn has_stopped(pid: Pid) -> bool {
    let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG;
    matches!(rustix::process::waitid(WaitId::Pid(pid), options), Ok(Some(_)))
}

#[track_caller]
pub(super) fn send(pid: Pid, signal: Signal) {
    if let Err(error) = rustix::process::kill_process(pid, signal) {
        panic!("cannot send {signal:?}: {error}");
    }
}

pub(super) fn kill_group(leader: Pid) {
    let _ = rustix::process::kill_process_group(leader, Signal::KILL);
}
