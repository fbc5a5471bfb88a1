//! Programs without a sandbox: their pipes, their end, and that nothing is left of them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use manator_sandbox::{Program, Running, StartError, WordsError, exit_words};

/// What even a loaded machine needs at most.
const PATIENCE: Duration = Duration::from_secs(120);

fn shell(script: &str) -> Program {
    Program { words: ["sh", "-c", script].map(String::from).to_vec(), ..Program::default() }
}

fn file(pipe: impl AsFd) -> File {
    File::from(pipe.as_fd().try_clone_to_owned().expect("another handle"))
}

/// Calls a function until it returns something.
#[track_caller]
fn wait<T>(mut f: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(value) = f() {
            return value;
        }
        assert!(begin.elapsed() < PATIENCE, "it takes too long");
        thread::sleep(Duration::from_millis(2));
    }
}

#[track_caller]
fn end(running: &mut Running) -> ExitStatus {
    wait(|| running.group.try_wait().expect("it can be waited for"))
}

/// Reads what is written until the pipe is closed.
#[track_caller]
fn read_all(pipe: impl AsFd) -> String {
    let (mut pipe, mut bytes) = (file(pipe), Vec::new());
    wait(|| match pipe.read_to_end(&mut bytes) {
        Ok(_) => Some(()),
        Err(error) if error.kind() == ErrorKind::WouldBlock => None,
        Err(error) => panic!("{error}"),
    });
    String::from_utf8(bytes).expect("text")
}

#[track_caller]
fn read_line(pipe: impl AsFd) -> String {
    let (mut pipe, mut line) = (file(pipe), Vec::new());
    wait(|| {
        let mut byte = [0];
        match pipe.read(&mut byte) {
            Ok(1) => line.extend(byte),
            Ok(_) => panic!("it ends after {line:?}"),
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
        line.ends_with(b"\n").then_some(())
    });
    String::from_utf8(line).expect("text").trim().into()
}

/// Returns whether a process runs. One that has ended may still wait to be reaped, which is not our task
/// unless it is our child.
fn runs(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_program_is_spoken_to_over_pipes_that_never_block() {
    let mut running =
        shell("read line; echo got $line; echo oops >&2; exit 3").start().expect("sh");
    let mut byte = [0];
    let error = file(&running.output).read(&mut byte).expect_err("nothing is there yet");
    assert_eq!(error.kind(), ErrorKind::WouldBlock);
    file(&running.input).write_all(b"hello\n").expect("it listens");
    assert_eq!(read_all(&running.output), "got hello\n");
    assert_eq!(read_all(&running.errors), "oops\n");
    assert_eq!(exit_words(end(&mut running)), "exited with status 3");
    assert_eq!(exit_words(end(&mut running)), "exited with status 3", "it is remembered");

    let running = shell("sleep 60").start().expect("sh");
    let mut input = file(&running.input);
    let full = (0..100_000).find_map(|_| input.write(&[b'x'; 4096]).err());
    assert_eq!(full.map(|error| error.kind()), Some(ErrorKind::WouldBlock));
}

#[test]
fn folder_and_environment_are_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("agent");
    fs::write(&path, "#!/bin/sh\necho $MARK $0\npwd\n").expect("a script");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&path, mode).expect("it can be run");
    let program = Program {
        words: vec!["./agent".into()],
        directory: Some(folder.path().into()),
        environment: vec![("MARK".into(), "a b".into())],
        sandbox: None,
    };
    let running = program.start().expect("the script");
    let said = read_all(&running.output);
    let place = folder.path().display();
    assert_eq!(said, format!("a b {place}/./agent\n{place}\n"));
}

#[test]
fn what_cannot_be_started_is_named() {
    let check = |words: &[&str], expected: &str| {
        let words = words.iter().map(ToString::to_string).collect();
        let error = Program { words, ..Program::default() }.start().expect_err("no program");
        assert!(error.to_string().contains(expected), "{error}");
    };
    // What the system says depends on whether all folders of the search path can be looked into.
    check(&["no-such-program"], "cannot start 'no-such-program': ");
    check(&["/"], "'/' is a folder");
    check(&["a\0b"], "nul byte");
    assert!(matches!(Program::default().start(), Err(StartError::Empty)));
    let nowhere = Program { directory: Some("/no/such/folder".into()), ..shell("true") };
    assert!(nowhere.start().is_err());
}

#[test]
fn dropping_it_kills_all_of_it() {
    let running = shell("trap '' TERM; sleep 60 & echo $!; sleep 60").start().expect("sh");
    let (leader, child) = (running.group.id().to_string(), read_line(&running.output));
    assert!(runs(&leader) && runs(&child));
    drop(running);
    assert!(!runs(&leader) && !runs(&child));
}

#[test]
fn what_it_leaves_behind_ends_with_it() {
    let mut running = shell("sleep 60 & echo $!").start().expect("sh");
    let child = read_line(&running.output);
    assert_eq!(end(&mut running).code(), Some(0));
    assert!(!runs(&child));
}

#[test]
fn killing_is_no_error_at_any_time() {
    let mut running = shell("sleep 60").start().expect("sh");
    assert_eq!(running.group.try_wait().expect("it runs"), None);
    running.group.kill();
    running.group.kill();
    assert_eq!(exit_words(end(&mut running)), "was killed by signal 9 (kill)");
    running.group.kill();
    assert_eq!(running.group.memory_max(), None);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_measured() {
    let running = shell("echo; read line").start().expect("sh");
    read_line(&running.output);
    let bytes = running.group.memory_max().expect("there is /proc");
    assert!((100_000..100_000_000).contains(&bytes), "{bytes}");
}

#[track_caller]
fn check(text: &str, words: &[&str]) {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.words, words, "{text}");
    assert_eq!(program.to_string().parse(), Ok(program), "{text}");
}

#[test]
fn words_are_split_as_in_a_shell_and_printed_back() {
    check("  java\t-cp  . Agent\n", &["java", "-cp", ".", "Agent"]);
    check("'my agent' \"and its\" argu\\ ment", &["my agent", "and its", "argu ment"]);
    check("agent '' \"\"", &["agent", "", ""]);
    check(r#"agent "a\"b\\c\d" 'a\b'"#, &["agent", r#"a"b\c\d"#, r"a\b"]);
    check(
        "agent it\\'s 'it'\\''s' $HOME ~ * ünï '#1'",
        &["agent", "it's", "it's", "$HOME", "~", "*", "ünï", "#1"],
    );
    check("agent 'two\nlines'", &["agent", "two\nlines"]);
}

#[test]
fn lines_that_are_no_program_are_refused() {
    let refused = |text: &str| text.parse::<Program>().expect_err("it is refused");
    assert_eq!(refused(" \t "), WordsError::Empty);
    assert_eq!(refused("''"), WordsError::Empty);
    assert_eq!(
        refused("a 'b").to_string(),
        "'a 'b': expected another quote that ends the quoted text"
    );
}

#[test]
fn ends_are_put_into_words() {
    let check = |raw, words| assert_eq!(exit_words(ExitStatus::from_raw(raw)), words);
    check(0, "exited with status 0");
    check(3 << 8, "exited with status 3");
    check(11, "was killed by signal 11 (segmentation fault)");
    // With the flag that says that memory was written to a file.
    check(6 | 0x80, "was killed by signal 6 (abort)");
    check(40, "was killed by signal 40");
}
