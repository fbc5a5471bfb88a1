//! Agents written by the program and built, as a beginner would.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::program::manator;

pub(crate) fn new_agent(language: &str, folder: &Path) -> Output {
    manator().args(["new-agent", language]).arg(folder).output().expect("manator runs")
}

/// Returns a path of that name at which there is nothing.
pub(crate) fn vacant(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).expect("remove what an earlier run left");
    }
    path
}

/// Runs a command in a folder, where warnings are errors.
fn build(folder: &Path, words: &[&str]) {
    let output = Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}: ./test installs what is missing", words[0]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

/// Writes an agent with the program, builds it, and returns its folder and how it is run there.
pub(crate) fn write_and_build(language: &str, name: &str) -> (PathBuf, &'static [&'static str]) {
    let folder = vacant(name);
    let output = new_agent(language, &folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{language}: {said}");
    let run: &[&str] = match language {
        "python" => &["python3", "-W", "error", "agent.py"],
        "rust" => {
            build(&folder, &["cargo", "build", "--release", "--offline", "--quiet"]);
            &["target/release/agent"]
        }
        "java" => {
            build(&folder, &["javac", "-Xlint:all", "-Werror", "Agent.java"]);
            &["java", "Agent"]
        }
        "c" => {
            let strict = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror"];
            build(&folder, &[&["cc", "-O2", "-o", "agent", "agent.c"], &strict[..]].concat());
            &["./agent"]
        }
        "javascript" => &["node", "agent.mjs"],
        _ => panic!("{language}: no such template"),
    };
    (folder, run)
}
