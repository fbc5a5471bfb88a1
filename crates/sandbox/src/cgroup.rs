//! A cgroup of version 2 for one program: the kernel itself limits its memory and its processes and adds
//! up its time.
//!
//! It takes a part of the tree that we may write in, as systemd gives it with `Delegate=yes`, or as root
//! has it. Whoever has none is limited in the other ways.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::Sandbox;
use super::watch::Excess;

const NEEDED: [&str; 2] = ["memory", "pids"];
const PROCESSES: &str = "cgroup.procs";
const SUBTREE: &str = "cgroup.subtree_control";
/// How often, and after what time each, a cgroup is removed again whose last processes are ending.
const REMOVE_ATTEMPTS: u32 = 100;
const REMOVE_INTERVAL: Duration = Duration::from_millis(2);

/// A cgroup for one program. Dropping it kills what is in it.
#[derive(Debug)]
pub(super) struct Cgroup {
    pub(super) path: PathBuf,
    memory: u64,
}

impl Cgroup {
    /// Makes a cgroup with the limits of a program; `None` where the system has none for us.
    pub(super) fn make(limits: &Sandbox) -> Option<Cgroup> {
        static PARENT: OnceLock<Option<PathBuf>> = OnceLock::new();
        let parent = PARENT.get_or_init(|| usable(&own()?, std::process::id())).as_deref()?;
        Cgroup::make_in(parent, limits).ok()
    }

    fn make_in(parent: &Path, limits: &Sandbox) -> io::Result<Cgroup> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("manator-{}-{count}", std::process::id()));
        fs::create_dir(&path)?;
        let cgroup = Cgroup { path, memory: limits.memory };
        cgroup.write("memory.max", &limits.memory.to_string())?;
        cgroup.write("pids.max", &limits.processes.to_string())?;
        // Not every system has swap, and not every kernel ends all of a cgroup at once.
        let _ = cgroup.write("memory.swap.max", "0");
        let _ = cgroup.write("memory.oom.group", "1");
        Ok(cgroup)
    }

    fn write(&self, name: &str, value: &str) -> io::Result<()> {
        fs::write(self.path.join(name), value)
    }

    /// Returns the time of the processor of all that has been in it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        number(&self.path.join("cpu.stat"), "usage_usec").map(Duration::from_micros)
    }

    /// Returns whether it ran out of memory.
    pub(super) fn excess(&self) -> Option<Excess> {
        let killed = number(&self.path.join("memory.events"), "oom_kill");
        killed.is_some_and(|count| count > 0).then_some(Excess::Memory { most: self.memory })
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let _ = self.write("cgroup.kill", "1");
        for _ in 0..REMOVE_ATTEMPTS {
            // What cannot be removed is empty, and goes with the next start of the system.
            match fs::remove_dir(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    thread::sleep(REMOVE_INTERVAL);
                }
                _ => return,
            }
        }
    }
}

/// Puts this process into a cgroup.
pub(super) fn join(path: &Path) -> io::Result<()> {
    fs::write(path.join(PROCESSES), "0")
}

/// Returns the cgroup of version 2 that this process is in.
fn own() -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let inner = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let mut fields = place.split(' ').skip(3);
        let (root, mount) = (fields.next()?, fields.next()?);
        let inner = Path::new(inner).strip_prefix(root).ok()?;
        kind.starts_with("cgroup2 ").then(|| Path::new(mount).join(inner))
    })
}

/// Finds a cgroup in which we can make others: ours, if we are alone in it, or the one above.
fn usable(own: &Path, process: u32) -> Option<PathBuf> {
    let allows = |path: &Path, file: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap_or_default();
        NEEDED.iter().all(|name| text.split_whitespace().any(|word| word == *name))
    };
    let can_write = |path: &Path| {
        let trial = path.join(format!("manator-{process}"));
        fs::create_dir(&trial).and_then(|()| fs::remove_dir(&trial)).is_ok()
    };
    if allows(own, SUBTREE) && can_write(own) {
        return Some(own.into());
    }
    // Where processes are, nothing can be divided among others: we go one level down.
    let are_alone = || {
        let processes = fs::read_to_string(own.join(PROCESSES)).unwrap_or_default();
        processes.split_whitespace().eq([process.to_string().as_str()])
    };
    if allows(own, "cgroup.controllers") && are_alone() && can_write(own) {
        let inner = own.join("manator");
        let moved = fs::create_dir_all(&inner)
            .and_then(|()| fs::write(inner.join(PROCESSES), process.to_string()))
            .and_then(|()| fs::write(own.join(SUBTREE), "+memory +pids"));
        if moved.is_ok() {
            return Some(own.into());
        }
    }
    let above = own.parent()?;
    (allows(above, SUBTREE) && can_write(above)).then(|| above.into())
}

/// Reads a number of a file with lines of names and numbers.
fn number(path: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(found, _)| *found == name)?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Cgroup, Sandbox, join, usable};
    use std::fs;
    use std::path::Path;

    /// Makes a folder that looks like a cgroup. What the kernel does with what is written there is not
    /// tested.
    fn group(path: &Path, controllers: &str, subtree: &str, processes: &str) {
        fs::create_dir_all(path).expect("a folder");
        let files = [
            ("cgroup.controllers", controllers),
            ("cgroup.subtree_control", subtree),
            ("cgroup.procs", processes),
        ];
        for (name, text) in files {
            fs::write(path.join(name), text).expect("a file");
        }
    }

    #[test]
    fn a_place_for_others_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let (above, own) = (folder.path().join("above"), folder.path().join("above/own"));
        group(&above, "cpu memory pids", "", "");
        group(&own, "cpu memory pids", "", "7\n8\n");
        assert_eq!(usable(&own, 7), None, "somebody else is in it");
        group(&above, "cpu memory pids", "cpu memory pids", "");
        assert_eq!(usable(&own, 7), Some(above.clone()));
        group(&own, "cpu memory pids", "memory pids", "7\n8\n");
        assert_eq!(usable(&own, 7), Some(own.clone()));
        group(&own, "cpu memory pids", "", "7\n");
        assert_eq!(usable(&own, 7), Some(own.clone()));
        assert_eq!(fs::read_to_string(own.join("manator/cgroup.procs")).expect("moved"), "7");
        group(&above, "cpu", "cpu", "");
        group(&own, "cpu", "", "7\n");
        assert_eq!(usable(&own, 7), None, "memory cannot be limited");
    }

    #[test]
    fn limits_are_written_and_what_happened_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = Sandbox { memory: 5 << 20, processes: 3, ..Sandbox::default() };
        let cgroup = Cgroup::make_in(folder.path(), &limits).expect("a cgroup");
        let read = |name: &str| fs::read_to_string(cgroup.path.join(name)).expect("a file");
        assert_eq!((read("memory.max"), read("pids.max")), ("5242880".into(), "3".into()));
        join(&cgroup.path).expect("it is there");
        assert_eq!(read("cgroup.procs"), "0");
        assert_eq!((cgroup.cpu(), cgroup.excess()), (None, None));
        fs::write(cgroup.path.join("memory.events"), "max 4\noom 1\noom_kill 1\n").expect("a file");
        fs::write(cgroup.path.join("cpu.stat"), "usage_usec 1500\n").expect("a file");
        assert_eq!(cgroup.cpu().map(|time| time.as_micros()), Some(1500));
        assert!(cgroup.excess().is_some());
    }
}
