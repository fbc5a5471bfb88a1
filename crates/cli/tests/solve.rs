//! `manator solve refusal`: proofs that another program checks, and searches that go on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::program::manator;

/// South to move wins, and it takes some ten thousand positions to see it.
const WON: &str = "--nK-/-L---/-----/-PPn-/rN-p-/-p-p-/-----/-k--l south propose -";
/// South to move loses.
const LOST: &str = "R-nK-/-----/--PP-/-p---/----L/nN-N-/r----/-k--- south propose -";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[track_caller]
fn solve(arguments: &[&str]) -> [String; 2] {
    let output = manator().args(["solve", "refusal", "--hash", "16"]).args(arguments).output();
    let Output { status, stdout, stderr } = output.expect("manator runs");
    let said = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(status.success(), "{said:?}");
    said
}

fn check(arguments: &[&str], proof: &Path) -> (Option<i32>, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/check-proof");
    let output = Command::new(script).args(arguments).arg(proof).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), said.into_owned())
}

#[test]
fn another_program_checks_a_proof_of_refusal() {
    let folder = folder("solve-certificate");
    for (position, winner) in [(WON, "south wins by "), (LOST, "north wins by refusing ")] {
        let path = folder.join("certificate");
        let file = path.to_str().expect("a path in Unicode");
        let [found, _] = solve(&["--position", position, "--certificate", file, "--beneath", "20"]);
        assert!(found.starts_with(winner), "{found}");
        let (code, said) = check(&[], &path);
        assert!(code == Some(0) && said.ends_with("South wins: proven\n"), "{said}");
        let (code, said) = check(&["--share", "0"], &path);
        assert!(code == Some(0) && said.contains("if what was taken on trust holds"), "{said}");

        // Without the last entries there is no proof, unless a search may find it.
        let mut bytes = std::fs::read(&path).expect("written");
        bytes.truncate(bytes.len() - 20 * 5);
        std::fs::write(&path, &bytes).expect("writes");
        let (code, said) = check(&["--limit", "16"], &path);
        assert!(code == Some(1) && said.contains("does NOT hold"), "{said}");
        std::fs::write(&path, &bytes[..bytes.len() - 1]).expect("writes");
        assert_eq!(check(&[], &path).0, Some(2));
    }
}

/// All of it takes long; here every entry is checked, and a small part of what lies beneath.
#[test]
fn the_proof_that_the_champion_plays_by_holds() {
    let path = "../engine/src/solve/refusal/start.proof";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let (code, said) = check(&["--share", "0.002", "--seed", "1"], &path);
    assert_eq!(code, Some(0), "{said}");
    let numbers: Vec<u64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers[0] == numbers[1] && numbers[0] > 10_000 && numbers[2] > 100, "{said}");
}

#[test]
fn a_search_goes_on_from_what_it_has_kept() {
    let folder = folder("solve-keep");
    let path = folder.join("kept");
    let file = path.to_str().expect("a path in Unicode");
    let [found, took] = solve(&["--position", WON, "--keep", file]);
    let positions = |text: &str| -> u64 {
        let line = text.lines().find(|line| line.contains(" positions,")).expect("a count");
        line.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let [again, went_on] = solve(&["--position", WON, "--keep", file]);
    assert_eq!(found, again);
    assert!(went_on.contains("turns known already"), "{went_on}");
    assert!(positions(&went_on) < positions(&took) / 2, "{took} {went_on}");
    // It is of no use for another position.
    let other = manator().args(["solve", "refusal", "--position", LOST, "--keep", file]).output();
    let other = other.expect("manator runs");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("a search of this position"));
}
