//! `docs/seeds.md`: commands show what their rows say, and the tests named there exist.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{NO_CONFIG, root};

/// A demand of a document, in the line `number`.
struct Row {
    number: usize,
    command: String,
    shows: String,
    kept: String,
}

fn rows() -> Vec<Row> {
    let document = fs::read_to_string(root().join("docs/seeds.md")).expect("docs/seeds.md");
    let lines = (1..).zip(document.lines());
    let rows: Vec<Row> = lines
        .filter(|(_, line)| line.starts_with("| ") && !line.starts_with("| the document says "))
        .map(|(number, line)| row(number, line))
        .collect();
    assert!(rows.len() > 100, "{} rows", rows.len());
    rows
}

fn row(number: usize, line: &str) -> Row {
    let pipe = "\\|";
    let line = line.replace(pipe, "\0");
    let cells: Vec<String> = line.split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
    let [_, _, command, shows, kept, _] = &cells[..] else {
        panic!("docs/seeds.md:{number}: expected 4 cells");
    };
    Row { number, command: command.clone(), shows: shows.clone(), kept: kept.clone() }
}

/// Returns what stands between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Runs a command as a shell does that finds `manator`, and returns its status and all that it printed.
fn run(command: &str, data: &Path) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_manator"));
    let folder = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", format!("{folder}:{path}"))
        .env("XDG_CONFIG_HOME", NO_CONFIG)
        .env("XDG_DATA_HOME", data)
        .stdin(Stdio::null())
        .output()
        .expect("sh runs");
    let printed =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code().expect("a status"), printed.concat())
}

#[test]
fn commands_show_what_their_rows_say() {
    let data = tempfile::tempdir().expect("a folder");
    let mut ran = BTreeMap::new();
    for Row { number, command, shows, .. } in rows() {
        let Some(command) = command.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'))
        else {
            let is_said = command == "–" || command.starts_with("windows: ");
            assert!(
                is_said,
                "docs/seeds.md:{number}: expected a command, windows or –: '{command}'"
            );
            continue;
        };
        let (status, printed) =
            ran.entry(command.to_string()).or_insert_with(|| run(command, data.path()));
        let wanted = shows.strip_prefix("status ").map_or(0, |rest| {
            let digits = rest.split(',').next().unwrap_or(rest);
            digits.parse().unwrap_or_else(|_| panic!("docs/seeds.md:{number}: a status"))
        });
        assert_eq!(*status, wanted, "docs/seeds.md:{number}: {command}\n{printed}");
        assert!(
            quoted(&shows).count() > 0,
            "docs/seeds.md:{number}: says nothing of what is shown"
        );
        for text in quoted(&shows) {
            assert!(
                printed.contains(text),
                "docs/seeds.md:{number}: '{text}' is not in\n{printed}"
            );
        }
    }
}

#[test]
fn tests_named_exist() {
    for Row { number, kept, .. } in rows() {
        let kept_now = kept.split("**not yet**").next().unwrap_or_default();
        let mut named = 0;
        for name in quoted(kept_now).filter(|text| text.contains("::")) {
            named += 1;
            assert!(exists(name), "docs/seeds.md:{number}: no test '{name}'");
        }
        let is_said =
            ["**not yet**", "**no test**", "*for people*"].iter().any(|mark| kept.contains(mark));
        assert!(named > 0 || is_said, "docs/seeds.md:{number}: names no test, and does not say so");
    }
}

/// Returns whether there is a test of a name such as `cli/plain/refusal::no_1_asks_who_moves_first`.
fn exists(name: &str) -> bool {
    let Some((file, function)) = name.split_once("::") else { return false };
    let holds = |path: String, declaration: &str| {
        fs::read_to_string(root().join(path)).is_ok_and(|text| text.contains(declaration))
    };
    if let Some(page) = file.strip_prefix("web/") {
        return holds(format!("web/e2e/{page}.mjs"), &format!("async function {function}("));
    }
    let Some((member, module)) = file.split_once('/') else { return false };
    let declaration = format!("#[test]\nfn {function}(");
    [".rs", "/mod.rs"]
        .iter()
        .any(|end| holds(format!("crates/{member}/tests/{module}{end}"), &declaration))
}
