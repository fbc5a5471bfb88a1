//! What students may read of a game: nothing that an opponent's program wrote.
//!
//! Records of a class are written without it, but those of earlier versions were not: errors stood in the comments and
//! in the words of the end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Record;
use manator_organise::store::Row;
use manator_play::Fault;
use manator_play::contender::Notes;

/// What stands in the last comment of a game that somebody's fault has ended, after the words.
const POSITION: &str = " / in the position ";

/// Returns how a game ended, in one sentence.
pub(super) fn words(row: &Row) -> String {
    cleaned_words(&row.words, &row.offences, &row.blames)
}

/// Returns the record of a game; of its comments only how it ended is left.
pub(super) fn record(row: &Row) -> String {
    cleaned_record(&row.record, &row.words, &words(row))
}

fn cleaned_words(words: &str, codes: &[Option<String>], blames: &[Option<String>]) -> String {
    let mut words = words.to_string();
    for (code, blame) in codes.iter().zip(blames) {
        if let (Some(code), Some(blame)) = (code, blame) {
            words = words.replace(blame.as_str(), &Fault::told_in_public(code, blame));
        }
    }
    words
}

fn cleaned_record(record: &str, words: &str, cleaned: &str) -> String {
    let Ok(mut record) = Record::parse(record) else { return String::new() };
    let last = record.moves.iter_mut().map(|mv| mv.comment.take()).last();
    let last = last.unwrap_or_else(|| record.comment.take()).unwrap_or_default();
    record.comment = None;
    // The words stand there as a comment is read: with single blanks between them.
    let told = Notes::as_comment(words);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((_, after)) = last.split_once(&told).filter(|_| !told.is_empty()) {
        let position = after.strip_prefix(POSITION);
        let position = position.map(|rest| rest.split(" / ").next().unwrap_or_default());
        let position = position.map(|text| format!("{POSITION}{text}")).unwrap_or_default();
        let text = Some(Notes::as_comment(cleaned) + &position);
        match record.moves.last_mut() {
            Some(mv) => mv.comment = text,
            None => record.comment = text,
        }
    }
    record.to_string()
}

#[cfg(test)]
mod tests {
    use super::{cleaned_record, cleaned_words};

    const BEGIN: &str = "[Game \"joust\"]\n[Rules \"1\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n\
                         [Result \"1-0\"]\n[Reason \"default\"]\n\n1. D1E3";

    /// Checks what is left of the words and of the moves.
    #[track_caller]
    fn check([words, code, blame]: [&str; 3], moves: &str, left: [&str; 2]) {
        let only = |text: &str| [None, (!text.is_empty()).then(|| text.to_string())];
        let cleaned = cleaned_words(words, &only(code), &only(blame));
        let record = cleaned_record(&format!("{BEGIN}{moves}\n1-0\n"), words, &cleaned);
        assert_eq!((cleaned, record), (left[0].into(), format!("{BEGIN}{}\n1-0\n", left[1])));
    }

    #[test]
    fn tracebacks_of_older_records_are_left_out() {
        let blame = "ended; its last words were 'File \"/srv/class/7/run.py\", secret = 7'";
        let words = format!("Black {blame}; White wins");
        let moves = format!(
            " {{[%emt 0:00:01] thinking of D4}}\n2. E3D5 {{[%emt 0:00:02] so slow / {words} / in the \
             position xyz white / Traceback / secret = 7}}"
        );
        let left = " {[%emt 0:00:01]}\n2. E3D5 {[%emt 0:00:02] Black ended; White wins / in the \
                    position xyz white}";
        check([&words, "gone", blame], &moves, ["Black ended; White wins", left]);
    }

    #[test]
    fn what_is_written_today_stays_as_it_is() {
        let moves = " {+0.34/12 0.51s}\n2. E3D5";
        check(["White wins", "", ""], moves, ["White wins", moves]);
        let words = "Black could not be started: White wins";
        let moves = format!(" {{[%emt 0:00:01] {words} / in the position xyz}}");
        check([words, "start", "could not be started"], &moves, [words, &moves]);
    }
}
