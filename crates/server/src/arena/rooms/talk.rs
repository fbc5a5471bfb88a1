//! What people who play at several pages write to each other: told to those who play, never kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::text::one_line;
use manator_state::game::{Phrase, Remark, Talk, Words};
use serde::Deserialize;
use serde_json::Value;

use super::chair::Chair;
use super::room::Room;
use crate::arena::positions::quoted;

/// How many letters a text has at most, and how many remarks are told.
const TEXT_MAX: usize = 140;
const REMARKS_MAX: usize = 50;
/// The rate limit of a seat: one remark in this time, and so many at once.
const REMARK_INTERVAL: Duration = Duration::from_secs(3);
const BURST_MAX: u32 = 5;

#[derive(Default)]
pub(super) struct Conversation {
    talk: Talk,
    count: u64,
    /// When everything is paid for that a seat has said.
    due: Vec<Option<Instant>>,
}

impl Conversation {
    fn add(&mut self, seat: usize, words: Words) -> Result<(), String> {
        let now = Instant::now();
        if self.due.len() <= seat {
            self.due.resize(seat + 1, None);
        }
        let due = self.due[seat].map_or(now, |due| due.max(now)) + REMARK_INTERVAL;
        if due > now + REMARK_INTERVAL * BURST_MAX {
            return Err("that was much at once: wait a moment before you write more".into());
        }
        self.due[seat] = Some(due);
        let remarks = &mut self.talk.remarks;
        remarks.push(Remark { number: self.count, seat, words });
        self.count += 1;
        let more = remarks.len().saturating_sub(REMARKS_MAX);
        remarks.drain(..more);
        Ok(())
    }
}

/// Reads `{phrase: …}` or `{text: …}`.
pub(super) fn read(asked: &Value) -> Result<Words, String> {
    if let Some(name) = asked["phrase"].as_str() {
        let phrase = Phrase::deserialize(&asked["phrase"]);
        let unknown = |_| format!("phrase: '{}' is none of those there are", quoted(name));
        return phrase.map(Words::Phrase).map_err(unknown);
    }
    let text = asked["text"].as_str().ok_or("a remark is missing: expected phrase or text")?.trim();
    match text.chars().count() {
        0 => Err("a text is missing: expected some letters".into()),
        count if count > TEXT_MAX => {
            Err(format!("a text of {count} letters: expected at most {TEXT_MAX}"))
        }
        _ => Ok(Words::Text(one_line(text, TEXT_MAX))),
    }
}

impl Room {
    /// Returns whether people at several pages play: programs that play by requests have no page.
    pub(super) fn can_talk(&self) -> bool {
        let has_page = |chair: &&Chair| !chair.is_open() && chair.attempts().is_none();
        let mut pages = self.chairs.iter().filter(has_page).filter_map(Chair::page);
        pages.next().is_some_and(|first| pages.any(|page| page != first))
    }

    pub(super) fn say(&mut self, seat: usize, words: Words) -> Result<Value, String> {
        if !self.can_talk() {
            return Err("nobody at another page plays this game".into());
        }
        self.conversation.add(seat, words)?;
        self.tell_talk();
        Ok(Value::Null)
    }

    pub(super) fn tell_talk(&self) {
        let topic = format!("talk/{}", self.live.heading.id);
        self.rooms.hub.publish(&topic, &self.conversation.talk);
    }
}
