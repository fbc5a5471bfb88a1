//! The processes of a group, as `/proc` shows them.
//!
//! Groups are found by looking at every process: those whose parents have ended belong to nobody we know,
//! but still to their group.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::Pid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) process: i32,
    pub(super) group: i32,
    /// Whether it has ended, and only waits to be reaped.
    pub(super) has_ended: bool,
    pub(super) threads: u64,
    /// Time of the processor, that of children it has reaped included.
    pub(super) cpu: Duration,
    /// Bytes in memory, those it shares included.
    pub(super) resident: u64,
}

pub(super) fn all() -> impl Iterator<Item = Member> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let process: i32 = entry.file_name().to_str()?.parse().ok()?;
        look(process)
    })
}

fn look(process: i32) -> Option<Member> {
    let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
    parse(process, &stat)
}

pub(super) fn is_alive(group: Pid) -> bool {
    all().any(|member| member.group == group.as_raw_nonzero().get() && !member.has_ended)
}

/// Returns the bytes of a process in memory, its share of what it shares; 0 if it has gone.
pub(super) fn share(process: i32) -> u64 {
    let share = kilobytes(&format!("/proc/{process}/smaps_rollup"), "Pss:");
    // A kernel may not tell, and a process that ends has none: then the cheap number says which it was.
    share.or_else(|| look(process).map(|member| member.resident)).unwrap_or(0)
}

pub(super) fn count_others(group: Pid) -> usize {
    let leader = group.as_raw_nonzero().get();
    let is_other = |member: &Member| member.group == leader && member.process != leader;
    all().filter(|member| is_other(member) && !member.has_ended).count()
}

/// Returns a number of kilobytes that a file of `/proc` gives, in bytes.
pub(super) fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

/// Reads a line of the form `12 (name) S 1 12 …`. A name may have blanks and brackets in it, and bytes
/// that are no text.
fn parse(process: i32, stat: &[u8]) -> Option<Member> {
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(stat.get(end + 1..)?).ok()?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // The manual of proc counts from one and has two fields before these.
    let field = |number: usize| fields.get(number - 3).copied();
    let number = |place| field(place)?.parse::<u64>().ok();
    let ticks = number(14)? + number(15)? + number(16)? + number(17)?;
    Some(Member {
        process,
        group: field(5)?.parse().ok()?,
        has_ended: matches!(field(3)?, "Z" | "X"),
        threads: number(20)?,
        cpu: Duration::from_millis(ticks.saturating_mul(1000) / clock_ticks_per_second().max(1)),
        resident: number(24)?.saturating_mul(page_size() as u64),
    })
}

#[cfg(test)]
mod tests {
    use super::parse;
    use std::time::Duration;

    #[test]
    fn names_may_be_anything() {
        let rest = "S 1 77 77 0 -1 4194560 1 0 0 0 100 50 25 25 20 0 7 0 1 1000 10 1844";
        for name in ["sh", "a b", ") S 1 2", "\u{fffd}(("] {
            let member = parse(5, format!("5 ({name}) {rest}\n").as_bytes()).expect("a process");
            assert_eq!((member.process, member.group, member.threads), (5, 77, 7), "{name}");
            assert!(!member.has_ended && member.cpu == Duration::from_secs(2), "{member:?}");
            assert_eq!(member.resident, 10 * rustix::param::page_size() as u64);
        }
        assert!(parse(5, b"5 (\xff) Z 1 77").is_none(), "the line is too short");
    }
}
