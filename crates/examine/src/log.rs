//! What an agent says beside its answers.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Instant;

use manator_protocol::FromAgent;

use manator_play::contender::{Fault, Notes, Peer, Spoken};

const SHOWN_MAX: usize = 3;
/// How many of the last lines are kept: programs end with the reason.
const LAST_MAX: usize = 8;

const WORDS: [&str; 8] =
    ["id", "option", "ugiok", "uciok", "readyok", "info", "bestmove", "response"];

/// Lines of which the first different ones and the last are kept, and all are counted.
#[derive(Debug, Default)]
pub(super) struct Heap {
    pub(super) count: usize,
    pub(super) first: Vec<String>,
    pub(super) last: Vec<String>,
}

impl Heap {
    pub(super) fn push(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.count += 1;
        let text = Notes::shown(text);
        if self.last.len() == LAST_MAX {
            self.last.remove(0);
        }
        self.last.push(text.clone());
        if self.first.len() < SHOWN_MAX && !self.first.contains(&text) {
            self.first.push(text);
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) noise: Heap,
    pub(super) asides: Heap,
    /// Whether it was told nonsense, and may say so.
    pub(super) is_provoked: bool,
    /// The last line that would be protocol if it were written in small letters, and the word meant.
    pub(super) misspelt: Option<(String, &'static str)>,
}

impl Log {
    /// Hears lines until one of them is what `want` looks for, or until then.
    pub(super) fn listen<T>(
        &mut self,
        peer: &mut Peer,
        until: Instant,
        mut want: impl FnMut(FromAgent) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        loop {
            if Instant::now() >= until {
                return Ok(None);
            }
            let text = match peer.hear(until)? {
                Spoken::Nothing => return Ok(None),
                Spoken::Aside(text) => {
                    self.asides.push(&text);
                    continue;
                }
                Spoken::Line(text) => text,
            };
            match text.parse() {
                Ok(FromAgent::Noise(text)) => self.add_noise(&text),
                Ok(message) => {
                    if let Some(found) = want(message) {
                        return Ok(Some(found));
                    }
                }
                Err(error) if text.starts_with("bestmove") => {
                    let text = Notes::shown(&text);
                    return Err(Fault::Malformed(format!("'{text}': {error}")));
                }
                Err(_) => self.add_noise(&text),
            }
        }
    }

    pub(super) fn add_noise(&mut self, text: &str) {
        let first = text.split_whitespace().next().unwrap_or_default();
        let meant = WORDS.iter().find(|word| word.eq_ignore_ascii_case(first) && **word != first);
        if let Some(meant) = meant {
            self.misspelt = Some((Notes::shown(text), meant));
        }
        if !self.is_provoked {
            self.noise.push(text);
        }
    }

    pub(super) fn fix_silence(&self, usual: &str) -> String {
        match &self.misspelt {
            Some((text, word)) => {
                format!("it wrote '{text}': write `{word}` in small letters, as it stands here")
            }
            None => usual.into(),
        }
    }
}
