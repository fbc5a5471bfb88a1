//! The whole screen, drawn from the state of the application.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{FIRST, Player};
use manator_play::{task, title};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Spot};
use crate::board::Scene;
use crate::dialog::{Dialog, Field, Files, Form};
use crate::input::COMMANDS;
use crate::panel::{Seated, broken, facts, open, rule, seated};
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
        dialogs(self, frame, area);
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
                format!("  {} {}", title(table, mover), task(table))
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

fn dialogs(app: &mut App, frame: &mut Frame, area: Rect) {
    let Some(dialog) = app.dialog.clone() else { return };
    app.spots.clear();
    match dialog {
        Dialog::Help(scroll) => {
            let lines: Vec<Line> = help().into_iter().skip(scroll).map(Line::from).collect();
            open(frame, area, " help: Esc closes ", lines);
        }
        Dialog::Resign => {
            let who = app.resigner().map(|player| title(app.session.table(), player));
            let lines = vec![
                Line::from(format!("Give the game up for {}?", who.unwrap_or_default())),
                Line::from(""),
                Line::from("[ yes ]   [ no ]"),
            ];
            let inner = open(frame, area, " resign ", lines);
            let spot = |x, width| Rect { x: inner.x + x, y: inner.y + 2, width, height: 1 };
            app.spots.push((spot(0, 7), Spot::Yes));
            app.spots.push((spot(10, 6), Spot::No));
        }
        Dialog::Save(name) => {
            let lines = vec![Line::from("Write the record to a new file:"), typed(&name)];
            open(frame, area, " save: Enter writes, Esc leaves ", lines);
        }
        Dialog::Load(files) => load(app, frame, area, &files),
        Dialog::New(form) => new_game(app, frame, area, &form),
    }
}

fn typed(text: &str) -> Line<'static> {
    Line::from(format!("> {text}_"))
}

fn load(app: &mut App, frame: &mut Frame, area: Rect, files: &Files) {
    let mut lines = vec![Line::from("The name of a record, or one of the games kept:")];
    lines.push(typed(&files.typed));
    for (index, path) in files.kept.iter().enumerate() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let chosen = files.typed.is_empty() && files.chosen == Some(index);
        lines.push(choice(format!("  {name}"), chosen));
    }
    let inner = open(frame, area, " load: Enter opens, Esc leaves ", lines);
    for index in 0..files.kept.len() {
        let spot = Rect { y: inner.y + 2 + index as u16, height: 1, ..inner };
        app.spots.push((spot, Spot::Line(index, false)));
    }
}

fn new_game(app: &mut App, frame: &mut Frame, area: Rect, form: &Form) {
    let mut lines = Vec::new();
    for (index, line) in form.lines().into_iter().enumerate() {
        let (name, value) = form.text(line);
        let text = match line {
            Field::Start => format!("{:>10}   [ {value} ]", ""),
            Field::Options => format!("{name:>10}   {value}_"),
            _ => format!("{name:>10}  ◀ {value} ▶"),
        };
        lines.push(choice(text, form.line == index));
    }
    let count = lines.len();
    lines.push(Line::from(""));
    for spec in form.entry().card().options.iter().filter(|spec| spec.name != FIRST) {
        let text = format!("{}={}", spec.name, spec.values());
        lines.extend(broken(&text, 56).into_iter().map(Line::from));
    }
    if let Some(error) = &form.error {
        lines.extend(broken(error, 56).into_iter().map(Line::from));
    }
    let inner = open(frame, area, " new game: arrows choose, Enter begins, Esc leaves ", lines);
    for index in 0..count {
        let line = Rect { y: inner.y + index as u16, height: 1, ..inner };
        // The left arrow and the name choose backwards, everything right of them forwards.
        let left = Rect { width: 14.min(line.width), ..line };
        let right = Rect { x: line.x + left.width, width: line.width - left.width, ..line };
        app.spots.push((left, Spot::Line(index, false)));
        app.spots.push((right, Spot::Line(index, true)));
    }
}

fn choice(text: String, chosen: bool) -> Line<'static> {
    match chosen {
        true => Line::styled(text, Style::new().add_modifier(Modifier::REVERSED)),
        false => Line::from(text),
    }
}

fn help() -> Vec<String> {
    let mut lines: Vec<String> = [
        "Moves",
        "  mouse        click a piece, then where it goes; or drag it;",
        "               where only one piece can move, just where it goes",
        "  arrow keys   move the cursor; Enter or the space bar touches",
        "  Tab          the next piece that can move, or its next target",
        "  typing       a move as the notation has it, then Enter",
        "  chains       touch each square; the last one twice to end",
        "  Esc          drop what was chosen or typed",
        "  PgUp PgDn    earlier and later moves in the list",
        "",
        "Commands: by key, by a click below, or typed as a word",
    ]
    .map(String::from)
    .into();
    for entry in COMMANDS {
        let key = entry.key.map(|key| format!("F{key}")).unwrap_or_default();
        lines.push(format!("  {key:<4} {:<7} {}", entry.word, entry.help));
    }
    lines
}
