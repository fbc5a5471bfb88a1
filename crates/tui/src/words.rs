//! Sentences and figures as the screen shows them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::record::result_text;
use manator_core::{Record, Table};
use manator_play::{Thought, Verdict, last_move, title};
use ratatui::style::{Modifier, Style};

use crate::theme::{Rgb, Theme};

pub(crate) fn score(thought: &Thought) -> String {
    match thought.lines.first().map(|line| line.score) {
        None => "nothing to play".into(),
        Some(score) if score.is_proven() => score.to_string(),
        Some(score) => format!("score {score}"),
    }
}

pub(crate) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

pub(crate) fn moved(table: &dyn Table, is_over: bool) -> String {
    last_move(table, is_over, |player| title(table, player)).unwrap_or_default()
}

pub(crate) fn ending(verdict: &Verdict) -> String {
    let result = result_text(Some(verdict.outcome.payoffs.as_slice()));
    format!("Game over, {result}: {}", verdict.words)
}

pub(crate) fn rounds(record: &Record) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for mv in &record.moves {
        match (mv.number, lines.last_mut()) {
            (None, Some(line)) => {
                line.push(' ');
                line.push_str(&mv.text);
            }
            (number, _) => {
                let number = number.map(|number| format!("{number:>3}. ")).unwrap_or_default();
                lines.push(format!("{number}{}", mv.text));
            }
        }
    }
    lines
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Wrong,
    Great,
}

impl Tone {
    pub(crate) fn style(self, theme: &Theme) -> Style {
        let colour = |r, g, b| theme.show(Rgb(r, g, b));
        let style = Style::new();
        match (self, theme.has_colours()) {
            (Tone::Plain, _) => style,
            (Tone::Wrong, true) => style.fg(colour(226, 88, 72)),
            (Tone::Great, true) => style.fg(colour(226, 178, 54)).add_modifier(Modifier::BOLD),
            (_, false) => style.add_modifier(Modifier::BOLD),
        }
    }
}
