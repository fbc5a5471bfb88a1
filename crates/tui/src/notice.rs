//! What is said at the bottom of the screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use ratatui::style::{Modifier, Style};

use crate::theme::{Rgb, Theme};

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
