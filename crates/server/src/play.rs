//! The games of a server, one after the other or side by side.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_core::random::mix;
use manator_core::record::result_text;
use manator_engine::catalog;
use manator_engine::options::seeded;
use manator_play::contender::Builtin;
use manator_play::referee::Event;
use manator_play::{Clocks, Contender, Report, Sheet, referee};
use manator_protocol::{News, Start};

use crate::feed::Feed;
use crate::guests::{GuestId, Registry};
use crate::schedule::{Pairing, at_table};
use crate::serve::{Notice, Tell};
use crate::setup::Setup;
use crate::standing::{Standing, sorted};

/// How often a pause looks whether the server is to stop.
const SLICE: Duration = Duration::from_millis(20);
/// How many notes of an agent are passed on for one move: it may say far more than anybody wants to read.
const NOTES_MAX: usize = 100;

/// Who takes part.
#[derive(Clone, Debug)]
pub(crate) enum Participant {
    /// An agent of the hall, by its number.
    Guest(GuestId),
    /// An agent of the house.
    House,
}

/// The games of a server.
pub(crate) struct Floor {
    pub(crate) setup: Setup,
    pub(crate) guests: Arc<Registry>,
    pub(crate) feeds: Vec<Arc<Feed>>,
    pub(crate) tell: Tell,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) participants: Vec<(String, Participant)>,
    pub(crate) standing: Mutex<Vec<Standing>>,
    pub(crate) games: u32,
    next_id: AtomicU64,
}

/// Games that wait to be played, and who plays already.
struct Waiting {
    games: Vec<Pairing>,
    busy: Vec<bool>,
}

impl Floor {
    pub(crate) fn new(
        setup: Setup,
        guests: Arc<Registry>,
        feeds: Vec<Arc<Feed>>,
        tell: Tell,
        stop: Arc<AtomicBool>,
    ) -> Floor {
        Floor {
            setup,
            guests,
            feeds,
            tell,
            stop,
            participants: Vec::new(),
            standing: Mutex::new(Vec::new()),
            games: 0,
            next_id: AtomicU64::new(1),
        }
    }

