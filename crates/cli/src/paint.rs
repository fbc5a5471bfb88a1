//! Boards in colour. Whether colour is shown, the stream decides: `NO_COLOR`, pipes and dumb terminals
//! get plain text.
// SPDX-License-Identifier: MIT OR Apache-2.0

use anstyle::{AnsiColor, Color, RgbColor, Style};
use manator_core::canvas::{Canvas, Glyph};
use manator_core::view::{Shade, Zone};
use manator_core::{Card, Player};

use crate::streams::Painted;

pub(crate) fn board(card: &Card, canvas: &Canvas) -> Painted {
    let mut board = Painted::default();
    for line in &canvas.lines {
        for run in line.chunk_by(|one, next| style(card, one) == style(card, next)) {
            let text: String = run.iter().map(|glyph| glyph.symbol).collect();
            board.push(style(card, &run[0]), &text);
        }
        board.push(Style::new(), "\n");
    }
    board
}

fn style(card: &Card, glyph: &Glyph) -> Style {
    let mut style = Style::new();
    if let Some(player) = glyph.owner {
        style = style.fg_color(Some(colour(card, player).into())).bold();
    }
    if let Some(tint) = glyph.tint {
        if tint.zone == Zone::Court {
            style = style.bg_color(Some(Color::Rgb(RgbColor(20, 70, 55))));
        }
        if glyph.owner.is_none() {
            let faint = match (tint.zone, tint.shade) {
                (Zone::Section(player), _) => colour(card, player),
                (_, Shade::Dark) => AnsiColor::BrightBlack,
                (_, Shade::Light) => AnsiColor::White,
            };
            style = style.fg_color(Some(faint.into())).dimmed();
        }
    }
    if glyph.marked { style.underline().invert() } else { style }
}

fn colour(card: &Card, player: Player) -> AnsiColor {
    match (card.players[player.index()], player.index()) {
        ("blue", _) => AnsiColor::BrightBlue,
        ("green", _) => AnsiColor::BrightGreen,
        ("red", _) => AnsiColor::BrightRed,
        ("orange", _) => AnsiColor::BrightYellow,
        ("white", _) => AnsiColor::BrightWhite,
        (_, 0) => AnsiColor::BrightCyan,
        (_, _) => AnsiColor::BrightMagenta,
    }
}
