//! One more game, added as `CONTRIBUTING.md` says: its own files and one line of the catalog.
//!
//! The workspace is copied, `fixtures/sixth_game` is laid over it, the line is added, and the program that is
//! built there knows the game everywhere. The copy stays and is only brought up to date, and what others wrote
//! is compiled once for both: a run after a run costs seconds.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const LINE: &str = "            breakthrough::Breakthrough,\n";

/// What a workspace is made of.
const PARTS: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "crates",
    "docs",
    "scripts",
    "test",
    "web/dist",
    "web/src",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds the files below a path, relative to `root`.
fn files(root: &Path, below: &Path, found: &mut Vec<PathBuf>) {
    let path = root.join(below);
    if path.is_file() {
        found.push(below.to_path_buf());
    } else if !["fixtures", "snapshots", "target"].iter().any(|name| path.ends_with(name)) {
        for entry in fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())) {
            files(root, &below.join(entry.expect("a file").file_name()), found);
        }
    }
}

/// Writes a file unless it is so already: what did not change is not compiled again.
fn write(path: &Path, contents: &[u8]) {
    if fs::read(path).is_ok_and(|before| before == contents) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("create the folder");
    fs::write(path, contents).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Returns what a file of the workspace becomes in the copy.
fn changed(file: &Path, text: String) -> String {
    if file == Path::new("crates/games/src/catalog.rs") {
        let at = text.find("        }\n    };\n").expect("the end of the list");
        return format!("{}{LINE}{}", &text[..at], &text[at..]);
    }
    if file != Path::new("Cargo.toml") {
        return text;
    }
    // Another version, so that nothing built here is taken for something of the workspace itself; and
    // neither optimisation nor line numbers, because a few moves are all that is played.
    let (head, tail) = text.split_once("version = \"").expect("a version");
    let (_, tail) = tail.split_once('"').expect("a version");
    let text = format!("{head}version = \"0.6.0\"{tail}").replace("\"line-tables-only\"", "false");
    let own = "[profile.dev.package.manator-";
    let sections = text.split("\n\n").filter(|section| !section.starts_with(own));
    sections.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Brings the copy of the workspace up to date.
fn copy_to(scratch: &Path) {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sixth_game");
    let mut wanted = Vec::new();
    PARTS.iter().for_each(|part| files(&root(), Path::new(part), &mut wanted));
    for file in &wanted {
        let contents = fs::read(root().join(file)).expect("a file of the workspace");
        let contents = match String::from_utf8(contents) {
            Ok(text) => changed(file, text).into_bytes(),
            Err(binary) => binary.into_bytes(),
        };
        // Cargo writes the versions of the copy into its lock file.
        if file != Path::new("Cargo.lock") || !scratch.join(file).exists() {
            write(&scratch.join(file), &contents);
        }
    }
    let mut added = Vec::new();
    files(&fixture, Path::new("crates"), &mut added);
    for file in &added {
        assert!(!wanted.contains(file), "{} is no file of the new game alone", file.display());
        write(&scratch.join(file), &fs::read(fixture.join(file)).expect("a file of the game"));
    }
    let mut stale = Vec::new();
    files(scratch, Path::new("crates"), &mut stale);
    stale.retain(|file| !wanted.contains(file) && !added.contains(file));
    stale.iter().for_each(|file| fs::remove_file(scratch.join(file)).expect("remove a file"));
}

/// Runs cargo in the copy, and returns whether it succeeded and what it said.
fn cargo(scratch: &Path, words: &str) -> (bool, String) {
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let output = Command::new(env!("CARGO"))
        .args(words.split(' '))
        .arg("--offline")
        .current_dir(scratch)
        .env("CARGO_BUILD_BUILD_DIR", shared)
        .env("CARGO_TARGET_DIR", scratch.join("target"))
        .output()
        .expect("cargo starts");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// Builds the copy and runs the tests of the game; returns the program.
fn build(scratch: &Path) -> PathBuf {
    // With a test, dependencies have the same features as when all tests are built.
    let (built, said) = cargo(scratch, "build --workspace --bin manator --test tidy");
    assert!(built && !said.contains("warning:"), "{said}");
    let (passed, said) = cargo(scratch, "test --workspace --test tidy");
    assert!(passed, "{said}");
    let part = "crates/games/tests/breakthrough/play/default.txt";
    fs::remove_file(scratch.join(part)).expect("a part of the game");
    let (passed, said) = cargo(scratch, "test --workspace --test tidy");
    assert!(!passed && said.contains(part), "{said}");
    scratch.join("target/debug/manator")
}

/// A server that ends with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Program {
    path: PathBuf,
    home: tempfile::TempDir,
}

impl Program {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(words).current_dir(self.home.path()).env("HOME", self.home.path());
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
            command.env(name, self.home.path());
        }
        command
    }

    #[track_caller]
    fn prints(&self, words: &[&str]) -> String {
        self.answers(words, "")
    }

    /// Runs a command to its end with something on its standard input.
    #[track_caller]
    fn answers(&self, words: &[&str], input: &str) -> String {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("manator starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(input.as_bytes()).expect("manator reads");
        drop(pipe);
        let Output { status, stdout, stderr } = child.wait_with_output().expect("manator ends");
        assert!(status.success(), "{words:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("text")
    }

    /// Starts a server, and returns what a browser gets from it.
    fn page(&self, path: &str) -> String {
        let mut command = self.command(&["arena", "--port", "0"]);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("manator starts");
        let said = BufReader::new(child.stderr.take().expect("a pipe"));
        let _serving = Serving(child);
        // They are held until the end: the server would miss its standard error.
        let mut lines = said.lines().map(|line| line.expect("text"));
        let line = lines.find(|line| line.contains("http://")).expect("an address");
        let (_, address) = line.trim_end_matches('/').split_once("http://").expect("an address");
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        answer
    }
}

/// Returns the files that `CONTRIBUTING.md` asks for.
fn asked_for() -> Vec<PathBuf> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut folder = PathBuf::new();
    let mut paths = Vec::new();
    for cell in cells {
        let path = cell.replace("<game>", "breakthrough");
        let path = match path.strip_prefix("…/") {
            Some(path) => folder.join(path),
            None => PathBuf::from(path),
        };
        if !cell.starts_with('…') {
            folder = path.parent().expect("a folder").to_path_buf();
        }
        paths.push(path);
    }
    paths
}

#[test]
fn the_guide_names_every_file_of_a_game() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sixth_game");
    let mut given = Vec::new();
    files(&fixture, Path::new("crates"), &mut given);
    for path in &mut given {
        if path.extension().is_some_and(|ending| ending == "txt") {
            path.set_file_name("*.txt");
        }
    }
    given.sort();
    given.dedup();
    let mut asked = asked_for();
    asked.sort();
    assert_eq!(given, asked);
}

