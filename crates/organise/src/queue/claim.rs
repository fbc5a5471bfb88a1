//! What a worker hands in of a game: its moves, what was said and how long they took, and how it says that they end.
//!
//! The record is not in it: the organiser writes it when it plays the moves again, which it does anyway.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use manator_core::RecordedMove;
use manator_tournament::schedule::Pairing;
use serde::{Deserialize, Serialize};

use crate::game::{Ended, Offence, oversee};
use crate::pool::Supply;
use crate::prepared::Prepared;

/// Stands for what a mover thought, where it did not tell.
pub(super) const UNJUDGED: &str = "-";

/// The result of a game as a worker tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Which game of the schedule it was, as text.
    pub id: String,
    pub seats: Vec<usize>,
    pub payoffs: Vec<i8>,
    /// Why it ended, in one word.
    pub reason: String,
    /// How it ended, in one sentence.
    pub words: String,
    pub offences: Vec<Offence>,
    /// How many answers of each seat were no legal moves; nothing at all where all were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub illegal: Vec<u32>,
    /// When it began, in milliseconds since 1970.
    pub began_ms: u64,
    pub took_ms: u64,
    /// The moves since the opening, with blanks between them.
    pub moves: String,
    /// How long each of them took.
    pub spent_ms: Vec<u64>,
    /// What the mover's clock showed after each of them; nothing at all where no time is counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clock_ms: Vec<Option<u64>>,
    /// What the mover thought of each of them, or `-`, with blanks between; nothing at all where nobody told.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub judgements: String,
    /// What was said, and after how many moves, those of the opening included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<(usize, String)>,
}

impl Claim {
    /// Plays a game as a worker; returns nothing when nobody wants it any more.
    pub fn play(
        prepared: &Prepared,
        pairing: &Pairing,
        supply: &mut dyn Supply,
        stop: &Arc<AtomicBool>,
    ) -> Option<Claim> {
        let opening = prepared.opening(pairing).moves().len();
        let ended = oversee(prepared, pairing, supply, None, stop)?;
        Some(Claim::of(pairing, ended, opening))
    }

    fn of(pairing: &Pairing, ended: Ended, opening: usize) -> Claim {
        let offences = ended.offences();
        let Ended { report, verdict, began_ms, took_ms } = ended;
        let is_illegal = report.illegal.as_slice().iter().any(|count| *count > 0);
        let illegal = if is_illegal { report.illegal.as_slice().to_vec() } else { Vec::new() };
        let record = report.record;
        let begun = &record.moves[opening..];
        let texts: Vec<&str> = begun.iter().map(|mv| mv.text.as_str()).collect();
        let clock = |mv: &RecordedMove| mv.clock_ms;
        let is_timed = begun.iter().any(|mv| mv.clock_ms.is_some());
        let said =
            std::iter::once(&record.comment).chain(record.moves.iter().map(|mv| &mv.comment));
        let comment = |(ply, text): (usize, &Option<String>)| Some((ply, text.clone()?));
        Claim {
            id: pairing.id.to_string(),
            seats: pairing.seats.iter().map(|who| who.0).collect(),
            payoffs: verdict.outcome.payoffs.as_slice().to_vec(),
            reason: verdict.outcome.reason.0.into(),
            words: verdict.words,
            offences,
            illegal,
            began_ms,
            took_ms,
            moves: texts.join(" "),
            spent_ms: begun.iter().map(|mv| mv.spent_ms.unwrap_or_default()).collect(),
            clock_ms: if is_timed { begun.iter().map(clock).collect() } else { Vec::new() },
            judgements: judgements(begun),
            comments: said.enumerate().filter_map(comment).collect(),
        }
    }
}

fn judgements(moves: &[RecordedMove]) -> String {
    if moves.iter().all(|mv| mv.judgement.is_none()) {
        return String::new();
    }
    let judged = |mv: &RecordedMove| mv.judgement.map(|judgement| judgement.to_string());
    let texts: Vec<String> =
        moves.iter().map(|mv| judged(mv).unwrap_or_else(|| UNJUDGED.into())).collect();
    texts.join(" ")
}
