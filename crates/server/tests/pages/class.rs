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
                [[student]]\nname = \"Ada\"\n[[student]]\nname = \"<b>Bob\"\n\
                [[player]]\nagent = \"greedy\"\n";
    let roster = read(&folder.path().join("class.toml"), text).expect("a class");
    assert_eq!(roster.students[1].name, "<b>Bob");
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
        (
            "game = \"joust\"\n[[student]]\nname = \"Ada\"\n[[student]]\nname = \"\u{410}da\"",
            "looks like",
        ),
        (
            "game = \"joust\"\n[[student]]\nname = \"Ada\"\n[[student]]\nname = \"ADA\"",
            "looks like",
        ),
        (
            "game = \"joust\"\n[[student]]\nname = \"Ian\"\n[[student]]\nname = \"lan\"",
            "looks like",
        ),
        ("game = \"joust\"\n[[student]]\nname = \"A\u{202e}B\"", "on one line"),
        ("game = \"joust\"\n[[student]]\nname = \"Ada\"\ncode = \"secret\"", "remove the line"),
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
    let more = format!("{ONE}[[student]]\nname = \"Bob\"\n[[student]]\nname = \"Cyd\"\n");
    let second = open(&more).expect("codes");
    assert_eq!(second.students[0].code, first.students[0].code);
    assert_eq!((second.key.clone(), second.instructor.clone()), (first.key, first.instructor));
    assert_eq!(second.students.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3]);
    let untidy = format!(" {} ", second.students[1].code.to_lowercase().replace('-', ""));
    assert_eq!(second.owner(&untidy), Some(Owner::Student(1)));
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
    // One that somebody wrote into the file is none.
    let kept = fs::read_to_string(Codes::path(&path)).expect("a file");
    for code in [&second.students[1].code, &second.instructor] {
        fs::write(Codes::path(&path), kept.replace(code, "secret")).expect("a file");
        let error = open(&more).err().expect("a guessable code").to_string();
        assert!(error.contains("was not made by manator"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    let twice = kept.replace(&second.students[1].code, &second.students[0].code);
    fs::write(Codes::path(&path), twice).expect("a file");
    assert!(open(&more).is_err());
    // Whoever makes codes does not wait for ever; who only reads them does not wait.
    fs::write(Codes::path(&path), kept).expect("a file");
    let locked = |path: &Path| {
        let mut options = fs::File::options();
        let file = options.write(true).create(true).truncate(false).open(path).expect("a file");
        file.lock().expect("a lock");
        file
    };
    let (_roster, _own) = (locked(&path), locked(&path.with_extension("codes.lock")));
    assert!(open(&more).is_ok());
    let added = open(&format!("{more}[[student]]\nname = \"Dan\"\n"));
    let error = added.err().expect("it is locked").to_string();
    assert!(error.contains("class.codes.lock: another program has locked it"), "{error}");
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
        let csv = Grades { seats: 2, lines: vec![grade], mishaps: Vec::new() }.csv();
        let row = csv.lines().nth(1).expect("a row");
        assert!(row.starts_with(&format!("{expected},1,0,")), "{row}");
    }
}
