//! All that agents and the referee say, line by line and with times, as fastchess writes its log.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use manator_core::text::printable;

/// A file that several games write to.
#[derive(Clone, Debug)]
pub struct Transcript(Arc<Mutex<Pages>>);

#[derive(Debug)]
struct Pages {
    file: File,
    /// Why nothing more could be written.
    failed: Option<io::Error>,
}

/// What one contender, or the referee, says and is told on one thread of games.
#[derive(Clone, Debug)]
pub struct Speaker {
    transcript: Transcript,
    thread: usize,
    name: String,
}

impl Transcript {
    /// Opens a file to add to it.
    pub fn open(path: &Path) -> io::Result<Transcript> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Transcript(Arc::new(Mutex::new(Pages { file, failed: None }))))
    }

    /// Returns who speaks on a thread, which is counted from 0.
    pub fn speaker(&self, thread: usize, name: impl Into<String>) -> Speaker {
        Speaker { transcript: self.clone(), thread, name: name.into() }
    }

    /// Returns why it is not whole, once.
    pub fn failed(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).failed.take()
    }

    fn add(&self, line: &str) {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.failed.is_none() {
            // A game does not end because nobody can note it.
            pages.failed = pages.file.write_all(line.as_bytes()).err();
        }
    }
}

impl Speaker {
    /// Notes what it was told, each line for itself.
    pub fn told(&self, text: &str) {
        text.lines().for_each(|line| self.add("Engine", &format!("{} <--- ", self.name), line));
    }

    pub fn said(&self, text: &str) {
        self.add("Engine", &format!("{} ---> ", self.name), text);
    }

    /// Notes what it wrote on standard error.
    pub fn said_aside(&self, text: &str) {
        self.add("Engine", &format!("<stderr> {} ---> ", self.name), text);
    }

    /// Notes what the referee decided.
    pub fn decided(&self, text: &str) {
        self.add("INFO", &format!("{}: ", self.name), text);
    }

    fn add(&self, kind: &str, who: &str, text: &str) {
        let (time, thread) = (time_of_day(), self.thread + 1);
        let said = printable(text);
        self.transcript.add(&format!("[{kind:<6}] [{time}] <{thread:>3}> {who}{said}\n"));
    }
}

/// Returns the time of day in UTC, to the microsecond.
fn time_of_day() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = now.as_secs() % 86_400;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}.{:06}", seconds % 60, now.subsec_micros())
}
