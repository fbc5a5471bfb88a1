//! How the game ended, on the board itself.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_play::{Ending, title};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::Viewer;
use crate::boxes;
use crate::notice::Tone;
use crate::panel::{broken, shortened};

const WIDTH_MAX: u16 = 44;

impl Viewer {
    /// Draws it where it does not cover the last move, if there is such a place.
    pub(super) fn ending(&self, frame: &mut Frame, area: Rect, over: &Ending, table: &dyn Table) {
        let width = usize::from(area.width.saturating_sub(6).min(WIDTH_MAX));
        let lines = self.ending_lines(over, table, width);
        let (columns, rows) = boxes::size("", &lines);
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
        boxes::put(frame, place, "", lines);
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
