//! Programs that look for what is not theirs: stores, codes, programs of others, our agents.
//!
//! What they look for is open to everybody by its modes, so that only the sandbox keeps them from it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use manator_organise::{Entry, Event, Prepared, Store};
use manator_sandbox::{Program, Sandbox, is_manator};

use crate::program::MANATOR;
use crate::sandbox::guest::{Guest, open_folder, open_to_all, python, run, sandbox};

/// Tries to read whatever is named on its standard input, and to take locks on it.
const READER: &str = "
import errno, fcntl, os, sys
for path in sys.stdin.read().split('\\n'):
    try:
        if os.path.isdir(path):
            os.listdir(path)
        else:
            file = os.open(path, os.O_RDONLY)
            os.read(file, 1)
        print('READ', path)
    except OSError as error:
        print('refused' if error.errno in (errno.EACCES, errno.EPERM) else error, path)
";

/// Lets a program that runs in a folder try to read paths; returns those that it did.
#[track_caller]
fn read_by_a_program(folder: &Path, paths: &[String], sandbox: Option<Sandbox>) -> Vec<String> {
    let program = Program { directory: Some(folder.into()), ..python(READER, sandbox) };
    let mut guest = Guest::start(program);
    guest.send(&paths.join("\n"));
    guest.close_input();
    let end = guest.end();
    assert_eq!(end.said.lines().count(), paths.len(), "{}{}", end.said, end.complained);
    let read = end.said.lines().filter_map(|line| line.strip_prefix("READ "));
    read.map(String::from).collect()
}

#[test]
fn only_its_own_folder_is_shown() {
    let (own, other) = (open_folder(), open_folder());
    let secrets = ["class.codes.toml", "class.toml", "agent.py", ".ssh-key", "class.db-shm"];
    for name in secrets {
        for folder in [&own, &other] {
            fs::write(folder.path().join(name), "secret").expect("a file");
            open_to_all(&folder.path().join(name));
        }
    }
    let paths = |folder: &Path| -> Vec<String> {
        secrets.iter().map(|name| folder.join(name).display().to_string()).collect()
    };
    let mut all = paths(other.path());
    all.push(other.path().display().to_string());
    let ours = std::process::id();
    for path in ["environ", "cmdline", "status", "maps"] {
        all.push(format!("/proc/{ours}/{path}"));
    }
    let machine = ["net/tcp", "task", "mountinfo"].map(|name| format!("/proc/self/{name}"));
    all.extend(machine);
    let usual = ["/etc/passwd", "/etc/hostname", "/", "/home", "/tmp", "/proc", "/var", "/run"];
    all.extend(usual.map(String::from));
    all.extend(std::env::var("HOME"));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    all.push(manifest.into());
    assert!(read_by_a_program(own.path(), &all, None).len() > 15, "outside it reads all this");
    assert_eq!(read_by_a_program(own.path(), &all, Some(sandbox())), Vec::<String>::new());

    // In its own folder are files of ours, too, if somebody put the program beside them.
    fs::write(own.path().join("class.db"), "SQLite format 3\0 and so on").expect("a store");
    open_to_all(&own.path().join("class.db"));
    let mut all = paths(own.path());
    all.push(own.path().join("class.db").display().to_string());
    let read = read_by_a_program(own.path(), &all, Some(sandbox()));
    assert_eq!(read, [own.path().join("agent.py").display().to_string()]);
    // What somebody allows is shown, and nothing beside it.
    let readable = vec![other.path().join("agent.py")];
    let read = read_by_a_program(
        own.path(),
        &paths(other.path()),
        Some(Sandbox { readable, ..sandbox() }),
    );
    assert_eq!(read, [other.path().join("agent.py").display().to_string()]);
}

