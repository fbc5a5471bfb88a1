//! The board on the screen, and the room that it leaves for a panel.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::view::Board;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};

use crate::board::{Picture, Scene, Side};
use crate::theme::Theme;

/// The columns of a panel beside the board, best first.
pub(crate) const PANELS: [Split; 4] =
    [Split::Beside(36), Split::Beside(28), Split::Beside(22), Split::Whole];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    Beside(u16),
    Below(u16),
    Above(u16),
    Whole,
}

impl Split {
    /// Returns the areas of board and panel; `None` when nothing would be left for the board.
    fn areas(self, body: Rect) -> Option<(Rect, Option<Rect>)> {
        match self {
            Split::Beside(columns) => {
                let width = body.width.checked_sub(columns).filter(|width| *width > 0)?;
                let panel = Rect { x: body.x + width, width: columns, ..body };
                Some((Rect { width, ..body }, Some(panel)))
            }
            Split::Below(lines) | Split::Above(lines) => {
                let height = body.height.checked_sub(lines).filter(|height| *height > 0)?;
                let is_above = matches!(self, Split::Above(_));
                let (board_y, panel_y) = if is_above { (lines, 0) } else { (0, height) };
                let panel = Rect { y: body.y + panel_y, height: lines, ..body };
                Some((Rect { y: body.y + board_y, height, ..body }, Some(panel)))
            }
            Split::Whole => (body.width > 0).then_some((body, None)),
        }
    }
}

/// Returns the four parts of a screen: its headline, its body, a line of words, a line of keys.
pub(crate) fn rows(area: Rect) -> [Rect; 4] {
    let one = Constraint::Length(1);
    Layout::vertical([one, Constraint::Min(0), one, one]).areas(area)
}

pub(crate) fn heading(table: &dyn Table) -> String {
    let (title, settings) = (table.card().title, table.settings().to_string());
    if settings.is_empty() { title.into() } else { format!("{title} ({settings})") }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Play<'a> {
    pub(crate) board: &'a Board,
    pub(crate) side: Side,
    pub(crate) theme: &'a Theme,
    pub(crate) most: (u16, u16),
}

pub(crate) const UNBOUNDED: (u16, u16) = (u16::MAX, u16::MAX);

/// The place of the board, laid out anew only when something changes.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    laid: Option<Laid>,
}

#[derive(Debug)]
struct Laid {
    body: Rect,
    side: Side,
    board: Rect,
    panel: Option<Rect>,
    /// The board, or the least columns and lines in which it would fit.
    fit: Result<Picture, (u16, u16)>,
}

impl Stage {
    /// Lays the board out as well as the area allows: in its shape rather than as text, and with an
    /// earlier split rather than a later one. Returns the panel's area.
    pub(crate) fn lay_out(&mut self, play: Play, body: Rect, splits: &[Split]) -> Option<Rect> {
        let is_same = |laid: &&Laid| laid.body == body && laid.side == play.side;
        if let Some(laid) = self.laid.as_ref().filter(is_same) {
            return laid.panel;
        }
        let mut best: Option<Laid> = None;
        for (area, panel) in splits.iter().filter_map(|split| split.areas(body)) {
            let board = bounded(area, play.most);
            let fit = Picture::fit(play.board, board, play.side, play.theme);
            let better = match (best.as_ref().map(|laid| &laid.fit), &fit) {
                // Where nothing fits, all of the room is for saying so.
                (None | Some(Err(_)), _) => true,
                (Some(Ok(best)), Ok(other)) => !best.is_drawn() && other.is_drawn(),
                (Some(Ok(_)), Err(_)) => false,
            };
            if better {
                best = Some(Laid { body, side: play.side, board: area, panel, fit });
            }
        }
        self.laid = best;
        self.laid.as_ref().and_then(|laid| laid.panel)
    }

    pub(crate) fn forget(&mut self) {
        self.laid = None;
    }

    pub(crate) fn picture(&self) -> Option<&Picture> {
        self.laid.as_ref().and_then(|laid| laid.fit.as_ref().ok())
    }

    pub(crate) fn area(&self) -> Option<Rect> {
        self.laid.as_ref().map(|laid| laid.board)
    }

    pub(crate) fn complaint(&self, screen: Rect) -> Option<String> {
        let Some(Laid { fit: Err((columns, lines)), .. }) = self.laid else {
            return None;
        };
        let (columns, lines) = (columns.max(20), lines + 3);
        let Rect { width, height, .. } = screen;
        Some(format!(
            "This board needs a terminal of {columns} x {lines}; this one has {width} x {height}."
        ))
    }

    pub(crate) fn render(&self, scene: &Scene, frame: &mut Frame) {
        if let Some(picture) = self.picture() {
            picture.render(scene, frame.buffer_mut());
        }
    }
}

pub(crate) fn bounded(area: Rect, most: (u16, u16)) -> Rect {
    let (width, height) = (area.width.min(most.0), area.height.min(most.1));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}
