//! Programs in the sandbox are watched: the kernel limits a process, and we what all of them use together.
//!
//! Why memory is limited in two ways: the address space (RLIMIT_AS) would be one number for everything,
//! but Java, Node and Go reserve far more of it than they ever use. RLIMIT_DATA counts only memory that
//! can be written and is the process's alone, so that they run; but it counts for each process, and not
//! what processes share. So the memory that is really there is added up over the whole group as well, ten
//! times a second, and the group is killed when it is too much.
//!
//! One thread watches all programs, because one look at `/proc` shows them all. It ends with the last.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::Sandbox;
use super::cgroup::Cgroup;
use super::members::{self, Member};

const POLL_INTERVAL: Duration = Duration::from_millis(100);

static WATCHED: Mutex<Watched> = Mutex::new(Watched { programs: Vec::new(), has_thread: false });

struct Watched {
    programs: Vec<Weak<Watch>>,
    has_thread: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    #[error("used more than {} MiB of memory", most.div_ceil(1 << 20))]
    Memory { most: u64 },
    #[error("used more than {} s of the processor", most.as_secs_f64())]
    Cpu { most: Duration },
    #[error("had more than {most} processes and threads")]
    Processes { most: u32 },
}

/// A program that is watched as long as this lives.
#[derive(Debug)]
pub(super) struct Watch {
    group: Pid,
    limits: Sandbox,
    /// Removed at the end.
    cgroup: Mutex<Option<Cgroup>>,
    excess: OnceLock<Excess>,
    /// Whether the group may have ended, so that its number may be another's.
    is_over: Mutex<bool>,
}

impl Watch {
    pub(super) fn begin(
        group: Pid,
        limits: &Sandbox,
        cgroup: Option<Cgroup>,
    ) -> io::Result<Arc<Watch>> {
        let watch = Arc::new(Watch {
            group,
            limits: limits.clone(),
            cgroup: Mutex::new(cgroup),
            excess: OnceLock::new(),
            is_over: Mutex::new(false),
        });
        let mut watched = lock(&WATCHED);
        if !watched.has_thread {
            thread::Builder::new().name("sandbox".into()).spawn(watch_all)?;
            watched.has_thread = true;
        }
        watched.programs.push(Arc::downgrade(&watch));
        Ok(watch)
    }

    pub(super) fn excess(&self) -> Option<Excess> {
        self.excess.get().copied()
    }

    /// Ends watching, before the number of the group can become another's.
    pub(super) fn end(&self) {
        *lock(&self.is_over) = true;
        if let Some(cgroup) = lock(&self.cgroup).take()
            && let Some(excess) = cgroup.excess()
        {
            let _ = self.excess.set(excess);
        }
    }

    /// Returns what the group uses too much of.
    fn judge(&self, members: &[Member]) -> Option<Excess> {
        let Sandbox { memory, cpu, processes, .. } = self.limits;
        let group = self.group.as_raw_nonzero().get();
        let ours = || members.iter().filter(|member| member.group == group);
        if ours().map(|member| member.threads).sum::<u64>() > u64::from(processes) {
            return Some(Excess::Processes { most: processes });
        }
        let by_kernel = lock(&self.cgroup).as_ref().and_then(Cgroup::cpu);
        let used = || ours().map(|member| member.cpu).sum::<Duration>();
        if by_kernel.unwrap_or_else(used) > cpu {
            return Some(Excess::Cpu { most: cpu });
        }
        // What processes share is counted several times in the cheap sum; the exact one takes the kernel
        // a walk through all of it.
        let is_much = ours().map(|member| member.resident).sum::<u64>() > memory;
        let share = |member: &Member| members::share(member.process);
        let is_excess = is_much && ours().map(share).sum::<u64>() > memory;
        is_excess.then_some(Excess::Memory { most: memory })
    }
}

fn watch_all() {
    loop {
        thread::sleep(POLL_INTERVAL);
        let watches: Vec<Arc<Watch>> = {
            let mut watched = lock(&WATCHED);
            watched.programs.retain(|program| program.strong_count() > 0);
            if watched.programs.is_empty() {
                watched.has_thread = false;
                return;
            }
            watched.programs.iter().filter_map(Weak::upgrade).collect()
        };
        let members: Vec<Member> = members::all().filter(|member| !member.has_ended).collect();
        for watch in watches {
            let Some(excess) = watch.judge(&members) else { continue };
            let is_over = lock(&watch.is_over);
            if !*is_over {
                let _ = watch.excess.set(excess);
                // The only failure is that there is nobody left to kill.
                let _ = kill_process_group(watch.group, Signal::KILL);
            }
        }
    }
}

/// Locks; whoever panicked while holding it left whole values behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
