//! The question before a game: which turn the person takes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use manator_core::Table;
use manator_core::view::Board;
use manator_play::ORDINALS;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::board::{Marks, Scene, Side};
use crate::panel::open;
use crate::stage::{Play, Split, Stage, UNBOUNDED, heading, rows};
use crate::theme::Theme;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Counted from zero.
    Turn(usize),
    Leave,
}

/// The question over the board of a game that has not begun.
pub(crate) struct TurnQuestion<'a> {
    table: &'a dyn Table,
    board: Board,
    theme: Theme,
    stage: Stage,
    turns: &'static [&'static str],
    chosen: usize,
    spots: Vec<Rect>,
}

impl TurnQuestion<'_> {
    pub(crate) fn new<'a>(table: &'a dyn Table, theme: &Theme) -> TurnQuestion<'a> {
        let players = table.card().players;
        TurnQuestion {
            table,
            board: table.board(),
            theme: theme.seated(players),
            stage: Stage::default(),
            turns: &ORDINALS[..players.len().min(ORDINALS.len())],
            chosen: 0,
            spots: Vec::new(),
        }
    }

    pub(crate) fn event(&mut self, event: &Event) -> Option<Answer> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let at = Position { x: mouse.column, y: mouse.row };
                self.spots.iter().position(|spot| spot.contains(at)).map(Answer::Turn)
            }
            Event::Resize(..) => {
                self.stage.forget();
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Answer> {
        let count = self.turns.len();
        match key.code {
            KeyCode::Char('c' | 'd' | 'q') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Answer::Leave);
            }
            KeyCode::Esc | KeyCode::F(10) => return Some(Answer::Leave),
            KeyCode::Enter | KeyCode::Char(' ') => return Some(Answer::Turn(self.chosen)),
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => {
                self.chosen = (self.chosen + 1) % count
            }
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => {
                self.chosen = (self.chosen + count - 1) % count;
            }
            KeyCode::Char(letter) => return self.named(letter).map(Answer::Turn),
            _ => {}
        }
        None
    }

    /// Returns the turn that a letter or a number stands for.
    fn named(&self, letter: char) -> Option<usize> {
        let number = letter.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        let begins = |turn: &&str| turn.starts_with(letter.to_ascii_lowercase());
        number.filter(|turn| *turn < self.turns.len()).or(self.turns.iter().position(begins))
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let [top, body, ..] = rows(area);
        let style = Style::new().add_modifier(Modifier::REVERSED);
        let head = format!(" Manator  {}  who begins?", heading(self.table));
        frame.render_widget(Paragraph::new(head).style(style), top);
        let Self { board, theme, stage, .. } = self;
        let play = Play { board, side: Side::Upright, theme, most: UNBOUNDED };
        stage.lay_out(play, body, &[Split::Whole]);
        let seats: Vec<String> =
            self.table.card().players.iter().map(ToString::to_string).collect();
        let (pieces, marks) = (self.table.pieces(), Marks::default());
        stage.render(&Scene { pieces: &pieces, marks: &marks, seats: &seats }, frame);
        self.question(frame, area);
    }

    fn question(&mut self, frame: &mut Frame, area: Rect) {
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        let mut buttons = Vec::new();
        for (turn, name) in self.turns.iter().enumerate() {
            let style = if turn == self.chosen { reversed } else { Style::new() };
            buttons.push(Span::styled(format!("[ {name} ]"), style));
            buttons.push(Span::raw("  "));
        }
        let widths: Vec<u16> = buttons.iter().map(|span| span.width() as u16).collect();
        let question = format!("Do you want to move {}?", manator_play::any_of(self.turns));
        let lines = vec![Line::from(question), Line::from(""), Line::from(buttons)];
        let inner = open(frame, area, " Enter chooses, Esc leaves ", lines);
        let mut x = inner.x;
        self.spots.clear();
        for pair in widths.chunks(2) {
            self.spots.push(Rect { x, y: inner.y + 2, width: pair[0], height: 1 });
            x += pair.iter().sum::<u16>();
        }
    }
}
