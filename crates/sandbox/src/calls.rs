//! System calls that a program in the sandbox is refused.
//!
//! A list of what is forbidden, not of what is allowed: agents come in every language, and their runtimes
//! use calls nobody here has thought of. What is on the list are ways around the other limits.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use libc::{c_int, c_long};
use rustix::process::{Pid, getpriority_process};
use seccompiler::SeccompCmpArgLen::Dword;
use seccompiler::SeccompCmpOp::{Eq, MaskedEq, Ne};
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Ways out of the process group: whoever leaves it is not killed with it.
const LEAVING: [c_long; 2] = [libc::SYS_setsid, libc::SYS_setpgid];

/// What needs a socket. Those that exist already are pipes of ours and pairs within the program.
const NETWORK: [c_long; 5] =
    [libc::SYS_connect, libc::SYS_bind, libc::SYS_listen, libc::SYS_accept, libc::SYS_accept4];

/// Looking into other processes, other views of the system, and calls that do the work of others where
/// no filter sees it.
const MEDDLING: [c_long; 31] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Landlock does not see who waits for news of a file.
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
];

/// Changes to files that Landlock does not see. They need no open file, only its name.
const ATTRIBUTES: [c_long; 15] = [
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    // fchmodat2, setxattrat, removexattrat and file_setattr, which have the same numbers everywhere.
    452,
    463,
    466,
    469,
];

/// The same, as they were first; newer processors do not have them.
#[cfg(target_arch = "x86_64")]
const ATTRIBUTES_OLD: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const ATTRIBUTES_OLD: &[c_long] = &[];

/// Memory that belongs to no process, so that nobody's use of it is counted, or that even stays.
const HOARDING: [c_long; 6] = [
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
];

/// Priorities and processors, also of others that run as the same user: an opponent, for instance.
const PRIORITY: [c_long; 6] = [
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setaffinity,
];

/// Locks on files. Whoever can only read a file of others could still keep them from it.
const LOCKS: [c_int; 5] =
    [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW, libc::F_SETLEASE];

/// A process that never exists: numbers end far below. Asking for its priority is how a program of ours
/// finds out that it is in the sandbox: the answer comes from a filter that nobody can take away.
const NOBODY: i32 = 0x6d61_6e61;
/// The answer, which the kernel itself never gives.
const CONFINED: c_int = libc::ENOTUNIQ;

/// Flags that put a new process into a world of its own.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Refuses all that is refused with or without a network.
pub(super) fn refuse_ways_out() -> Result<(), Error> {
    let mut rules = Rules::new();
    let calls = [&LEAVING[..], &MEDDLING, &ATTRIBUTES, ATTRIBUTES_OLD, &HOARDING, &PRIORITY];
    rules.extend(calls.concat().into_iter().map(|call| (call, Vec::new())));
    let in_a_world = NAMESPACES.iter().map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        rule(&[(0, MaskedEq(flag), flag)])
    });
    rules.insert(libc::SYS_clone, in_a_world.collect::<Result<_, _>>()?);
    // Limits of one's own are read and lowered by the number 0, those of others by theirs.
    rules.insert(libc::SYS_prlimit64, vec![rule(&[(0, Ne, 0)])?]);
    // Typing into the terminal that we run in.
    let typing = [libc::TIOCSTI, libc::TIOCLINUX].map(|call| rule(&[(1, Eq, call)]));
    rules.insert(libc::SYS_ioctl, typing.into_iter().collect::<Result<_, _>>()?);
    refuse(rules, libc::EPERM)?;
    // Its flags lie in memory, where a filter cannot look. Whoever finds that there is no such call uses
    // the older one.
    refuse(Rules::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)?;
    let locks = LOCKS.map(|how| rule(&[(1, Eq, u64::from(how.cast_unsigned()))]));
    let locks = (libc::SYS_fcntl, locks.into_iter().collect::<Result<_, _>>()?);
    refuse(Rules::from([locks, (libc::SYS_flock, Vec::new())]), libc::ENOLCK)?;
    if cfg!(target_arch = "x86_64") {
        apply_filter(&no_second_numbers())?;
    }
    Ok(())
}

