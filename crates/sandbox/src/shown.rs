//! What a program in the sandbox may read: the system's programs and libraries, the installation of its
//! language, and its own folder. Nothing else is shown.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::user;

/// Programs and libraries of the system, and what they look at when they start. What is not there is left
/// out.
const SYSTEM: [&str; 33] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/crypto-policies",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/pki/java",
    "/etc/pki/tls/openssl.cnf",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
    "/dev/full",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/kernel/mm/transparent_hugepage",
];
/// What `/proc` says of the program's first process, found by the process that becomes it. Its `net` and
/// `task` would show connections of the whole machine.
const OWN_PROCESS: [&str; 13] = [
    "auxv", "cgroup", "cmdline", "comm", "environ", "exe", "fd", "limits", "maps", "smaps", "stat",
    "statm", "status",
];
/// Settings of the kernel that Java, Go and the C library ask for.
const KERNEL: [&str; 3] = ["/proc/sys/kernel", "/proc/sys/vm", "/proc/filesystems"];
/// What names and addresses are looked up in.
const NETWORK: [&str; 7] = [
    "/etc/gai.conf",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/resolv.conf",
    "/etc/services",
    "/run/systemd/resolve/stub-resolv.conf",
];
/// Settings of languages in `/etc` begin with these.
const LANGUAGES: [&str; 7] = ["dotnet", "java", "lua", "mono", "perl", "php", "python"];
/// Who runs programs that are text, or that another program starts by name.
const INTERPRETERS: [&str; 7] = ["python3", "python", "node", "java", "ruby", "perl", "lua"];
/// How the first bytes of a store look.
const STORE: &[u8; 16] = b"SQLite format 3\0";

/// Returns the paths of the system that every program may read.
pub(super) fn system(network: bool) -> Vec<PathBuf> {
    let names = if network { &NETWORK[..] } else { &[] };
    let fixed = SYSTEM.iter().chain(&KERNEL).chain(names).map(PathBuf::from);
    let settings = entries(Path::new("/etc")).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        LANGUAGES.iter().any(|language| name.starts_with(language))
    });
    let own = OWN_PROCESS.iter().map(|name| Path::new("/proc/self").join(name));
    fixed.chain(own).chain(settings).collect()
}

/// Returns what a program may read besides the system, and notes for whoever wonders why it may not read
/// more. `words` are those of the program, run in the folder `base`.
pub(super) fn own(words: &[String], base: &Path, has_user: bool) -> (Vec<PathBuf>, Vec<String>) {
    let mut shown = Vec::new();
    let first = words.first().map(String::as_str).unwrap_or_default();
    let mut named: Vec<PathBuf> = Vec::new();
    for word in words.iter().map(String::as_str).filter(|word| *word != first || word.contains('/'))
    {
        // What has blanks in it is text, not a list of paths.
        let separators: &[char] =
            if word.contains(char::is_whitespace) { &[] } else { &['=', ':'] };
        let parts = word.split(separators).filter(|part| !part.is_empty());
        named.extend(parts.map(|part| base.join(part)).filter(|path| path.exists()));
    }
    let mut starters: Vec<PathBuf> =
        INTERPRETERS.iter().chain([&first]).filter_map(|name| in_path(name, has_user)).collect();
    starters.extend(named.iter().filter_map(|path| named_interpreter(path)));
    starters.extend(std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java")));
    let mut installations: Vec<PathBuf> =
        starters.iter().flat_map(|path| installation(path)).collect();
    if first.contains('/') {
        // It may be an interpreter, too; if not, it is the program itself, with a folder of its own.
        let found = installation(&base.join(first));
        installations.extend(found.into_iter().filter(|path| path.is_dir()));
    }
    let is_shown = |path: &Path, all: &[PathBuf]| {
        let path = path.canonicalize().unwrap_or_else(|_| path.into());
        is_system(&path) || all.iter().any(|folder| path.starts_with(folder))
    };
    named.retain(|path| !is_shown(path, &installations));
    shown.extend(installations);

    let mut notes = Vec::new();
    let mut show_folder = |folder: &Path, shown: &mut Vec<PathBuf>| {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.into());
        match is_wide(&folder) {
            false => shown.push(folder),
            true => notes.push(format!(
                "'{}' is not shown to the program: put it into a folder of its own",
                folder.display()
            )),
        }
    };
    // The first file is the program; what it needs lies beside it.
    match named.iter().position(|path| path.is_file()) {
        Some(at) => show_folder(named[at].parent().unwrap_or(base), &mut shown),
        None if named.is_empty() => show_folder(base, &mut shown),
        None => {}
    }
    for path in named {
        match path.is_dir() {
            true => show_folder(&path, &mut shown),
            false => shown.push(path),
        }
    }
    (shown, notes)
}

/// Returns what of a path is shown: the whole of it, or of a folder with files of ours in it, the rest.
pub(super) fn visible(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.into()];
    }
    let all: Vec<PathBuf> = entries(path).collect();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stores: Vec<String> =
        all.iter().filter(|path| is_store(path)).map(|path| name(path)).collect();
    let is_hidden = |path: &Path| {
        let own = name(path);
        // Beside a store lie its companions and the uploads of a class, beside codes the roster.
        own.starts_with('.')
            || own.ends_with(".codes.toml")
            || stores.iter().any(|store| own.starts_with(store.as_str()))
            || (own.ends_with(".toml") && path.with_extension("codes.toml").exists())
    };
    if !all.iter().any(|path| is_hidden(path)) {
        return vec![path.into()];
    }
    // A link would show what it leads to.
    all.into_iter().filter(|path| !is_hidden(path) && !path.is_symlink()).collect()
}

