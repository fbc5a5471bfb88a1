//! What strangers try, and students who are curious.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::driver::Class;

const ROSTER: &str = r#"
title = "</title><script>alert(1)</script>"
game = "joust"
[[student]]
name = "<img src=x onerror=alert(1)>"
[[student]]
name = "Bob"
[[student]]
name = "Cyd"
"#;

/// Returns all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => all.extend(files(&path)),
            // About to take the place of another.
            path if path.extension().is_some_and(|end| end == "new") => {}
            path => all.push(path),
        }
    }
    all
}

#[test]
fn whoever_has_no_code_comes_to_nothing() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("");
    for code in ["", "wrong", "ABCD-EFGH-JKLM", "x\u{e9}"] {
        for path in ["/api/student", "/api/student/games/1.1.1", "/api/instructor"] {
            assert_eq!(server.get(path, code).status, 401, "{path} {code}");
        }
        assert_eq!(server.post("/api/instructor/begin", code).status, 401);
        assert_eq!(server.upload(code, &[("a.py", b"x")]).status, 401);
    }
    // The code of another opens only what is another's.
    assert_eq!(server.get("/api/instructor", &codes[0]).status, 403);
    assert_eq!(server.post("/api/instructor/begin", &codes[0]).status, 403);
    assert_eq!(server.get("/api/student", &codes[3]).status, 403);
    assert_eq!(server.get("/api/student/games/1.1.1", &codes[0]).status, 404);
    assert!(
        server
            .get("/api/student", &codes[1].to_lowercase().replace('-', " "))
            .body
            .contains("\"Bob\"")
    );
    for code in ["wrong", codes[3].as_str()] {
        let (status, said) = class.agent(&server, code, "-a r").ends();
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("join code"), "{said}");
    }
    server.process.says("refused 127.0.0.1");
}

/// Looks for all that is kept of the class, and for our agents.
const SPY: &str = r#"
import os, subprocess, sys
def attempt(path, f):
    try:
        print('FOUND', path, f(), file=sys.stderr)
    except OSError as error:
        print('refused', os.path.basename(path), file=sys.stderr)
for name in ('class.codes.toml', 'class.toml', 'class.db', 'class.db-shm', 'class.db-wal'):
    attempt(FOLDER + name, lambda: open(FOLDER + name, 'rb').read())
attempt(FOLDER, lambda: os.listdir(FOLDER))
for path, folders, names in os.walk('/tmp'):
    for name in names:
        attempt(path + name, lambda: open(os.path.join(path, name), 'rb').read())
os.execv(MANATOR, ['manator', 'engine', 'joust', '--agent', 'champion'])
"#;

#[test]
fn an_upload_finds_nothing_of_the_class() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("");
    let names = |text: &str| {
        text.replace("FOLDER", &format!("{:?}", class.path("").display().to_string()))
            .replace("MANATOR", &format!("{:?}", env!("CARGO_BIN_EXE_manator")))
    };
    for code in [&codes[0], &codes[1]] {
        let answer = server.upload(code, &[("spy.py", names(SPY).as_bytes())]);
        assert_eq!(answer.status, 200, "{answer:?}");
        let said = server.process.says("is examined: ");
        assert!(!said.contains("nothing failed"), "the champion plays for it: {said}");
        let own = server.get("/api/student", code).body;
        assert!(own.contains("refused class.codes.toml"), "{own}");
        assert!(!own.contains("FOUND"), "{own}");
        assert!(codes.iter().all(|code| !own.contains(code.as_str())), "{own}");
    }
    // Whatever is kept is for whoever serves the class alone.
    for path in files(&class.path("")).iter().filter(|path| !path.ends_with("class.toml")) {
        let mode = fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", path.display());
    }
    server.process.kill();
    let ours = fs::read(env!("CARGO_BIN_EXE_manator")).expect("our program");
    let mut server = class.serve("--upload-max 256");
    let answer = server.upload(&codes[2], &[("agent", &ours)]);
    assert!(answer.body.contains("it is the manator program"), "{}", answer.body);
    server.process.kill();
}

