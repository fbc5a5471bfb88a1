//! Workers and organisers once more, as a user who is not root.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg(feature = "queue")]

use std::os::unix::process::CommandExt;
use std::process::Command;

/// A number that nobody has, beside those that the sandbox gives away.
const USER: u32 = 61_192;

#[test]
fn all_this_holds_for_an_ordinary_user() {
    if !rustix::process::getuid().is_root() {
        // They are run as one already.
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::chown(home.path(), Some(USER), Some(USER)).expect("a folder of its own");
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["tournaments::strangers::", "tournaments::machines::three_workers"]);
    command.args(["--test-threads", "2"]);
    command.env("HOME", home.path()).env("TMPDIR", home.path()).uid(USER).gid(USER);
    let output = command.output().expect("this program can be run by everybody");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "as an ordinary user:\n{said}");
    for name in ["strangers::a_forged_result", "machines::"] {
        assert!(said.contains(&format!("test tournaments::{name}")), "{said}");
    }
}
