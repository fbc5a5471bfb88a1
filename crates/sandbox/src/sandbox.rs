//! What an untrusted program may use.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::geteuid;

use super::cgroup::Cgroup;
use super::exit::exit_words;
use super::launch::read_report;
use super::limit::{Held, Limit, Means};
use super::order::{LAUNCH, Order};
use super::running::Running;
use super::scratch::{self, Scratch};
use super::user::{self, User};
use super::{Program, StartError, located, shown};

/// What of our environment a program in the sandbox finds in its own.
const KEPT_NAMES: [&str; 6] = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME"];
/// How much of its memory Java may use for objects; the rest is for its own code and its threads.
const JAVA_HEAP_PERCENT: u64 = 60;

/// What an untrusted program may use.
///
/// It reads the system's programs and its own folder, and writes nothing; it has no network unless
/// allowed; it asks `manator` about rules only; it cannot leave its process group, so that whoever kills the group kills all of it. See `docs/sandbox.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// Memory in bytes, of all its processes together.
    pub memory: u64,
    /// Time of the processor, of all its processes together.
    pub cpu: Duration,
    pub processes: u32,
    /// Bytes of the largest file it may write.
    pub file_size: u64,
    pub network: bool,
    /// Whether our agents play for it when it asks them.
    pub agents: bool,
    /// What it may read besides the system's programs, its language and its own folder.
    pub readable: Vec<PathBuf>,
    /// Whether each start gets a private copy of the folder it runs in, which then need not be open to
    /// others: for programs of people who must not see each other's.
    pub own_copy: bool,
    /// A folder in which each start makes a private scratch directory, which ends with the program. The
    /// program finds it as `TMPDIR` and `HOME`. Without one it can write nowhere.
    pub writable: Option<PathBuf>,
    /// The `manator` program, which limits itself and then becomes the other; `None` for the program that
    /// runs now.
    pub launcher: Option<PathBuf>,
}

impl Default for Sandbox {
    fn default() -> Self {
        Sandbox {
            memory: 1 << 30,
            cpu: Duration::from_secs(3600),
            processes: 32,
            file_size: 16 << 20,
            network: false,
            agents: false,
            readable: Vec::new(),
            own_copy: false,
            writable: None,
            launcher: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enforced {
    pub what: &'static str,
    /// How it is enforced, or why it is not.
    pub how: Result<&'static str, String>,
}

impl fmt::Display for Enforced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.how {
            Ok(how) => write!(f, "{}: {how}", self.what),
            Err(why) => write!(f, "{}: not enforced: {why}", self.what),
        }
    }
}

/// Returns what the kernel here can enforce, found out by trying: one line per limit, for the user.
pub fn enforceable(sandbox: &Sandbox) -> Vec<Enforced> {
    let user = own_user();
    let id = user.as_ref().ok().and_then(|user| user.as_ref().map(|user| user.id));
    let cgroup = Cgroup::make(sandbox);
    let means = Means {
        has_user: id.is_some(),
        has_namespace: id.is_none() && sandbox.can_namespace(),
        has_cgroup: cgroup.is_some(),
    };
    let how = |limit: Limit, held: Result<(), String>| Enforced {
        what: limit.what(),
        how: held.map(|()| limit.how(means)),
    };
    let order = Order {
        sandbox: Sandbox { writable: None, ..sandbox.clone() },
        user: id,
        namespace: means.has_namespace,
        cgroup: cgroup.as_ref().map(|cgroup| cgroup.path.clone()),
        ..Order::default()
    };
    let mut lines: Vec<Enforced> = match try_limits(sandbox, &order) {
        Ok(held) => held.into_iter().map(|(limit, held)| how(limit, held)).collect(),
        Err(error) => vec![Enforced { what: "starting programs", how: Err(error) }],
    };
    match user {
        Ok(Some(_)) => {}
        Ok(None) => {
            let why = "only root can give it one: it runs as you";
            lines.push(how(Limit::User, Err(why.into())));
        }
        Err(error) => lines.push(how(Limit::User, Err(error.to_string()))),
    }
    lines
}

/// Returns a user for a program if we may give it one: only root may.
fn own_user() -> io::Result<Option<User>> {
    if geteuid().is_root() { User::claim().map(Some) } else { Ok(None) }
}

/// Lets a launcher that becomes nothing say which limits hold for it.
fn try_limits(sandbox: &Sandbox, order: &Order) -> Result<Vec<Held>, String> {
    let launcher = sandbox.launcher().map_err(|error| error.to_string())?;
    let mut command = command(&launcher, order);
    let output = command.output().map_err(|e| format!("{}: {e}", launcher.display()))?;
    let held = read_report(&String::from_utf8_lossy(&output.stdout));
    if held.is_empty() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or_default();
        return Err(format!("{} {}: {said}", launcher.display(), exit_words(output.status)));
    }
    Ok(held)
}

impl Sandbox {
    fn launcher(&self) -> io::Result<PathBuf> {
        self.launcher.clone().map_or_else(std::env::current_exe, Ok)
    }

