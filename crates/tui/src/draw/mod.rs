//! The whole screen, drawn from the state of the application.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod boxes;
mod panel;

use manator_host::title;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::app::{App, Laid, Notice, Spot, Tone};
use crate::board::{Fit, Picture, Scene};
use crate::command::COMMANDS;

/// The least columns that are worth a panel beside the board, and the most it takes.
const PANEL: [u16; 3] = [36, 28, 22];

impl App {
    /// Draws everything, and remembers what can be clicked where.
    pub(crate) fn draw(&mut self, frame: &mut Frame) {
        self.spots.clear();
        let area = frame.area();
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(1),
            Constraint::Length(1),
        ]);
        let [top, body, line, bar] = rows.areas(area);
        let panel = self.lay_out(body);
        frame.render_widget(Paragraph::new(self.headline()).style(self.bar_style()), top);
        self.board(frame, body, panel);
        if let Some(panel) = panel {
            panel::draw(self, frame, panel);
        }
        self.line(frame, line, body);
        self.bar(frame, bar);
        boxes::draw(self, frame, area);
    }

    /// Lays the board out as well as the area allows: in its shape rather than as text, with a panel
    /// beside it rather than without. Returns the panel's area.
    fn lay_out(&mut self, body: Rect) -> Option<Rect> {
        let split = |width: u16| {
            let board = Rect { width: body.width.saturating_sub(width), ..body };
            let panel = Rect { x: body.x + board.width, width: body.width - board.width, ..body };
            (board, (width > 0).then_some(panel))
        };
        let (side, known) = (self.side, self.laid.take());
        if let Some(laid) = known.filter(|laid| laid.area == body && laid.side == side) {
            let panel = self.panel_beside(&laid, body);
            self.laid = Some(laid);
            return panel;
        }
        let widths = || PANEL.into_iter().chain([0]).filter(|width| *width < body.width);
        let fit = |width| Picture::fit(&self.board, split(width).0, side, &self.theme);
        let drawn = widths().map(|width| (width, fit(width)));
        let mut best: Option<(u16, Fit)> = None;
        for (width, fit) in drawn {
            let better = match (&best, &fit) {
                (None, _) => true,
                // Where nothing fits, all of the room is for saying so.
                (Some((_, Fit::TooSmall { .. })), _) => true,
                (Some((_, Fit::Text(_))), Fit::Drawn(_)) => true,
                _ => false,
            };
            if better {
                best = Some((width, fit));
            }
        }
        let (width, fit) = best?;
        let (_, panel) = split(width);
        self.laid = Some(Laid { area: body, side, panel: width, fit });
        panel
    }

    fn panel_beside(&self, laid: &Laid, body: Rect) -> Option<Rect> {
        let x = body.x + body.width - laid.panel;
        (laid.panel > 0).then_some(Rect { x, width: laid.panel, ..body })
    }

    fn bar_style(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Says what is played, and who is to move.
    fn headline(&self) -> Line<'static> {
        let table = self.session.table();
        let card = table.card();
        let names = self.session.names();
        let mut text = format!(" Manator  {}", card.title);
        let settings = table.settings().to_string();
        if !settings.is_empty() {
            text += &format!(" ({settings})");
        }
        let mover = table.to_move();
        text += &match (self.session.is_over(), self.session.seats().all_connected()) {
            (true, _) => "  game over".to_string(),
            (_, false) => "  waiting for the other program".to_string(),
            _ if self.session.awaits_person() => {
                format!("  {} to move", title(table, mover))
            }
            _ => format!("  {} ({}) thinks", title(table, mover), names[mover.index()]),
        };
        Line::from(text)
    }

    fn board(&self, frame: &mut Frame, body: Rect, panel: Option<Rect>) {
        let area = Rect { width: body.width - panel.map_or(0, |panel| panel.width), ..body };
        let fit = self.laid.as_ref().map(|laid| &laid.fit);
        match fit {
            Some(Fit::Drawn(picture) | Fit::Text(picture)) => {
                let pieces = self.session.table().pieces();
                let names = self.session.names();
                let scene = Scene { pieces: &pieces, marks: &self.marks(), seats: &names };
                picture.render(&scene, frame.buffer_mut());
            }
            Some(Fit::TooSmall { needs: (columns, lines) }) => {
                let (columns, lines) = (columns.max(&20), lines + 3);
                let text = format!(
                    "This board needs a terminal of {columns} x {lines}; this one has {} x {}. \
                     Make it larger, or type moves: the game goes on.",
                    frame.area().width,
                    frame.area().height,
                );
                frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            }
            None => {}
        }
    }

    /// The line at the bottom: what is typed, a choice of buttons, or what there is to say.
    fn line(&mut self, frame: &mut Frame, area: Rect, body: Rect) {
        let buttons = self.touch.buttons().to_vec();
        let mut prompt = vec![Span::raw(" ")];
        let mut column = area.x + 1;
        for (name, mv) in buttons {
            let label = format!("[{name}]");
            let width = label.len() as u16;
            let spot = Rect { x: column, y: area.y, width, height: 1 };
            self.spots.push((spot, Spot::Move(mv)));
            prompt.push(Span::styled(label, Style::new().add_modifier(Modifier::BOLD)));
            prompt.push(Span::raw(" "));
            column += width + 1;
        }
        if !self.input.is_empty() || self.notice.is_none() {
            prompt.push(Span::raw(format!("> {}", self.input)));
            let typed = self.input.chars().count() as u16;
            frame.render_widget(Paragraph::new(Line::from(prompt)), area);
            let x = (column + 2 + typed).min(area.right().saturating_sub(1));
            frame.set_cursor_position((x, area.y));
            return;
        }
        let Some(notice) = self.notice.clone() else { return };
        let room = area.right().saturating_sub(column) as usize;
        let fits = notice.text.chars().count() <= room;
        let too_small = matches!(&self.laid, Some(Laid { fit: Fit::TooSmall { .. }, .. }));
        if fits || too_small {
            prompt.push(Span::styled(notice.text.clone(), self.tone(&notice)));
        } else {
            prompt.push(Span::raw("> "));
            boxes::notice(self, &notice, frame, body);
        }
        frame.render_widget(Paragraph::new(Line::from(prompt)), area);
    }

    fn tone(&self, notice: &Notice) -> Style {
        let colour = |r, g, b| self.theme.show(crate::theme::Rgb(r, g, b));
        let style = Style::new();
        match (notice.tone, self.theme.has_colours()) {
            (Tone::Plain, _) => style,
            (Tone::Wrong, true) => style.fg(colour(226, 88, 72)),
            (Tone::Great, true) => style.fg(colour(226, 178, 54)).add_modifier(Modifier::BOLD),
            (_, false) => style.add_modifier(Modifier::BOLD),
        }
    }

    /// The commands with their keys, as many as there is room for.
    fn bar(&mut self, frame: &mut Frame, area: Rect) {
        let mut spans = Vec::new();
        let mut column = area.x;
        for entry in COMMANDS {
            let Some(key) = entry.key else { continue };
            let label = format!("{key} {} ", entry.word);
            let width = label.len() as u16;
            if column + width > area.right() {
                break;
            }
            let spot = Rect { x: column, y: area.y, width, height: 1 };
            self.spots.push((spot, Spot::Command(entry.command)));
            spans.push(Span::styled(format!("{key} "), Style::new()));
            spans.push(Span::styled(entry.word, self.bar_style()));
            spans.push(Span::raw(" "));
            column += width;
        }
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
    }
}
