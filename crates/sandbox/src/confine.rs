//! The limits that a process puts on itself, and that whatever it becomes or starts inherits.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Display;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, geteuid, setrlimit};

use super::limit::{Held, Limit};
use super::order::Order;
use super::{Sandbox, calls, members};

/// Files open at once. No agent needs many.
const FILES_MAX: u64 = 256;
/// How many times the processes allowed to one program all programs of a user may have together, when
/// they cannot be told apart: several of them run at once.
const SHARED_FACTOR: u64 = 16;

/// Limits this process, and returns for each limit why it does not hold, if it does not.
pub(super) fn confine(order: &Order) -> Vec<Held> {
    let sandbox = &order.sandbox;
    // Whoever runs out of memory first is the program, not us. Its own file can be written only now.
    let first = fs::write("/proc/self/oom_score_adj", "1000");
    let mut held = vec![
        (Limit::Memory, limit(Resource::Data, sandbox.memory).and(words(first))),
        (Limit::Cpu, limit_cpu(sandbox)),
        (Limit::Processes, limit(Resource::Nproc, processes_max(order))),
        (Limit::FileSize, limit(Resource::Fsize, sandbox.file_size).and(limit_rest())),
        (Limit::Files, confine_files(sandbox.writable.as_deref())),
        (Limit::Signals, confine_signals()),
    ];
    if sandbox.network {
        held.push((Limit::LocalSockets, words(calls::refuse_local_sockets())));
    } else {
        // One of the two would do; the first knows every kind of socket.
        confine_ports();
        held.push((Limit::Network, words(calls::refuse_network())));
    }
    let closed = words(calls::refuse_ways_out());
    held.extend([(Limit::Group, closed.clone()), (Limit::Meddling, closed)]);
    if let Some(user) = order.user {
        held.push((Limit::User, can_become(user)));
    }
    held
}

fn words<T, E: Display>(result: Result<T, E>) -> Result<(), String> {
    result.map(drop).map_err(|error| error.to_string())
}

fn limit(resource: Resource, most: u64) -> Result<(), String> {
    words(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }))
}

fn limit_cpu(sandbox: &Sandbox) -> Result<(), String> {
    let most = sandbox.cpu.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX - 1);
    // At the first number comes a signal that says why, at the second one that cannot be ignored.
    let limit = Rlimit { current: Some(most), maximum: Some(most.saturating_add(1)) };
    words(setrlimit(Resource::Cpu, limit))
}

/// Limits what nobody asks about: open files, and images of memory left by a crash.
fn limit_rest() -> Result<(), String> {
    limit(Resource::Nofile, FILES_MAX).and(limit(Resource::Core, 0))
}

/// Returns how many processes the user of the program may have. They are counted by user, and only one of
/// the program's own has no others.
fn processes_max(order: &Order) -> u64 {
    let own = u64::from(order.sandbox.processes);
    if order.user.is_some() {
        return own;
    }
    let user = geteuid().as_raw();
    let is_ours = |process| {
        fs::metadata(format!("/proc/{process}")).is_ok_and(|process| process.uid() == user)
    };
    let ours = members::all().filter(|member| is_ours(member.process));
    ours.map(|member| member.threads).sum::<u64>() + own.saturating_mul(SHARED_FACTOR)
}

/// Leaves the whole file system readable, and nothing writable but a folder and the file that is never
/// full.
fn confine_files(writable: Option<&Path>) -> Result<(), String> {
    // Without the third version of Landlock, files cannot be kept from being emptied.
    let complete = restrict_files(writable, CompatLevel::HardRequirement);
    if let Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) = complete {
        return Ok(());
    }
    match restrict_files(writable, CompatLevel::BestEffort) {
        Ok(RulesetStatus::NotEnforced) => Err("this kernel has no Landlock".into()),
        Ok(_) => Err("files can be emptied: Landlock of Linux 6.2 is needed".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn restrict_files(
    writable: Option<&Path>,
    level: CompatLevel,
) -> Result<RulesetStatus, Box<dyn std::error::Error>> {
    let ruleset = Ruleset::default()
        .set_compatibility(level)
        .handle_access(AccessFs::from_all(ABI::V3))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::IoctlDev)?
        .create()?;
    let rule = |path: &Path, access: BitFlags<AccessFs>| {
        PathFd::new(path).map(|path| PathBeneath::new(path, access))
    };
    let mut ruleset = ruleset
        .add_rule(rule(Path::new("/"), AccessFs::from_read(ABI::V5))?)?
        .add_rule(rule(Path::new("/dev/null"), AccessFs::from_file(ABI::V5))?)?;
    if let Some(path) = writable {
        ruleset = ruleset.add_rule(rule(path, AccessFs::from_all(ABI::V5))?)?;
    }
    Ok(ruleset.restrict_self()?.ruleset)
}

/// Refuses signals to processes that are not the program's.
fn confine_signals() -> Result<(), String> {
    let restrict = || -> Result<_, RulesetError> {
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        ruleset.scope(Scope::Signal)?.create()?.restrict_self()
    };
    match restrict() {
        Ok(_) => Ok(()),
        Err(_) => {
            Err("it can signal what runs as its user: Landlock of Linux 6.12 is needed".into())
        }
    }
}

fn confine_ports() {
    let restrict = || -> Result<_, RulesetError> {
        let ruleset = Ruleset::default().handle_access(AccessNet::from_all(ABI::V4))?;
        ruleset.create()?.restrict_self()
    };
    // Sockets are refused in any case: this is for a hole in that.
    let _ = restrict();
}

/// Tries to become a user, in a child that cannot run anything.
fn can_become(user: u32) -> Result<(), String> {
    let tried = Command::new("/").uid(user).gid(user).spawn();
    match tried.map_err(|error| error.raw_os_error()) {
        // It became the user, and then a folder is no program.
        Err(Some(libc::EACCES)) => Ok(()),
        Err(Some(error)) => Err(std::io::Error::from_raw_os_error(error).to_string()),
        _ => Err("the system does not say whether it can".into()),
    }
}
