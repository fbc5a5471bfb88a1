//! Writing records.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use super::branches::BRANCH;
use super::judgement::seconds;
use super::{Record, RecordedMove, result_text};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tag(f, "Game", &self.game)?;
        if !self.options.is_empty() {
            tag(f, "Options", &self.options)?;
        }
        tag(f, "Rules", &self.rules_version)?;
        for (name, value) in &self.tags {
            tag(f, name, value)?;
        }
        if let Some(position) = &self.position {
            tag(f, "Position", position)?;
        }
        let result = result_text(self.result.as_deref());
        tag(f, "Result", &result)?;
        if let Some(reason) = &self.reason {
            tag(f, "Reason", reason)?;
        }
        for branch in &self.branches {
            tag(f, BRANCH, &branch.to_string())?;
        }
        writeln!(f)?;
        if let Some(comment) = &self.comment {
            writeln!(f, "{{{}}}", speakable(comment))?;
        }
        for (index, mv) in self.moves.iter().enumerate() {
            let before = match (index, mv.number) {
                (0, _) => "",
                (_, Some(_)) => "\n",
                (_, None) => " ",
            };
            write!(f, "{before}{mv}")?;
        }
        let last = if self.moves.is_empty() { "" } else { "\n" };
        writeln!(f, "{last}{result}")
    }
}

impl fmt::Display for RecordedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}. ")?;
        }
        f.write_str(&self.text)?;
        let notes = self.notes();
        if notes.is_empty() { Ok(()) } else { write!(f, " {{{}}}", notes.join(" ")) }
    }
}

impl RecordedMove {
    /// Returns what stands in the comment. Tools look for a judgement and its time at the beginning.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.judgement.map(|judgement| judgement.to_string()));
        if self.judgement.is_some() {
            notes.extend(self.spent_ms.map(seconds));
        }
        notes.extend(self.clock_ms.map(|ms| format!("[%clk {}]", clock_text(ms))));
        if self.judgement.is_none() {
            notes.extend(self.spent_ms.map(|ms| format!("[%emt {}]", clock_text(ms))));
        }
        notes.extend(self.comment.as_deref().map(speakable));
        notes
    }

    /// Returns the comment with the judgement before it, as people read and edit it.
    pub fn remark(&self) -> Option<String> {
        let judgement = self.judgement.map(|judgement| judgement.to_string());
        let parts: Vec<String> = judgement.into_iter().chain(self.comment.clone()).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// Takes what [`RecordedMove::remark`] returns apart again.
    pub fn set_remark(&mut self, remark: &str) {
        let (first, rest) = remark.trim().split_once(' ').unwrap_or((remark.trim(), ""));
        self.judgement = first.parse().ok();
        let comment = if self.judgement.is_some() { rest } else { remark }.trim();
        self.comment = (!comment.is_empty()).then(|| comment.to_string());
    }

    /// Returns what the mover thought, and for how long, in a few letters: `+0.34/12 0.51s`.
    pub fn thought_text(&self) -> String {
        let judgement = self.judgement.map(|judgement| judgement.to_string());
        let parts: Vec<String> = judgement.into_iter().chain(self.spent_ms.map(seconds)).collect();
        parts.join(" ")
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Returns a comment that ends where its braces do.
fn speakable(comment: &str) -> String {
    comment.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a time as PGN writes it: `0:09:58`, with thousandths where there are any.
fn clock_text(ms: u64) -> String {
    let seconds = ms / 1000;
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match ms % 1000 {
        0 => whole,
        rest => format!("{whole}.{rest:03}"),
    }
}
