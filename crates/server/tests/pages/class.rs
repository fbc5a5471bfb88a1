//! The file of a class, its join codes, and the table of its grades.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use manator_server::class::{Codes, Faults, Grade, Grades, Owner, Roster, RosterError};

const ONE: &str = "game = \"joust\"\n[[student]]\nname = \"Ada\"\n";

fn read(path: &Path, text: &str) -> Result<Roster, RosterError> {
    fs::write(path, text).expect("a roster");
    Roster::read(path)
}

#[test]
fn a_class_is_a_tournament_with_students() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "title = \"AI\"\ngame = \"joust\"\nrecover = false\nallow-agents = true\n\
                [[student]]\nname = \"Ada\"\n[[student]]\nname = \"<b>Bob\"\ncode = \"secret-1\"\n\
                [[player]]\nagent = \"greedy\"\n";
    let roster = read(&folder.path().join("class.toml"), text).expect("a class");
    assert_eq!(roster.students[1].code.as_deref(), Some("secret-1"));
    let agents: Vec<&str> = roster.event.players.iter().map(|one| &*one.agent).collect();
    assert_eq!(agents, ["human", "human", "greedy"]);
    assert!(roster.event.recover && roster.event.sandbox.is_some() && roster.event.allow_agents);
}

#[test]
fn nonsense_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, expected) in [
        ("game = \"joust\"", "nobody is in the class"),
        ("[[student]]\nname = \"Ada\"", "game"),
        ("game = \"joust\"\nfoo = 1\n[[student]]\nname = \"Ada\"", "foo"),
        ("game = \"joust\"\n[[student]]\nname = \"Ada\"\nage = 3", "age"),
        ("game = \"joust\"\n[[student]]\nname = \"A\"\n[[student]]\nname = \"A\"", "two of"),
        ("game = \"joust\"\n[[student]]\nname = \"A\\nB\"", "on one line"),
        ("game = \"joust\"\n[[student]]\nname = \"\"", "1 to 80"),
        ("game = \"joust\"\nformat = \"gauntlet\"\n[[student]]\nname = \"A\"", "challengers"),
    ] {
        let error = read(&folder.path().join("class.toml"), text).expect_err(text).to_string();
        let (_, why) = error.split_once("class.toml: ").expect("the path before the reason");
        assert!(why.contains(expected), "{text}: {why}");
    }
}

#[test]
fn codes_are_made_once_and_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("class.toml");
    let open = |text: &str| Codes::open(&path, &read(&path, text).expect("a roster"));
    let first = open(ONE).expect("codes");
    let more = format!(
        "{ONE}[[student]]\nname = \"Bob\"\n[[student]]\nname = \"Cyd\"\ncode = \"my-code-7\"\n"
    );
    let second = open(&more).expect("codes");
    assert_eq!(second.students[0].code, first.students[0].code);
    assert_eq!((second.key.clone(), second.instructor.clone()), (first.key, first.instructor));
    assert_eq!(second.students.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3]);
    let untidy = format!(" {} ", second.students[1].code.to_lowercase().replace('-', ""));
    assert_eq!(second.owner(&untidy), Some(Owner::Student(1)));
    assert_eq!(second.owner("MYCODE7"), Some(Owner::Student(2)));
    assert_eq!(second.owner(&second.instructor), Some(Owner::Instructor));
    assert_eq!(second.owner(""), None);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(Codes::path(&path)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        // Somebody, or an older version, left it open.
        let open_to_all = fs::Permissions::from_mode(0o644);
        fs::set_permissions(Codes::path(&path), open_to_all).expect("it is ours");
        open(&more).expect("codes");
        let mode = fs::metadata(Codes::path(&path)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let twice =
        format!("{ONE}code = \"same-code\"\n[[student]]\nname = \"B\"\ncode = \"SAMECODE\"\n");
    assert!(open(&twice).is_err());
    assert!(open(&format!("{ONE}code = \"ab\"\n")).is_err());
    fs::write(Codes::path(&path), "broken").expect("a file");
    assert!(open(ONE).is_err());
    assert_eq!(fs::read_to_string(Codes::path(&path)).expect("a file"), "broken");
}

#[test]
fn codes_are_easy_to_read_and_hard_to_guess() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("class.toml");
    let students: String =
        (0..100).map(|number| format!("[[student]]\nname = \"Student {number}\"\n")).collect();
    let roster = read(&path, &format!("game = \"joust\"\n{students}")).expect("a roster");
    let codes = Codes::open(&path, &roster).expect("codes").students;
    for code in codes.iter().map(|one| &one.code) {
        assert_eq!(code.len(), 14);
        let is_clear = |c: char| matches!(c, 'A'..='Z' | '2'..='9') && !"ILO".contains(c);
        assert!(code.chars().all(|c| c == '-' || is_clear(c)), "{code}");
    }
    let different: HashSet<_> = codes.iter().map(|one| &one.code).collect();
    assert_eq!(different.len(), codes.len());
}

#[test]
fn fields_of_grades_are_text() {
    for (field, expected) in [
        ("Ada", "Ada"),
        ("a,\"b\"", "\"a,\"\"b\"\"\""),
        ("=1+1", "'=1+1"),
        ("@x", "'@x"),
        ("-12", "'-12"),
        (" x", "\" x\""),
    ] {
        let grade = Grade {
            who: 0,
            name: field.into(),
            student: true,
            place: 1,
            points: 0.0,
            won: 0,
            tied: 0,
            lost: 0,
            games: 0,
            elo: None,
            error: None,
            faults: Faults::new(),
        };
        let csv = Grades { lines: vec![grade], mishaps: Vec::new() }.csv();
        let row = csv.lines().nth(1).expect("a row");
        assert!(row.starts_with(&format!("{expected},1,0,")), "{row}");
    }
}
