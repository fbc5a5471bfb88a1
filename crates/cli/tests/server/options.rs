//! The guide names every option that there is.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;

use crate::driver::manator;

/// Returns the options that the help of a command lists, as the guide writes them.
fn options(command: &str) -> Vec<String> {
    let output = manator().args([command, "--help"]).output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("text");
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let names = lines.filter_map(|line| {
        let names = line.split(['<', '[']).next().unwrap_or_default().trim();
        let is_common = names.contains("--help") || names.contains("--config");
        (!is_common && names.contains("--")).then(|| names.replace(", ", "`, `"))
    });
    // The descriptions of choices are lists, too.
    names.filter(|names| !names.contains(": ")).map(|names| format!("| `{names}")).collect()
}

#[test]
fn the_guide_names_every_option() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let guide = fs::read_to_string(path).expect("docs/server.md");
    let (server, agent) = guide.split_once("## All options of an agent").expect("both lists");
    for (command, section, count) in [("server", server, 25), ("agent", agent, 23)] {
        let options = options(command);
        assert_eq!(options.len(), count, "{options:#?}");
        for option in options {
            assert!(section.contains(&option), "manator {command}: {option} is not in the guide");
        }
    }
}
