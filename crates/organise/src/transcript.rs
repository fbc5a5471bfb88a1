//! What the referee decides in the games of a pool, for a transcript.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_play::referee::Event;
use manator_play::transcript::Transcript;
use manator_play::{Report, Sheet};

use crate::pool::{Playing, Watcher};

pub struct Listener {
    pub transcript: Transcript,
    /// What entrants are called, by number.
    pub names: Vec<String>,
}

impl Listener {
    fn note(&self, game: Playing<'_>, text: &str) {
        let speaker = self.transcript.speaker(game.thread, format!("game {}", game.pairing.id));
        speaker.decided(text);
    }

    fn name(&self, game: Playing<'_>, player: Player) -> &str {
        let who = game.pairing.seats.get(player.index()).map(|who| who.0);
        who.and_then(|who| self.names.get(who)).map_or("?", String::as_str)
    }
}

impl Watcher for Listener {
    fn begins(&self, game: Playing<'_>) {
        let players = Player::all(game.pairing.seats.len());
        let names: Vec<&str> = players.map(|player| self.name(game, player)).collect();
        self.note(game, &format!("{} play", names.join(" and ")));
    }

    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        match event {
            Event::Begun => self.note(game, &format!("position {}", sheet.table.position())),
            Event::Moved { player, text } => {
                let took = sheet.plies.last().map(|ply| ply.spent).unwrap_or_default();
                let who = self.name(game, *player);
                self.note(game, &format!("{who} plays {text} after {:.3}s", took.as_secs_f64()));
            }
            Event::Ignored { player, fault } => {
                self.note(game, &format!("{} {fault}: ignored", self.name(game, *player)));
            }
            // Whoever said it has it in the transcript already.
            Event::Note { .. } | Event::Thought { .. } | Event::Over => {}
        }
    }

    fn ended(&self, game: Playing<'_>, report: &Report) {
        for (player, fault) in &report.faults {
            self.note(game, &format!("{} {fault}", self.name(game, *player)));
        }
        let words = report.verdict.as_ref().map_or("stopped", |verdict| &verdict.words);
        self.note(game, words);
    }
}
