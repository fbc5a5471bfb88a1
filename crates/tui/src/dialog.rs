//! Boxes over the board: help, questions, file names, the form for a new game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use manator_core::{Card, Entry, FIRST, Settings, Table};
use manator_engine::catalog as agents;
use manator_games::catalog::GAMES;
use manator_play::saves::write_new;
use manator_play::{Opening, Saves, SeatSpec, Setup, TimeControl};

use crate::app::{App, Spot};
use crate::words::Tone;

const OFFERED_MAX: usize = 10;

#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    Help(usize),
    Resign,
    Save(String),
    Load(Files),
    New(Form),
}

#[derive(Clone, Debug)]
pub(crate) struct Files {
    pub(crate) typed: String,
    pub(crate) kept: Vec<PathBuf>,
    pub(crate) chosen: Option<usize>,
}

impl Dialog {
    pub(crate) fn load(saves: &Saves) -> Dialog {
        let kept = saves.latest(OFFERED_MAX);
        let chosen = (!kept.is_empty()).then_some(0);
        Dialog::Load(Files { typed: String::new(), kept, chosen })
    }

    fn typed(&mut self) -> Option<&mut String> {
        match self {
            Dialog::Save(name) => Some(name),
            Dialog::Load(files) => Some(&mut files.typed),
            Dialog::New(form) if form.current() == Field::Options => Some(&mut form.options),
            _ => None,
        }
    }

    fn step(&mut self, down: bool, by: usize) {
        match self {
            Dialog::Help(line) => {
                *line = if down { *line + by } else { line.saturating_sub(by) };
            }
            Dialog::Load(files) => files.step(down),
            Dialog::New(form) => form.step(down),
            Dialog::Save(_) | Dialog::Resign => {}
        }
    }
}

impl Files {
    fn step(&mut self, down: bool) {
        let count = self.kept.len();
        self.chosen = match (self.chosen, down) {
            _ if count == 0 => None,
            (None, _) => Some(0),
            (Some(index), true) => Some((index + 1) % count),
            (Some(index), false) => Some((index + count - 1) % count),
        };
        self.typed.clear();
    }

    fn path(&self) -> Option<PathBuf> {
        match self.typed.trim() {
            "" => self.chosen.and_then(|index| self.kept.get(index).cloned()),
            typed => Some(PathBuf::from(typed)),
        }
    }
}

impl App {
    pub(crate) fn dialog_key(&mut self, key: KeyEvent) {
        let Some(dialog) = &mut self.dialog else { return };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => self.dialog = None,
            KeyCode::Char('c' | 'd' | 'q') if control => self.leaves = true,
            KeyCode::Up => dialog.step(false, 1),
            KeyCode::Down => dialog.step(true, 1),
            KeyCode::Tab => dialog.step(true, 1),
            KeyCode::BackTab => dialog.step(false, 1),
            KeyCode::PageUp => dialog.step(false, 10),
            KeyCode::PageDown => dialog.step(true, 10),
            KeyCode::Backspace => {
                if let Some(typed) = dialog.typed() {
                    typed.pop();
                }
            }
            KeyCode::Enter => self.confirm(),
            KeyCode::Left | KeyCode::Right => {
                if let Dialog::New(form) = dialog {
                    form.turn(key.code == KeyCode::Right);
                }
            }
            KeyCode::Char(letter) if !control => self.dialog_letter(letter),
            KeyCode::F(_) => self.dialog = None,
            _ => {}
        }
    }

    fn dialog_letter(&mut self, letter: char) {
        let Some(dialog) = &mut self.dialog else { return };
        if let Some(typed) = dialog.typed() {
            typed.push(letter);
            return;
        }
        match (dialog, letter) {
            (Dialog::Help(_), 'q' | '?') => self.dialog = None,
            (Dialog::Resign, 'y' | 'Y') => self.confirm(),
            (Dialog::Resign, 'n' | 'N') => self.dialog = None,
            (Dialog::New(form), ' ') => form.turn(true),
            _ => {}
        }
    }

    pub(crate) fn dialog_paste(&mut self, text: &str) {
        if let Some(typed) = self.dialog.as_mut().and_then(Dialog::typed) {
            typed.push_str(text.lines().next().unwrap_or_default());
        }
    }

    pub(crate) fn dialog_click(&mut self, spot: Option<Spot>) {
        match (&mut self.dialog, spot) {
            (_, Some(Spot::Yes)) => self.confirm(),
            (Some(Dialog::New(form)), Some(Spot::Line(line, right))) => {
                form.line = line;
                match form.current() {
                    Field::Start => self.confirm(),
                    _ => form.turn(right),
                }
            }
            (Some(Dialog::Load(files)), Some(Spot::Line(line, _))) => {
                files.typed.clear();
                files.chosen = Some(line);
                self.confirm();
            }
            _ => self.dialog = None,
        }
    }

    fn confirm(&mut self) {
        match self.dialog.take() {
            Some(Dialog::Resign) => self.resign(),
            Some(Dialog::Save(name)) => self.save(name.trim()),
            Some(Dialog::Load(files)) => match files.path() {
                Some(path) => self.load(&path),
                None => self.say(Tone::Wrong, "load: expected the name of a file"),
            },
            Some(Dialog::New(mut form)) => match form.open() {
                Some((table, setup)) => {
                    self.start(Opening::new(table, setup, Some(&self.saves.clone())));
                }
                None => self.dialog = Some(Dialog::New(form)),
            },
            Some(Dialog::Help(_)) | None => {}
        }
    }

    pub(crate) fn save(&mut self, name: &str) {
        if name.is_empty() {
            self.say(Tone::Wrong, "save: expected the name of a file");
            return;
        }
        match write_new(Path::new(name), &self.session.record().to_string()) {
            Ok(()) => self.say(Tone::Plain, format!("saved {name}")),
            Err(error) => self.say(Tone::Wrong, format!("{name}: {error}")),
        }
    }

    pub(crate) fn load(&mut self, path: &Path) {
        match Opening::load(path, &self.saves) {
            Ok(opening) => self.start(opening),
            Err(error) => self.say(Tone::Wrong, error),
        }
    }
}

