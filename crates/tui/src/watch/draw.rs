//! The whole screen of the display, drawn from what is known of the game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::{BAR, Contact, HELP, Viewer};
use crate::board::{Marks, Scene};
use crate::panel::{self, shortened};
use crate::stage::{PANELS, Play, Split, bounded, heading, rows};
use crate::words::Tone;

/// From so many columns on the panel is wide enough for long names.
const WIDE: u16 = 124;
/// Below so many columns there are better uses for them than our name.
const NARROW: u16 = 60;
const WIDE_PANEL: u16 = 50;
/// The least and the most lines of a panel below the board.
const BELOW: (u16, u16) = (8, 24);

impl Viewer {
    pub fn draw(&mut self, frame: &mut Frame, now: Instant) {
        let area = frame.area();
        let [top, body, line, bar] = rows(area);
        self.headline(frame, top);
        match &self.board {
            Some(board) => {
                let play = Play { board, side: self.side, theme: &self.theme, most: self.most };
                // Where the board does not fill the screen, the panel stays near it.
                let near = bounded(body, (self.most.0.saturating_add(WIDE_PANEL), u16::MAX));
                let panel = self.stage.lay_out(play, near, &splits(body));
                self.has_strip = panel.is_some_and(|panel| panel.height <= 1);
                self.game(frame, panel, now);
            }
            None => self.lobby(frame, body),
        }
        self.notice(frame, line, body);
        frame.render_widget(Paragraph::new(bar_line()), bar);
        if let Some(scroll) = self.help {
            let lines = HELP.iter().skip(scroll).map(|line| Line::from(*line)).collect();
            panel::open(frame, area, " help: Esc closes ", lines);
        }
    }

    fn headline(&self, frame: &mut Frame, area: Rect) {
        let mut text = if area.width < NARROW { String::new() } else { " Manator ".into() };
        if let Some(table) = self.watched.table() {
            text += &format!(" {}", heading(table));
        }
        if let Some((number, of)) = self.watched.round() {
            text += &format!("  round {number} of {of}");
        }
        let state = format!("{} ", self.state());
        let room = usize::from(area.width).saturating_sub(state.width() + 1);
        let text = shortened(&text, room);
        let gap = " ".repeat(room.saturating_sub(text.width()) + 1);
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let line = Line::from(vec![
            Span::raw(text + &gap),
            Span::styled(state, Style::new().add_modifier(Modifier::BOLD)),
        ]);
        frame.render_widget(Paragraph::new(line).style(style), area);
    }

    fn state(&self) -> String {
        let made = self.watched.table().map_or(0, |table| table.moves().len());
        match (&self.past, &self.contact) {
            (Some(past), _) => format!("move {} of {made}", past.moves().len()),
            (None, Contact::Waiting) => "no server".into(),
            (None, _) if self.watched.out_of_sync.is_some() => "out of step".into(),
            (None, _) if self.watched.over().is_some() => "over".into(),
            (None, Contact::Ended) => "ended".into(),
            (None, Contact::Open) if made > 0 => format!("● live, move {made}"),
            (None, Contact::Open) => "● live".into(),
        }
    }

    fn game(&self, frame: &mut Frame, panel: Option<Rect>, now: Instant) {
        let Some(table) = self.table() else { return };
        let pieces = table.pieces();
        let marks = Marks { last: table.last_move(), ..Marks::default() };
        let seats: Vec<String> = table.card().players.iter().map(|name| name.to_string()).collect();
        let scene = Scene { pieces: &pieces, marks: &marks, seats: &seats };
        self.stage.render(&scene, frame);
        match (self.stage.complaint(frame.area()), self.stage.area()) {
            (Some(words), Some(area)) => self.without_board(frame, area, &words, now),
            (_, area) => {
                if let Some(panel) = panel {
                    self.panel(frame, panel, now);
                }
                if let (Some(over), Some(area), None, false) =
                    (self.watched.over(), area, &self.past, self.hides_ending)
                {
                    self.ending(frame, area, over, table);
                }
            }
        }
    }

    /// Where there is no room for the board, the panel has all of it.
    fn without_board(&self, frame: &mut Frame, area: Rect, words: &str, now: Instant) {
        let text = Paragraph::new(words.to_string()).wrap(Wrap { trim: true });
        let height = (words.width() as u16 / area.width.max(1) + 2).min(area.height);
        frame.render_widget(text, Rect { height, ..area });
        let panel = Rect { y: area.y + height, height: area.height - height, ..area };
        self.panel(frame, panel, now);
    }

    fn lobby(&self, frame: &mut Frame, area: Rect) {
        let said = match self.contact {
            Contact::Waiting => "looking for the server …",
            Contact::Open => "waiting for a game to begin …",
            Contact::Ended => "nothing more will come",
        };
        let lines = vec![
            Line::from(self.subject.clone()),
            Line::from(""),
            Line::styled(said, Style::new().fg(self.theme.label())),
        ];
        panel::open(frame, area, " Manator ", lines);
    }

    fn notice(&self, frame: &mut Frame, area: Rect, body: Rect) {
        let Some(notice) = &self.notice else { return };
        let room = usize::from(area.width).saturating_sub(2);
        let is_long = notice.text.width() > room;
        if is_long && notice.tone == Tone::Wrong && self.help.is_none() {
            panel::notice(notice, &self.theme, frame, body);
            return;
        }
        let text = format!(" {}", shortened(&notice.text, room));
        let line = Line::styled(text, notice.tone.style(&self.theme));
        frame.render_widget(Paragraph::new(line), area);
    }
}

fn splits(body: Rect) -> Vec<Split> {
    // A line counts as two columns.
    let is_upright = body.width < 2 * body.height;
    let below = Split::Below((body.height / 3).clamp(BELOW.0, BELOW.1));
    let first = match () {
        () if is_upright => Some(below),
        () if body.width >= WIDE => Some(Split::Beside(WIDE_PANEL)),
        () => None,
    };
    let beside = PANELS.into_iter().filter(|split| *split != Split::Whole);
    first.into_iter().chain(beside).chain([Split::Above(1)]).collect()
}

fn bar_line() -> Line<'static> {
    let mut spans = Vec::new();
    for (key, word) in BAR {
        spans.push(Span::raw(format!(" {key} ")));
        spans.push(Span::styled(*word, Style::new().add_modifier(Modifier::REVERSED)));
    }
    Line::from(spans)
}
