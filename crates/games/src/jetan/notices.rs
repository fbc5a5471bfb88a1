//! What the players are told before it is too late.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::notice::{Level, Notice, counted};

use super::board::Square;
use super::game::Jetan;
use super::options::ChiefTaken;
use super::piece::{Piece, Side};
use super::position::Position;
use super::view::cell;

/// How many plies before the last one it is said that the game comes to its end.
const LAST_PLIES: u32 = 20;

pub(super) fn of(game: &Jetan, position: &Position) -> Vec<Notice> {
    if game.is_finished(position) {
        return Vec::new();
    }
    let mut found: Vec<Notice> =
        Side::ALL.into_iter().flat_map(|side| leaders(game, position, side)).collect();
    if let Some(left) = game.quiet_left(position) {
        let moves = counted(left as usize, "more move");
        let words = format!("The game is a tie after {moves} without a capture");
        found.push(Notice::to_all(Level::Warning, "quiet-tie", words).with(left));
    }
    let left = game.plies_max() - position.plies;
    if left <= LAST_PLIES {
        let words = format!("The game is a tie after {}", counted(left as usize, "more move"));
        found.push(Notice::to_all(Level::Warning, "last-moves", words).with(left));
    }
    found.extend(Side::ALL.map(|side| escape(position, side)));
    found.sort_by_key(|notice| notice.level);
    found
}

fn leaders(game: &Jetan, position: &Position, side: Side) -> Vec<Notice> {
    let (own, other) = ((side.player(), side.name()), side.other());
    let danger = |code: &'static str, what: &str, square: Square| {
        Notice::about(Level::Danger, code, own, what).on(cell(square))
    };
    let mut found = Vec::new();
    if let Some(square) = position.princess(side)
        && game.is_attacked(position, other, square)
    {
        found.push(danger("princess-attacked", "Princess is attacked", square));
    }
    let Some(square) = position.chief(side) else {
        let name = side.name();
        found.push(Notice {
            words: format!("{name}'s Chief is gone: {name} wins only by capturing the Princess"),
            yours: "Your Chief is gone: you win only by capturing the Princess".into(),
            ..Notice::about(Level::Warning, "chief-gone", own, "")
        });
        return found;
    };
    let chief = position.chief(other);
    if chief.is_some_and(|from| game.would_attack(position, (other, Piece::Chief), from, square)) {
        let what = "Chief is attacked by the other Chief";
        found.push(danger("chief-attacked-by-chief", what, square));
    } else if game.is_attacked(position, other, square) {
        found.push(match game.options.chief_taken {
            ChiefTaken::Draw => {
                let what = "Chief is attacked: the game is a tie if it falls";
                danger("chief-attacked-tie", what, square)
            }
            _ => Notice::about(Level::Warning, "chief-attacked", own, "Chief is attacked")
                .on(cell(square)),
        });
    }
    found
}

fn escape(position: &Position, side: Side) -> Notice {
    let (code, what) = match position.escapes[side as usize] {
        true => ("escape-left", "Princess still has her escape"),
        false => ("escape-used", "Princess has used her escape"),
    };
    Notice::about(Level::Remark, code, (side.player(), side.name()), what)
}
