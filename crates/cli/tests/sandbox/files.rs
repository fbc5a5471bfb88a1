//! Programs that write where they should not.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::{Path, PathBuf};

use manator_sandbox::Sandbox;
use tempfile::TempDir;

use crate::sandbox::guest::{Guest, open_folder, open_to_all, python, sandbox};

/// Tries everything with the folders that are given as words.
const WRITER: &str = "
import errno, os, sys
def attempt(name, f):
    try:
        f()
    except OSError as error:
        refused = error.errno in (errno.EPERM, errno.EACCES, errno.EROFS, errno.EXDEV)
        print(name, 'refused' if refused else error)
    else:
        print(name, 'ALLOWED')
def fill(path):
    with open(path, 'wb') as file:
        for _ in range(64):
            file.write(b'x' * (1 << 20))
name = 'sandbox-test-' + str(os.getpid())
for folder in sys.argv[1:]:
    if not os.path.isdir(folder):
        continue
    path = os.path.join(folder, name)
    attempt('write ' + folder, lambda: fill(path))
    attempt('folder ' + folder, lambda: os.mkdir(path + '-folder'))
    attempt('link ' + folder, lambda: os.symlink('/', path + '-link'))
    attempt('fifo ' + folder, lambda: os.mkfifo(path + '-fifo'))
    theirs = os.path.join(folder, 'theirs')
    if os.path.exists(theirs):
        attempt('open', lambda: open(theirs, 'r+b'))
        attempt('append', lambda: open(theirs, 'ab'))
        attempt('time', lambda: os.utime(theirs, (0, 0)))
        attempt('mode', lambda: os.chmod(theirs, 0o600))
        attempt('attribute', lambda: os.setxattr(theirs, 'user.a', b'b'))
        attempt('hard link', lambda: os.link(theirs, theirs + '2'))
        attempt('rename', lambda: os.rename(theirs, theirs + '2'))
        attempt('empty', lambda: os.truncate(theirs, 0))
        attempt('remove', lambda: os.remove(theirs))
";

fn listing(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().display().to_string()).collect()
}

fn folder_with_a_file() -> (TempDir, PathBuf) {
    let folder = open_folder();
    let file = folder.path().join("theirs");
    fs::write(&file, "text").expect("a file");
    open_to_all(&file);
    (folder, file)
}

#[test]
fn outside_the_same_program_does_it_all() {
    let (own, _) = folder_with_a_file();
    let mut program = python(WRITER, None);
    program.words.push(own.path().display().to_string());
    let end = Guest::start(program).end();
    // Not every file system has attributes.
    let lines: Vec<&str> =
        end.said.lines().filter(|line| !line.starts_with("attribute ")).collect();
    assert_eq!(lines.len(), 12, "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with(" ALLOWED")), "{lines:?}");
}

#[test]
fn nothing_is_written_anywhere() {
    let (own, theirs) = folder_with_a_file();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
    let usual = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/dev", "/proc/self"].map(PathBuf::from);
    let folders: Vec<PathBuf> =
        [own.path().to_path_buf(), repository].into_iter().chain(home).chain(usual).collect();

    let mut program = python(WRITER, sandbox());
    program.directory = Some(own.path().into());
    program.words.push(".".into());
    program.words.extend(folders.iter().map(|folder| folder.display().to_string()));
    let end = Guest::start(program).end();
    assert_eq!(end.status.code(), Some(0), "{}", end.complained);
    let lines: Vec<&str> = end.said.lines().collect();
    assert!(lines.len() >= 38, "{lines:?}");
    // In /proc nobody can make anything, and the error is another.
    let bad = |line: &&&str| !line.ends_with(" refused") && !line.contains("/proc/self ");
    assert_eq!(lines.iter().filter(bad).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(!end.said.contains("ALLOWED"), "{}", end.said);

    for folder in folders {
        let made = listing(&folder).into_iter().filter(|name| name.starts_with("sandbox-test-"));
        assert_eq!(made.collect::<Vec<_>>(), Vec::<String>::new(), "{}", folder.display());
    }
    assert_eq!(listing(own.path()), ["theirs"]);
    assert_eq!(fs::read_to_string(&theirs).expect("the file"), "text");
}

#[test]
fn the_scratch_directory_is_private_bounded_and_removed() {
    let script = "
import os, stat, tempfile
scratch = os.environ['TMPDIR']
assert scratch == os.environ['HOME'] == tempfile.gettempdir()
print(oct(stat.S_IMODE(os.stat(scratch).st_mode)), os.stat(scratch).st_uid == os.getuid())
os.makedirs(scratch + '/a/b')
with open(scratch + '/a/b/file', 'w') as file:
    file.write('text')
print(open(scratch + '/a/b/file').read())
os.mkdir(scratch + '/blind', 0o300)
open(scratch + '/blind/file', 'w').close()
with open(scratch + '/large', 'wb', buffering=0) as file:
    written = 0
    try:
        for _ in range(64):
            written += file.write(b'x' * (1 << 20))
    except OSError as error:
        print('at most', written >> 20, 'MiB')
try:
    open(os.path.dirname(scratch) + '/beside', 'w')
except OSError:
    print('not beside it')
";
    let parent = open_folder();
    let sandbox = Sandbox { writable: Some(parent.path().into()), ..sandbox() };
    let end = Guest::start(python(script, sandbox.clone())).end();
    let expected = "0o700 True\ntext\nat most 16 MiB\nnot beside it\n";
    assert_eq!(end.said, expected, "{}", end.complained);
    assert_eq!(listing(parent.path()), Vec::<String>::new());

    // Two at once have a folder each, and the second cannot write into the first.
    let script = "
import os, sys
print('scratch ' + os.environ['TMPDIR'], flush=True)
other = sys.stdin.readline().strip()
try:
    open(other + '/file', 'w')
    print('ALLOWED')
except OSError:
    print('refused')
";
    let mut first = Guest::start(python(script, sandbox.clone()));
    let mut second = Guest::start(python(script, sandbox));
    let path = first.line("scratch ");
    assert_ne!(path, second.line("scratch "));
    assert!(Path::new(&path).exists());
    second.send(&format!("{path}\n"));
    assert_eq!(second.end().said, "refused\n");
    first.leave();
    assert_eq!(listing(parent.path()), Vec::<String>::new());
}

#[test]
fn reading_is_allowed_and_the_empty_file_is_there() {
    let folder = open_folder();
    fs::write(folder.path().join("book"), "opening").expect("a file");
    open_to_all(&folder.path().join("book"));
    let mut program = python(
        "
print(open('book').read())
with open('/dev/null', 'w') as file:
    file.write('x')
open('/dev/urandom', 'rb').read(1)
",
        sandbox(),
    );
    program.directory = Some(folder.path().into());
    let end = Guest::start(program).end();
    assert_eq!(end.said, "opening\n", "{}", end.complained);
}
