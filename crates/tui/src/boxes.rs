//! Boxes over the screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use crate::panel::broken;
use crate::theme::Theme;
use crate::words::Notice;

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
