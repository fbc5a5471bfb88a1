//! Files of games: one line a game, in the order of their numbers, after a line that says how they were made.
//!
//! A file is only ever added to, a whole line at a time. A line that a power cut left unfinished is cut off
//! when the file is opened again, and the game is played again: it is the same, because its number decides it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use manator_core::{Settings, Table};
use manator_engine::AgentError;

use crate::game_line::{GameLine, LineError};
use crate::play::{Plan, Player};

#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error("{}: {source}", .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} holds games of another plan: '{found}', not '{expected}'", .path.display())]
    Plan { path: PathBuf, found: String, expected: String },
    #[error("{}:{row}: {source}", .path.display())]
    Line { path: PathBuf, row: usize, source: LineError },
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// What is to be played, by whom, and how much of it.
pub struct Session<'a> {
    pub table: &'a dyn Table,
    pub agent: &'a str,
    pub settings: &'a Settings,
    pub plan: Plan,
    /// How many games the file is to hold in the end.
    pub games: u64,
    /// How long to go on at most.
    pub time: Option<Duration>,
    pub threads: usize,
}

/// Adds games to a file until it has as many as it should, time is up, or `stop` is set; `told` hears of each.
///
/// `heading` is the first line of the file; games of another are not mixed with these. Returns how many games the file
/// holds.
pub fn record(
    path: &Path,
    heading: &str,
    session: &Session,
    stop: &AtomicBool,
    mut told: impl FnMut(&GameLine),
) -> Result<u64, DataError> {
    let fault = |source| DataError::File { path: path.into(), source };
    let (mut file, held) = open(path, heading)?;
    let begin = Instant::now();
    let next = AtomicU64::new(held);
    let failed = Mutex::new(None);
    let goes_on = || {
        let in_time = session.time.is_none_or(|time| begin.elapsed() < time);
        in_time && !stop.load(Ordering::Relaxed)
    };
    let (send, receive) = mpsc::channel::<GameLine>();
    let mut written = held;
    std::thread::scope(|scope| {
        for _ in 0..session.threads.max(1) {
            let (send, next, failed, goes_on) = (send.clone(), &next, &failed, &goes_on);
            scope.spawn(move || {
                let played = play_all(session, next, goes_on, |game| send.send(game).is_ok());
                if let Err(error) = played {
                    *failed.lock().expect("no thread panicked") = Some(error);
                }
            });
        }
        drop(send);
        // Threads finish in another order than games are numbered.
        let mut early = BTreeMap::new();
        for game in receive {
            early.insert(game.number, game);
            while let Some(game) = early.remove(&written) {
                file.write_all(format!("{game}\n").as_bytes()).map_err(fault)?;
                written += 1;
                told(&game);
            }
        }
        Ok::<(), DataError>(())
    })?;
    file.sync_all().map_err(fault)?;
    match failed.into_inner().expect("no thread panicked") {
        Some(error) => Err(error.into()),
        None => Ok(written),
    }
}

/// Plays the games whose turn it is; a number that was taken is always played.
fn play_all(
    session: &Session,
    next: &AtomicU64,
    goes_on: impl Fn() -> bool,
    send: impl Fn(GameLine) -> bool,
) -> Result<(), AgentError> {
    let mut player = Player::new(session.table, session.agent, session.settings, session.plan)?;
    while goes_on() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= session.games || !send(player.play(number)?) {
            break;
        }
    }
    Ok(())
}

/// Opens a file to add to; returns how many games it holds.
fn open(path: &Path, heading: &str) -> Result<(File, u64), DataError> {
    let fault = |source| DataError::File { path: path.into(), source };
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = file.map_err(fault)?;
    let (mut rows, mut whole) = (0, 0);
    let mut reader = BufReader::new(&file);
    let mut row = Vec::new();
    loop {
        row.clear();
        let bytes = reader.read_until(b'\n', &mut row).map_err(fault)?;
        if row.pop() != Some(b'\n') {
            break;
        }
        if rows == 0 && row != heading.as_bytes() {
            let (found, expected) = (String::from_utf8_lossy(&row).into(), heading.into());
            return Err(DataError::Plan { path: path.into(), found, expected });
        }
        rows += 1;
        whole += bytes as u64;
    }
    file.set_len(whole).map_err(fault)?;
    file.seek(SeekFrom::Start(whole)).map_err(fault)?;
    if rows == 0 {
        file.write_all(format!("{heading}\n").as_bytes()).map_err(fault)?;
    }
    Ok((file, u64::max(rows, 1) - 1))
}

/// Reads the games of a file, leaving out a line that is not finished.
pub fn read(path: &Path, mut visit: impl FnMut(GameLine)) -> Result<(), DataError> {
    let fault = |source| DataError::File { path: path.into(), source };
    let mut reader = BufReader::new(File::open(path).map_err(fault)?);
    let mut line = String::new();
    for row in 1.. {
        line.clear();
        reader.read_line(&mut line).map_err(fault)?;
        if line.pop() != Some('\n') {
            break;
        }
        if row > 1 {
            let refused = |source| DataError::Line { path: path.into(), row, source };
            visit(line.parse().map_err(refused)?);
        }
    }
    Ok(())
}
