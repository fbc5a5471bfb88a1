//! The invariants that `ARCHITECTURE.md` states, checked on the sources themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::{Path, PathBuf};

/// Longer files are hard to find one's way in; tables and tests aside.
const LINES_MAX: usize = 500;

/// The crates whose code reads or writes JSON; the runners of `testkit` read vectors.
const KNOW_JSON: [&str; 5] = ["cli", "organise", "server", "state", "testkit"];

/// What every game has in its folder, `crates/games/src/<game>`.
const FILES: [&str; 7] =
    ["mod.rs", "position.rs", "moves.rs", "notation.rs", "view.rs", "rules.md", "lessons.rs"];

/// What the tests of every game call.
const PROMISES: [&str; 5] =
    ["vectors::check_all", "contract::check", "symmetry::check", "refuses(", "ended("];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Adds the files below a folder.
fn all_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a file").path();
        if !path.is_dir() {
            files.push(path);
        } else if !path.ends_with("target") {
            all_files(&path, files);
        }
    }
}

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    all_files(folder, &mut files);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
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

fn absent(folder: &str, words: &[impl AsRef<str>]) {
    sources(&root().join(folder)).iter().for_each(|path| lacks(path, words));
}

/// Checks that the code of a file, comments aside, contains none of some words.
fn lacks(path: &Path, words: &[impl AsRef<str>]) {
    for (number, line) in (1..).zip(read(path).lines()) {
        let code = line.split("//").next().unwrap_or_default();
        for word in words.iter().map(AsRef::as_ref) {
            assert!(!code.contains(word), "{}:{number}: {word}", path.display());
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

/// Reads the crates in the order of the first table of ARCHITECTURE.md.
fn listed_crates() -> Vec<String> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let names = text.lines().filter_map(|line| line.strip_prefix("| `crates/")?.split('`').next());
    names.map(str::to_string).collect()
}

/// Rules and agents are to run in a browser, too, where there are no files, sockets, threads and clocks.
#[test]
fn rules_and_agents_need_no_system() {
    const SYSTEM: [&str; 8] = [
        "std::env",
        "std::fs",
        "std::io",
        "std::net",
        "std::process",
        "std::thread",
        "Instant",
        "SystemTime",
    ];
    const PLATFORM: &str = "crates/search/src/platform.rs";
    for name in ["core", "games", "search", "engine"] {
        let folder = root().join("crates").join(name).join("src");
        let files = sources(&folder);
        files.iter().filter(|path| !path.ends_with(PLATFORM)).for_each(|path| lacks(path, &SYSTEM));
    }
}

#[test]
fn crates_depend_only_upwards() {
    let listed = listed_crates();
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let name = folder.expect("a folder").file_name().to_string_lossy().into_owned();
        let at = listed.iter().position(|one| *one == name);
        let at = at.unwrap_or_else(|| panic!("ARCHITECTURE.md does not list crates/{name}"));
        for below in ours(&name) {
            let is_above = listed[..at].iter().any(|one| below == format!("manator-{one}"));
            assert!(is_above, "{name} depends on {below}, which ARCHITECTURE.md lists below it");
        }
    }
    assert_eq!(dependencies("games"), ["manator-core"]);
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

/// Returns the games of the catalog: the module and the rulebook of each.
fn games() -> Vec<(String, String)> {
    let catalog = read(&root().join("crates/games/src/catalog.rs"));
    let (_, list) = catalog.split_once("$then! {\n").expect("the list of games");
    let lines = list.lines().map_while(|line| line.trim().strip_suffix(','));
    let pairs = lines.map(|line| line.split_once("::").expect("module::Rulebook"));
    pairs.map(|(module, rulebook)| (module.to_string(), rulebook.to_string())).collect()
}

#[test]
fn search_names_no_game() {
    let rulebooks = games().into_iter().map(|(_, rulebook)| rulebook);
    let words: Vec<String> = rulebooks.chain(["manator_games".to_string()]).collect();
    absent("crates/search/src", &words);
}

#[test]
fn no_game_imports_another() {
    for (game, _) in games() {
        let others = games().into_iter().filter(|(other, _)| *other != game);
        let words: Vec<String> = others.map(|(other, _)| format!("crate::{other}")).collect();
        absent(&format!("crates/games/src/{game}"), &words);
    }
}

#[test]
fn every_folder_is_in_the_catalog() {
    for folder in fs::read_dir(root().join("crates/games/src")).expect("the games") {
        let path = folder.expect("a file").path();
        let listed = games().iter().any(|(module, _)| path.ends_with(module));
        assert!(!path.is_dir() || listed, "{} is not in catalog.rs", path.display());
    }
}

/// The compiler finds the modules that [`games`] names; here is what it would not miss.
#[test]
fn every_game_has_every_part() {
    let mut missing = Vec::new();
    for (module, rulebook) in games() {
        let source = format!("crates/games/src/{module}");
        let tests = format!("crates/games/tests/{module}");
        let files = FILES.iter().map(|file| format!("{source}/{file}"));
        let others = ["vectors.jsonl", "play/default.txt"].map(|file| format!("{tests}/{file}"));
        for path in files.chain(others) {
            if !root().join(&path).exists() {
                missing.push(path);
            }
        }
        let test = read(&root().join(&tests).join("mod.rs"));
        let absent = PROMISES.iter().filter(|promise| !test.contains(*promise));
        missing.extend(absent.map(|promise| format!("{tests}/mod.rs: {promise}")));
        // The strong search is for two players.
        let rules =
            sources(&root().join(&source)).iter().map(|path| read(path)).collect::<String>();
        let eval = format!("crates/engine/tests/eval/{module}.rs");
        let of_two = rules.contains(&format!("TwoPlayer for {rulebook}"));
        if of_two && !read(&root().join(&eval)).contains("exact::check::<") {
            missing.push(format!("{eval}: exact::check"));
        }
    }
    assert!(missing.is_empty(), "missing:\n{}", missing.join("\n"));
}

#[test]
fn the_number_of_games_is_written_nowhere() {
    const NUMBERS: [&str; 10] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = NUMBERS[games().len() - 1];
    const FOLDERS: [&str; 4] = ["crates", "docs", "web/src", "scripts"];
    let mut files: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "test"]
        .map(|file| root().join(file))
        .to_vec();
    FOLDERS.iter().for_each(|folder| all_files(&root().join(folder), &mut files));
    for path in files {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let words = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        for noun in ["games", "remarkable", "board games"] {
            let counted = format!("{number} {noun}");
            assert!(!words.contains(&counted), "{}: \"{counted}\"", path.display());
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
        let games = games();
        for entry in fs::read_dir(folder.join("tests")).expect("tests") {
            let path = entry.expect("a file").path();
            let name = path.file_stem().expect("a name").display().to_string();
            let is_code = path.extension().is_some_and(|end| end == "rs")
                || ["mod.rs", "main.rs"].iter().any(|file| path.join(file).exists());
            let is_known = [format!("mod {name};"), format!("mod {name} {{")]
                .iter()
                .any(|declared| all.contains(declared))
                || all.contains("every_game!") && games.iter().any(|(module, _)| *module == name)
                || manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(!is_code || is_known, "{} is no test of any program", path.display());
        }
    }
}

/// Every test that `docs/security.md` names for a promise is one.
#[test]
fn promises_are_tested() {
    let document = read(&root().join("docs/security.md"));
    let (_, table) = document.split_once("| somebody tries to |").expect("the table of attacks");
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let tests: String = sources(&root().join("crates")).iter().map(|path| read(path)).collect();
    for row in rows {
        let (_, names) = row.trim_end_matches('|').rsplit_once('|').expect("two columns");
        let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test is named: {row}");
        for name in names {
            let is_test = tests.contains(&format!("#[test]\nfn {name}()"))
                || tests.contains(&format!("    #[test]\n    fn {name}()"));
            assert!(is_test, "there is no test '{name}': {row}");
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

/// Texts of others reach a terminal through one module that cleans them, and through the full screen, which does, too.
#[test]
fn nothing_is_printed_around_the_streams() {
    // Besides, a server that cannot keep a game says so; what it quotes is cleaned in the same line.
    let allowed = ["cli/src/streams.rs", "tui/src/screen.rs", "server/src/arena/rooms/mod.rs"];
    let words = ["print!", "println!", "stdout()", "stderr()", "dbg!", "anstream", "/dev/tty"];
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let folder = folder.expect("a crate").path();
        if folder.ends_with("testkit") {
            continue;
        }
        let is_allowed = |path: &PathBuf| allowed.iter().any(|allowed| path.ends_with(allowed));
        for path in sources(&folder.join("src")).iter().filter(|path| !is_allowed(path)) {
            for (number, line) in (1..).zip(read(path).lines()) {
                let code = line.split("//").next().unwrap_or_default();
                let ours = ["streams::stdout()", "streams::stderr()", ".use_stderr()"];
                let code = ours.iter().fold(code.to_string(), |code, own| code.replace(own, ""));
                for word in words {
                    assert!(!code.contains(word), "{}:{number}: {word}", path.display());
                }
            }
        }
    }
}
