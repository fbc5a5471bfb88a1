//! A game that is played elsewhere, on the full screen: looked at, and looked back in.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod draw;
mod run;

use std::time::Instant;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind};
use manator_core::view::Board;
use manator_core::{Player, Record, Table};
use manator_play::{End, Heard, Told, Watched, title};

use crate::board::{Side, needs};
use crate::stage::Stage;
use crate::theme::Theme;
use crate::words::{self, Notice, Tone};

pub use run::{Departed, Redraw, Watching, watch};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Contact {
    #[default]
    Waiting,
    Open,
    Ended,
}

/// What only the owner of the terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// Stop the program until the shell lets it go on.
    Suspend,
    Redraw,
}

/// A display: what was told of a game, and how it is looked at.
#[derive(Default)]
pub struct Viewer {
    subject: String,
    /// The most columns and lines that are wished for a board, and those that this one gets.
    wished: (u16, u16),
    most: (u16, u16),
    watched: Watched,
    contact: Contact,
    /// The colours without players, and those of this game's.
    colours: Theme,
    theme: Theme,
    board: Option<Board>,
    stage: Stage,
    side: Side,
    /// Whether there is room for no more than a line of players.
    has_strip: bool,
    /// The moves in rounds: the number of each, and its moves with their places.
    rounds: Vec<Round>,
    /// An earlier position that is looked at, instead of the last.
    past: Option<Box<dyn Table>>,
    notice: Option<Notice>,
    help: Option<usize>,
    hides_ending: bool,
    leaves: bool,
    asks: Option<Asks>,
    end: Option<End>,
}

struct Round {
    number: Option<u32>,
    moves: Vec<(usize, String)>,
}

impl Viewer {
    pub fn new(subject: String, wished: (u16, u16), theme: Theme) -> Viewer {
        let (most, colours) = (wished, theme.clone());
        Viewer { subject, wished, most, colours, theme, ..Viewer::default() }
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), tone });
    }

    pub fn hear(&mut self, heard: Heard, now: Instant) {
        match heard {
            Heard::Waiting(why) => {
                self.contact = Contact::Waiting;
                self.say(Tone::Wrong, format!("{why}; trying again"));
            }
            Heard::Welcome(rules) => {
                self.contact = Contact::Open;
                self.say(Tone::Plain, format!("watching {rules}"));
            }
            Heard::News(news) => {
                let told = self.watched.hear(news, now);
                self.told(told);
            }
            Heard::Nonsense(why) => self.say(Tone::Wrong, format!("skipped: {why}")),
            Heard::End(end) => {
                self.contact = Contact::Ended;
                let tone = if matches!(end, End::Bye(_)) { Tone::Plain } else { Tone::Wrong };
                self.say(tone, format!("{end}; q leaves"));
                // There is nothing to look at.
                self.leaves |= self.watched.table().is_none();
                self.end = Some(end);
            }
        }
    }

    fn told(&mut self, told: Told) {
        match told {
            Told::Game => self.begin(),
            Told::Position => {
                self.refresh();
                self.notice = None;
            }
            Told::Moved { spent, .. } => {
                self.refresh();
                let table = self.watched.table();
                let is_over = self.watched.to_move().is_none();
                let moved = table.map(|table| words::moved(table, is_over)).unwrap_or_default();
                self.say(Tone::Plain, format!("{moved}, {:.1} s", spent.as_secs_f64()));
            }
            Told::Over => {
                self.hides_ending = false;
                if let Some(over) = self.watched.over() {
                    let text = format!("Game over, {}: {}", over.result, over.words);
                    self.say(Tone::Great, text);
                }
            }
            Told::Nonsense(why) => self.say(Tone::Wrong, format!("skipped: {why}")),
            Told::Note if self.has_strip => {
                let said = self.watched.table().zip(self.watched.notes().next_back());
                let said = said
                    .map(|(table, note)| format!("{}: {}", title(table, note.player), note.text));
                self.say(Tone::Plain, said.unwrap_or_default());
            }
            _ => {}
        }
    }

    fn begin(&mut self) {
        let table = self.watched.table();
        self.board = table.map(Table::board);
        // No wish makes a board unreadable.
        let least = self.board.as_ref().map_or((0, 0), needs);
        self.most = (self.wished.0.max(least.0), self.wished.1.max(least.1));
        self.theme = self.colours.seated(table.map_or(&[], |table| table.card().players));
        self.stage.forget();
        self.past = None;
        self.hides_ending = false;
        self.notice = None;
        self.refresh();
    }

    fn refresh(&mut self) {
        let Some(table) = self.watched.table() else { return };
        self.rounds.clear();
        for (place, mv) in (1..).zip(Record::of(table).moves) {
            match (mv.number, self.rounds.last_mut()) {
                (None, Some(round)) => round.moves.push((place, mv.text)),
                (number, _) => self.rounds.push(Round { number, moves: vec![(place, mv.text)] }),
            }
        }
        if let Some(past) = &self.past {
            let shown = past.moves().len();
            self.look_at(shown);
        }
    }

    /// Shows the position after so many moves; after the last, whatever comes.
    fn look_at(&mut self, moves: usize) {
        let Some(table) = self.watched.table() else { return };
        self.past = (moves < table.moves().len()).then(|| {
            let mut past = table.copy();
            while past.moves().len() > moves && past.undo() {}
            past
        });
    }

    fn step(&mut self, by: isize) {
        let shown = self.table().map_or(0, |table| table.moves().len());
        self.look_at(shown.saturating_add_signed(by));
    }

    fn table(&self) -> Option<&dyn Table> {
        self.past.as_deref().or(self.watched.table())
    }

    fn to_move(&self) -> Option<Player> {
        match &self.past {
            Some(past) => Some(past.to_move()),
            None => self.watched.to_move(),
        }
    }
}

