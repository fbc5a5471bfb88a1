//! What is started in a terminal, and the home it is given instead of the developer's.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use portable_pty::CommandBuilder;
use tempfile::TempDir;

#[derive(Clone, Debug)]
pub struct Command {
    pub program: OsString,
    pub args: Vec<OsString>,
    /// Variables beyond those that every program gets, or instead of them.
    pub env: Vec<(OsString, OsString)>,
    /// The folder it starts in; the home when there is none.
    pub dir: Option<PathBuf>,
}

impl Command {
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref().to_os_string();
        Self { program, args: Vec::new(), env: Vec::new(), dir: None }
    }

    pub fn shell(script: &str) -> Self {
        Self::new("sh").args(["-c", script])
    }

    #[must_use]
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_os_string()));
        self
    }

    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_os_string(), value.as_ref().to_os_string()));
        self
    }

    #[must_use]
    pub fn dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// Returns the command as the library that starts it wants it, in an environment made anew.
    #[track_caller]
    pub(super) fn builder(&self, home: &Home) -> CommandBuilder {
        let mut builder = CommandBuilder::new(&self.program);
        builder.args(&self.args);
        builder.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            builder.env("PATH", path);
        }
        builder.env("TERM", "xterm-256color");
        builder.env("COLORTERM", "truecolor");
        // The library would otherwise look the developer's shell up.
        builder.env("SHELL", "/bin/sh");
        builder.env("HOME", home.path());
        for (name, folder) in FOLDERS {
            builder.env(name, home.path().join(folder));
        }
        for (name, value) in &self.env {
            builder.env(name, value);
        }
        let dir = self.dir.as_deref().unwrap_or(home.path());
        // The library would silently start it elsewhere.
        assert!(dir.is_dir(), "{}: not a folder to start a program in", dir.display());
        builder.cwd(dir);
        builder
    }
}

/// The folders of a home, at their usual places, so that a program which ignores the variables is as
/// private as one which reads them.
const FOLDERS: [(&str, &str); 5] = [
    ("XDG_CONFIG_HOME", ".config"),
    ("XDG_DATA_HOME", ".local/share"),
    ("XDG_STATE_HOME", ".local/state"),
    ("XDG_CACHE_HOME", ".cache"),
    ("XDG_RUNTIME_DIR", ".run"),
];

/// A private home folder, removed with its last clone.
///
/// Two terminals opened in one home see each other's saved games and configuration.
#[derive(Clone, Debug)]
pub struct Home(Arc<TempDir>);

impl Home {
    #[track_caller]
    pub fn new() -> Self {
        let home = tempfile::Builder::new().prefix("manator-home-").tempdir();
        let home = Self(Arc::new(home.expect("make a home")));
        for (_, folder) in FOLDERS {
            let folder = home.path().join(folder);
            fs::create_dir_all(&folder).expect("make a folder of the home");
            // The runtime folder must be closed to others; the rest may be.
            let private = fs::Permissions::from_mode(0o700);
            fs::set_permissions(&folder, private).expect("close a folder of the home");
        }
        home
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn config(&self) -> PathBuf {
        self.path().join(".config")
    }

    pub fn data(&self) -> PathBuf {
        self.path().join(".local/share")
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}
