//! A room as its pages see it, as displays are told about it, and as it is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Instant;

use manator_core::record::result_text;
use manator_core::{Player, Record, Table};
use manator_organise::store;
use manator_play::rules;
use manator_protocol::{News, Start};
use manator_state::game::{Asked, GameState, GameSummary, Seat};

use super::agreed::REMATCH;
use super::chair::Chair;
use super::room::Room;
use crate::live::{self, Times};

impl Room {
    pub(super) fn tell(&self) {
        let (hub, id) = (&self.rooms.hub, &self.live.heading.id);
        let (table, over) =
            (self.session.table(), self.session.sheet.verdict.as_ref().map(live::over));
        let has_people = self.chairs.iter().any(|chair| chair.page().is_some());
        let times = Times::of(&self.session.sheet, Instant::now());
        hub.publish(
            &live::topic(id),
            &GameState {
                can_undo: has_people && !table.moves().is_empty(),
                can_redo: self.is_at_one_page() && self.session.can_redo(),
                can_rematch: self.can_rematch(),
                rematch: self.next_game(),
                can_talk: self.can_talk(),
                asked: self
                    .asked
                    .as_ref()
                    .map(|asked| Asked { what: asked.what, by: asked.by.index() }),
                notes: self.notes.clone(),
                watching: self.watching,
                ..self.live.state(table, self.seats(), times, over.clone())
            },
        );
        self.tell_challenge();
        if self.is_open() {
            // Nothing to watch yet.
            return;
        }
        let names = self.chairs.iter().map(|chair| chair.name().to_string()).collect();
        let summary = GameSummary::of(&self.live.heading, table, names);
        let attended = self.goes_on();
        self.rooms.list.set(GameSummary { over, watching: self.watching, attended, ..summary });
    }

    /// Returns whether somebody plays: people who are here, programs that play by requests, or else agents that
    /// somebody follows. Whoever only looks at the list does not make a game of people go on.
    fn goes_on(&self) -> bool {
        let mut people =
            self.chairs.iter().enumerate().filter(|(_, chair)| chair.page().is_some()).peekable();
        if people.peek().is_none() {
            return self.is_attended();
        }
        people.any(|(seat, chair)| self.here[seat] > 0 || chair.attempts().is_some())
    }

    pub(super) fn seats(&self) -> Vec<Seat> {
        let sides = self.session.table().card().players;
        let awaited = self.session.seats.awaited_guests();
        let one = |(at, (chair, side)): (usize, (&Chair, &&'static str))| {
            let here = match chair {
                Chair::Person { .. } => self.here[at] > 0,
                Chair::Agent { .. } => true,
                Chair::Guest { .. } => !awaited.iter().any(|(player, _)| player.index() == at),
            };
            Seat {
                picture: chair.picture().map(str::to_string),
                open: chair.is_open(),
                ..Seat::new(side, chair.kind(), chair.name().into(), here)
            }
        };
        self.chairs.iter().zip(sides).enumerate().map(one).collect()
    }

    pub(super) fn record(&self) -> Record {
        let mut record = self.session.record();
        for (side, chair) in self.session.table().card().players.iter().zip(&self.chairs) {
            record.set_player(side, chair.name());
        }
        record
    }

    pub(super) fn keep(&self) {
        let mut record = self.session.record_with_undone();
        record.tags.extend(self.rematch.clone().map(|id| (REMATCH.into(), id)));
        let row = store::Room {
            number: self.live.heading.number,
            id: self.live.heading.id.clone(),
            seats: serde_json::to_string(&self.chairs).unwrap_or_default(),
            record: record.to_string(),
            began_ms: self.live.heading.began_ms,
            is_over: self.session.is_over(),
        };
        self.rooms.keep(&row);
    }
}

impl Room {
    /// Tells displays what has changed: one move more, or anything else.
    pub(super) fn show(&self, is_one_more: bool) {
        let table = self.session.table();
        let mut news = match (table.moves().last(), self.session.sheet.plies.last()) {
            (Some(mv), Some(ply)) if is_one_more => {
                vec![News::Move { mv: mv.clone(), spent: ply.spent, left: ply.left }]
            }
            _ => self.opening(table),
        };
        if let Some(verdict) = &self.session.sheet.verdict {
            let result = result_text(Some(verdict.outcome.payoffs.as_slice()));
            let reason = verdict.outcome.reason.0.to_string();
            news.push(News::Over { result, reason, text: verdict.words.clone() });
        }
        self.feed.tell(news);
    }

    /// Says everything about the game anew: moves may have been taken back.
    fn opening(&self, table: &dyn Table) -> Vec<News> {
        let start = table.initial().map_or(Start::Startpos, |text| Start::Fen(text.into()));
        let id = self.live.heading.number.unsigned_abs();
        let mut news = vec![News::Game { id, rules: rules(table) }];
        let players = (1..).zip(&self.chairs);
        news.extend(
            players.map(|(seat, chair)| News::Player { seat, name: chair.name().to_string() }),
        );
        news.push(News::Position { start, moves: table.moves().to_vec() });
        news.extend(Player::all(self.chairs.len()).filter_map(|player| {
            Some(News::Clock { seat: player.0 + 1, left: self.session.left(player)? })
        }));
        news
    }
}