const PAGE: isize = 10;

const BAR: &[(&str, &str)] =
    &[("q", "quit"), ("f", "flip"), ("◀ ▶", "moves"), ("End", "live"), ("?", "help")];

const HELP: &[&str] = &[
    "◀ ▲        a move back",
    "▶ ▼        a move forward",
    "PgUp PgDn  ten moves back, and forward",
    "Home       the beginning of the game",
    "End        what happens now",
    "wheel      back and forward",
    "f          turns the board",
    "Space      hides how the game ended, and shows it",
    "Ctrl-L     draws everything anew",
    "Ctrl-Z     stops the display; the shell's fg goes on",
    "q Esc      leaves; so does Ctrl-C",
    "",
    "A game goes on while its earlier moves are looked at.",
];

impl Viewer {
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.step(-1),
                MouseEventKind::ScrollDown => self.step(1),
                _ => {}
            },
            Event::Resize(..) => self.stage.forget(),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd' | 'q') if control => self.leaves = true,
            KeyCode::Char('z') if control => self.asks = Some(Asks::Suspend),
            KeyCode::Char('l') if control => self.asks = Some(Asks::Redraw),
            _ if self.help.is_some() => self.help_key(key.code),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc | KeyCode::F(10) => self.leaves = true,
            KeyCode::Char('f' | 'F') | KeyCode::F(5) => self.side = self.side.other(),
            KeyCode::Char('?' | 'h') | KeyCode::F(1) => self.help = Some(0),
            KeyCode::Char(' ') | KeyCode::Enter => self.hides_ending = !self.hides_ending,
            KeyCode::Left | KeyCode::Up => self.step(-1),
            KeyCode::Right | KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::PageDown => self.step(PAGE),
            KeyCode::Home => self.look_at(0),
            KeyCode::End => self.past = None,
            _ => {}
        }
    }

    fn help_key(&mut self, code: KeyCode) {
        let line = self.help.unwrap_or(0);
        self.help = match code {
            KeyCode::Down | KeyCode::PageDown => Some((line + 1).min(HELP.len() - 1)),
            KeyCode::Up | KeyCode::PageUp => Some(line.saturating_sub(1)),
            _ => None,
        };
    }
}
