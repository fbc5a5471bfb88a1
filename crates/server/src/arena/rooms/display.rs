//! A room as displays of other kinds are told about it: `manator display`, and programs of anybody's own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::record::result_text;
use manator_core::{Player, Table};
use manator_protocol::{News, Start};

use super::room::Room;

impl Room {
    /// Tells displays what has changed: one move more, or anything else.
    pub(super) fn show(&self, is_one_more: bool) {
        let table = self.session.table();
        let mut news = match (table.moves().last(), self.session.sheet().plies().last()) {
            (Some(mv), Some(ply)) if is_one_more => {
                vec![News::Move { mv: mv.clone(), spent: ply.spent, left: ply.left }]
            }
            _ => self.opening(table),
        };
        if let Some(verdict) = self.session.verdict() {
            let result = result_text(Some(verdict.outcome.payoffs.as_slice()));
            let reason = verdict.outcome.reason.0.to_string();
            news.push(News::Over { result, reason, text: verdict.words.clone() });
        }
        self.feed.tell(news);
    }

    /// Says everything about the game anew: moves may have been taken back.
    fn opening(&self, table: &dyn Table) -> Vec<News> {
        let start = table.initial().map_or(Start::Startpos, |text| Start::Fen(text.into()));
        let rules = format!("{} {}", table.card().name, table.settings()).trim().to_string();
        let mut news = vec![News::Game { id: self.live.heading.number.unsigned_abs(), rules }];
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
