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
    path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, geteuid, setrlimit};

use super::limit::{Held, Limit};
use super::order::Order;
use super::{Sandbox, calls, cgroup, members, namespace, shown};

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
    let joined = order.cgroup.as_deref().map_or(Ok(()), |path| words(cgroup::join(path)));
    let processes = joined.clone().and_then(|()| limit_processes(order));
    let mut held = vec![
        (Limit::Memory, joined.and(limit(Resource::Data, sandbox.memory)).and(words(first))),
        (Limit::Cpu, limit_cpu(sandbox)),
        (Limit::Processes, processes),
        (Limit::FileSize, limit(Resource::Fsize, sandbox.file_size).and(limit_rest())),
    ];
    held.extend(confine_files(order));
    held.push((Limit::Signals, confine_signals()));
    if sandbox.network {
        held.push((Limit::LocalSockets, words(calls::refuse_local_sockets())));
    } else {
        // One of the two would do; the first knows every kind of socket.
        confine_ports();
        held.push((Limit::Network, words(calls::refuse_network())));
    }
    let closed = words(calls::refuse_ways_out());
    held.extend([(Limit::Group, closed.clone()), (Limit::Meddling, closed)]);
    let sealed = words(calls::seal(sandbox.agents));
    if !sandbox.agents {
        held.push((Limit::Agents, sealed));
    }
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

/// Limits the processes of the program. The kernel counts them by user, and by user namespace.
fn limit_processes(order: &Order) -> Result<(), String> {
    let own = u64::from(order.sandbox.processes);
    if order.user.is_some() {
        return limit(Resource::Nproc, own);
    }
    if order.namespace {
        words(namespace::enter())?;
        limit(Resource::Nproc, own)?;
        // Before Linux 5.14 those outside count as well, and then it can start none.
        return if order.words.is_empty() { can_start() } else { Ok(()) };
    }
    let user = geteuid().as_raw();
    let is_ours = |process| {
        fs::metadata(format!("/proc/{process}")).is_ok_and(|process| process.uid() == user)
    };
    let ours = members::all().filter(|member| is_ours(member.process));
    let ours = ours.map(|member| member.threads).sum::<u64>();
    limit(Resource::Nproc, ours + own.saturating_mul(SHARED_FACTOR))
}

/// Leaves readable what is shown to the program, and nothing writable but a folder and the file that is
/// never full.
fn confine_files(order: &Order) -> [Held; 2] {
    // Without the third version of Landlock, files cannot be kept from being emptied.
    let complete = restrict_files(order, CompatLevel::HardRequirement);
    if let Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) = complete {
        return [(Limit::Files, Ok(())), (Limit::Reading, Ok(()))];
    }
    let (writing, reading) = match restrict_files(order, CompatLevel::BestEffort) {
        Ok(RulesetStatus::NotEnforced) => {
            let why = "this kernel has no Landlock".to_string();
            (Err(why.clone()), Err(why))
        }
        Ok(_) => (Err("files can be emptied: Landlock of Linux 6.2 is needed".into()), Ok(())),
        Err(error) => (Err(error.to_string()), Err(error.to_string())),
    };
    [(Limit::Files, writing), (Limit::Reading, reading)]
}

fn restrict_files(
    order: &Order,
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
    let read = AccessFs::from_read(ABI::V5);
    // In its copy a program has nothing that is ours.
    let own = order.sandbox.readable.iter().flat_map(|path| match order.sandbox.own_copy {
        true => vec![path.clone()],
        false => shown::visible(path),
    });
    let folders = order.sandbox.readable.iter().filter(|path| path.is_dir());
    let mut ruleset = ruleset
        .add_rules(path_beneath_rules(shown::system(order.sandbox.network), read))?
        .add_rules(path_beneath_rules(own, read))?
        // Names in its folder may be listed, also of what is not shown.
        .add_rules(path_beneath_rules(folders, AccessFs::ReadDir))?
        // It may ask us about the rules.
        .add_rules(path_beneath_rules(std::env::current_exe(), read))?
        .add_rule(rule(Path::new("/dev/null"), AccessFs::from_file(ABI::V5))?)?;
    if let Some(path) = &order.sandbox.writable {
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

fn can_become(user: u32) -> Result<(), String> {
    try_child(Command::new("/").uid(user).gid(user))
}

fn can_start() -> Result<(), String> {
    try_child(&mut Command::new("/"))
}

/// Tries to make a child that cannot run anything.
fn try_child(command: &mut Command) -> Result<(), String> {
    let tried = command.spawn();
    match tried.map_err(|error| error.raw_os_error()) {
        // It was there, and then a folder is no program.
        Err(Some(libc::EACCES)) => Ok(()),
        Err(Some(error)) => Err(std::io::Error::from_raw_os_error(error).to_string()),
        _ => Err("the system does not say whether it can".into()),
    }
}
