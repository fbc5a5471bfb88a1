//! Examines uploaded programs, one after the other, on a thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

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

/// What is known of the programs of students, and who examines them.
pub(super) struct Examiner {
    uploads: Uploads,
    codes: Arc<Codes>,
    known: Arc<Mutex<HashMap<usize, Upload>>>,
    queue: Sender<(usize, Upload)>,
}

impl Examiner {
    /// Starts the thread, and finds the programs again that were uploaded before.
    pub(super) fn start(
        uploads: Uploads,
        codes: Arc<Codes>,
        prepared: Arc<Prepared>,
        guests: Arc<Registry>,
        tell: ClassTell,
    ) -> Examiner {
        let (queue, waiting) = channel::<(usize, Upload)>();
        let known: Arc<Mutex<HashMap<usize, Upload>>> = Arc::default();
        for (at, student) in codes.students.iter().enumerate() {
            let Some(upload) = uploads.last(student.number) else { continue };
            match upload.manifest.findings {
                Some(_) => guests.set_stand_in(GuestId(at as u64), uploads.program(&upload)),
                // The thread is not there yet, but the queue is.
                None => drop(queue.send((at, upload.clone()))),
            }
            lock(&known).insert(at, upload);
        }
        let examiner = Examiner { uploads, codes, known, queue };
        let (uploads, codes) = (examiner.uploads.clone(), examiner.codes.clone());
        let known = examiner.known.clone();
        thread::spawn(move || {
            for (student, mut upload) in waiting {
                let findings = examine(&uploads, &upload, &prepared);
                let failed = findings.iter().filter(|one| one.grade == Grade::Fail.word()).count();
                // Without its manifest it is examined again after a restart, no more.
                let _ = upload.examined(findings);
                let mut known = lock(&known);
                let is_last = known
                    .get(&student)
                    .is_some_and(|last| last.manifest.received_ms == upload.manifest.received_ms);
                if is_last {
                    guests.set_stand_in(GuestId(student as u64), uploads.program(&upload));
                    known.insert(student, upload);
                    tell(&Word::Examined { name: &codes.students[student].name, failed });
                }
            }
        });
        examiner
    }

    pub(super) fn receive(&self, student: usize, sent: Vec<Sent>) -> Result<(), UploadError> {
        // Two that come at the same time get different folders.
        let mut known = lock(&self.known);
        let upload = self.uploads.receive(self.codes.students[student].number, sent)?;
        known.insert(student, upload.clone());
        // The thread ends only with the program.
        let _ = self.queue.send((student, upload));
        Ok(())
    }

    pub(super) fn last(&self, student: usize) -> Option<Upload> {
        lock(&self.known).get(&student).cloned()
    }
}

fn examine(uploads: &Uploads, upload: &Upload, prepared: &Prepared) -> Vec<Finding> {
    let mut examination = Examination::new(Plan {
        program: uploads.program(upload),
        manner: Manner::Lasting,
        settings: Vec::new(),
        seconds: MOVES_TIMEOUT,
        margin: Duration::from_millis(prepared.event.margin),
    });
    let mut findings = Vec::new();
    let mut add = |item: &Item| findings.push(finding(item));
    examination.introduce(&mut add);
    examination.play(&*prepared.table, &mut add);
    examination.finish(&mut add);
    findings
}

fn finding(item: &Item) -> Finding {
    Finding {
        group: item.group.into(),
        name: item.name.into(),
        grade: item.grade.word().into(),
        found: item.found.clone(),
        quotes: item.quotes.clone(),
        fix: item.fix.clone(),
    }
}
