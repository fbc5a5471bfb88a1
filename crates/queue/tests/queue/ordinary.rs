//! Most of these tests once more, as a user who is not root.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// A number that nobody has.
const USER: u32 = 61_193;

#[test]
fn all_this_holds_for_an_ordinary_user() {
    if !std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        // They are run as one already.
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    chown(home.path(), Some(USER), Some(USER)).expect("a folder of its own");
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["doors::", "errors::", "jobs::", "trust::", "workers_are_killed_and_frozen"]);
    command.args(["--test-threads", "2"]);
    command.env("HOME", home.path()).env("TMPDIR", home.path()).uid(USER).gid(USER);
    let output = command.output().expect("this program can be run by everybody");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "as an ordinary user:\n{said}");
    assert!(said.contains("test trust::"), "{said}");
}
