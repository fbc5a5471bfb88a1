//! The dialogs, in boxes over the board.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_play::title;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use crate::app::{App, Spot};
use crate::dialog::{Dialog, Field, Files, Form};
use crate::input::COMMANDS;
use crate::panel::{broken, open};

pub(super) fn draw(app: &mut App, frame: &mut Frame, area: Rect) {
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
    for spec in form.entry().card().options {
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
        "  mouse        click a piece, then where it goes; or drag it",
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
