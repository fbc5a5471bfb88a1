//! A user namespace for one program.
//!
//! Since Linux 5.14 the kernel counts the processes of a user in each namespace by itself, so that a limit
//! holds for one program alone, also where nobody is root. The program has no rights in its namespace: it
//! is the same user as outside, and what it starts there begins without them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io;

use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

/// Puts this process, which must have one thread, into a namespace of its own.
pub(super) fn enter() -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    #[expect(deprecated, reason = "its danger is with other flags, and with other threads")]
    rustix::thread::unshare(UnshareFlags::NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}
