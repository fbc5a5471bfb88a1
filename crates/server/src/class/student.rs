//! What a student asks for: results, games, and what became of a program.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use axum::Json;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use manator_organise::kept::thoughts;
use manator_organise::store::Row;
use manator_state::board::Board;
use manator_state::class::{OwnGame, StudentGame, StudentPage, UploadedProgram};
use manator_tournament::{Entrant, GameId};
use serde_json::{Value, json};

use super::office::{Office, Refused, Student};
use super::uploads::{FILES_MAX, Manifest, Sent, UploadError};
use super::{Word, public};
use crate::http;

pub(super) async fn own(
    Student(student): Student,
    State(office): State<Arc<Office>>,
) -> Result<Json<StudentPage>, Refused> {
    let program = office.examiner.last(student).map(|upload| {
        let Manifest { words, files, bytes, received_ms, findings } = upload.manifest;
        UploadedProgram { files, bytes, received: received_ms, words: words.join(" "), findings }
    });
    let read = office.read(move |office, store, number| {
        let names = office.prepared.names();
        let rows = store.games_of(number, Entrant(student))?;
        Ok(rows.into_iter().filter_map(|row| own_game(row, student, &names)).collect())
    });
    let mut games: Vec<OwnGame> = read.await?.unwrap_or_default();
    for blame in games.iter_mut().filter_map(|game| game.blame.as_mut()) {
        *blame = office.examiner.without_paths(student, blame);
    }
    Ok(Json(StudentPage {
        attendance: office.attendance().swap_remove(student),
        program,
        standing: office.bulletin.standing(student).filter(|_| office.number.get().is_some()),
        games,
        upload_max: office.upload_max,
    }))
}

fn own_game(row: Row, student: usize, names: &[String]) -> Option<OwnGame> {
    let seat = row.seats.iter().position(|who| who.0 == student)?;
    let name = |who: &Entrant| names.get(who.0).cloned().unwrap_or_default();
    Some(OwnGame {
        id: row.id.to_string(),
        names: row.seats.iter().map(name).collect(),
        seat,
        words: public::words(&row),
        plies: row.plies,
        fault: row.offences.get(seat).cloned().flatten(),
        blame: row.blames.get(seat).cloned().flatten(),
        payoffs: row.payoffs,
        began: row.began,
    })
}

/// Gives a student the record of one of its games, and what its agent said last.
pub(super) async fn game(
    Student(student): Student,
    State(office): State<Arc<Office>>,
    Path(id): Path<String>,
) -> Result<Json<StudentGame>, Refused> {
    let unknown = || (StatusCode::NOT_FOUND, "you have played no such game".to_string());
    let id: GameId = id.parse().map_err(|_| unknown())?;
    let read = office
        .read(move |_, store, number| Ok((store.game(number, id)?, store.notes(number, id)?)));
    let (Some(row), notes) = read.await?.unwrap_or_default() else { return Err(unknown()) };
    let seat = row.seats.iter().position(|who| who.0 == student).ok_or_else(unknown)?;
    let notes = notes.into_iter().find(|(of, _)| *of == seat);
    let notes = notes.map(|(_, text)| office.examiner.without_paths(student, &text));
    let board = Arc::new(Board::of(&*office.prepared.table));
    let moves = row.moves.split_whitespace().map(str::to_string).collect();
    let (film, record) = (row.film(), public::record(&row));
    let thoughts = thoughts(&record);
    Ok(Json(StudentGame { record, board, film, moves, thoughts, notes }))
}

pub(super) async fn upload(
    Student(student): Student,
    State(office): State<Arc<Office>>,
    mut form: Multipart,
) -> Result<Json<Value>, Refused> {
    let busy = || (StatusCode::SERVICE_UNAVAILABLE, "others upload now: try again".to_string());
    let _turn = office.uploading.acquire().await.map_err(|_| busy())?;
    let sent = receive(&mut form, office.upload_max).await?;
    let (receiving, name) = (office.clone(), office.codes.students[student].name.clone());
    let kept = http::work(move || receiving.examiner.receive(student, sent)).await;
    match kept {
        Ok(Ok(())) => {
            (office.tell)(&Word::Uploaded { name: &name });
            Ok(Json(json!({ "received": true })))
        }
        Ok(Err(error @ UploadError::Refused(_))) => {
            Err((StatusCode::BAD_REQUEST, error.to_string()))
        }
        Ok(Err(error)) => Err((StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
        Err(_) => Err((StatusCode::INTERNAL_SERVER_ERROR, "it cannot be kept".into())),
    }
}

/// Receives files. What is too large is read to its end and forgotten: a browser that is interrupted does not
/// read the answer.
pub(super) async fn receive(form: &mut Multipart, bytes_max: usize) -> Result<Vec<Sent>, Refused> {
    let mut sent: Vec<Sent> = Vec::new();
    let (mut total, mut is_too_large) = (0, false);
    while let Some(mut field) = form.next_field().await.map_err(unread)? {
        let Some(name) = field.file_name().map(str::to_string) else { continue };
        let mut bytes = Vec::new();
        while let Some(piece) = field.chunk().await.map_err(unread)? {
            total += piece.len();
            is_too_large |= total > bytes_max || sent.len() >= FILES_MAX;
            if is_too_large {
                (bytes, sent) = (Vec::new(), Vec::new());
            } else {
                bytes.extend_from_slice(&piece);
            }
        }
        sent.push(Sent { name, bytes });
    }
    match is_too_large {
        true => {
            let mib = bytes_max >> 20;
            let text = format!("too large: expected at most {mib} MiB in {FILES_MAX} files");
            Err((StatusCode::PAYLOAD_TOO_LARGE, text))
        }
        false => Ok(sent),
    }
}

fn unread(error: MultipartError) -> Refused {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            (StatusCode::PAYLOAD_TOO_LARGE, "the program is too large".into())
        }
        status => (status, error.body_text()),
    }
}
