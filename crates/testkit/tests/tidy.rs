//! The invariants that `ARCHITECTURE.md` states, checked on the sources themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::{Path, PathBuf};

/// Longer files are hard to find one's way in; tables and tests aside.
const LINES_MAX: usize = 500;

/// The crates whose code reads or writes JSON; the runners of `testkit` read vectors.
const KNOW_JSON: [&str; 5] = ["cli", "organiser", "page", "server", "testkit"];

const GAMES: [(&str, &str); 5] = [
    ("jetan", "jetan"),
    ("joust", "joust"),
    ("kings_court", "kings-court"),
    ("refusal", "refusal"),
    ("threechess", "threechess"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a file").path();
        if path.is_dir() && !path.ends_with("target") {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Returns the crates a crate's code (not its tests) depends on.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = read(&root().join("crates").join(name).join("Cargo.toml"));
    let Some((_, section)) = manifest.split_once("[dependencies]\n") else { return Vec::new() };
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ']).next());
    names.filter(|name| !name.is_empty()).map(str::to_string).collect()
}

/// Returns those of them that are part of Manator.
fn ours(name: &str) -> Vec<String> {
    dependencies(name).into_iter().filter(|name| name.starts_with("manator-")).collect()
}

fn absent(folder: &str, words: &[&str]) {
    for path in sources(&root().join(folder)) {
        for (number, line) in (1..).zip(read(&path).lines()) {
            let code = line.split("//").next().unwrap_or_default();
            for word in words {
                assert!(!code.contains(word), "{}:{number}: {word}", path.display());
            }
        }
    }
}

#[test]
fn core_stands_alone() {
    assert_eq!(dependencies("core"), Vec::<String>::new());
    let io =
        ["std::fs", "std::io", "std::net", "std::env", "std::process", "println!", "eprintln!"];
    absent("crates/core/src", &io);
    absent("crates/games/src", &io);
    absent("crates/protocol/src", &io);
    absent("crates/tournament/src", &io);
}

#[test]
fn crates_depend_only_upwards() {
    assert_eq!(dependencies("games"), ["manator-core"]);
    assert_eq!(dependencies("search"), ["manator-core"]);
    assert_eq!(ours("engine"), ["manator-core", "manator-games", "manator-search"]);
    assert_eq!(ours("protocol"), ["manator-core"]);
    assert_eq!(ours("tournament"), ["manator-core"]);
    assert_eq!(ours("page"), ["manator-core", "manator-tournament"]);
    let below =
        ["manator-core", "manator-engine", "manator-games", "manator-protocol", "manator-search"];
    assert!(ours("host").iter().all(|name| below.contains(&name.as_str())));
    let below = [&below[..], &["manator-host"]].concat();
    let organised = [&below[..], &["manator-queue", "manator-tournament"]].concat();
    assert!(ours("organiser").iter().all(|name| organised.contains(&name.as_str())));
    let served = [&organised[..], &["manator-organiser", "manator-page"]].concat();
    assert!(ours("server").iter().all(|name| served.contains(&name.as_str())));
    assert!(ours("tui").iter().all(|name| below.contains(&name.as_str())));
    assert!(ours("queue").is_empty());
    assert!(!dependencies("testkit").contains(&"manator-games".to_string()));
}

#[test]
fn rules_are_not_serialised() {
    absent("crates/core/src", &["Serialize", "serde"]);
    absent("crates/games/src", &["Serialize", "serde"]);
}

#[test]
fn few_know_json() {
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let name = folder.expect("a folder").file_name().to_string_lossy().into_owned();
        let knows = dependencies(&name).contains(&"serde_json".to_string());
        assert!(!knows || KNOW_JSON.contains(&name.as_str()), "{name} knows JSON");
    }
}

#[test]
fn search_names_no_game() {
    absent("crates/search/src", &["manator_games", "jetan", "joust", "threechess", "kings_court"]);
}

#[test]
fn no_game_imports_another() {
    for (game, _) in GAMES {
        let others = GAMES.iter().filter(|(other, _)| *other != game);
        let words: Vec<String> = others.map(|(other, _)| format!("crate::{other}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        absent(&format!("crates/games/src/{game}"), &words);
    }
}

#[test]
fn every_game_has_every_file() {
    let folders = fs::read_dir(root().join("crates/games/src")).expect("the games");
    let folders = folders.filter(|entry| entry.as_ref().expect("a file").path().is_dir()).count();
    assert_eq!(folders, GAMES.len(), "a game is missing from the list in this test");
    for (module, name) in GAMES {
        for file in [
            "mod.rs",
            "position.rs",
            "moves.rs",
            "notation.rs",
            "view.rs",
            "rules.md",
            "lessons.rs",
        ] {
            let path = root().join("crates/games/src").join(module).join(file);
            assert!(path.exists(), "{} is missing", path.display());
        }
        for path in [
            format!("crates/games/tests/{module}.rs"),
            format!("crates/engine/tests/eval_{module}.rs"),
            format!("crates/games/benches/perft/{module}.rs"),
            format!("crates/games/tests/vectors/{name}.jsonl"),
            format!("crates/games/tests/playthroughs/{name}/default.txt"),
        ] {
            assert!(root().join(&path).exists(), "{path} is missing");
        }
        let test = read(&root().join(format!("crates/games/tests/{module}.rs")));
        for promise in
            ["vectors::check_all", "contract::check", "symmetry::check", "refuses(", "ended("]
        {
            assert!(test.contains(promise), "{module}: its test lacks {promise}");
        }
    }
}

#[test]
fn every_file_says_what_it_is() {
    for path in sources(&root().join("crates")) {
        let text = read(&path);
        assert!(text.starts_with("//! "), "{}: no //! line", path.display());
        let licence = "// SPDX-License-Identifier: MIT OR Apache-2.0";
        assert!(text.contains(licence), "{}: no licence line", path.display());
        let is_test = path.components().any(|part| part.as_os_str() == "tests");
        let lines = text.lines().count();
        assert!(is_test || lines <= LINES_MAX, "{}: {lines} lines", path.display());
    }
}

#[test]
fn no_test_is_forgotten() {
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let folder = folder.expect("a folder").path();
        let manifest = read(&folder.join("Cargo.toml"));
        if !manifest.contains("autotests = false") {
            continue;
        }
        let all = read(&folder.join("tests/all.rs"));
        for entry in fs::read_dir(folder.join("tests")).expect("tests") {
            let path = entry.expect("a file").path();
            let name = path.file_stem().expect("a name").display().to_string();
            let is_code = path.extension().is_some_and(|end| end == "rs")
                || ["mod.rs", "main.rs"].iter().any(|file| path.join(file).exists());
            let is_known = all.contains(&format!("mod {name};"))
                || manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(!is_code || is_known, "{} is no test of any program", path.display());
        }
    }
}

#[test]
fn nothing_is_left_undone() {
    let unfinished = ["todo!(", "unimplemented!(", "#[ignore", "allow(dead_code", "dbg!("];
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let folder = folder.expect("a folder").path();
        if !folder.ends_with("testkit") {
            absent(
                &format!("crates/{}/", folder.file_name().expect("a name").display()),
                &unfinished,
            );
        }
    }
}
