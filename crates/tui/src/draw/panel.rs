//! The panel beside the board: players, clocks, captures, counters, thoughts, moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_play::title;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::app::App;
use crate::panel::{Seated, broken, facts, rule, seated};
use crate::words;

/// How many lines the list of moves has at least, where there is room.
const MOVES_MIN: usize = 4;

pub(super) fn draw(app: &App, frame: &mut Frame, area: Rect) {
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    let width = usize::from(area.width);
    let table = app.session.table();
    let mut lines = Vec::new();
    for player in Player::all(app.session.seats().count()) {
        let seat = Seated {
            table,
            player,
            who: &app.session.seats().specs()[player.index()].to_string(),
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
