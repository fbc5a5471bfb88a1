//! A program that runs, and everything it started.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use super::cgroup::Cgroup;
use super::scratch::Scratch;
use super::user::User;
use super::watch::{Excess, Watch};
use super::{Sandbox, members};

const KILL_TIMEOUT: Duration = Duration::from_secs(1);
const KILL_POLL_INTERVAL: Duration = Duration::from_micros(200);
/// How long processes may outlive the one that started them without counting as left behind.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// A program that runs, in a process group of its own. Dropping it kills the whole group and reaps it.
///
/// The pipes never block: reading from an empty one and writing to a full one is
/// [`io::ErrorKind::WouldBlock`].
#[derive(Debug)]
pub struct Running {
    pub input: OwnedFd,
    pub output: OwnedFd,
    pub errors: OwnedFd,
    pub group: Group,
}

impl Running {
    /// Starts a command, its pipes and its group added.
    pub(super) fn start(command: &mut Command) -> io::Result<Running> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let leader = Pid::from_child(&child);
        let group =
            Group { leader, child, status: None, watch: None, folders: Vec::new(), user: None };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let running =
            Running { input: input.into(), output: output.into(), errors: errors.into(), group };
        for pipe in [&running.input, &running.output, &running.errors] {
            let flags = rustix::fs::fcntl_getfl(pipe)?;
            rustix::fs::fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?;
        }
        Ok(running)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    pub status: ExitStatus,
    /// How many processes that it had started were still running.
    pub left: usize,
}

/// The processes of a group, of which the first is our child. Dropping it kills them all.
#[derive(Debug)]
pub struct Group {
    leader: Pid,
    child: Child,
    /// How the first one ended, once it is reaped. From then on its number may be another's.
    status: Option<ExitStatus>,
    watch: Option<Arc<Watch>>,
    /// Removed before the user is free for others: its files are that user's.
    pub(super) folders: Vec<Scratch>,
    pub(super) user: Option<User>,
}

impl Group {
    /// Kills the program when it uses more than it may.
    pub(super) fn watch(&mut self, limits: &Sandbox, cgroup: Option<Cgroup>) -> io::Result<()> {
        self.watch = Some(Watch::begin(self.leader, limits, cgroup)?);
        Ok(())
    }

    /// Returns the number of the first process, which is that of the group, too.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns what the program was killed for using too much of, if it was.
    pub fn excess(&self) -> Option<Excess> {
        self.watch.as_ref().and_then(|watch| watch.excess())
    }

    /// Returns the most memory the first process has had at once, in bytes; `None` once it has ended, or
    /// where the system does not tell.
    pub fn memory_max(&self) -> Option<u64> {
        // Once it is reaped, its number may be another's.
        if self.status.is_some() {
            return None;
        }
        members::kilobytes(&format!("/proc/{}/status", self.id()), "VmHWM:")
    }

    /// Returns how the first process ended, or `None` while it runs. The others end with it.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.runs()? {
            return Ok(None);
        }
        self.reap()?;
        Ok(self.status)
    }

    fn runs(&self) -> io::Result<bool> {
        // It is not reaped, so that its number still means this group.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(self.status.is_none()
            && rustix::process::waitid(WaitId::Pid(self.leader), options)?.is_none())
    }

    /// Returns how the first process ended and how many of the others it left behind, or `None` while it
    /// runs. Those left behind have a moment to end by themselves, and are killed then.
    pub fn ended(&mut self) -> io::Result<Option<Ended>> {
        if self.runs()? {
            return Ok(None);
        }
        let begin = Instant::now();
        let count = || match self.status {
            None => members::count_others(self.leader),
            Some(_) => 0,
        };
        let mut left = count();
        while left > 0 && begin.elapsed() < EXIT_TIMEOUT {
            thread::sleep(Duration::from_millis(5));
            left = count();
        }
        let status = self.try_wait()?;
        Ok(status.map(|status| Ended { status, left }))
    }

    pub fn kill(&mut self) {
        if self.status.is_none() {
            // The only failure is that there is nobody left to kill.
            let _ = rustix::process::kill_process_group(self.leader, Signal::KILL);
        }
    }

    /// Kills all and waits until none is left.
    fn reap(&mut self) -> io::Result<()> {
        self.kill();
        if self.status.is_none() {
            if let Some(watch) = &self.watch {
                watch.end();
            }
            self.status = Some(self.child.wait()?);
            // The others are reaped by whoever inherited them, which may take that one its time; here it
            // matters that they have ended. A process in the hands of a driver may not do so soon.
            let begin = Instant::now();
            while rustix::process::test_kill_process_group(self.leader) != Err(Errno::SRCH)
                && members::is_alive(self.leader)
                && begin.elapsed() < KILL_TIMEOUT
            {
                thread::sleep(KILL_POLL_INTERVAL);
            }
            self.folders.clear();
            drop(self.user.take());
        }
        Ok(())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Nobody can be told that the system refuses to wait for a child of ours.
        let _ = self.reap();
    }
}
