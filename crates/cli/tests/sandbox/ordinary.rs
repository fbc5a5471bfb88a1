//! The same tests once more, as a user who is not root.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::sandbox::guest::{is_root, open_folder};

/// A number that nobody has, beside those that the sandbox gives away.
const USER: u32 = 61_190;

#[test]
fn all_this_holds_for_an_ordinary_user() {
    if !is_root() {
        // They are run as one already.
        return;
    }
    let home = open_folder();
    let tests = std::env::current_exe().expect("this program");
    let mut command = Command::new(tests);
    command.args(["sandbox::", "--skip", "sandbox::ordinary", "--test-threads", "2"]);
    command.env("HOME", home.path()).uid(USER).gid(USER);
    let output = command.output().expect("this program can be run by everybody");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "as an ordinary user:\n{said}");
    assert!(said.contains("test sandbox::secrets::"), "{said}");
}
