//! Files of games: one line a game, in the order of their numbers, after a line that says how they were made.
//!
//! A game that a power cut left unfinished is played again: it is the same, because its number decides it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use manator_core::{Settings, Table};
use manator_engine::AgentError;

use crate::game_line::{GameLine, LineError};
use crate::lines;
use crate::play::{Plan, Player};
use crate::records::{self, RecordsError};

#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error("{}: {source}", .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} holds games of another plan: '{found}', not '{expected}'", .path.display())]
    Plan { path: PathBuf, found: String, expected: String },
    #[error("{}:{row}: {source}", .path.display())]
    Line { path: PathBuf, row: usize, source: LineError },
    #[error("{}: {source}", .path.display())]
    Records { path: PathBuf, source: RecordsError },
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
    let mut held = 0;
    let mut file = lines::open(path, heading, |_| {
        held += 1;
        Ok(())
    })?;
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
                lines::add(&mut file, path, &game.to_string())?;
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

/// Reads the games of a file that begin like `start`: lines of self-play, leaving out one that is not finished, or records.
pub fn read(
    path: &Path,
    start: &dyn Table,
    mut visit: impl FnMut(GameLine),
) -> Result<(), DataError> {
    let fault = |source| DataError::File { path: path.into(), source };
    let mut reader = BufReader::new(File::open(path).map_err(fault)?);
    if reader.fill_buf().map_err(fault)?.first() == Some(&records::BEGIN) {
        let mut text = String::new();
        reader.read_to_string(&mut text).map_err(fault)?;
        return records::read(path, &text, start, visit);
    }
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