#[test]
fn other_sites_cannot_drive_the_server() {
    let class = Class::new(ROSTER);
    let code = format!("X-Manator-Code: {}", class.codes()[3]);
    let server = class.serve("--public-name lab-01");
    let begin = "POST /api/instructor/begin";
    for origin in
        ["Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1", "X: y"]
    {
        assert_eq!(server.ask(begin, &[&code, origin], b"").status, 403, "{origin}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        let answer = server.ask("GET /", &[&format!("Host: {host}")], b"");
        assert_eq!(answer.status, 403, "{host}: {answer:?}");
    }
    assert_eq!(server.ask("GET /", &["Host: LAB-01:7777"], b"").status, 200);
    let moved = server.ask("GET /student", &[], b"");
    assert!(moved.head.contains("location: /#/student"), "{moved:?}");
    let page = server.ask("GET /", &[], b"");
    assert!(page.body.contains("/arena.js") && page.head.contains("etag: "), "{page:?}");
    for promise in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.head.contains(promise), "{promise}: {}", page.head);
    }
    assert!(!page.body.contains("alert(1)"), "names and titles are no part of a page");
    let told = server.told("onerror=alert(1)>");
    assert!(told.contains(r#""topic":"class""#), "{told}");
    assert!(told.contains("<img src=x onerror=alert(1)>"), "{told}");
    assert_eq!(server.post("/api/instructor/begin", &class.codes()[3]).status, 200);
}

#[test]
fn uploads_stay_where_they_belong() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("--upload-max 1 --uploads programs");
    let large = vec![b'x'; 2 << 20];
    assert_eq!(server.upload(&codes[0], &[("a.py", &large)]).status, 413);
    for files in [
        &[("notes.txt", &b"hello"[..])][..],
        &[("run.py", b"x"), ("../../evil.py", b"x")],
        &[("run.py", b"x"), ("/tmp/evil.py", b"x")],
        &[("a.py", b"x"), ("b.py", b"x")],
        &[],
    ] {
        let answer = server.upload(&codes[0], files);
        assert_eq!(answer.status, 400, "{answer:?}");
    }
    assert_eq!(files(&class.path("programs")), Vec::<PathBuf>::new());
    let tricky = server.upload(&codes[0], &[("../../../evil.py", b"print('hello')")]);
    assert_eq!(tricky.status, 200, "{tricky:?}");
    let several = server.upload(&codes[1], &[("run.py", b"import rest"), ("rest.py", b"1/0")]);
    assert_eq!(several.status, 200, "{several:?}");
    server.process.says("the program of Bob is examined: ");
    let mut kept = files(&class.path("programs"));
    kept.sort();
    let kept: Vec<_> =
        kept.iter().map(|p| p.strip_prefix(class.path("programs")).expect("inside")).collect();
    let expected = [
        "1/1/files/agent.py",
        "1/1/manifest.json",
        "2/1/files/rest.py",
        "2/1/files/run.py",
        "2/1/manifest.json",
    ];
    assert_eq!(kept, expected.map(Path::new));
    // The student is told what is wrong, in the words of the program.
    let own = server.get("/api/student", &codes[1]);
    assert!(own.body.contains("ZeroDivisionError"), "{own:?}");
    assert!(own.body.contains(r#""grade":"fail""#), "{own:?}");
}

#[test]
fn all_this_holds_for_an_ordinary_user() {
    // A number that nobody has. As another user these tests have been run already.
    const USER: u32 = 61_191;
    if !fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        return;
    }
    let tests = std::env::current_exe().expect("this program");
    let mut command = Command::new(tests);
    command.args(["strangers::", "--skip", "ordinary"]).env("HOME", "/nonexistent");
    let output = command.uid(USER).gid(USER).output().expect("everybody can run this program");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "as an ordinary user:\n{said}");
    assert!(said.contains("strangers::an_upload_finds_nothing_of_the_class ... ok"), "{said}");
}