    /// Returns whether a program can have a user namespace in which its processes are counted.
    fn can_namespace(&self) -> bool {
        static KNOWN: OnceLock<bool> = OnceLock::new();
        if let Some(known) = KNOWN.get() {
            return *known;
        }
        let limits = Sandbox { writable: None, readable: Vec::new(), ..self.clone() };
        let order = Order { sandbox: limits, namespace: true, ..Order::default() };
        // A launcher that says nothing does not count.
        let Ok(held) = try_limits(self, &order) else { return false };
        let can = held.iter().any(|(limit, held)| *limit == Limit::Processes && held.is_ok());
        *KNOWN.get_or_init(|| can)
    }

    pub(super) fn start(&self, program: &Program) -> Result<Running, StartError> {
        let failed = |what: &str| {
            let what = what.to_string();
            move |error| StartError::Sandbox { what, error }
        };
        let user = own_user().map_err(failed("a user of its own"))?;
        let id = user.as_ref().map(|user| user.id);
        let mut folders = Vec::new();
        let mut directory = program.directory.clone();
        let parent = scratch::place();
        if let Some(from) = program.directory.as_deref().filter(|_| self.own_copy) {
            let copy = Scratch::copy(&parent, id, from).map_err(failed("a copy of its own"))?;
            directory = Some(copy.path.clone());
            folders.push(copy);
        }
        let words = located_words(program, directory.as_deref())?;
        if user.is_some() {
            // The program would find out only after we have said that it runs.
            let own = if folders.is_empty() { directory.as_deref() } else { Some(&*parent) };
            let inner = words.first().filter(|word| word.contains('/')).map(Path::new);
            let inner = inner.filter(|_| folders.is_empty());
            for path in own.into_iter().chain(self.writable.as_deref()).chain(inner) {
                open_to_all(path)?;
            }
        }
        let scratch = self.writable.as_ref().map(|parent| Scratch::make(parent, id));
        let scratch = scratch.transpose().map_err(failed("a scratch directory"))?;
        let path = scratch.as_ref().map(|scratch| scratch.path.clone());
        folders.extend(scratch);
        let base = directory.clone().map_or_else(std::env::current_dir, Ok);
        let base = base.map_err(failed("the folder it runs in"))?;
        let (mut readable, notes) = shown::own(&words, &base, id.is_some());
        readable.extend(self.readable.iter().cloned());
        let cgroup = Cgroup::make(self);
        let order = Order {
            environment: self.environment(program, path.as_deref()),
            sandbox: Sandbox { writable: path, readable, ..self.clone() },
            user: id,
            namespace: id.is_none() && cgroup.is_none() && self.can_namespace(),
            cgroup: cgroup.as_ref().map(|cgroup| cgroup.path.clone()),
            notes,
            directory,
            words: words.into_iter().map(OsString::from).collect(),
        };
        let launcher = self.launcher().map_err(failed("the launcher"))?;
        let name = launcher.display().to_string();
        let mut running = Running::start(&mut command(&launcher, &order)).map_err(failed(&name))?;
        (running.group.folders, running.group.user) = (folders, user);
        running.group.watch(self, cgroup).map_err(failed("a watcher"))?;
        Ok(running)
    }

    /// Returns what a program finds in its environment, besides what the launcher was given.
    fn environment(&self, program: &Program, scratch: Option<&Path>) -> Vec<(OsString, OsString)> {
        let home = scratch.unwrap_or(Path::new("/nonexistent"));
        // Java would otherwise take its share of the memory of the whole machine and its number of
        // threads from that of processors, and complain about files it cannot write. What is given on its
        // command line counts more.
        let mebibytes = (self.memory >> 20) * JAVA_HEAP_PERCENT / 100;
        let java = format!("-Xmx{}m -XX:+UseSerialGC -XX:-UsePerfData", mebibytes.max(2));
        let ours = [
            ("HOME", home.as_os_str().into()),
            ("TMPDIR", home.as_os_str().into()),
            ("JAVA_TOOL_OPTIONS", OsString::from(java)),
        ];
        let ours = ours.into_iter().map(|(name, value)| (name.into(), value));
        let given = program.environment.iter().map(|(name, value)| (name.into(), value.into()));
        ours.chain(given).collect()
    }
}

/// Returns the launcher with its order.
///
/// Our environment may hold secrets: untrusted programs get only what programs need to run.
fn command(launcher: &Path, order: &Order) -> Command {
    let mut command = Command::new(launcher);
    command.arg(LAUNCH).args(order.to_words()).env_clear();
    command.envs(KEPT_NAMES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.stdin(Stdio::null());
    command
}

/// Returns the words of a program, the first as it is found from its folder.
fn located_words(program: &Program, directory: Option<&Path>) -> Result<Vec<String>, StartError> {
    let mut words = program.words.clone();
    let Some(first) = words.first_mut() else { return Err(StartError::Empty) };
    if let Ok(path) = located(first, directory).into_os_string().into_string() {
        *first = path;
    }
    Ok(words)
}

fn open_to_all(path: &Path) -> Result<(), StartError> {
    match user::closed(path) {
        Ok(None) => Ok(()),
        Ok(Some(closed)) => Err(StartError::Closed { path: path.into(), closed }),
        Err(error) => Err(StartError::Start { program: path.display().to_string(), error }),
    }
}
