//! The parts of a panel beside a board: players with clocks and losses, counters, rules between them; and boxes
//! over the screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::view::Piece;
use manator_core::{Player, Table};
use manator_play::time::clock_text;
use manator_play::title;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::board::sign;
use crate::theme::Theme;
use crate::words::Notice;

pub(crate) struct Seated<'a> {
    pub(crate) table: &'a dyn Table,
    pub(crate) player: Player,
    pub(crate) who: &'a str,
    pub(crate) clock: Option<Duration>,
    pub(crate) is_active: bool,
}

pub(crate) fn seated(seat: &Seated, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mark = if seat.is_active { "▶ " } else { "  " };
    let name = title(seat.table, seat.player);
    let clock = seat.clock.map(clock_text).unwrap_or_default();
    let room = width.saturating_sub(mark.width() + name.width() + clock.width() + 2);
    let who = shortened(seat.who, room);
    let gap = room.saturating_sub(who.width()) + 1;
    let own = Style::new().fg(theme.player_text(seat.player)).add_modifier(Modifier::BOLD);
    let mut style = Style::new();
    if seat.is_active {
        style = style.add_modifier(Modifier::BOLD);
    }
    let mut lines = vec![Line::from(vec![
        Span::styled(mark, style),
        Span::styled(name, own),
        Span::raw(" "),
        Span::styled(who, style),
        Span::raw(" ".repeat(gap)),
        Span::styled(clock, style),
    ])];
    let gone: Vec<String> = captured(seat.table, seat.player)
        .into_iter()
        .map(|(piece, count)| match count {
            1 => sign(&piece).to_string(),
            _ => format!("{}{count}", sign(&piece)),
        })
        .collect();
    if !gone.is_empty() {
        let text: String = format!("  lost {}", gone.join(" ")).chars().take(width).collect();
        lines.push(Line::styled(text, Style::new().fg(theme.player_text(seat.player))));
    }
    lines
}

pub(crate) fn facts(table: &dyn Table, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for fact in table.facts().into_iter().chain(table.estimate()) {
        for line in broken(&format!("{}: {}", fact.label, fact.value), width) {
            lines.push(Line::styled(line, Style::new().fg(theme.label())));
        }
    }
    lines
}

pub(crate) fn rule(theme: &Theme, width: usize) -> Line<'static> {
    Line::styled("─".repeat(width), Style::new().fg(theme.label()))
}

pub(crate) fn shortened(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_string();
    }
    let mut short = text.to_string();
    while short.width() + 1 > columns && short.pop().is_some() {}
    if columns > 0 {
        short.push('…');
    }
    short
}

/// Breaks a text into lines at blanks; the second and later ones are indented.
pub(crate) fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.width() + 1 + word.width();
        if line.is_empty() {
            line.push_str(word);
        } else if length <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
}

/// Returns the pieces each player began with and has no longer, by kind.
///
/// A piece that became another counts as gone and come: only the difference in numbers is seen here, which
/// is what a player wants to know.
pub(crate) fn captured(table: &dyn Table, player: Player) -> Vec<(Piece, usize)> {
    let mut start = table.copy();
    while start.undo() {}
    let own = |table: &dyn Table| -> Vec<Piece> {
        let pieces = table.pieces().into_iter().map(|placed| placed.piece);
        pieces.filter(|piece| piece.owner == Some(player)).collect()
    };
    let (before, now) = (own(&*start), own(table));
    let count = |pieces: &[Piece], kind: &str| pieces.iter().filter(|p| p.kind == kind).count();
    let mut gone: Vec<(Piece, usize)> = Vec::new();
    for piece in &before {
        if !gone.iter().any(|(known, _)| known.kind == piece.kind) {
            let left = count(&now, piece.kind);
            gone.push((*piece, count(&before, piece.kind).saturating_sub(left)));
        }
    }
    gone.retain(|(_, count)| *count > 0);
    gone
}

const WIDTH_MAX: u16 = 64;

pub(crate) fn notice(notice: &Notice, theme: &Theme, frame: &mut Frame, body: Rect) {
    let width = body.width.min(WIDTH_MAX);
    let lines = broken(&notice.text, usize::from(width.saturating_sub(4)));
    let height = (lines.len() as u16 + 2).min(body.height);
    let y = body.bottom() - height;
    let area = Rect { x: body.x, y, width, height };
    let style = notice.tone.style(theme);
    let lines: Vec<Line> = lines.into_iter().map(|line| Line::styled(line, style)).collect();
    put(frame, area, "", lines);
}

/// Draws a box in the middle, large enough for its lines where that is possible; returns its inside.
pub(crate) fn open(frame: &mut Frame, area: Rect, title: &str, lines: Vec<Line>) -> Rect {
    let (width, height) = size(title, &lines);
    let (width, height) = (width.min(area.width), height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    put(frame, Rect { x, y, width, height }, title, lines)
}

pub(crate) fn size(title: &str, lines: &[Line]) -> (u16, u16) {
    let widest = lines.iter().map(Line::width).chain([title.len()]).max().unwrap_or(0);
    (widest as u16 + 4, lines.len() as u16 + 2)
}

pub(crate) fn put(frame: &mut Frame, place: Rect, title: &str, lines: Vec<Line>) -> Rect {
    let block = Block::bordered().border_type(BorderType::Rounded);
    let block = block.padding(Padding::horizontal(1)).title(title);
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
    inner
}