#[test]
fn a_sixth_game_is_its_own_files_and_one_line() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sixth_game");
    copy_to(&scratch);
    let path = build(&scratch);
    copy_to(&scratch);
    let tests = "test -p manator-games --test all breakthrough";
    let (passed, said) = cargo(&scratch, tests);
    assert!(passed && said.contains("breakthrough::vectors_hold ... ok"), "{said}");

    let home = tempfile::tempdir().expect("a folder");
    let manator = Program { path, home };

    // In the terminal.
    let games = manator.prints(&["games"]);
    assert!(games.contains("\nbreakthrough "), "{games}");
    let shown = manator.prints(&["show", "breakthrough", "--moves", "B2B3 B5B4"]);
    assert!(shown.contains("position: bbbbbb/b.bbbb/.b..../.w..../w.wwww/wwwwww white"), "{shown}");
    assert_eq!(manator.prints(&["perft", "breakthrough", "3"]), "1 16\n2 256\n3 4308\n");
    assert!(manator.prints(&["rules", "breakthrough"]).contains("far-row: a pawn has reached"));
    let agents = manator.prints(&["agents", "breakthrough"]);
    assert!(agents.contains("champion") && agents.contains("race"), "{agents}");
    let moves = "A2B3\nF5E4\nB3C4\nE4D3\nC4B5\nD3C2\nB5C6\n";
    let played = manator.answers(&["play", "breakthrough", "--plain", "--against", "human"], moves);
    assert!(played.contains("White has reached the far row: White wins"), "{played}");

    // In the browser.
    let catalog = manator.page("/api/catalog");
    assert!(catalog.contains("\"name\":\"breakthrough\""), "{catalog}");

    // Against each other, and examined.
    let games = ["match", "breakthrough", "greedy", "random", "--games", "4", "--seed", "1"];
    let table = manator.prints(&games);
    assert!(table.contains("greedy") && table.contains("random"), "{table}");
    let program = manator.path.display().to_string();
    let examined = ["check", "--margin", "20s", "--seconds", "1", "--game", "breakthrough", "--"];
    let engine = [&program, "engine", "breakthrough", "--agent", "random"];
    let card = manator.prints(&[&examined[..], &engine].concat());
    assert!(card.contains("breakthrough"), "{card}");
}