/// Refuses further filters, which could answer in the place of ours, and leaves the mark that
/// [`is_confined`] looks for unless our agents may be asked. This is the last filter.
pub(super) fn seal(agents: bool) -> Result<(), Error> {
    if !agents {
        let nobody = u64::from(NOBODY.cast_unsigned());
        let asked = vec![rule(&[(0, Eq, libc::PRIO_PROCESS.into()), (1, Eq, nobody)])?];
        refuse(Rules::from([(libc::SYS_getpriority, asked)]), CONFINED)?;
    }
    let filters = vec![rule(&[(0, Eq, libc::PR_SET_SECCOMP.cast_unsigned().into())])?];
    refuse(Rules::from([(libc::SYS_prctl, filters), (libc::SYS_seccomp, Vec::new())]), libc::EPERM)
}

/// Returns whether this process is a program in the sandbox, or was started by one, that may not ask our
/// agents.
pub(super) fn is_confined() -> bool {
    // The call is made without the C library, which a program could replace by its own.
    let answer = Pid::from_raw(NOBODY).map(|nobody| getpriority_process(Some(nobody)));
    answer.is_some_and(|answer| answer.is_err_and(|error| error.raw_os_error() == CONFINED))
}

/// Refuses every socket but pairs of connected ones, which event loops of Python and Node need.
pub(super) fn refuse_network() -> Result<(), Error> {
    let mut rules = Rules::new();
    rules.extend(NETWORK.map(|call| (call, Vec::new())));
    rules.insert(libc::SYS_socket, Vec::new());
    rules.insert(libc::SYS_socketpair, bad_pairs()?);
    refuse(rules, libc::EPERM)
}

/// Refuses sockets that are not of the Internet, such as those of the display and of services here.
pub(super) fn refuse_local_sockets() -> Result<(), Error> {
    let inet = [(0, Ne, libc::AF_INET as u64), (0, Ne, libc::AF_INET6 as u64)];
    let sockets = (libc::SYS_socket, vec![rule(&inet)?]);
    refuse(Rules::from([sockets, (libc::SYS_socketpair, bad_pairs()?)]), libc::EPERM)
}

/// Returns rules that apply to pairs of sockets of which one could be connected to somebody else later.
///
/// Datagrams can. What is left are streams, the number 1, and sequences of packets, 5; flags beside the
/// kind are about blocking and about exec.
fn bad_pairs() -> Result<Vec<SeccompRule>, BackendError> {
    let kinds = [(1, 0), (2, 2), (8, 8)].map(|(bit, bad)| rule(&[(1, MaskedEq(bit), bad)]));
    kinds.into_iter().chain([rule(&[(0, Ne, libc::AF_UNIX as u64)])]).collect()
}

/// Returns a rule that applies when all conditions hold: the number of an argument, how it is compared
/// and with what.
fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, BackendError> {
    let conditions = conditions
        .iter()
        .map(|(argument, how, with)| SeccompCondition::new(*argument, Dword, how.clone(), *with));
    SeccompRule::new(conditions.collect::<Result<_, _>>()?)
}

/// Refuses calls: those without rules always, the others when a rule applies.
fn refuse(rules: Rules, error: i32) -> Result<(), Error> {
    let refused = SeccompAction::Errno(error.cast_unsigned());
    let processor = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, processor)?;
    apply_filter(&BpfProgram::try_from(filter)?)
}

/// Returns a filter that refuses the calls of x32, which are the usual ones under other numbers.
fn no_second_numbers() -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    // A filter is given the number of the call first.
    let load = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    let jump = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    let end = (libc::BPF_RET | libc::BPF_K) as u16;
    let refused = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    vec![
        sock_filter { code: load, jt: 0, jf: 0, k: 0 },
        sock_filter { code: jump, jt: 0, jf: 1, k: X32 },
        sock_filter { code: end, jt: 0, jf: 0, k: refused },
        sock_filter { code: end, jt: 0, jf: 0, k: libc::SECCOMP_RET_ALLOW },
    ]
}
