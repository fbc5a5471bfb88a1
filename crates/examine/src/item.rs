//! One line of the report card.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_play::contender::Notes;

/// How an item came out, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    Ok,
    Skip,
    /// It plays all the same, but something should be better.
    Warn,
    /// It loses games by this, or cannot play at all.
    Fail,
}

impl Grade {
    pub fn word(self) -> &'static str {
        match self {
            Grade::Ok => "ok",
            Grade::Skip => "skip",
            Grade::Warn => "warn",
            Grade::Fail => "fail",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The game in which it was examined, where that matters.
    pub game: Option<&'static str>,
    pub group: &'static str,
    pub name: &'static str,
    pub grade: Grade,
    pub found: String,
    /// Lines of the agent, and what was wrong with them.
    pub quotes: Vec<String>,
    pub fix: Option<String>,
}

impl Item {
    pub(super) fn ok(name: &'static str, found: impl Into<String>) -> Item {
        Item::new(name, Grade::Ok, found.into(), None)
    }

    pub(super) fn skip(name: &'static str, why: impl Into<String>) -> Item {
        Item::new(name, Grade::Skip, why.into(), None)
    }

    pub(super) fn warn(
        name: &'static str,
        found: impl Into<String>,
        fix: impl Into<String>,
    ) -> Item {
        Item::new(name, Grade::Warn, found.into(), Some(fix.into()))
    }

    pub(super) fn fail(
        name: &'static str,
        found: impl Into<String>,
        fix: impl Into<String>,
    ) -> Item {
        Item::new(name, Grade::Fail, found.into(), Some(fix.into()))
    }

    fn new(name: &'static str, grade: Grade, found: String, fix: Option<String>) -> Item {
        // What is found may quote the agent, which may write anything.
        let found = Notes::shown(&found);
        Item { game: None, group: "", name, grade, found, quotes: Vec::new(), fix }
    }

    pub(super) fn quoting(mut self, quotes: Vec<String>) -> Item {
        self.quotes = quotes.iter().map(|quote| Notes::shown(quote)).collect();
        self
    }
}

pub(super) struct Marks<'a> {
    game: Option<&'static str>,
    group: &'static str,
    report: &'a mut dyn FnMut(&Item),
}

impl<'a> Marks<'a> {
    pub(super) fn new(game: Option<&'static str>, report: &'a mut dyn FnMut(&Item)) -> Marks<'a> {
        Marks { game, group: "", report }
    }

    pub(super) fn group(&mut self, group: &'static str) {
        self.group = group;
    }

    pub(super) fn add(&mut self, item: Item) {
        (self.report)(&Item { game: self.game, group: self.group, ..item });
    }
}

pub(super) fn ms(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

pub(super) fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

pub(super) fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
