//! What an untrusted program may use.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::geteuid;

use super::exit::exit_words;
use super::launch::read_report;
use super::limit::{Held, Limit};
use super::order::{LAUNCH, Order};
use super::running::Running;
use super::scratch::Scratch;
use super::user::{self, User};
use super::{Program, StartError, located};

/// What of our environment a program in the sandbox finds in its own.
const KEPT_NAMES: [&str; 6] = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME"];
/// How much of its memory Java may use for objects; the rest is for its own code and its threads.
const JAVA_HEAP_PERCENT: u64 = 60;

/// What an untrusted program may use.
///
/// It reads files as its user may, and writes none; it has no network unless allowed; it cannot leave its
/// process group, so that whoever kills the group kills all of it. See `docs/sandbox.md`.
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
    let how = |limit: Limit, held: Result<(), String>| Enforced {
        what: limit.what(),
        how: held.map(|()| limit.how(id.is_some())),
    };
    let mut lines: Vec<Enforced> = match try_limits(sandbox, id) {
        Ok(held) => held.into_iter().map(|(limit, held)| how(limit, held)).collect(),
        Err(error) => vec![Enforced { what: "starting programs", how: Err(error) }],
    };
    match user {
        Ok(Some(_)) => {}
        Ok(None) => {
            let why = "only root can give it one: it runs as you, and reads what you can read";
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
fn try_limits(sandbox: &Sandbox, user: Option<u32>) -> Result<Vec<Held>, String> {
    let limits = Sandbox { writable: None, ..sandbox.clone() };
    let order = Order { sandbox: limits, user, ..Order::default() };
    let launcher = sandbox.launcher().map_err(|error| error.to_string())?;
    let mut command = command(&launcher, &order);
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

    pub(super) fn start(&self, program: &Program) -> Result<Running, StartError> {
        let failed = |what: &str| {
            let what = what.to_string();
            move |error| StartError::Sandbox { what, error }
        };
        let user = own_user().map_err(failed("a user of its own"))?;
        let id = user.as_ref().map(|user| user.id);
        let words = located_words(program)?;
        if user.is_some() {
            // The program would find out only after we have said that it runs.
            let inner = words.first().filter(|word| word.contains('/')).map(Path::new);
            let folders = [&program.directory, &self.writable].into_iter().flatten();
            for path in folders.map(PathBuf::as_path).chain(inner) {
                open_to_all(path)?;
            }
        }
        let scratch = self.writable.as_ref().map(|parent| Scratch::make(parent, id));
        let scratch = scratch.transpose().map_err(failed("a scratch directory"))?;
        let path = scratch.as_ref().map(|scratch| scratch.path.clone());
        let order = Order {
            environment: self.environment(program, path.as_deref()),
            sandbox: Sandbox { writable: path, ..self.clone() },
            user: id,
            directory: program.directory.clone(),
            words: words.into_iter().map(OsString::from).collect(),
        };
        let launcher = self.launcher().map_err(failed("the launcher"))?;
        let name = launcher.display().to_string();
        let mut running = Running::start(&mut command(&launcher, &order)).map_err(failed(&name))?;
        (running.group.scratch, running.group.user) = (scratch, user);
        running.group.watch(self).map_err(failed("a watcher"))?;
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
fn located_words(program: &Program) -> Result<Vec<String>, StartError> {
    let mut words = program.words.clone();
    let Some(first) = words.first_mut() else { return Err(StartError::Empty) };
    if let Ok(path) = located(first, program.directory.as_deref()).into_os_string().into_string() {
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
