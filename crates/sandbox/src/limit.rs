//! The limits by name, and how each is enforced.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// A limit, and why it does not hold, if it does not.
pub(super) type Held = (Limit, Result<(), String>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Memory,
    Cpu,
    Processes,
    FileSize,
    Files,
    Reading,
    Network,
    LocalSockets,
    Group,
    Meddling,
    Signals,
    Agents,
    User,
}

/// What a program is given besides limits of its processes, as far as this system and our rights allow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Means {
    pub(super) has_user: bool,
    pub(super) has_namespace: bool,
    pub(super) has_cgroup: bool,
}

impl Limit {
    /// Every limit in the order of the enum, with what it limits.
    pub(super) const ALL: [(Limit, &str); 13] = [
        (Limit::Memory, "memory"),
        (Limit::Cpu, "time of the processor"),
        (Limit::Processes, "processes"),
        (Limit::FileSize, "size of files"),
        (Limit::Files, "writing files"),
        (Limit::Reading, "reading files"),
        (Limit::Network, "network"),
        (Limit::LocalSockets, "sockets of this machine"),
        (Limit::Group, "leaving its process group"),
        (Limit::Meddling, "meddling with the system"),
        (Limit::Signals, "signals to others"),
        (Limit::Agents, "agents of manator"),
        (Limit::User, "a user of its own"),
    ];

    pub(super) fn what(self) -> &'static str {
        Limit::ALL[self as usize].1
    }

    /// Returns how it is enforced.
    pub(super) fn how(self, means: Means) -> &'static str {
        match self {
            Limit::Memory if means.has_cgroup => "cgroup v2; RLIMIT_DATA for each process",
            Limit::Memory => "RLIMIT_DATA for each process; all together are watched and killed",
            Limit::Cpu if means.has_cgroup => {
                "RLIMIT_CPU for each process; cgroup v2 adds up all, which are watched and killed"
            }
            Limit::Cpu => "RLIMIT_CPU for each process; all together are watched and killed",
            Limit::Processes if means.has_cgroup => "cgroup v2",
            Limit::Processes if means.has_user => "RLIMIT_NPROC, for a user of its own",
            Limit::Processes if means.has_namespace => {
                "RLIMIT_NPROC, in a user namespace of its own"
            }
            Limit::Processes => {
                "watched and killed; RLIMIT_NPROC only bounds all that your user runs, more loosely"
            }
            Limit::FileSize => "RLIMIT_FSIZE",
            Limit::Files => "Landlock",
            Limit::Reading => "Landlock; only the system's programs and its own folder are shown",
            Limit::Network | Limit::LocalSockets | Limit::Group | Limit::Meddling => "seccomp",
            Limit::Signals => "Landlock",
            Limit::Agents => "seccomp; manator answers about rules only",
            Limit::User => "it is nobody else's",
        }
    }
}