#[test]
fn nobody_can_be_kept_from_the_store() {
    let folder = open_folder();
    let path = folder.path().join("class.db");
    let mut store = Store::open(&path).expect("a store");
    let event = Event::new("joust", vec![Entry::of("greedy"), Entry::of("random")]);
    let prepared = Prepared::new(event).expect("an event");
    store.create(&prepared).expect("it can be written");
    for name in ["class.db", "class.db-shm", "class.db-wal"] {
        open_to_all(&folder.path().join(name));
    }
    // The lock of whoever writes is a byte of this file; a lock for readers takes no right to write.
    let script = "
import fcntl, os, sys
for name in ('class.db-shm', 'class.db'):
    try:
        file = os.open(name, os.O_RDONLY)
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, 120)
        print('LOCKED', name)
    except OSError:
        print('refused', name)
# Also a file that it may read cannot be locked.
try:
    fcntl.flock(os.open('/etc/ld.so.cache', os.O_RDONLY), fcntl.LOCK_EX)
    print('LOCKED')
except OSError:
    print('refused ld.so.cache')
print('ready', flush=True)
sys.stdin.readline()
";
    let program = Program { directory: Some(folder.path().into()), ..python(script, sandbox()) };
    let mut guest = Guest::start(program);
    for name in ["class.db-shm", "class.db", "ld.so.cache"] {
        assert_eq!(guest.line("refused "), name);
    }
    guest.line("ready");
    store.create(&prepared).expect("it can be written while the program runs");
    guest.leave();
}

#[test]
fn programs_do_not_reach_each_other() {
    let uploads = open_folder();
    let start = |name: &str, script: &str| {
        let folder = uploads.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("agent.py"), script).expect("a program");
        fs::write(folder.join("book.db"), "SQLite format 3\0 and so on").expect("a book");
        let words = ["python3", "agent.py"].map(String::from).to_vec();
        let sandbox = Some(Sandbox { own_copy: true, ..sandbox() });
        Guest::start(Program { words, directory: Some(folder), sandbox, ..Program::default() })
    };
    let mut first = start(
        "first",
        "import os, sys\nprint('at', os.getcwd(), os.getpid(), flush=True)\nsys.stdin.readline()\n",
    );
    let place = first.line("at ");
    let (copy, process) = place.rsplit_once(' ').expect("a folder and a number");
    assert_ne!(Path::new(copy), uploads.path().join("first"), "it runs in a copy");
    let attacks = format!(
        "
import ctypes, os, signal, subprocess
def attempt(name, f):
    try:
        print(name, 'ALLOWED', f(), flush=True)
    except OSError as error:
        print(name, 'refused', flush=True)
def call(*words):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(*[ctypes.c_long(word) for word in words]) < 0:
        raise OSError(ctypes.get_errno(), 'no')
copy, original, process = {copy:?}, {original:?}, {process}
attempt('own', lambda: None if open('book.db').read() else 0)
attempt('list', lambda: os.listdir(copy))
attempt('read', lambda: open(copy + '/agent.py').read())
attempt('run', lambda: subprocess.run([copy + '/agent.py']))
attempt('write', lambda: open(copy + '/new', 'w'))
attempt('write own', lambda: open('new', 'w'))
attempt('upload', lambda: open(original + '/agent.py').read())
attempt('signal', lambda: os.kill(process, signal.SIGKILL))
attempt('environment', lambda: open(f'/proc/{{process}}/environ', 'rb').read())
attempt('command line', lambda: open(f'/proc/{{process}}/cmdline', 'rb').read())
attempt('memory', lambda: open(f'/proc/{{process}}/mem', 'rb'))
if os.uname().machine == 'x86_64':
    attempt('ptrace', lambda: call(101, 16, process, 0, 0))
",
        original = uploads.path().join("first").display().to_string(),
    );
    let second = start("second", &attacks);
    let end = second.end();
    let mut lines = end.said.lines();
    assert_eq!(lines.next(), Some("own ALLOWED None"), "{}{}", end.said, end.complained);
    assert!(lines.clone().count() >= 10, "{}{}", end.said, end.complained);
    assert!(lines.all(|line| line.ends_with(" refused")), "{}", end.said);
    assert!(Path::new(copy).exists(), "the first still runs");
    first.send("\n");
    assert_eq!(first.end().status.code(), Some(0));
    assert!(!Path::new(copy).exists(), "the copy is removed");
}

