//! Programs that students upload: received, kept, and found again after a power cut.
//!
//! Nothing that a client says becomes a part of a path, except for the names of several files that belong
//! together, and of those only plain ones. A program is kept in a folder of its own, which is complete when
//! its manifest is there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use manator_sandbox::{Program, Sandbox, is_manator, private};
use manator_state::class::Finding;
use serde::{Deserialize, Serialize};

/// The file that says that a program is complete, and what it is.
const MANIFEST: &str = "manifest.json";
/// The folder of the files themselves, beside the manifest.
const FILES: &str = "files";
pub(super) const FILES_MAX: usize = 64;
const NAME_MAX: usize = 64;
/// How many of the last programs of a student are kept: games may still run the one before.
const KEPT: usize = 4;

pub(super) struct Sent {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) words: Vec<String>,
    pub(super) files: Vec<String>,
    pub(super) bytes: usize,
    /// When it came, in milliseconds since 1970.
    pub(super) received_ms: u64,
    /// What the examination found; nothing while it is not over.
    pub(super) findings: Option<Vec<Finding>>,
}

#[derive(Clone, Debug)]
pub(super) struct Upload {
    folder: PathBuf,
    pub(super) manifest: Manifest,
}

/// Why files are not taken. `Display` is for the student.
#[derive(Debug, thiserror::Error)]
pub(super) enum UploadError {
    #[error("{0}")]
    Refused(String),
    #[error("it cannot be kept: {0}")]
    Disk(#[from] io::Error),
}

#[derive(Clone, Debug)]
pub(super) struct Uploads {
    folder: PathBuf,
    sandbox: Sandbox,
}

impl Uploads {
    pub(super) fn new(folder: PathBuf, sandbox: Sandbox) -> Uploads {
        // Versions before this one let everybody read it.
        private::tighten(&folder);
        Uploads { folder, sandbox }
    }

    /// Keeps the files of a student, by the number that the student keeps.
    ///
    /// Of those before it only the last ones are kept, and those that are `in_use`.
    pub(super) fn receive(
        &self,
        student: u32,
        sent: Vec<Sent>,
        in_use: &[&Upload],
    ) -> Result<Upload, UploadError> {
        if !self.sandbox.agents && sent.iter().any(|file| is_manator(&file.bytes)) {
            let why = "it is the manator program: expected a program of your own";
            return Err(UploadError::Refused(why.into()));
        }
        let (words, files) = arrange(sent).map_err(UploadError::Refused)?;
        let of_student = self.folder.join(student.to_string());
        let revision = revisions(&of_student).last().map_or(1, |last| last + 1);
        let folder = of_student.join(revision.to_string());
        private::make_folder(&folder.join(FILES))?;
        for file in &files {
            private::write(&folder.join(FILES).join(&file.name), &file.bytes)?;
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let manifest = Manifest {
            words,
            bytes: files.iter().map(|file| file.bytes.len()).sum(),
            files: files.into_iter().map(|file| file.name).collect(),
            received_ms: since.as_millis() as u64,
            findings: None,
        };
        let upload = Upload { folder, manifest };
        upload.write()?;
        let all = revisions(&of_student);
        for old in all.iter().take(all.len().saturating_sub(KEPT)) {
            let folder = of_student.join(old.to_string());
            if !in_use.iter().any(|upload| upload.folder == folder) {
                // What cannot be removed only takes space.
                let _ = fs::remove_dir_all(folder);
            }
        }
        Ok(upload)
    }

    /// Returns the last complete program of a student.
    pub(super) fn last(&self, student: u32) -> Option<Upload> {
        let of_student = self.folder.join(student.to_string());
        revisions(&of_student).into_iter().rev().find_map(|revision| {
            let folder = of_student.join(revision.to_string());
            let text = fs::read_to_string(folder.join(MANIFEST)).ok()?;
            Some(Upload { manifest: serde_json::from_str(&text).ok()?, folder })
        })
    }

    pub(super) fn program(&self, upload: &Upload) -> Program {
        Program {
            words: upload.manifest.words.clone(),
            directory: Some(upload.folder.join(FILES)),
            environment: Vec::new(),
            sandbox: Some(self.sandbox.clone()),
        }
    }
}

impl Upload {
    pub(super) fn examined(&mut self, findings: Vec<Finding>) -> io::Result<()> {
        self.manifest.findings = Some(findings);
        self.write()
    }

    /// Returns a text with the paths of its own files cut to their names: where they are kept here is nobody's
    /// business.
    pub(super) fn without_paths(&self, text: &str) -> String {
        let folder = self.folder.to_string_lossy();
        let is_end = |c: char| c.is_whitespace() || "'\"`()<>[]{},;:".contains(c);
        let mut clean = String::new();
        for piece in text.split_inclusive(is_end) {
            let word = piece.trim_end_matches(is_end);
            let name = word.rsplit('/').next().unwrap_or_default();
            let is_own = self.manifest.files.iter().any(|file| file == name);
            let is_cut = word.starts_with('/') && (is_own || word.starts_with(&*folder));
            clean += if is_cut { name } else { word };
            clean += &piece[word.len()..];
        }
        // A folder with blanks in its name is no word.
        clean.replace(&*folder, "").trim_start_matches('/').to_string()
    }

