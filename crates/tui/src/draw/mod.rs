//! The whole screen, drawn from the state of the application.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod dialogs;

use manator_core::Player;
use manator_play::title;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Spot};
use crate::board::Scene;
use crate::input::COMMANDS;
use crate::panel::{Seated, broken, facts, rule, seated};
use crate::stage::{PANELS, Play, UNBOUNDED, heading, rows};
use crate::words;

impl App {
    pub(crate) fn draw(&mut self, frame: &mut Frame) {
        self.spots.clear();
        let area = frame.area();
        let [top, body, line, bar] = rows(area);
        let Self { board, theme, side, stage, .. } = self;
        let play = Play { board, side: *side, theme, most: UNBOUNDED };
        let panel_area = stage.lay_out(play, body, &PANELS);
        frame.render_widget(Paragraph::new(self.headline()).style(self.bar_style()), top);
        self.board(frame);
        if let Some(area) = panel_area {
            panel(self, frame, area);
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
        text += &match (self.session.is_over(), self.session.seats.all_connected()) {
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
            crate::panel::notice(&notice, &self.theme, frame, body);
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

/// How many lines the list of moves has at least, where there is room.
const MOVES_MIN: usize = 4;

fn panel(app: &App, frame: &mut Frame, area: Rect) {
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    let width = usize::from(area.width);
    let table = app.session.table();
    let mut lines = Vec::new();
    for player in Player::all(app.session.seats.count()) {
        let seat = Seated {
            table,
            player,
            who: &app.session.seats.specs[player.index()].to_string(),
            clock: app.session.left(player),
            is_active: !app.session.is_over() && table.to_move() == player,
        };
        lines.extend(seated(&seat, &app.theme, width));
    }
    let rule = || rule(&app.theme, width);
    lines.push(rule());
    let facts = facts(table, &app.theme, width);
    let room = usize::from(area.height).saturating_sub(lines.len() + MOVES_MIN + 1);
    lines.extend(facts.into_iter().take(room));
    if app.shows_thinking {
        lines.push(rule());
        lines.extend(thoughts(app, width));
    }
    lines.push(rule());
    let room = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(moves(app, room, width));
    frame.render_widget(Paragraph::new(lines), area);
}

fn thoughts(app: &App, width: usize) -> Vec<Line<'static>> {
    let Some((player, thought)) = &app.thought else {
        return vec![Line::from("nobody has thought yet")];
    };
    let who = title(app.session.table(), *player);
    let head = format!(
        "{who}: depth {}, {}, {} nodes",
        thought.depth,
        words::score(thought),
        words::short(thought.nodes)
    );
    let mut lines: Vec<Line> = broken(&head, width).into_iter().map(Line::from).collect();
    if let Some(line) = thought.lines.first() {
        lines.extend(broken(&line.moves.join(" "), width).into_iter().take(3).map(Line::from));
    }
    lines
}

fn moves(app: &App, room: usize, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<String> = Vec::new();
    let until = app.rounds.len().saturating_sub(app.back);
    for round in &app.rounds[..until] {
        lines.extend(broken(round, width));
    }
    let first = lines.len().saturating_sub(room);
    let last = lines.len();
    let style = |index: usize| match index + 1 == last && app.back == 0 {
        true => Style::new().add_modifier(Modifier::BOLD),
        false => Style::new(),
    };
    lines
        .into_iter()
        .enumerate()
        .skip(first)
        .map(|(index, line)| Line::styled(line, style(index)))
        .collect()
}