/// Returns a program in the sandbox that becomes `manator`, with the environment cleared.
fn becomes_manator(line: &str, agents: bool) -> Program {
    let words = ["sh", "-c", &format!("exec env -i {MANATOR} {line}")].map(String::from).to_vec();
    let sandbox = Some(Sandbox { agents, ..sandbox() });
    Program { words, sandbox, ..Program::default() }
}

#[test]
fn our_agents_do_not_play_for_it() {
    let go = "ugi\nposition startpos\nquery p1turn\ngo nodes 100\n";
    for line in ["engine joust --agent champion", "engine joust"] {
        let guest = Guest::start(becomes_manator(line, false));
        guest.send(go);
        let end = guest.end();
        assert!(!end.said.contains("bestmove"), "{}", end.said);
        assert!(end.said.contains("response true"), "rules are answered: {}", end.said);
        assert!(
            end.said.contains("in the sandbox manator answers about rules only"),
            "{}",
            end.said
        );

        let mut guest = Guest::start(becomes_manator(line, true));
        guest.send(go);
        guest.line("bestmove ");
        guest.leave();
    }
    for line in ["analyse joust", "solve joust", "bench", "match joust champion r", "agents"] {
        let end = Guest::start(becomes_manator(line, false)).end();
        assert_eq!(end.status.code(), Some(2), "{line}: {}{}", end.said, end.complained);
        assert!(end.complained.contains("rules only"), "{line}: {}", end.complained);
    }
    let mut guest = Guest::start(becomes_manator("inspect", false));
    guest.send("{\"game\":\"joust\"}\n");
    assert!(guest.line("{").contains("legal"));
    guest.leave();
}

#[test]
fn the_mark_of_the_sandbox_cannot_be_covered() {
    // A later filter could answer in the place of ours: everything else, with another error.
    let script = format!(
        "
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
code = struct.pack('HBBI', 6, 0, 0, 0x7fff0000)
class Program(ctypes.Structure):
    _fields_ = [('len', ctypes.c_ushort), ('filter', ctypes.c_char_p)]
program = Program(1, code)
print('prctl', libc.prctl(22, 2, ctypes.byref(program), 0, 0))
print('seccomp', libc.syscall(ctypes.c_long(317), 1, 0, ctypes.byref(program)))
sys.stdout.flush()
os.execv({MANATOR:?}, ['manator', 'analyse', 'joust'])
"
    );
    if std::env::consts::ARCH == "x86_64" {
        let end = run(&script, sandbox());
        assert_eq!(end.said, "prctl -1\nseccomp -1\n", "{}", end.complained);
        assert!(end.complained.contains("rules only"), "{}", end.complained);
    }
}

#[test]
fn our_program_is_known_when_it_is_uploaded() {
    assert!(is_manator(&fs::read(MANATOR).expect("our program")));
    assert!(!is_manator(b"#!/bin/sh\nexec manator engine joust --agent champion\n"));
    assert!(!is_manator(b""));
}

#[test]
fn an_older_installation_is_closed() {
    let data = open_folder();
    let (folder, store) = (data.path().join("manator"), data.path().join("manator/tournaments.db"));
    fs::create_dir(&folder).expect("a folder");
    fs::write(&store, "").expect("a store");
    open_to_all(&folder);
    open_to_all(&store);
    let mut command = crate::program::manator();
    let output = command.arg("tournaments").env("XDG_DATA_HOME", data.path()).output();
    assert!(output.expect("manator runs").status.success());
    for (path, mode) in [(&folder, 0o700), (&store, 0o600)] {
        let found = fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(format!("{found:o}"), format!("{mode:o}"), "{}", path.display());
    }
}