const TIMES: &[&str] = &["none", "10s/move", "30s/move", "1m+1s", "5m+3s", "15m+10s", "1h+30s"];

#[derive(Clone, Debug)]
pub(crate) struct Form {
    game: usize,
    seats: Vec<usize>,
    /// Who begins, of those who may.
    first: usize,
    time: usize,
    pub(crate) options: String,
    pub(crate) line: usize,
    pub(crate) error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Game,
    Seat(usize),
    First,
    Time,
    Options,
    Start,
}

impl Form {
    pub(crate) fn new(card: &Card) -> Form {
        let game = GAMES.iter().position(|entry| entry.card().name == card.name).unwrap_or(0);
        let mut form = Form {
            game,
            seats: Vec::new(),
            first: 0,
            time: 0,
            options: String::new(),
            line: 0,
            error: None,
        };
        form.seat_all();
        form
    }

    pub(crate) fn entry(&self) -> &'static dyn Entry {
        GAMES[self.game]
    }

    fn people(&self) -> Vec<&'static str> {
        std::iter::once("human").chain(agents::names(self.entry().card().name)).collect()
    }

    fn seat_all(&mut self) {
        let champion = self.people().iter().position(|name| *name == "champion").unwrap_or(0);
        let count = self.entry().card().players.len();
        self.seats = (0..count).map(|seat| if seat == 0 { 0 } else { champion }).collect();
        self.first = 0;
        self.options.clear();
    }

    fn beginners(&self) -> Vec<&'static str> {
        self.entry().card().beginners()
    }

    pub(crate) fn lines(&self) -> Vec<Field> {
        let seats = (0..self.seats.len()).map(Field::Seat);
        let first = (!self.beginners().is_empty()).then_some(Field::First);
        let options = (!self.entry().card().options.is_empty()).then_some(Field::Options);
        let players = std::iter::once(Field::Game).chain(seats).chain(first);
        players.chain([Field::Time]).chain(options).chain([Field::Start]).collect()
    }

    pub(crate) fn current(&self) -> Field {
        self.lines()[self.line]
    }

    pub(crate) fn text(&self, line: Field) -> (String, String) {
        let card = self.entry().card();
        match line {
            Field::Game => ("game".into(), card.title.into()),
            Field::Seat(seat) => {
                (card.players[seat].into(), self.people()[self.seats[seat]].into())
            }
            Field::First => ("begins".into(), self.beginners()[self.first].into()),
            Field::Time => ("time".into(), TIMES[self.time].into()),
            Field::Options => ("options".into(), self.options.clone()),
            Field::Start => (String::new(), "begin".into()),
        }
    }

    pub(crate) fn step(&mut self, down: bool) {
        let count = self.lines().len();
        self.line = (self.line + if down { 1 } else { count - 1 }) % count;
    }

    pub(crate) fn turn(&mut self, forward: bool) {
        let (people, beginners) = (self.people().len(), self.beginners().len());
        let (slot, count) = match self.current() {
            Field::Game => (&mut self.game, GAMES.len()),
            Field::Seat(seat) => (&mut self.seats[seat], people),
            Field::First => (&mut self.first, beginners),
            Field::Time => (&mut self.time, TIMES.len()),
            Field::Options | Field::Start => return,
        };
        *slot = (*slot + if forward { 1 } else { count - 1 }) % count;
        if self.current() == Field::Game {
            self.seat_all();
        }
    }

    pub(crate) fn open(&mut self) -> Option<(Box<dyn Table>, Setup)> {
        let entry = self.entry();
        let typed = self.options.split_whitespace().any(|text| text.starts_with(FIRST));
        let first = self.beginners().get(self.first).filter(|_| !typed).copied();
        let first = first.map(|name| format!(" {FIRST}={name}")).unwrap_or_default();
        let options = format!("{}{first}", self.options);
        let settings = Settings::parse(entry.card().options, &options);
        match settings.and_then(|settings| entry.open(settings)) {
            Ok(table) => Some((table, self.setup())),
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        }
    }

    fn setup(&self) -> Setup {
        let people = self.people();
        let seat = |index: &usize| match people[*index] {
            "human" => SeatSpec::Person,
            name => SeatSpec::agent(name),
        };
        let seats = self.seats.iter().map(seat).collect();
        let control: TimeControl = TIMES[self.time].parse().unwrap_or_default();
        Setup::new(seats, control)
    }
}
