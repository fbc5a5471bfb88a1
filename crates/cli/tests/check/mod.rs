//! `manator check`: good agents pass, and each bad one fails by what is wrong with it.
//!
//! Lateness is judged with a margin that a busy machine does not use up.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod good;
mod zoo;

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program::manator;

/// A report card.
pub(crate) struct Card {
    pub(crate) status: Option<i32>,
    pub(crate) json: Value,
}

impl Card {
    /// Returns the names of the items with a grade.
    pub(crate) fn graded(&self, grade: &str) -> Vec<&str> {
        let items = self.json["items"].as_array().expect("items");
        let graded = items.iter().filter(|item| item["grade"] == grade);
        graded.map(|item| item["name"].as_str().expect("a name")).collect()
    }

    /// Returns an item.
    #[track_caller]
    pub(crate) fn item(&self, name: &str) -> &Value {
        let items = self.json["items"].as_array().expect("items");
        items.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("no item {name}"))
    }
}

/// Runs the command in a folder.
pub(crate) fn run(folder: &Path, words: &[&str]) -> Output {
    manator().arg("check").args(words).current_dir(folder).output().expect("manator runs")
}

/// Examines an agent that is run in a folder.
#[track_caller]
pub(crate) fn check(folder: &Path, options: &[&str], agent: &[&str]) -> Card {
    let output = run(folder, &[&["--json"], options, &["--"], agent].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8(output.stdout).expect("text");
    let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{said}"));
    Card { status: output.status.code(), json }
}
