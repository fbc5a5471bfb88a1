//! What runs a file that is no program by itself: `agent.py` is run by Python, `agent.jar` by Java.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{Program, StartError, located};

/// The endings of files, what runs them, and what stands before the file.
const INTERPRETERS: [(&str, &str, &[&str]); 11] = [
    ("py", "python3", &[]),
    ("jar", "java", &["-jar"]),
    ("java", "java", &[]),
    ("js", "node", &[]),
    ("mjs", "node", &[]),
    ("cjs", "node", &[]),
    ("rb", "ruby", &[]),
    ("pl", "perl", &[]),
    ("lua", "lua", &[]),
    ("sh", "sh", &[]),
    (CLASS, "java", &[]),
];
/// The endings of source text that is compiled first, and how.
const SOURCES: [(&str, &str); 6] = [
    ("c", "such as with `cc -O2 -o agent agent.c`"),
    ("cc", "such as with `c++ -O2 -o agent agent.cc`"),
    ("cpp", "such as with `c++ -O2 -o agent agent.cpp`"),
    ("rs", "such as with `cargo build --release`"),
    ("go", "such as with `go build`"),
    ("hs", "such as with `ghc -O2`"),
];
/// A file that Java names by its folder and class.
const CLASS: &str = "class";

/// How much of a first line is looked at.
const FIRST_LINE_MAX: usize = 128;

/// Returns whether a word names the file of an agent rather than an agent of ours: by a folder, or by its ending.
pub fn is_agent_file(word: &str) -> bool {
    word.contains('/') || interpreter(Path::new(word)).is_some()
}

type Interpreter = (&'static str, &'static str, &'static [&'static str]);

fn interpreter(path: &Path) -> Option<Interpreter> {
    let ending = path.extension()?.to_str()?;
    INTERPRETERS.into_iter().find(|(known, ..)| *known == ending)
}

/// Returns the words of a program with what runs it before them, where it needs that.
pub(super) fn with(program: &Program) -> Result<Vec<String>, StartError> {
    let Some(first) = program.words.first() else { return Err(StartError::Empty) };
    let path = located(first, program.directory.as_deref());
    let is_found = first.contains('/') || in_path(first).is_none();
    let path = match first.contains('/') {
        true => path,
        false => program.directory.as_deref().unwrap_or(Path::new("")).join(first),
    };
    if !is_found || !path.is_file() {
        return Ok(program.words.clone());
    }
    // The system looks for a program without a folder elsewhere.
    let file = if first.contains('/') { first.clone() } else { format!("./{first}") };
    let rest = || program.words.iter().skip(1).cloned();
    if is_executable(&path) && is_program(&path) {
        return Ok([file].into_iter().chain(rest()).collect());
    }
    let Some((ending, needs, before)) = interpreter(&path) else {
        let program = first.clone();
        return match (source(&path), is_executable(&path)) {
            (Some(how), _) => Err(StartError::Source { program, how }),
            (None, true) => Ok([file].into_iter().chain(rest()).collect()),
            (None, false) => Err(StartError::NotExecutable { program }),
        };
    };
    if in_path(needs).is_none() {
        return Err(StartError::Interpreter { program: first.clone(), needs });
    }
    let before = before.iter().map(|word| word.to_string());
    let named = if ending == CLASS { class(&file) } else { vec![file] };
    Ok([needs.to_string()].into_iter().chain(before).chain(named).chain(rest()).collect())
}

/// Returns how a file is compiled, if it is source text.
fn source(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?;
    SOURCES.into_iter().find(|(known, _)| *known == ending).map(|(_, how)| how)
}

/// Returns what a file says in its first line that runs it.
pub(super) fn first_line(path: &Path) -> Option<String> {
    let mut begin = [0; FIRST_LINE_MAX];
    let count = File::open(path).and_then(|mut file| file.read(&mut begin)).ok()?;
    let text = std::str::from_utf8(begin[..count].strip_prefix(b"#!")?).ok()?;
    Some(text.split_whitespace().next()?.to_string())
}

fn class(file: &str) -> Vec<String> {
    let path = Path::new(file);
    let text = |part: Option<&Path>| part.map(|part| part.to_string_lossy().into_owned());
    let folder = text(path.parent()).filter(|folder| !folder.is_empty());
    let name = text(path.file_stem().map(Path::new));
    ["-cp".into(), folder.unwrap_or(".".into()), name.unwrap_or_default()].to_vec()
}

/// Returns whether the system can run a file as it is: it says what runs it, or is machine code.
fn is_program(path: &Path) -> bool {
    let mut begin = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut begin));
    // What cannot be read may still be run.
    read.is_err()
        || begin.starts_with(b"#!")
        || begin == *b"\x7fELF"
        || begin[..3] == [0xcf, 0xfa, 0xed]
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

/// Returns where a program without a folder is found.
fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::{class, is_agent_file};

    #[test]
    fn files_are_told_from_agents() {
        for file in ["two/agent.py", "agent.py", "./agent", "Agent.class", "a.jar", "a.js"] {
            assert!(is_agent_file(file), "{file}");
        }
        for agent in ["champion", "alphabeta", "novice", "python3"] {
            assert!(!is_agent_file(agent), "{agent}");
        }
        assert_eq!(class("one/Agent.class"), ["-cp", "one", "Agent"]);
        assert_eq!(class("./Agent.class"), ["-cp", ".", "Agent"]);
    }
}