    fn write(&self) -> io::Result<()> {
        let text = serde_json::to_string(&self.manifest).map_err(io::Error::other)?;
        private::write(&self.folder.join(MANIFEST), text)
    }
}

/// Returns the numbers of the programs of a student, in order.
fn revisions(folder: &Path) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut all: Vec<u32> = names.collect();
    all.sort_unstable();
    all
}

/// Names files as they are kept, and finds out how the program is run.
fn arrange(mut sent: Vec<Sent>) -> Result<(Vec<String>, Vec<Sent>), String> {
    if sent.len() > FILES_MAX {
        return Err(format!("{} files: expected at most {FILES_MAX}", sent.len()));
    }
    let main = match &mut sent[..] {
        [] => return Err("no file came: choose your program".into()),
        [only] => {
            // A program of one file need not keep its name, only what the name says about its kind.
            only.name = format!("agent{}", ending(&only.name));
            0
        }
        several => {
            let mut names = HashSet::new();
            for file in several.iter() {
                check_name(&file.name)?;
                if !names.insert(file.name.to_lowercase()) {
                    return Err(format!("{:?}: two files have that name", file.name));
                }
            }
            let is_main = |file: &Sent| file.name == format!("run{}", ending(&file.name));
            several.iter().position(is_main).ok_or(
                "several files: expected one of them to be called run, run.py, run.js or run.jar",
            )?
        }
    };
    let words = words(&sent[main])?;
    Ok((words, sent))
}

/// Returns the ending of a name that says what a program is.
fn ending(name: &str) -> &'static str {
    let name = name.to_ascii_lowercase();
    [".py", ".js", ".jar"].into_iter().find(|ending| name.ends_with(ending)).unwrap_or("")
}

fn words(main: &Sent) -> Result<Vec<String>, String> {
    let (name, bytes) = (main.name.clone(), &main.bytes);
    let own = format!("./{name}");
    let words: Vec<String> = match ending(&name) {
        ".jar" => vec!["java".into(), "-jar".into(), name],
        _ if bytes.starts_with(b"#!") || bytes.starts_with(b"\x7fELF") => vec![own],
        ".py" => vec!["python3".into(), name],
        ".js" => vec!["node".into(), name],
        _ => {
            return Err(
                "expected a Python, JavaScript or Java program (.py, .js, .jar), a script \
                        that begins with #!, or a program for Linux"
                    .into(),
            );
        }
    };
    Ok(words)
}

fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let is_good = !name.is_empty()
        && name.len() <= NAME_MAX
        && name.chars().all(is_plain)
        && !name.starts_with(['.', '-']);
    if is_good {
        Ok(())
    } else {
        Err(format!("{name:?}: expected letters, digits, dots and dashes"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Sent, Uploads, arrange};
    use manator_sandbox::Sandbox;
    use std::os::unix::fs::PermissionsExt;

    fn sent(files: &[(&str, &str)]) -> Vec<Sent> {
        let one = |(name, text): &(&str, &str)| Sent {
            name: (*name).into(),
            bytes: text.as_bytes().to_vec(),
        };
        files.iter().map(one).collect()
    }

    #[track_caller]
    fn runs(files: &[(&str, &str)], expected: &str) {
        let (words, _) = arrange(sent(files)).unwrap_or_else(|why| panic!("{files:?}: {why}"));
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn programs_are_run_by_what_they_are() {
        runs(&[("my agent.PY", "print()")], "python3 agent.py");
        runs(&[("../../etc/passwd", "#!/bin/sh")], "./agent");
        runs(&[("a.py", "#!/usr/bin/python3")], "./agent.py");
        runs(&[("x.jar", "PK")], "java -jar agent.jar");
        runs(&[("x.js", "")], "node agent.js");
        runs(&[("x", "\x7fELF")], "./agent");
        runs(&[("run.py", ""), ("eval.py", "")], "python3 run.py");
    }

    #[test]
    fn tricks_are_refused() {
        for files in [
            &[][..],
            &[("agent.txt", "hello")],
            &[("run.py", ""), ("../x.py", "")],
            &[("run.py", ""), ("/etc/x", "")],
            &[("run.py", ""), (".hidden", "")],
            &[("run.py", ""), ("a\0b", "")],
            &[("run.py", ""), ("RUN.py", "")],
            &[("a.py", ""), ("b.py", "")],
        ] {
            assert!(arrange(sent(files)).is_err(), "{files:?}");
        }
    }

    #[test]
    fn the_last_program_is_found_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let class = folder.path().join("class");
        std::fs::create_dir(&class).expect("a folder as older versions made it, open to all");
        let uploads = Uploads::new(class.clone(), Sandbox::default());
        let mode = std::fs::metadata(class).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        assert!(uploads.last(3).is_none());
        for round in 1..=6 {
            let name = if round == 6 { "x.js" } else { "x.py" };
            uploads.receive(3, sent(&[(name, "x")]), &[]).expect("it is kept");
        }
        let last = uploads.last(3).expect("it is found");
        assert_eq!(last.manifest.words, ["node", "agent.js"]);
        let kept = std::fs::read_dir(folder.path().join("class/3")).expect("a folder").count();
        assert_eq!(kept, super::KEPT);
        for _ in 0..super::KEPT + 2 {
            uploads.receive(3, sent(&[("y.py", "y")]), &[&last]).expect("it is kept");
        }
        assert!(last.folder.exists(), "it plays, or is examined");
    }
}
