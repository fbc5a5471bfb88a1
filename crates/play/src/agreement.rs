//! What two programs across a network compare before they play: the game, its options, the version of its rules, where it
//! begins, and who plays which seat.
//!
//! Whoever connects says it first; a program that knows only moves never says it, and is taken as it is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::str::FromStr;

use manator_core::{Player, Table};
use manator_games::RULES_VERSION;

use crate::verdict::Verdict;
use crate::watched::tamed;

/// How the line begins; no move does.
pub(crate) const FIRST_WORDS: &str = "manator play 1";
const BETWEEN: &str = " | ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    game: String,
    rules: String,
    options: Vec<(String, String)>,
    start: String,
    /// The seats that are not played at the other end, counted from 1.
    seats: Vec<usize>,
}

impl Terms {
    pub(crate) fn new(table: &dyn Table, is_there: impl Fn(Player) -> bool) -> Terms {
        let mut start = table.copy();
        while start.undo() {}
        let card = table.card();
        let value = |name| table.settings().value(name).unwrap_or_default().to_string();
        let options = card.options.iter().map(|spec| (spec.name.to_string(), value(spec.name)));
        let here = Player::all(card.players.len()).filter(|player| !is_there(*player));
        Terms {
            game: card.name.into(),
            rules: RULES_VERSION.to_string(),
            options: options.collect(),
            start: start.position(),
            seats: here.map(|player| player.index() + 1).collect(),
        }
    }

    /// Returns how theirs differ, in words, if they do.
    pub(crate) fn differ(&self, theirs: &Terms, players: &[&str]) -> Option<String> {
        if self.game != theirs.game {
            return Some(differs("the game", &self.game, &theirs.game));
        }
        if self.rules != theirs.rules {
            return Some(differs("the version of the rules", &self.rules, &theirs.rules));
        }
        let theirs_of = |name: &str| {
            let known = theirs.options.iter().find(|(other, _)| other == name);
            known.map_or("unknown", |(_, value)| value)
        };
        let unlike = |(name, value): &&(String, String)| theirs_of(name) != value;
        if let Some((name, value)) = self.options.iter().find(unlike) {
            return Some(differs(name, value, theirs_of(name)));
        }
        if self.start != theirs.start {
            return Some(differs("the first position", &self.start, &theirs.start));
        }
        let seat = |(seat, name): (usize, &&str)| match (
            self.seats.contains(&seat),
            theirs.seats.contains(&seat),
        ) {
            (true, true) => Some(format!("{name} is played at both ends")),
            (false, false) => Some(format!("{name} is played at neither end")),
            _ => None,
        };
        (1..).zip(players).find_map(seat)
    }
}

fn differs(what: &str, here: &str, there: &str) -> String {
    format!("{what} is '{here}' here and '{}' there", tamed(there))
}

/// Returns the verdict on a game that two programs would not play alike.
pub(crate) fn disagreement(table: &dyn Table, how: &str) -> Verdict {
    Verdict::of_nobody(table, &format!("the two programs do not agree, {how}"))
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FIRST_WORDS}{BETWEEN}{}", self.game)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))?;
        let seats: Vec<String> = self.seats.iter().map(usize::to_string).collect();
        write!(f, "{BETWEEN}rules {}{BETWEEN}plays {}", self.rules, seats.join(" "))?;
        write!(f, "{BETWEEN}{}", self.start)
    }
}

impl FromStr for Terms {
    type Err = String;

    fn from_str(text: &str) -> Result<Terms, String> {
        const FORM: &str = "manator play 1 | GAME OPTIONS | rules N | plays SEATS | POSITION";
        let read = || {
            let parts: Vec<&str> = text.splitn(5, BETWEEN).collect();
            let [FIRST_WORDS, game, rules, seats, start] = parts[..] else { return None };
            let mut words = game.split_whitespace();
            let option = |word: &str| {
                let (name, value) = word.split_once('=')?;
                Some((name.to_string(), value.to_string()))
            };
            Some(Terms {
                game: words.next()?.into(),
                options: words.map(option).collect::<Option<_>>()?,
                rules: rules.strip_prefix("rules ")?.into(),
                seats: seats
                    .strip_prefix("plays")?
                    .split_whitespace()
                    .map(|seat| seat.parse().ok())
                    .collect::<Option<_>>()?,
                start: start.into(),
            })
        };
        read().ok_or_else(|| format!("'{}': expected {FORM}", tamed(text)))
    }
}
