//! The whole screen, drawn from the state of the application.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod dialogs;
mod panel;

use manator_play::title;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Spot};
use crate::board::Scene;
use crate::command::COMMANDS;
use crate::stage::{PANELS, Play, UNBOUNDED, heading, rows};

impl App {
    pub(crate) fn draw(&mut self, frame: &mut Frame) {
        self.spots.clear();
        let area = frame.area();
        let [top, body, line, bar] = rows(area);
        let Self { board, theme, side, stage, .. } = self;
        let play = Play { board, side: *side, theme, most: UNBOUNDED };
        let panel = stage.lay_out(play, body, &PANELS);
        frame.render_widget(Paragraph::new(self.headline()).style(self.bar_style()), top);
        self.board(frame);
        if let Some(panel) = panel {
            panel::draw(self, frame, panel);
        }
        self.line(frame, line, body);
        self.bar(frame, bar);
        dialogs::draw(self, frame, area);
    }

    fn bar_style(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn headline(&self) -> Line<'static> {
        let table = self.session.table();
        let names = self.session.names();
        let mut text = format!(" Manator  {}", heading(table));
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

    fn board(&self, frame: &mut Frame) {
        let pieces = self.session.table().pieces();
        let names = self.session.names();
        let scene = Scene { pieces: &pieces, marks: &self.marks(), seats: &names };
        self.stage.render(&scene, frame);
        if let (Some(words), Some(area)) = (self.stage.complaint(frame.area()), self.stage.area()) {
            let text = words + " Make it larger, or type moves: the game goes on.";
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
    }

    fn line(&mut self, frame: &mut Frame, area: Rect, body: Rect) {
        let buttons = self.touch.buttons.clone();
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
            let typed = self.input.width() as u16;
            frame.render_widget(Paragraph::new(Line::from(prompt)), area);
            let x = (column + 2 + typed).min(area.right().saturating_sub(1));
            frame.set_cursor_position((x, area.y));
            return;
        }
        let Some(notice) = self.notice.clone() else { return };
        let room = area.right().saturating_sub(column) as usize;
        let fits = notice.text.width() <= room;
        if fits || self.stage.picture().is_none() {
            let style = notice.tone.style(&self.theme);
            prompt.push(Span::styled(notice.text.clone(), style));
        } else {
            prompt.push(Span::raw("> "));
            crate::boxes::notice(&notice, &self.theme, frame, body);
        }
        frame.render_widget(Paragraph::new(Line::from(prompt)), area);
    }

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