fn is_store(path: &Path) -> bool {
    let mut start = [0; STORE.len()];
    path.metadata().is_ok_and(|data| data.is_file())
        && fs::File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == *STORE
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Returns whether a folder holds more than a program: that of a person, of all temporary files, of
/// Manator, or one above these.
fn is_wide(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let data = home.as_deref().map(|home| home.join(".local/share/manator"));
    let wide = [home, data, Some(std::env::temp_dir()), Some("/home".into())];
    let is_above = |path: PathBuf| path.canonicalize().unwrap_or(path).starts_with(folder);
    wide.into_iter().flatten().any(is_above)
}

/// Finds a program in `PATH`, as the launcher will.
fn in_path(name: &str, has_user: bool) -> Option<PathBuf> {
    if name.is_empty() || name.contains('/') {
        return None;
    }
    let folders = std::env::var_os("PATH")?;
    let is_open = |path: &PathBuf| !has_user || matches!(user::closed(path), Ok(None));
    let paths = std::env::split_paths(&folders).map(|folder| folder.join(name));
    paths.filter(|path| path.is_file()).find(is_open)
}

/// Returns the program that runs a file, if its first line names one.
fn named_interpreter(path: &Path) -> Option<PathBuf> {
    let mut start = [0; 256];
    let count = fs::File::open(path).ok()?.read(&mut start).ok()?;
    let line = start.get(..count)?.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let words = std::str::from_utf8(line).ok()?;
    words.split_whitespace().next().map(PathBuf::from)
}

/// Returns the folders of a language outside the system's: what `bin/python3` or `shims/python3` is in, by
/// the name it has and by the file it leads to. Of a program that lies elsewhere, only itself.
fn installation(program: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(target) = program.canonicalize() else { return found };
    for path in [program, &target] {
        let folder = path.parent().unwrap_or(Path::new("/"));
        let root = folder.parent().unwrap_or(Path::new("/"));
        let root = root.canonicalize().unwrap_or_else(|_| root.into());
        let has = |name: &str| root.join(name).exists();
        let is_language = match folder.file_name().and_then(|name| name.to_str()) {
            Some("bin") => ["lib", "lib64", "pyvenv.cfg"].into_iter().any(has),
            Some("shims") => true,
            _ => false,
        };
        if is_language && !is_system(&root) && !is_wide(&root) {
            found.push(root);
        }
    }
    if !is_system(&target) && !found.iter().any(|root| target.starts_with(root)) {
        found.push(target);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{installation, own, visible};
    use std::fs;
    use std::path::{Path, PathBuf};

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, "text").expect("a file");
        }
        folder
    }

    #[track_caller]
    fn check(base: &Path, line: &str, expected: &[&str]) {
        let words: Vec<String> = line.split(' ').map(String::from).collect();
        let (shown, notes) = own(&words, base, false);
        let base = base.canonicalize().expect("a folder");
        let inner: Vec<&Path> =
            shown.iter().filter_map(|path| path.strip_prefix(&base).ok()).collect();
        let expected: Vec<&Path> = expected.iter().map(Path::new).collect();
        assert_eq!(inner, expected, "{line}");
        assert_eq!(notes, Vec::<String>::new(), "{line}");
    }

    #[test]
    fn a_program_is_shown_its_own_folder() {
        let folder = folder(&["agent.py", "one/a.py", "two/b.py", "book", "classes/A.class"]);
        let base = folder.path();
        check(base, "python3 one/a.py", &["one", "one/a.py"]);
        check(base, "python3 one/a.py two/b.py", &["one", "one/a.py", "two/b.py"]);
        check(base, "python3 agent.py", &["", "agent.py"]);
        check(base, "java -cp classes A", &["classes"]);
        check(base, "java -cp classes:two A", &["classes", "two"]);
        check(base, "java A", &[""]);
        let located = base.join("one/a.py").display().to_string();
        check(base, &located, &["one", "one/a.py"]);
        check(base, "sh one/a.py --book=book", &["one", "one/a.py", "book"]);
    }

    #[test]
    fn wide_folders_are_not_shown() {
        let words = ["java".to_string(), "Agent".into()];
        for wide in ["/", "/home", "/tmp"] {
            let (shown, notes) = own(&words, Path::new(wide), false);
            assert!(!shown.contains(&PathBuf::from(wide)), "{shown:?}");
            assert_eq!(notes.len(), 1, "{wide}");
        }
    }

    #[test]
    fn languages_are_found_by_where_they_are() {
        let folder =
            folder(&["env/bin/python3", "env/lib/x", "my/shims/node", "bin/java", "a/agent"]);
        let path = folder.path().canonicalize().expect("a folder");
        let check = |program: &str, expected: &str| {
            let found = installation(&path.join(program));
            assert!(found.iter().all(|found| *found == path.join(expected)), "{found:?}");
            assert!(!found.is_empty(), "{program}");
        };
        check("env/bin/python3", "env");
        check("my/shims/node", "my");
        check("bin/java", "bin/java");
        check("a/agent", "a/agent");
        assert!(installation(Path::new("/usr/bin/env")).is_empty());
    }

    #[test]
    fn files_of_ours_are_hidden_beside_a_program() {
        let folder =
            folder(&["agent.py", "x.db-wal", "x.db-class-1/1", "c.toml", "c.codes.toml", ".env"]);
        fs::write(folder.path().join("x.db"), "SQLite format 3\0and more").expect("a store");
        std::os::unix::fs::symlink("/", folder.path().join("link")).expect("a link");
        assert_eq!(visible(folder.path()), [folder.path().join("agent.py")]);
    }
}
