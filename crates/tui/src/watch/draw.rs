//! The whole screen of the display, drawn from what is known of the game.
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
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::{BAR, Contact, HELP, Viewer};
use crate::board::{Marks, Scene};
use crate::panel::{self, Seated, broken, facts, rule, seated, shortened};
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
