//! What a contender said beside the game, kept short.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;

/// How many lines are kept: the last ones, since programs end with the reason.
const LINES_MAX: usize = 20;
const LETTERS_MAX: usize = 300;

#[derive(Clone, Debug, Default)]
pub struct Notes {
    lines: VecDeque<String>,
    dropped: usize,
}

impl Notes {
    /// Returns a line as it can be shown anywhere: short, and without anything that steers a terminal.
    pub fn shown(text: &str) -> String {
        let clean = |letter: char| if letter.is_control() { ' ' } else { letter };
        let mut letters = text.trim().chars();
        let mut short: String = letters.by_ref().take(LETTERS_MAX).map(clean).collect();
        if letters.next().is_some() {
            short.push('…');
        }
        short
    }

    pub fn push(&mut self, text: &str) {
        let text = Notes::shown(text);
        if text.is_empty() {
            return;
        }
        if self.lines.len() == LINES_MAX {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(text);
    }

    pub fn last(&self) -> Option<&str> {
        self.lines.back().map(String::as_str)
    }

    /// Takes all lines as one comment, as a record can hold it.
    pub fn take(&mut self) -> Option<String> {
        let Notes { lines, dropped } = std::mem::take(self);
        let more = (dropped > 0).then(|| format!("({dropped} lines more)"));
        let all: Vec<String> = more.into_iter().chain(lines).collect();
        let text = Notes::as_comment(&all.join(" / "));
        (!text.is_empty()).then_some(text)
    }

    pub fn as_comment(text: &str) -> String {
        // A comment ends at the first brace, and `[%` begins a command in it.
        text.replace('{', "(").replace('}', ")").replace("[%", "[ %")
    }
}
