//! The panel beside the board: players, the tournament, what agents say, counters, moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;
use std::time::Instant;

use manator_core::{Player, Table};
use manator_play::time::clock_text;
use manator_play::{Ending, title};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::Viewer;
use crate::panel::{self, Seated, broken, facts, rule, seated, shortened};
use crate::words::Tone;

/// How many lines the list of moves has at least, with its rule.
const MOVES_MIN: usize = 5;
const NOTE_LINES_MAX: usize = 3;

impl Viewer {
    pub(super) fn panel(&self, frame: &mut Frame, area: Rect, now: Instant) {
        let Some(table) = self.table() else { return };
        let area = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
        let width = usize::from(area.width);
        if area.height <= 1 {
            frame.render_widget(Paragraph::new(self.strip(table, width, now)), area);
            return;
        }
        let mut lines = Vec::new();
        for player in Player::all(table.card().players.len()) {
            let seat = Seated {
                table,
                player,
                who: self.watched.name(player).unwrap_or_default(),
                clock: self.watched.left(player, now),
                is_active: self.to_move() == Some(player),
            };
            lines.extend(seated(&seat, &self.theme, width));
        }
        let height = usize::from(area.height);
        let mut room = height.saturating_sub(lines.len() + MOVES_MIN);
        // Each part gets what it needs of what is left.
        let parts: [&dyn Fn(usize) -> Vec<Line<'static>>; 3] = [
            &|room| self.standing(width).into_iter().take(room / 2).collect(),
            &|room| self.notes(table, width, room),
            &|room| facts(table, &self.theme, width).into_iter().take(room).collect(),
        ];
        for part in parts {
            let part = part(room.saturating_sub(1));
            if !part.is_empty() {
                room -= part.len() + 1;
                lines.push(rule(&self.theme, width));
                lines.extend(part);
            }
        }
        lines.push(rule(&self.theme, width));
        let room = height.saturating_sub(lines.len());
        lines.extend(self.moves(table.moves().len(), room, width));
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn strip(&self, table: &dyn Table, width: usize, now: Instant) -> Line<'static> {
        let players = table.card().players.len();
        let mut spans = Vec::new();
        for player in Player::all(players) {
            let is_active = self.to_move() == Some(player);
            let mark = if is_active { "▶" } else { " " };
            let clock = self.watched.left(player, now).map(clock_text).unwrap_or_default();
            let columns = (width / players).saturating_sub(clock.len() + 3);
            let side = title(table, player);
            let name = match self.watched.name(player) {
                None => side,
                // Where there is no room for both, the colour tells the side.
                Some(name) if name.width() + side.len() + 1 > columns => name.into(),
                Some(name) => format!("{side} {name}"),
            };
            let name = shortened(&name, columns);
            let gap = " ".repeat(columns.saturating_sub(name.width()));
            let own = Style::new().fg(self.theme.player_text(player)).add_modifier(Modifier::BOLD);
            spans.push(Span::raw(mark));
            spans.push(Span::styled(name, own));
            spans.push(Span::raw(format!(" {clock} {gap}")));
        }
        Line::from(spans)
    }

