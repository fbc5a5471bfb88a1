//! What a game tells its players beside the board, in sentences: dangers, ends to come, rights left.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::player::Player;
use crate::view::CellId;

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something that decides the game may be lost by the next move.
    Danger,
    /// The game comes to an end, or a right is lost, unless somebody sees to it.
    Warning,
    /// One of the few facts that matter.
    Remark,
}

/// A sentence about a position, and the cells it is about.
///
/// ```
/// use manator_core::notice::{Level, Notice};
/// use manator_core::{Player, Settings, Table};
/// use manator_games::catalog;
///
/// let joust = catalog::find("joust").expect("a game of the catalog");
/// let settings = Settings::parse(joust.card().options, "size=3x3").expect("options of Joust");
/// let mut table = joust.open(settings).expect("a size that can be");
/// table.play("B1A3").expect("legal");
/// let of_white = |notice: &Notice| notice.player == Some(Player(0));
/// let notice = table.notices().into_iter().find(of_white).expect("White is nearly stuck");
/// assert_eq!((notice.level, notice.code), (Level::Warning, "knight-last-move"));
/// assert_eq!(notice.words, "White's knight has only one move left");
/// assert_eq!(notice.yours, "Your knight has only one move left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    /// What it says as one word, such as `princess-attacked`, for clients that say it in another language.
    pub code: &'static str,
    /// The numbers in its sentence, in their order there.
    pub values: Vec<u32>,
    /// Whom it concerns; nobody where it concerns all alike.
    pub player: Option<Player>,
    /// What everybody is told, without a full stop.
    pub words: String,
    /// What whoever it concerns is told instead.
    pub yours: String,
    pub cells: Vec<CellId>,
}

impl Notice {
    /// Says something about all players alike.
    pub fn to_all(level: Level, code: &'static str, words: impl Into<String>) -> Notice {
        let words = words.into();
        let (values, cells) = (Vec::new(), Vec::new());
        Notice { level, code, values, player: None, yours: words.clone(), words, cells }
    }

    /// Says something about what a player has: `Princess is attacked` becomes `Black's Princess is attacked`, and
    /// `Your Princess is attacked`.
    pub fn about(
        level: Level,
        code: &'static str,
        (player, name): (Player, &str),
        what: &str,
    ) -> Notice {
        Notice {
            level,
            code,
            values: Vec::new(),
            player: Some(player),
            words: format!("{name}'s {what}"),
            yours: format!("Your {what}"),
            cells: Vec::new(),
        }
    }

    /// Names a number that its sentence has.
    pub fn with(mut self, value: impl Into<u32>) -> Notice {
        self.values.push(value.into());
        self
    }

    pub fn on(self, cell: CellId) -> Notice {
        Notice { cells: vec![cell], ..self }
    }
}

/// Writes a number of things: `1 more move`, `3 more moves`.
pub fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
