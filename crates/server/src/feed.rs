//! What displays of a table are told, now and when they come late.
//!
//! A feed never waits for a display. One that is too slow misses messages and is resynced: it is told where the
//! game stands instead.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::{Arc, Mutex};

use manator_protocol::{News, Start};
use tokio::sync::broadcast::{Receiver, Sender, channel};

use crate::lock;

const QUEUE_MAX: usize = 2048;
/// How many of the last notes a late display is told.
const NOTES_MAX: usize = 12;

#[derive(Debug)]
pub struct Feed {
    state: Mutex<State>,
    sender: Sender<Arc<str>>,
}

#[derive(Debug, Default)]
struct State {
    heading: Vec<News>,
    position: Option<(Start, Vec<String>)>,
    clocks: Vec<News>,
    notes: Vec<News>,
    over: Option<News>,
    standing: Vec<News>,
    bye: Option<News>,
}

impl Default for Feed {
    fn default() -> Feed {
        Feed { state: Mutex::new(State::default()), sender: channel(QUEUE_MAX).0 }
    }
}

impl Feed {
    /// Tells all displays, as one message that is never torn apart.
    pub fn tell(&self, news: Vec<News>) {
        let text: String = news.iter().map(|news| format!("{news}\n")).collect();
        let mut state = lock(&self.state);
        for news in news {
            state.take(news);
        }
        // Nobody need be there to hear it. The lock is held, so that a display that joins misses nothing.
        let _ = self.sender.send(text.into());
    }

    /// Keeps something for displays that come late; the others have just been told in another way.
    pub fn remember(&self, news: News) {
        lock(&self.state).take(news);
    }

    /// Returns where the table stands, and what is told from then on.
    pub fn join(&self) -> (String, Receiver<Arc<str>>) {
        let state = lock(&self.state);
        (state.text(), self.sender.subscribe())
    }
}

impl State {
    fn take(&mut self, news: News) {
        match news {
            News::Game { .. } => {
                let standing = std::mem::take(&mut self.standing);
                *self = State { heading: vec![news], standing, ..State::default() };
            }
            News::Round { .. } | News::Player { .. } => self.heading.push(news),
            News::Position { start, moves } => self.position = Some((start, moves)),
            News::Move { mv, .. } => {
                if let Some((_, moves)) = &mut self.position {
                    moves.push(mv);
                }
            }
            News::Clock { seat, .. } => {
                self.clocks
                    .retain(|old| !matches!(old, News::Clock { seat: of, .. } if *of == seat));
                self.clocks.push(news);
            }
            News::Note { .. } => {
                if self.notes.len() == NOTES_MAX {
                    self.notes.remove(0);
                }
                self.notes.push(news);
            }
            News::Over { .. } => self.over = Some(news),
            News::Standing { ref name, .. } => {
                self.standing
                    .retain(|old| !matches!(old, News::Standing { name: of, .. } if of == name));
                self.standing.push(news);
            }
            News::Bye(_) => self.bye = Some(news),
            News::Other(_) => {}
        }
    }

    fn text(&self) -> String {
        let position = self
            .position
            .as_ref()
            .map(|(start, moves)| News::Position { start: start.clone(), moves: moves.clone() });
        let all = self
            .heading
            .iter()
            .chain(&position)
            .chain(&self.clocks)
            .chain(&self.notes)
            .chain(&self.over)
            .chain(&self.standing)
            .chain(&self.bye);
        all.map(|news| format!("{news}\n")).collect()
    }
}
