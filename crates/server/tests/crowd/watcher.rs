//! A display that compares everything it is told with what the server says.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use manator_play::client::ServerAddress;
use manator_play::{End, Heard, Spectator};
use manator_protocol::News;

use super::latency::Latency;
use super::ledger::Ledger;

/// What a display has seen of a game.
#[derive(Default)]
struct Seen {
    id: u64,
    number: u32,
    moves: Vec<String>,
    /// When each move came; nothing of those that were told with the position.
    came: Vec<Option<Instant>>,
    is_over: bool,
}

/// What a display has to report.
#[derive(Default)]
pub(crate) struct Sight {
    pub(crate) latency: Latency,
    /// How often it was too slow and was told where the game stands instead.
    pub(crate) resyncs: u64,
    /// How many games were compared as a whole.
    pub(crate) games: u64,
    /// What did not agree with the records.
    pub(crate) wrong: Vec<String>,
}

/// A display that compares.
pub(crate) struct Watcher<'a> {
    ledger: &'a Ledger,
    table: usize,
    number: usize,
    game: Option<Seen>,
    /// The number that the next game must have, unless that cannot be told.
    next: Option<u32>,
    sight: Sight,
}

impl<'a> Watcher<'a> {
    /// A display of a table, with its number there.
    pub(crate) fn new(ledger: &'a Ledger, table: usize, number: usize) -> Watcher<'a> {
        Watcher { ledger, table, number, game: None, next: None, sight: Sight::default() }
    }

    /// Watches until the server says goodbye.
    pub(crate) fn watch(mut self, place: &ServerAddress) -> Sight {
        let spectator = Spectator {
            address: place.clone(),
            game: super::GAME.into(),
            table: Some(self.table as u32 + 1),
            connect_timeout: Duration::ZERO,
        };
        spectator.listen(|heard| {
            match heard {
                Heard::News(news) => self.take(news),
                Heard::End(End::Bye(_)) => self.close(Rest::Told),
                Heard::Welcome(_) => {}
                Heard::Waiting(why) | Heard::Nonsense(why) => self.sight.wrong.push(why),
                Heard::End(end) => self.sight.wrong.push(end.to_string()),
            }
            ControlFlow::Continue(())
        });
        self.sight
    }

    fn take(&mut self, news: News) {
        let now = Instant::now();
        if let News::Game { id, .. } = news {
            return self.begin(id);
        }
        let Some(game) = &mut self.game else { return };
        match news {
            News::Round { number, .. } => {
                game.number = number;
                // Whoever is very slow misses whole games.
                let missed = self.next.take().is_some_and(|next| next != number);
                self.sight.resyncs += u64::from(missed);
            }
            News::Position { moves, .. } => {
                if !moves.starts_with(&game.moves) {
                    let what = format!("game {}: the position takes moves back", game.number);
                    self.sight.wrong.push(what);
                }
                game.came.resize(moves.len(), None);
                game.moves = moves;
            }
            News::Move { mv, .. } => {
                game.moves.push(mv);
                game.came.push(Some(now));
            }
            News::Over { .. } => game.is_over = true,
            _ => {}
        }
    }

    /// Begins a game, or is told of it once more.
    fn begin(&mut self, id: u64) {
        let before = self.game.as_ref().map(|game| (game.id, game.is_over));
        match before {
            Some((same, _)) if same == id => self.sight.resyncs += 1,
            _ => {
                let is_late = before.is_some_and(|(_, is_over)| !is_over);
                self.sight.resyncs += u64::from(is_late);
                self.close(if is_late { Rest::Missed } else { Rest::Told });
                self.game = Some(Seen { id, ..Seen::default() });
            }
        }
    }

    /// Compares a game with its record.
    fn close(&mut self, rest: Rest) {
        let Some(seen) = self.game.take() else { return };
        let Some(told) = self.ledger.compare(self.table, self.number, seen.number) else {
            return self.sight.wrong.push(format!("game {}: there is none", seen.number));
        };
        let agrees = match rest {
            Rest::Told => seen.moves == told.record,
            Rest::Missed => told.record.starts_with(&seen.moves),
        };
        if !agrees {
            let (moves, record) = (seen.moves.join(" "), told.record.join(" "));
            let text = format!("game {}: saw {moves}, the record has {record}", seen.number);
            self.sight.wrong.push(text);
        }
        self.next = (rest == Rest::Told).then(|| self.ledger.next(seen.number));
        self.sight.games += u64::from(rest == Rest::Told);
        for (came, noticed) in seen.came.iter().zip(&told.noticed) {
            if let Some(came) = came {
                self.sight.latency.add(came.saturating_duration_since(*noticed));
            }
        }
    }
}

/// What became of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// The display was told all of it.
    Told,
    /// It was too slow, and was told of the next game instead.
    Missed,
}
