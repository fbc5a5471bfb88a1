//! Examines uploaded programs, several at the same time.
//!
//! A student has one place in the queue, whatever is uploaded: the newest program is examined when its turn comes, and
//! those before it are not, and one that is being examined is given up. Nobody's programs hold up those of others for longer than one examination takes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use manator_examine::{Examination, Grade, Item, Manner, Plan};
use manator_organise::Prepared;
use manator_state::class::Finding;

use super::codes::Codes;
use super::uploads::Sent;
use super::uploads::{Upload, UploadError, Uploads};
use super::{ClassTell, Word};
use crate::guests::{GuestId, Registry};
use crate::lock;

/// How long a program is asked for moves in an examination.
const MOVES_TIMEOUT: Duration = Duration::from_secs(2);
/// How long an examination may take: what has not answered by then fails.
const EXAMINATION_MAX: Duration = Duration::from_secs(60);

/// What is known of the programs of students, and who examines them.
pub(super) struct Examiner {
    desk: Arc<Desk>,
}

struct Desk {
    uploads: Uploads,
    codes: Arc<Codes>,
    guests: Arc<Registry>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The newest program of each student.
    known: HashMap<usize, Upload>,
    /// Those whose newest program waits, each once.
    waiting: VecDeque<usize>,
    /// What is being examined, and how to give that up.
    examined: HashMap<usize, (Upload, Arc<AtomicBool>)>,
    /// What plays: the last that was examined.
    playing: HashMap<usize, Upload>,
}

impl State {
    /// Returns the first in the queue of whom nothing else is being examined.
    fn next(&mut self) -> Option<(usize, Upload, Arc<AtomicBool>)> {
        let at = self.waiting.iter().position(|student| !self.examined.contains_key(student))?;
        let student = self.waiting.remove(at)?;
        let upload = self.known.get(&student)?.clone();
        let cancel = Arc::new(AtomicBool::new(false));
        self.examined.insert(student, (upload.clone(), cancel.clone()));
        Some((student, upload, cancel))
    }

    fn wait(&mut self, student: usize) {
        if !self.waiting.contains(&student) {
            self.waiting.push_back(student);
        }
    }
}

impl Examiner {
    /// Starts a thread for each processor, and finds the programs again that were uploaded before.
    pub(super) fn start(
        uploads: Uploads,
        codes: Arc<Codes>,
        prepared: &Arc<Prepared>,
        guests: Arc<Registry>,
        tell: &ClassTell,
    ) -> Examiner {
        let mut state = State::default();
        for (at, student) in codes.students.iter().enumerate() {
            let Some(upload) = uploads.last(student.number) else { continue };
            let guest = GuestId(at as u64);
            if upload.manifest.findings.is_some() {
                guests.set_stand_in(guest, uploads.program(&upload));
                state.playing.insert(at, upload.clone());
            } else {
                guests.set_examined(guest, true);
                state.wait(at);
            }
            state.known.insert(at, upload);
        }
        let (state, changed) = (Mutex::new(state), Condvar::new());
        let desk = Arc::new(Desk { uploads, codes, guests, state, changed });
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads {
            let (desk, prepared, tell) = (desk.clone(), prepared.clone(), tell.clone());
            thread::spawn(move || desk.work(&prepared, &tell));
        }
        Examiner { desk }
    }

    pub(super) fn receive(&self, student: usize, sent: Vec<Sent>) -> Result<(), UploadError> {
        let desk = &self.desk;
        // Two that come at the same time get different folders.
        let mut state = lock(&desk.state);
        let examined = state.examined.get(&student);
        let in_use = [examined.map(|(upload, _)| upload), state.playing.get(&student)];
        let in_use: Vec<&Upload> = in_use.into_iter().flatten().collect();
        let number = desk.codes.students[student].number;
        let upload = desk.uploads.receive(number, sent, &in_use)?;
        if let Some((_, cancel)) = state.examined.get(&student) {
            cancel.store(true, Ordering::Relaxed);
        }
        state.known.insert(student, upload);
        state.wait(student);
        desk.guests.set_examined(GuestId(student as u64), true);
        drop(state);
        desk.changed.notify_one();
        Ok(())
    }

    pub(super) fn last(&self, student: usize) -> Option<Upload> {
        lock(&self.desk.state).known.get(&student).cloned()
    }

    /// Returns what a program of a student wrote, without where it is kept here.
    pub(super) fn without_paths(&self, student: usize, text: &str) -> String {
        let upload = self.last(student);
        upload.map_or_else(|| text.to_string(), |upload| upload.without_paths(text))
    }
}

impl Desk {
    /// Examines programs as long as the server runs.
    fn work(&self, prepared: &Prepared, tell: &ClassTell) {
        loop {
            let mut state = lock(&self.state);
            let (student, mut upload, cancel) = loop {
                match state.next() {
                    Some(next) => break next,
                    None => {
                        let waited = self.changed.wait(state);
                        state = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(state);
            let findings = examine(&self.uploads, &upload, prepared, &cancel);
            if cancel.load(Ordering::Relaxed) {
                // A newer one waits: what played goes on until that is examined.
                lock(&self.state).examined.remove(&student);
                self.changed.notify_one();
                continue;
            }
            let failed = findings.iter().filter(|one| one.grade == Grade::Fail.word()).count();
            // Without its manifest it is examined again after a restart, no more.
            let _ = upload.examined(findings);
            let guest = GuestId(student as u64);
            self.guests.set_stand_in(guest, self.uploads.program(&upload));
            let mut state = lock(&self.state);
            state.examined.remove(&student);
            state.playing.insert(student, upload.clone());
            if !state.waiting.contains(&student) {
                state.known.insert(student, upload);
                self.guests.set_examined(guest, false);
                tell(&Word::Examined { name: &self.codes.students[student].name, failed });
            }
            drop(state);
            // Whoever passed this student by may be asleep.
            self.changed.notify_one();
        }
    }
}

fn examine(
    uploads: &Uploads,
    upload: &Upload,
    prepared: &Prepared,
    cancel: &Arc<AtomicBool>,
) -> Vec<Finding> {
    let mut examination = Examination::new(Plan {
        program: uploads.program(upload),
        manner: Manner::Lasting,
        settings: Vec::new(),
        seconds: MOVES_TIMEOUT,
        margin: Duration::from_millis(prepared.event.margin),
        deadline: Some(Instant::now() + EXAMINATION_MAX),
        cancel: cancel.clone(),
    });
    let mut findings = Vec::new();
    let mut add = |item: &Item| findings.push(finding(item, upload));
    examination.introduce(&mut add);
    examination.play(&*prepared.table, &mut add);
    examination.finish(&mut add);
    findings
}

fn finding(item: &Item, upload: &Upload) -> Finding {
    Finding {
        group: item.group.into(),
        name: item.name.into(),
        grade: item.grade.word().into(),
        found: upload.without_paths(&item.found),
        quotes: item.quotes.iter().map(|quote| upload.without_paths(quote)).collect(),
        fix: item.fix.clone(),
    }
}
