//! Games that fastchess referees, and what they cost it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::{Cost, PLIES, WHOLE, agent, games};

/// Lets fastchess play so many games, so many at the same time.
pub(crate) fn play(path: &Path, games: usize, concurrency: usize) -> Cost {
    let moves = games::chess().join(agent::BETWEEN);
    let folder = tempfile::tempdir().expect("a folder");
    let own = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(path);
    for name in ["one", "other"] {
        command.args(["-engine", &format!("name={name}")]);
        command.arg(format!("cmd={}", own.display()));
        command.arg(format!("args={} {moves}", agent::FLAG));
    }
    let (time, most) = (format!("tc={}+0", WHOLE.as_secs()), (PLIES / 2).to_string());
    command.args(["-each", "proto=uci", &time, "-maxmoves", &most, "-games", "2"]);
    command.args(["-rounds", &(games / 2).to_string(), "-concurrency", &concurrency.to_string()]);
    // It prints and keeps as little as it can.
    command.args(["-ratinginterval", "0", "-autosaveinterval", "0"]);
    command.current_dir(&folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("fastchess starts");
    let wall = wall_time(child.stdout.take().expect("what it prints"), games);
    // While it is not reaped the system still knows what it used, itself and without its children.
    let (pid, ended) = (Pid::from_child(&child), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    waitid(WaitId::Pid(pid), ended).expect("fastchess ends");
    let cpu = cpu_time(child.id());
    assert!(child.wait().is_ok_and(|status| status.success()), "fastchess failed");
    Cost { cpu, wall, plies: games * PLIES }
}

/// Measures from the beginning of the first game to the end of the last. It looks only once a second whether
/// it has done all, so that when it ends says little about how fast it plays.
fn wall_time(printed: impl Read, games: usize) -> Duration {
    let (mut begin, mut end, mut ended) = (None, None, 0);
    for line in BufReader::new(printed).lines() {
        let (line, now) = (line.expect("lines of text"), Instant::now());
        if line.starts_with("Started game") {
            begin.get_or_insert(now);
        }
        if line.starts_with("Finished game") {
            assert!(line.contains("Draw by adjudication"), "not played to its end: {line}");
            (end, ended) = (Some(now), ended + 1);
        }
    }
    assert_eq!(ended, games, "all games are played");
    end.zip(begin).map(|(end, begin)| end - begin).expect("some game")
}

/// Reads the CPU time of a process that has ended.
fn cpu_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("a process");
    // The name, which may hold anything, ends at the last bracket; user and system time are the 14th and
    // the 15th field.
    let (_, fields) = stat.rsplit_once(')').expect("the fields of a process");
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.map(|text| text.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}
