//! What a program in the sandbox begins with, and what is said when it cannot begin.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use manator_sandbox::{Program, Sandbox, StartError, enforceable, exit_words};

use crate::sandbox::guest::{Guest, is_root, open_folder, python, run, sandbox};

#[test]
fn our_environment_is_not_its() {
    // Cargo sets this for the test, as a user may have set a password.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let mut program = python("import os; print(sorted(os.environ.items()))", sandbox());
    program.environment.push(("LEVEL".into(), "a = b".into()));
    let end = Guest::start(program).end();
    assert!(end.said.contains("('LEVEL', 'a = b')"), "{}", end.said);
    assert!(end.said.contains("('PATH', ") && !end.said.contains("CARGO"), "{}", end.said);
}

#[test]
fn its_environment_is_not_the_launchers() {
    // A library named here would be loaded by the launcher, which may still be root.
    let mut program = python("print('ran')", sandbox());
    program.environment.push(("LD_PRELOAD".into(), "/no/such/library".into()));
    let end = Guest::start(program).end();
    assert_eq!(end.said, "ran\n");
    let complaints = end.complained.matches("/no/such/library").count();
    assert_eq!(complaints, 1, "the program alone complains: {}", end.complained);
}

#[test]
fn users_are_different() {
    let script = "
import os, sys
print('user', os.getuid(), os.getgid(), os.getgroups(), flush=True)
sys.stdin.readline()
";
    let mut guests = [(); 3].map(|()| Guest::start(python(script, sandbox())));
    let mut users: Vec<String> = guests.iter_mut().map(|guest| guest.line("user ")).collect();
    if is_root() {
        users.sort();
        users.dedup();
        assert_eq!(users.len(), 3, "{users:?}");
        for user in users {
            let words: Vec<&str> = user.split(' ').collect();
            assert!(words[0] == words[1] && words[0].starts_with("6"), "{user}");
            assert_eq!(words[2], "[]", "{user}");
        }
    } else {
        let own = rustix::process::getuid().as_raw().to_string();
        assert!(users.iter().all(|user| user.starts_with(&own)), "{users:?}");
    }
    for guest in guests {
        guest.leave();
    }
}

#[test]
fn it_has_no_privileges_to_win() {
    let script =
        "print([line for line in open('/proc/self/status') if line[:3] in ('NoN', 'Cap')])";
    let end = run(script, sandbox());
    assert!(end.said.contains("NoNewPrivs:\\t1"), "{}", end.said);
    assert!(end.said.contains("CapEff:\\t0000000000000000"), "{}", end.said);
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let start = |program: &str, directory: Option<&str>| {
        let program = Program {
            words: vec![program.into()],
            directory: directory.map(Into::into),
            sandbox: Some(sandbox()),
            ..Program::default()
        };
        program.start().map(drop)
    };
    let words = vec!["no-such-program".to_string()];
    let program = Program { words, sandbox: Some(sandbox()), ..Program::default() };
    let end = Guest::start(program).end();
    // Where the search path leads through a folder that is closed to it, it might be there.
    assert!(matches!(end.status.code(), Some(126 | 127)), "{}", exit_words(end.status));
    let start_of = "sandbox: cannot start 'no-such-program': ";
    assert!(end.complained.starts_with(start_of), "{}", end.complained);
    assert!(matches!(
        Program { sandbox: Some(sandbox()), ..Program::default() }.start(),
        Err(StartError::Empty)
    ));
    if is_root() {
        let error = start("/no/such/program", None).expect_err("it is not there");
        assert!(error.to_string().contains("'/no/such/program'"), "{error}");
        let error = start("true", Some("/no/such/folder")).expect_err("it is not there");
        assert!(error.to_string().contains("'/no/such/folder'"), "{error}");
    }
    let lost = Sandbox { launcher: Some("/no/launcher".into()), ..sandbox() };
    let error = python("", lost).start().expect_err("there is no launcher");
    assert!(error.to_string().contains("/no/launcher"), "{error}");
}

#[test]
fn a_closed_folder_is_named_to_root() {
    let folder = open_folder();
    let inner = folder.path().join("closed");
    fs::create_dir_all(inner.join("agents")).expect("folders");
    fs::set_permissions(&inner, PermissionsExt::from_mode(0o700)).expect("it is ours");
    let mut program = python("print('ran')", sandbox());
    program.directory = Some(inner.join("agents"));
    match program.start() {
        Err(StartError::Closed { closed, .. }) if is_root() => {
            assert_eq!(closed, inner.canonicalize().expect("the folder"));
        }
        Ok(_) if !is_root() => assert_eq!(Guest::start(program).end().said, "ran\n"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_holds_is_said() {
    let lines = enforceable(&sandbox());
    let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let whats: Vec<&str> = lines.iter().map(|line| line.what).collect();
    let expected = [
        "memory",
        "time of the processor",
        "processes",
        "size of files",
        "writing files",
        "reading files",
        "signals to others",
        "network",
        "leaving its process group",
        "meddling with the system",
        "agents of manator",
        "a user of its own",
    ];
    assert_eq!(whats, expected, "{text:?}");
    for line in &lines {
        assert_eq!(line.how.is_ok(), is_root() || line.what != "a user of its own", "{text:?}");
    }
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sandbox.md");
    let document = fs::read_to_string(document).expect("docs/sandbox.md");
    for line in &text {
        assert!(document.contains(&format!("\n{line}\n")), "not in docs/sandbox.md: {line}");
    }

    let open = enforceable(&Sandbox { network: true, ..sandbox() });
    assert!(open.iter().all(|line| line.what != "network"), "{open:?}");
    let lost = enforceable(&Sandbox { launcher: Some("/no/launcher".into()), ..sandbox() });
    assert!(lost.iter().any(|line| line.how.as_ref().is_err_and(|e| e.contains("/no/launcher"))));
}

#[test]
fn the_launcher_refuses_nonsense() {
    for words in [&[][..], &["--memory", "much", "--", "true"], &["true"]] {
        let mut command = Command::new(crate::program::MANATOR);
        let output = command.arg("launch-sandboxed").args(words).output().expect("manator runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(126), "{said}");
        assert!(said.starts_with("sandbox: ") && said.contains("expected"), "{said}");
    }
    let output = Command::new(crate::program::MANATOR).arg("--help").output();
    let output = output.expect("manator runs");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("launch"), "it is not for people");
}
