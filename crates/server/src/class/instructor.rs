//! What the instructor asks for: who is here, begin, pause, and everything to take home.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use axum::Json;
use axum::http::StatusCode;
use axum::response::Response;
use manator_examine::Grade;
use manator_organise::StoreError;
use manator_state::class::{InstructorPage, StudentLine};
use serde_json::{Value, json};

use super::grades::{self, Grades};
use super::office::{Instructor, Refused};
use crate::guests::Phase;
use crate::http::download;

pub(super) async fn overview(
    Instructor(office): Instructor,
) -> Result<Json<InstructorPage>, Refused> {
    let students = office.codes.students.iter().zip(office.attendance()).enumerate();
    let students = students.map(|(at, (student, attendance))| {
        let findings = office.examiner.last(at).map(|upload| upload.manifest.findings);
        let failed = findings.as_ref().map(|findings| {
            let all = findings.iter().flatten();
            all.filter(|one| one.grade == Grade::Fail.word()).count()
        });
        let examined = findings.map(|findings| findings.is_some());
        StudentLine { attendance, number: student.number, examined, failed }
    });
    let students = students.collect();
    let read = office.read(|office, store, number| grades::read(store, number, &office.prepared));
    let mishaps = read.await?.map(|(.., mishaps)| mishaps).unwrap_or_default();
    let tournament = office.number.get().map(|number| number.0);
    let phase = office.guests.phase();
    Ok(Json(InstructorPage { phase, tournament, students, mishaps }))
}

pub(super) async fn begin(Instructor(office): Instructor) -> Result<Json<Value>, Refused> {
    office.go(Phase::Playing)?;
    Ok(Json(json!({ "phase": Phase::Playing.word() })))
}

/// Lets no further game begin.
pub(super) async fn pause(Instructor(office): Instructor) -> Result<Json<Value>, Refused> {
    office.go(Phase::Paused)?;
    Ok(Json(json!({ "phase": Phase::Paused.word() })))
}

pub(super) async fn grades(Instructor(office): Instructor) -> Result<Response, Refused> {
    let read = office.read(|office, store, number| {
        Grades::read(store, number, &office.prepared, office.codes.students.len())
    });
    let grades = read.await?.ok_or_else(too_early)?;
    Ok(download("grades.csv", "text/csv; charset=utf-8", grades.csv().into_bytes()))
}

pub(super) async fn records(Instructor(office): Instructor) -> Result<Response, Refused> {
    let read = office.read(|_, store, number| {
        let mut text = String::new();
        store.games(number, |row| text += &format!("{}\n", row.record))?;
        Ok(text)
    });
    let text = read.await?.ok_or_else(too_early)?;
    Ok(download("records.game", "text/plain; charset=utf-8", text.into_bytes()))
}

pub(super) async fn store(Instructor(office): Instructor) -> Result<Response, Refused> {
    let read = office.read(|_, store, number| {
        let mut path = store.path().as_os_str().to_owned();
        path.push(format!("-{number}-copy-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        store.back_up(path.as_ref())?;
        let bytes = fs::read(&path);
        let _ = fs::remove_file(&path);
        bytes.map_err(|error| StoreError::File { path: path.into(), why: error.to_string() })
    });
    let bytes = read.await?.ok_or_else(too_early)?;
    Ok(download("tournaments.db", "application/vnd.sqlite3", bytes))
}

fn too_early() -> Refused {
    (StatusCode::CONFLICT, "no game has begun yet".into())
}
