//! What the threads of a terminal share: the screen, the output, the end of the program.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::num::NonZeroU16;
use std::process::ExitStatus;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stream::Stream;

pub(super) struct State {
    pub(super) parser: vt100::Parser<Answers>,
    pub(super) stream: Stream,
    pub(super) complete: bool,
    pub(super) status: Option<ExitStatus>,
}

impl State {
    pub(super) fn new((lines, columns): (NonZeroU16, NonZeroU16)) -> Self {
        let parser = vt100::Parser::new_with_callbacks(lines, columns, 0, Answers::default());
        Self { parser, stream: Stream::default(), complete: false, status: None }
    }

    pub(super) fn read(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.parser.process(bytes);
        self.stream.push(bytes);
        std::mem::take(&mut self.parser.callbacks_mut().answers)
    }

    /// Whether the program has begun a synchronized update and not ended it: half a frame, which a
    /// terminal does not show.
    pub(super) fn is_drawing(&self) -> bool {
        self.parser.callbacks().drawing && !self.complete
    }
}

/// Answers to the questions a program asks its terminal. Without them ratatui, which asks for the cursor
/// before it clears the screen, gives up after two seconds.
#[derive(Default)]
pub(super) struct Answers {
    answers: Vec<u8>,
    drawing: bool,
}

impl vt100::Callbacks for Answers {
    fn unhandled_csi(
        &mut self,
        screen: &mut vt100::Screen,
        first: Option<u8>,
        _: Option<u8>,
        parameters: &[&[u16]],
        last: char,
    ) {
        let (line, column) = screen.cursor_position();
        let answer = match (first, parameters, last) {
            (None, [[5]], 'n') => "\x1b[0n".to_string(),
            (None, [[6]], 'n') => {
                format!("\x1b[{};{}R", u32::from(line) + 1, u32::from(column) + 1)
            }
            // A VT220 with colours, as terminals usually say.
            (None, [[0]] | [], 'c') => "\x1b[?62;22c".to_string(),
            (Some(b'?'), [[2026]], 'h' | 'l') => {
                self.drawing = last == 'h';
                return;
            }
            _ => return,
        };
        self.answers.extend(answer.bytes());
    }
}

pub(super) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    pub(super) fn new(state: State) -> Self {
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Locks the state. A test that fails while it looks at the screen must still be able to close the
    /// terminal, so a poisoned lock is taken as it is.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    pub(super) fn wait<'a>(
        &self,
        state: MutexGuard<'a, State>,
        timeout: Duration,
    ) -> MutexGuard<'a, State> {
        self.changed.wait_timeout(state, timeout).unwrap_or_else(PoisonError::into_inner).0
    }
}
