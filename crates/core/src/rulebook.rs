//! A game as the catalog lists it: its card, and how it is opened.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::marker::PhantomData;

use crate::notation::fault::{COMMON, Code};
use crate::options::{OptionError, OptionKind, OptionSpec, Settings};
use crate::outcome::Reason;
use crate::table::{Table, Typed};
use crate::view::View;

/// What there is to know about a game before it is played.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name typed by users: `kings-court`.
    pub name: &'static str,
    /// The name shown to users: `King's Court`.
    pub title: &'static str,
    pub summary: &'static str,
    /// The players' names in seat order, in lower case.
    pub players: &'static [&'static str],
    pub options: &'static [OptionSpec],
    /// The reasons a game can end for, with their meanings; the clock's is not listed.
    pub reasons: &'static [(Reason, &'static str)],
    /// The fault codes of this game alone, beside the common ones.
    pub faults: &'static [Code],
    /// The version of these rules, which records state; it changes when a ruling does.
    pub rules_version: &'static str,
    /// The rules in words. Lines `{{start}}`, `{{options}}`, `{{reasons}}` and `{{diagram NAME}}`
    /// are filled in from the code.
    pub rules: &'static str,
    /// Positions to try something on, in the order in which to learn them.
    pub lessons: &'static [Lesson],
}

/// The option that says which player begins, in games in which more than one may.
pub const FIRST: &str = "first";

impl Card {
    /// Returns the players of whom [`FIRST`] chooses one; none where the rules say who begins.
    pub fn beginners(&self) -> Vec<&'static str> {
        let spec = self.options.iter().find(|spec| spec.name == FIRST);
        match spec.map(|spec| spec.kind) {
            Some(OptionKind::Choice(choices)) => choices.iter().map(|(name, _)| *name).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether a move may be refused with this fault code.
    pub fn declares(&self, code: &str) -> bool {
        COMMON.iter().chain(self.faults).any(|(known, _)| *known == code)
    }
}

/// A position, and what to try there, for whoever learns a game.
///
/// Each diagram of the rules has the lesson of its name, so that whoever can show a board shows that instead.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    pub name: &'static str,
    pub title: &'static str,
    pub words: &'static str,
    pub position: &'static str,
    /// The moves that do it; any move does where there is none.
    pub goal: &'static [&'static str],
    pub done: &'static str,
}

/// A game that can be listed, configured, shown and explained.
pub trait Rulebook: View + Sized {
    const CARD: Card;

    fn new(settings: &Settings) -> Result<Self, OptionError>;

    /// Draws a diagram of the rules by name, from the code that plays by them.
    fn diagram(&self, name: &str) -> Option<String>;
}

pub trait Entry: Send + Sync {
    fn card(&self) -> Card;

    fn open(&self, settings: Settings) -> Result<Box<dyn Table>, OptionError>;

    /// Returns the rules in words, with everything filled in from the code.
    fn rules(&self) -> String;
}

impl fmt::Debug for dyn Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().name)
    }
}

pub struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    pub const ENTRY: Of<G> = Of(PhantomData);
}

impl<G: Rulebook> Entry for Of<G> {
    fn card(&self) -> Card {
        G::CARD
    }

    fn open(&self, settings: Settings) -> Result<Box<dyn Table>, OptionError> {
        Ok(Box::new(Typed::<G>::new(settings)?))
    }

    fn rules(&self) -> String {
        let defaults = Settings::defaults(G::CARD.options);
        let table = Typed::<G>::new(defaults).expect("the default options are valid");
        let mut text = String::new();
        for line in G::CARD.rules.lines() {
            match line.trim().strip_prefix("{{").and_then(|line| line.strip_suffix("}}")) {
                Some(slot) => fill(&table, slot.trim(), &mut text),
                None => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        text
    }
}

fn fill<G: Rulebook>(table: &Typed<G>, slot: &str, text: &mut String) {
    match slot {
        "start" => indent(&table.canvas(None).to_string(), text),
        "options" => indent(&options_text(&G::CARD), text),
        "reasons" => indent(&reasons_text(&G::CARD), text),
        _ => {
            let name = slot.strip_prefix("diagram ").unwrap_or(slot);
            let diagram = table.game().diagram(name);
            indent(&diagram.unwrap_or_else(|| panic!("no diagram '{name}'")), text);
        }
    }
}

fn indent(block: &str, text: &mut String) {
    for line in block.lines() {
        text.push_str(format!("    {line}").trim_end());
        text.push('\n');
    }
}

fn options_text(card: &Card) -> String {
    if card.options.is_empty() {
        return "none\n".into();
    }
    let mut text = String::new();
    for spec in card.options {
        let default = spec.default.map(|value| format!(" [{value}]")).unwrap_or_default();
        text += &format!("{}={}{default}\n    {}\n", spec.name, spec.values(), spec.summary);
        if let OptionKind::Choice(choices) = spec.kind {
            for (value, meaning) in choices {
                text += &format!("    {value}: {meaning}\n");
            }
        }
    }
    text
}

fn reasons_text(card: &Card) -> String {
    card.reasons.iter().map(|(reason, meaning)| format!("{}: {meaning}\n", reason.0)).collect()
}
