//! The form for a new game: the game, who sits where, the time, the rule options.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Card, Entry, Settings, Table};
use manator_engine::catalog as agents;
use manator_games::catalog::GAMES;
use manator_play::{SeatSpec, Setup, TimeControl};

const TIMES: &[&str] = &["none", "10s/move", "30s/move", "1m+1s", "5m+3s", "15m+10s", "1h+30s"];

#[derive(Clone, Debug)]
pub(crate) struct Form {
    game: usize,
    seats: Vec<usize>,
    time: usize,
    pub(crate) options: String,
    pub(crate) line: usize,
    pub(crate) error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Game,
    Seat(usize),
    Time,
    Options,
    Start,
}

impl Form {
    pub(crate) fn new(card: &Card) -> Form {
        let game = GAMES.iter().position(|entry| entry.card().name == card.name).unwrap_or(0);
        let mut form =
            Form { game, seats: Vec::new(), time: 0, options: String::new(), line: 0, error: None };
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
        self.options.clear();
    }

    pub(crate) fn lines(&self) -> Vec<Field> {
        let seats = (0..self.seats.len()).map(Field::Seat);
        let first = std::iter::once(Field::Game).chain(seats).chain([Field::Time]);
        let options = (!self.entry().card().options.is_empty()).then_some(Field::Options);
        first.chain(options).chain([Field::Start]).collect()
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
        let people = self.people().len();
        let (slot, count) = match self.current() {
            Field::Game => (&mut self.game, GAMES.len()),
            Field::Seat(seat) => (&mut self.seats[seat], people),
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
        let settings = Settings::parse(entry.card().options, &self.options);
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
