//! What a person may type at a prompt.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::view::Gesture;

/// The answers that a game may ask for: the button, what the question calls it, and what people type.
const ANSWERS: [(&str, &str, &[&str]); 2] = [
    ("accept", "Accept", &["accept", "a", "yes", "y"]),
    ("refuse", "Reject", &["reject", "refuse", "r", "no", "n"]),
];

pub(super) fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

pub(super) fn yes_or_no(line: &str) -> Option<bool> {
    match line.to_ascii_lowercase().as_str() {
        "yes" | "y" => Some(true),
        "no" | "n" => Some(false),
        _ => None,
    }
}

/// Returns the buttons to press when a position is decided by these alone.
fn buttons(table: &dyn Table) -> Option<Vec<&'static str>> {
    let gestures = table.gestures().into_iter().map(|(_, gesture)| match gesture {
        Gesture::Button(name) => Some(name),
        Gesture::Cells(_) => None,
    });
    gestures.collect::<Option<Vec<_>>>().filter(|buttons| !buttons.is_empty())
}

pub(super) fn question(table: &dyn Table) -> Option<String> {
    let shown = |button: &'static str| {
        ANSWERS.iter().find(|(name, ..)| *name == button).map_or(button, |(_, shown, _)| *shown)
    };
    let names: Vec<&str> = buttons(table)?.into_iter().map(shown).collect();
    Some(format!("{}? ", names.join(" or ")))
}

/// Returns the move that a line stands for where only answers are possible, or the line itself.
pub(super) fn answer<'a>(table: &dyn Table, line: &'a str) -> &'a str {
    let Some(buttons) = buttons(table) else { return line };
    let typed = |words: &[&str]| words.iter().any(|word| line.eq_ignore_ascii_case(word));
    let found = ANSWERS.iter().find(|(name, _, words)| buttons.contains(name) && typed(words));
    found.map_or(line, |(name, ..)| name)
}
