//! What a program of strangers may use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::path::PathBuf;
use std::time::Duration;

/// What an untrusted program may use.
///
/// It reads files as its user may, and writes none; it has no network unless allowed; it cannot leave its
/// process group, so that whoever kills the group kills all of it. See `docs/sandbox.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// Memory in bytes, of all its processes together.
    pub memory: u64,
    /// Time of the processor, of all its processes together.
    pub cpu: Duration,
    /// Processes and threads at once.
    pub processes: u32,
    /// Bytes of the largest file it may write.
    pub file_size: u64,
    /// Whether it may use the Internet.
    pub network: bool,
    /// A folder in which each start makes a private scratch directory, which ends with the program. The
    /// program finds it as `TMPDIR` and `HOME`. Without one it can write nowhere.
    pub writable: Option<PathBuf>,
    /// The `manator` program, which limits itself and then becomes the other; `None` for the program that
    /// runs now.
    pub launcher: Option<PathBuf>,
}

impl Default for Sandbox {
    fn default() -> Self {
        Sandbox {
            memory: 1 << 30,
            cpu: Duration::from_secs(3600),
            processes: 32,
            file_size: 16 << 20,
            network: false,
            writable: None,
            launcher: None,
        }
    }
}

/// One limit, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enforced {
    /// What is limited.
    pub what: &'static str,
    /// How it is enforced, or why it is not.
    pub how: Result<&'static str, String>,
}

/// Returns what the kernel here can enforce, found out by trying: one line per limit, for the user.
pub fn enforceable(_sandbox: &Sandbox) -> Vec<Enforced> {
    vec![Enforced { what: "programs", how: Err("cannot be limited yet".into()) }]
}
