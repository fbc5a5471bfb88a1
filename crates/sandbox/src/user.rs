//! A user for one program alone.
//!
//! The kernel counts processes by user and does not count those of root. Whoever is root therefore gives
//! each program a user that nobody else is. That user owns nothing and may read what everybody may.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Numbers that neither Debian nor systemd give to anybody.
const USERS: std::ops::RangeInclusive<u32> = 60_706..=61_183;
/// Where we say which numbers are taken. Only root can.
const LOCKS: &str = "/run/manator";

/// A user that is no other's as long as this lives.
#[derive(Debug)]
pub(super) struct User {
    pub(super) id: u32,
    /// The system lets go of it with the process.
    _lock: File,
}

impl User {
    pub(super) fn claim() -> io::Result<User> {
        let made = DirBuilder::new().mode(0o700).create(LOCKS);
        if let Err(error) = made
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(io::Error::new(error.kind(), format!("{LOCKS}: {error}")));
        }
        let known = known()?;
        for id in USERS.filter(|id| !known.contains(id)) {
            let path = Path::new(LOCKS).join(format!("user-{id}"));
            let lock = File::options().create(true).append(true).open(path)?;
            // Processes are looked at only now: nobody else of us can start one from here on.
            if lock.try_lock().is_ok() && !running()?.contains(&id) {
                return Ok(User { id, _lock: lock });
            }
        }
        Err(io::Error::other("every user for programs is taken"))
    }
}

fn known() -> io::Result<HashSet<u32>> {
    let accounts = match fs::read("/etc/passwd") {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    Ok(accounts.lines().filter_map(|line| line.split(':').nth(2)?.parse().ok()).collect())
}

/// Returns the users that a process runs as, one that has ended and is not reaped included.
fn running() -> io::Result<HashSet<u32>> {
    let mut users = HashSet::new();
    for entry in fs::read_dir("/proc")? {
        // Whatever has gone meanwhile is nobody any more.
        let Ok(status) = fs::read(entry?.path().join("status")) else { continue };
        let status = String::from_utf8_lossy(&status);
        let line = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default();
        users.extend(line.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
    }
    Ok(users)
}

/// Returns the first part of a path that is closed to a user who owns nothing; `None` if all is open.
pub(super) fn closed(path: &Path) -> io::Result<Option<PathBuf>> {
    let path = path.canonicalize()?;
    let mut parts: Vec<&Path> = path.ancestors().collect();
    parts.reverse();
    for part in parts {
        // To pass through a folder takes less than to read it, or to run a program.
        let needed = if part == path { 0o005 } else { 0o001 };
        if fs::metadata(part)?.permissions().mode() & needed != needed {
            return Ok(Some(part.into()));
        }
    }
    Ok(None)
}
