//! The panel beside the board: players, clocks, captures, counters, thoughts, moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_host::time::clock_text;
use manator_host::title;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::app::App;
use crate::board::sign;
use crate::captured::captured;
use crate::words;

/// How many lines the list of moves has at least, where there is room.
const MOVES_MIN: usize = 4;

/// Draws the panel.
pub(super) fn draw(app: &App, frame: &mut Frame, area: Rect) {
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    let width = usize::from(area.width);
    let mut lines = Vec::new();
    for player in Player::all(app.session.seats().count()) {
        lines.extend(player_lines(app, player, width));
    }
    let rule = || Line::styled("─".repeat(width), Style::new().fg(app.theme.label()));
    lines.push(rule());
    let facts = facts(app, width);
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

/// Who plays, the time left, and what was lost.
fn player_lines(app: &App, player: Player, width: usize) -> Vec<Line<'static>> {
    let table = app.session.table();
    let active = !app.session.is_over() && table.to_move() == player;
    let mark = if active { "▶ " } else { "  " };
    let name = title(table, player);
    let seat = app.session.seats().specs()[player.index()].to_string();
    let clock = app.session.left(player).map(clock_text).unwrap_or_default();
    let room = width.saturating_sub(mark.chars().count() + name.len() + clock.len() + 2);
    let seat: String = seat.chars().take(room).collect();
    let gap = room.saturating_sub(seat.chars().count()) + 1;
    let own = Style::new().fg(app.theme.player_text(player)).add_modifier(Modifier::BOLD);
    let mut style = Style::new();
    if active {
        style = style.add_modifier(Modifier::BOLD);
    }
    let mut lines = vec![Line::from(vec![
        Span::styled(mark, style),
        Span::styled(name, own),
        Span::raw(" "),
        Span::styled(seat, style),
        Span::raw(" ".repeat(gap)),
        Span::styled(clock, style),
    ])];
    let gone: Vec<String> = captured(table, player)
        .into_iter()
        .map(|(piece, count)| match count {
            1 => sign(&piece).to_string(),
            _ => format!("{}{count}", sign(&piece)),
        })
        .collect();
    if !gone.is_empty() {
        let text: String = format!("  lost {}", gone.join(" ")).chars().take(width).collect();
        lines.push(Line::styled(text, Style::new().fg(app.theme.player_text(player))));
    }
    lines
}

/// The rule counters, broken into lines.
fn facts(app: &App, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for fact in app.session.table().facts() {
        for line in broken(&format!("{}: {}", fact.label, fact.value), width) {
            lines.push(Line::styled(line, Style::new().fg(app.theme.label())));
        }
    }
    lines
}

/// What the agent to move thinks, or the last that did.
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

/// The last rounds that fit, or earlier ones when scrolled back.
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

/// Breaks a text into lines at blanks; the second and later ones are indented.
pub(super) fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.chars().count() + 1 + word.chars().count();
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
