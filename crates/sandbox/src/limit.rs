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
    Network,
    LocalSockets,
    Group,
    Meddling,
    Signals,
    User,
}

impl Limit {
    /// Every limit in the order of the enum, with what it limits.
    pub(super) const ALL: [(Limit, &str); 11] = [
        (Limit::Memory, "memory"),
        (Limit::Cpu, "time of the processor"),
        (Limit::Processes, "processes"),
        (Limit::FileSize, "size of files"),
        (Limit::Files, "writing files"),
        (Limit::Network, "network"),
        (Limit::LocalSockets, "sockets of this machine"),
        (Limit::Group, "leaving its process group"),
        (Limit::Meddling, "meddling with the system"),
        (Limit::Signals, "signals to others"),
        (Limit::User, "a user of its own"),
    ];

    pub(super) fn what(self) -> &'static str {
        Limit::ALL[self as usize].1
    }

    /// Returns how it is enforced when the program has a user of its own, or runs as we do.
    pub(super) fn how(self, has_user: bool) -> &'static str {
        match self {
            Limit::Memory => "RLIMIT_DATA for each process; all together are watched and killed",
            Limit::Cpu => "RLIMIT_CPU for each process; all together are watched and killed",
            Limit::Processes if has_user => "RLIMIT_NPROC, for a user of its own",
            Limit::Processes => {
                "watched and killed; RLIMIT_NPROC only bounds all that your user runs, more loosely"
            }
            Limit::FileSize => "RLIMIT_FSIZE",
            Limit::Files => "Landlock",
            Limit::Network | Limit::LocalSockets | Limit::Group | Limit::Meddling => "seccomp",
            Limit::Signals => "Landlock",
            Limit::User => "it is nobody else's",
        }
    }
}