    fn standing(&self, width: usize) -> Vec<Line<'static>> {
        let line = |(place, line): (usize, &manator_play::Standing)| {
            let points = format!("{} of {}", line.points, line.played);
            let room = width.saturating_sub(points.width() + 5);
            let name = shortened(&line.name, room);
            let gap = " ".repeat(room.saturating_sub(name.width()) + 1);
            Line::from(format!("{place:>3} {name}{gap}{points}"))
        };
        (1..).zip(&self.watched.standing).map(line).collect()
    }

    /// What agents said last, each as a whole as far as there is room; the last at the end.
    fn notes(&self, table: &dyn Table, width: usize, room: usize) -> Vec<Line<'static>> {
        let mut lines: VecDeque<Line> = VecDeque::new();
        for note in self.watched.notes().rev() {
            let own = Style::new().fg(self.theme.player_text(note.player));
            let text = format!("{}: {}", title(table, note.player), note.text);
            let mut all = broken(&text, width);
            let most = if lines.is_empty() { NOTE_LINES_MAX.min(room) } else { NOTE_LINES_MAX };
            if all.len() > most {
                all.truncate(most);
                all.iter_mut().last().into_iter().for_each(|line| line.push_str(" …"));
            }
            if lines.len() + all.len() > room {
                break;
            }
            for line in all.into_iter().rev() {
                lines.push_front(Line::styled(shortened(&line, width), own));
            }
        }
        lines.into()
    }

    fn moves(&self, shown: usize, room: usize, width: usize) -> Vec<Line<'static>> {
        let mut lines: Vec<Line> = Vec::new();
        let mut current = 0;
        for round in &self.rounds {
            let number = round.number.map(|number| format!("{number:>3}.")).unwrap_or_default();
            let mut line = Line::from(Span::styled(number, Style::new().fg(self.theme.label())));
            for (place, text) in &round.moves {
                if line.width() + 1 + text.width() > width && line.width() > 4 {
                    lines.push(std::mem::replace(&mut line, Line::from("    ")));
                }
                let style = match *place == shown {
                    true if self.past.is_some() => Style::new().add_modifier(Modifier::REVERSED),
                    true => Style::new().add_modifier(Modifier::BOLD),
                    false => Style::new(),
                };
                line.push_span(Span::raw(" "));
                line.push_span(Span::styled(text.clone(), style));
                if *place == shown {
                    current = lines.len();
                }
            }
            lines.push(line);
        }
        // The move shown stays in sight, with what followed it below where there is room.
        let follow = if self.past.is_some() { room / 2 } else { 0 };
        let end = (current + 1 + follow).max(room).min(lines.len());
        lines.drain(end..);
        lines.drain(..end.saturating_sub(room));
        lines
    }
}

const WIDTH_MAX: u16 = 44;

impl Viewer {
    /// Draws it where it does not cover the last move, if there is such a place.
    pub(super) fn ending(&self, frame: &mut Frame, area: Rect, over: &Ending, table: &dyn Table) {
        let width = usize::from(area.width.saturating_sub(6).min(WIDTH_MAX));
        let lines = self.ending_lines(over, table, width);
        let (columns, rows) = panel::size("", &lines);
        let (columns, rows) = (columns.min(area.width), rows.min(area.height));
        let x = area.x + (area.width - columns) / 2;
        let last = area.bottom() - rows;
        let middle = area.y + (area.height - rows) / 2;
        let place = |y: u16| Rect { x, y, width: columns, height: rows };
        let free = |place: &Rect| {
            let picture = self.stage.picture();
            let mut marked = table
                .last_move()
                .into_iter()
                .filter_map(|cell| picture.and_then(|picture| picture.glyph_at(cell)));
            !marked.any(|(x, y)| place.contains(Position { x, y }))
        };
        let places = [middle, area.y, last].map(place);
        let place = places.into_iter().find(free).unwrap_or(place(middle));
        panel::put(frame, place, "", lines);
    }

    fn ending_lines(&self, over: &Ending, table: &dyn Table, width: usize) -> Vec<Line<'static>> {
        let great = Tone::Great.style(&self.theme);
        let (head, style) = match over.winner {
            Some(winner) => {
                let colour = Style::new().fg(self.theme.player_text(winner));
                let side = title(table, winner);
                let who = self.watched.name(winner).map(|name| format!(" ({name})"));
                let who = format!("{side}{} wins", who.unwrap_or_default());
                (who, colour.add_modifier(Modifier::BOLD))
            }
            None if over.result == "*" => ("No result".to_string(), great),
            None => ("Nobody wins".to_string(), great),
        };
        let mut lines = vec![Line::styled(shortened(&head, width), style).centered()];
        lines.push(Line::styled(shortened(&over.result, width), great).centered());
        let words = if over.words.is_empty() { &over.reason } else { &over.words };
        lines.extend(
            broken(words, width)
                .into_iter()
                .map(|line| Line::from(line.trim().to_string()).centered()),
        );
        let made = table.moves().len();
        let faint = Style::new().fg(self.theme.label());
        let foot = format!("{}, move {made}; Space hides this", over.reason);
        lines.push(Line::styled(shortened(&foot, width), faint).centered());
        lines
    }
}
