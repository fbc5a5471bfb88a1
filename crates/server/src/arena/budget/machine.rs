//! How much memory and how many processors this machine, or the container it is in, has for agents.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::thread;

use super::Whole;

/// Which part of the memory that can be had is for agents: the rest is for games, pages, tournaments and others.
const PART: u64 = 2;
/// What is assumed where the system does not say.
const MEMORY_UNKNOWN_MIB: u64 = 1024;
const MEMORY_MIN_MIB: u64 = 32;
/// How many threads of agents a processor is given, and how many there are at least.
const EACH: usize = 2;
const THREADS_MIN: usize = 4;
const MIB: u64 = 1 << 20;

pub(super) fn whole() -> Whole {
    let available = [
        read_to_string("/proc/meminfo").ok().and_then(|text| available(&text)),
        read_to_string("/proc/self/limits").ok().and_then(|text| own_limit(&text)),
        cgroup(Path::new("/sys/fs/cgroup")),
    ];
    let least = available.into_iter().flatten().min().unwrap_or(MEMORY_UNKNOWN_MIB * MIB);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Whole {
        memory_mib: (least / PART / MIB).max(MEMORY_MIN_MIB),
        threads: (cores * EACH).max(THREADS_MIN),
    }
}

/// Reads `MemAvailable` of `/proc/meminfo`, in bytes.
fn available(text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    rest.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Reads the least of the soft limits of the address space and of data in `/proc/self/limits`, in bytes.
fn own_limit(text: &str) -> Option<u64> {
    let limit = |name: &str| {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    ["Max address space", "Max data size"].into_iter().filter_map(limit).min()
}

/// Returns the least limit of the control groups that this process is in, of either version.
fn cgroup(root: &Path) -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().filter_map(|line| group_limit(root, line)).min()
}

/// Reads the limit of a line such as `0::/user.slice` or `4:memory:/docker/1f2e`, and of all groups around it.
fn group_limit(root: &Path, line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':');
    let (_, kinds, group) = (parts.next()?, parts.next()?, parts.next()?);
    let (folder, file) = match kinds {
        "" => (root.to_path_buf(), "memory.max"),
        kinds if kinds.split(',').any(|kind| kind == "memory") => {
            (root.join("memory"), "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let inner: PathBuf = folder.join(group.trim_start_matches('/'));
    let limit = |group: &Path| read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
    inner.ancestors().take_while(|group| group.starts_with(&folder)).filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use super::{available, group_limit, own_limit, whole};
    use std::fs;

    #[test]
    fn limits_are_read_as_the_system_writes_them() {
        let memory = "MemTotal:        2048 kB\nMemAvailable:    1024 kB\n";
        assert_eq!(available(memory), Some(1 << 20));
        assert_eq!(available("MemTotal: 7 kB\n"), None);
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max data size             2147483648           unlimited            bytes\n\
                      Max address space         1073741824           unlimited            bytes\n";
        assert_eq!(own_limit(limits), Some(1 << 30));
        let free = "Max address space         unlimited            unlimited            bytes\n";
        assert_eq!(own_limit(free), None);
        assert!(whole().memory_mib >= 32 && whole().threads >= 4);
    }

    #[test]
    fn the_least_of_the_groups_around_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        for group in ["a/b", "memory/c"] {
            fs::create_dir_all(root.join(group)).expect("a folder");
        }
        fs::write(root.join("a/memory.max"), "1000\n").expect("a file");
        fs::write(root.join("a/b/memory.max"), "max\n").expect("a file");
        fs::write(root.join("memory/c/memory.limit_in_bytes"), "500\n").expect("a file");
        assert_eq!(group_limit(root, "0::/a/b"), Some(1000));
        assert_eq!(group_limit(root, "4:cpu,memory:/c"), Some(500));
        assert_eq!(group_limit(root, "3:cpu:/c"), None);
        assert_eq!(group_limit(root, "0::/"), None);
    }
}