    /// Says who takes part, and how many games there will be.
    pub(crate) fn seat(&mut self, participants: Vec<(String, Participant)>, games: u32) {
        let standing = participants
            .iter()
            .map(|(name, _)| Standing { name: name.clone(), ..Standing::default() });
        self.standing = Mutex::new(standing.collect());
        self.participants = participants;
        self.games = games;
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the games of each table, all tables at the same time.
    pub(crate) fn play_tables(&self) {
        let (players, runs) = (self.setup.players(), self.setup.runs);
        let tables = self.participants.len() / players;
        thread::scope(|scope| {
            for (table, feed) in self.feeds.iter().enumerate().take(tables) {
                let games = at_table(table, tables, players, runs);
                scope.spawn(move || self.play_all(feed, games));
            }
        });
    }

    fn play_all(&self, feed: &Feed, games: impl Iterator<Item = Pairing>) {
        for (index, pairing) in games.enumerate() {
            if index > 0 {
                self.pause();
            }
            if self.is_stopped() {
                return;
            }
            self.play(feed, &pairing);
        }
    }

    /// Plays the games of a tournament, as many at the same time as there are tables.
    pub(crate) fn play_tourney(&self, games: Vec<Pairing>) {
        let busy = vec![false; self.participants.len()];
        let waiting = (Mutex::new(Waiting { games, busy }), Condvar::new());
        thread::scope(|scope| {
            for feed in &self.feeds {
                scope.spawn(|| self.play_waiting(feed, &waiting));
            }
        });
    }

    fn play_waiting(&self, feed: &Feed, (waiting, changed): &(Mutex<Waiting>, Condvar)) {
        let mut is_first = true;
        while let Some(pairing) = self.next_game(waiting, changed) {
            if !is_first {
                self.pause();
            }
            is_first = false;
            self.play(feed, &pairing);
            let mut waiting = lock(waiting);
            for who in &pairing.seats {
                waiting.busy[*who] = false;
            }
            changed.notify_all();
        }
    }

    /// Takes the first game whose players are all free; waits while there is none.
    fn next_game(&self, waiting: &Mutex<Waiting>, changed: &Condvar) -> Option<Pairing> {
        let mut waiting = lock(waiting);
        loop {
            if self.is_stopped() || waiting.games.is_empty() {
                return None;
            }
            let busy = &waiting.busy;
            // Whoever belongs to the house can play any number of games.
            let is_free = |who: &usize| {
                !busy[*who] || matches!(self.participants[*who].1, Participant::House)
            };
            let free = waiting.games.iter().position(|game| game.seats.iter().all(is_free));
            if let Some(index) = free {
                let game = waiting.games.remove(index);
                for who in &game.seats {
                    waiting.busy[*who] = true;
                }
                return Some(game);
            }
            let waited = changed.wait_timeout(waiting, SLICE);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn pause(&self) {
        let end = Instant::now() + self.setup.sleep;
        while !self.is_stopped() && Instant::now() < end {
            thread::sleep(SLICE.min(end.saturating_duration_since(Instant::now())));
        }
    }

    /// Plays one game.
    fn play(&self, feed: &Feed, pairing: &Pairing) {
        let mut sides: Vec<Box<dyn Contender>> =
            pairing.seats.iter().map(|who| self.side(*who, pairing)).collect();
        let names: Vec<String> =
            pairing.seats.iter().map(|who| self.participants[*who].0.clone()).collect();
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        feed.tell(self.opening(id, pairing, &names));
        (self.tell)(&Notice::Begins { number: pairing.number, of: self.games, names: &names });
        let mut notes = 0;
        let mut watch = |sheet: &Sheet, event: Event<'_>| {
            notes = match event {
                Event::Moved { .. } => 0,
                Event::Note { .. } => notes + 1,
                _ => notes,
            };
            if notes <= NOTES_MAX || !matches!(event, Event::Note { .. }) {
                self.watch(feed, &names, sheet, &event);
            }
        };
        let mut contenders: Vec<&mut dyn Contender> =
            sides.iter_mut().map(|side| &mut **side as &mut dyn Contender).collect();
        let table = self.setup.table.copy();
        let mut report = referee(table, &mut contenders, &self.setup.terms, &self.stop, &mut watch);
        for (seat, name) in self.setup.table.card().players.iter().zip(&names) {
            report.record.set_player(seat, name);
        }
        drop(sides);
        self.count(feed, pairing, &report);
        (self.tell)(&Notice::Ended { number: pairing.number, names: &names, report: &report });
    }

    fn side(&self, who: usize, pairing: &Pairing) -> Box<dyn Contender> {
        match &self.participants[who] {
            (_, Participant::Guest(id)) => self.guests.lend(*id, Duration::ZERO),
            (name, Participant::House) => {
                let (agent, settings) = &self.setup.house;
                let chance = mix(self.setup.seed ^ u64::from(pairing.number) << 8 ^ who as u64);
                let settings = seeded(settings, chance);
                let agent = catalog::open(&*self.setup.table, agent, &settings);
                Box::new(Builtin::new(
                    name,
                    agent.expect("the agent of the house was tried before"),
                ))
            }
        }
    }

    fn opening(&self, id: u64, pairing: &Pairing, names: &[String]) -> Vec<News> {
        let table = &*self.setup.table;
        let start = table.initial().map_or(Start::Startpos, |text| Start::Fen(text.into()));
        let mut news = vec![
            News::Game { id, rules: self.setup.rules() },
            News::Round { number: pairing.number, of: self.games },
        ];
        let players = (1..).zip(names);
        news.extend(players.map(|(seat, name)| News::Player { seat, name: name.clone() }));
        news.push(News::Position { start, moves: table.moves().to_vec() });
        let clocks = Clocks::new(names.len(), self.setup.terms.controls(names.len()));
        let now = Instant::now();
        news.extend(Player::all(names.len()).filter_map(|player| {
            Some(News::Clock { seat: player.0 + 1, left: clocks.left(player, now)? })
        }));
        news
    }

    fn watch(&self, feed: &Feed, names: &[String], sheet: &Sheet, event: &Event<'_>) {
        match event {
            Event::Moved { player, text } => {
                let ply = sheet.plies().last();
                let spent = ply.map_or(Duration::ZERO, |ply| ply.spent);
                let left = ply.and_then(|ply| ply.left);
                if let Some(left) = left {
                    feed.remember(News::Clock { seat: player.0 + 1, left });
                }
                let name = &names[player.index()];
                (self.tell)(&Notice::Moved { name, text, sheet });
                feed.tell(vec![News::Move { mv: (*text).into(), spent, left }]);
            }
            Event::Note { player, text } => {
                let (seat, text) = (player.0 + 1, manator_play::contender::Notes::shown(text));
                (self.tell)(&Notice::Says { name: &names[player.index()], text: &text });
                feed.tell(vec![News::Note { seat, text }]);
            }
            Event::Ignored { player, fault } => {
                let text = manator_play::contender::Notes::shown(&format!("ignored: {fault}"));
                (self.tell)(&Notice::Says { name: &names[player.index()], text: &text });
                feed.tell(vec![News::Note { seat: player.0 + 1, text }]);
            }
            Event::Over => {
                if let Some(verdict) = sheet.verdict() {
                    let result = result_text(Some(verdict.outcome.payoffs.as_slice()));
                    let reason = verdict.outcome.reason.0.to_string();
                    feed.tell(vec![News::Over { result, reason, text: verdict.words.clone() }]);
                }
            }
            Event::Begun | Event::Thought { .. } => {}
        }
    }

    /// Counts a game that is over, and tells everybody how they stand.
    fn count(&self, feed: &Feed, pairing: &Pairing, report: &Report) {
        let Some(verdict) = &report.verdict else { return };
        let mut standing = lock(&self.standing);
        for (player, who) in Player::all(pairing.seats.len()).zip(&pairing.seats) {
            standing[*who].count(verdict.outcome.payoffs[player]);
        }
        let news: Vec<News> = sorted(standing.clone())
            .into_iter()
            .map(|line| News::Standing {
                points: line.points(),
                played: line.played,
                name: line.name,
            })
            .collect();
        match self.setup.tourney {
            true => self.feeds.iter().for_each(|feed| feed.tell(news.clone())),
            false => {
                let is_here =
                    |name: &str| pairing.seats.iter().any(|who| self.participants[*who].0 == name);
                let own = news.into_iter();
                let own =
                    own.filter(|news| matches!(news, News::Standing { name, .. } if is_here(name)));
                feed.tell(own.collect());
            }
        }
    }

    /// Returns how everybody stands.
    pub(crate) fn table(&self) -> Vec<Standing> {
        sorted(lock(&self.standing).clone())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
