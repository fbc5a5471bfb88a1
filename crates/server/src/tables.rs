//! What displays, pages and whoever runs a server are told of its games, on the threads that play them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_core::record::result_text;
use manator_organise::{Format, Playing, Prepared, Watcher};
use manator_play::contender::Notes;
use manator_play::referee::Event;
use manator_play::{Report, Sheet, rules};
use manator_protocol::{News, Start};
use manator_state::game::Score;
use manator_tournament::notes::Note;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::standings::Tally;
use manator_tournament::schedule::{Pairing, seatings};
use manator_tournament::{Played, Results};

use crate::feed::Feed;
use crate::list::GameList;
use crate::live::{LiveGames, Opening};
use crate::lock;
use crate::notice::{Notice, Tell};

/// How many notes of an agent are passed on for one move: it may say far more than anybody wants to read.
const NOTES_MAX: usize = 100;

pub(crate) struct Tables {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) names: Vec<String>,
    pub(crate) rules: String,
    pub(crate) games: u32,
    pub(crate) feeds: Vec<Arc<Feed>>,
    pub(crate) live: Arc<LiveGames<usize>>,
    pub(crate) list: Arc<GameList>,
    pub(crate) tell: Tell,
    standing: Mutex<Live>,
    /// How many notes there were at each table since the last move.
    notes: Vec<AtomicUsize>,
    next_id: AtomicU64,
}

pub type Standings = Vec<(String, Tally)>;

impl Tables {
    /// Shows the games of a tournament, of which these are over.
    pub(crate) fn new(
        prepared: &Arc<Prepared>,
        results: Results,
        feeds: &[Arc<Feed>],
        (live, list): (&Arc<LiveGames<usize>>, &Arc<GameList>),
        tell: &Tell,
    ) -> Tables {
        let table = &prepared.table;
        let games = prepared.event.extent().ok().flatten().map_or(0, |extent| extent.games);
        Tables {
            prepared: prepared.clone(),
            names: prepared.names(),
            rules: rules(&**table),
            games: u32::try_from(games).unwrap_or(u32::MAX),
            feeds: feeds.to_vec(),
            live: live.clone(),
            list: list.clone(),
            tell: tell.clone(),
            standing: Mutex::new(Live::from(results)),
            notes: feeds.iter().map(|_| AtomicUsize::new(0)).collect(),
            next_id: AtomicU64::new(1),
        }
    }

    fn is_tournament(&self) -> bool {
        self.prepared.event.format != Format::Tables
    }

    /// Returns at which table a game is shown, from 0: neighbours stay at theirs, while the games of a tournament
    /// come to where it is free.
    fn table(&self, game: Playing<'_>) -> usize {
        match self.is_tournament() {
            true => game.thread,
            false => game.pairing.id.unit.number as usize - 1,
        }
    }

    fn number(&self, pairing: &Pairing) -> u32 {
        let (seats, entrants) = (self.prepared.seats(), self.names.len());
        let unit = pairing.id.unit;
        let (groups, per_unit) = match self.is_tournament() {
            true => {
                let per_unit = seatings(&pairing.seats).len();
                // The first may be any of the entrants, the next any but the first, and so on.
                let ordered: usize = (0..seats).map(|seat| entrants - seat).product();
                (ordered / per_unit, per_unit)
            }
            false => (entrants / seats, 1),
        };
        let before = (unit.round - 1) * groups as u32 + unit.number - 1;
        before * per_unit as u32 + pairing.id.seating
    }

    fn names(&self, pairing: &Pairing) -> Vec<String> {
        pairing.seats.iter().map(|who| self.names[who.0].clone()).collect()
    }

    pub(crate) fn standings(&self) -> Standings {
        let standing = lock(&self.standing);
        let lines = standing.standings().ranked().into_iter();
        lines.map(|(_, line)| (self.names[line.entrant.0].clone(), line.total)).collect()
    }

    /// Counts a game that is over, and tells everybody how they stand.
    fn count(&self, table: usize, pairing: &Pairing, report: &Report) {
        let Some(verdict) = &report.verdict else { return };
        let played = Played {
            id: pairing.id,
            seats: pairing.seats.clone(),
            payoffs: verdict.outcome.payoffs,
            reason: verdict.outcome.reason.0.into(),
        };
        // A game of the schedule belongs there.
        let _ = lock(&self.standing).add(played, Note::default());
        let news = |standings: Standings| -> Vec<News> {
            let one = |(name, total): (String, Tally)| News::Standing {
                points: points(&total, self.prepared.seats()),
                played: total.games() as u32,
                name,
            };
            standings.into_iter().map(one).collect()
        };
        let standings = self.standings();
        let score = |(name, total): &(String, Tally)| Score {
            name: name.clone(),
            played: total.games() as u32,
            points: points(total, self.prepared.seats()),
        };
        self.list.set_standing(standings.iter().map(score).collect());
        if self.is_tournament() {
            let news = news(standings);
            self.feeds.iter().for_each(|feed| feed.tell(news.clone()));
        } else {
            let names = self.names(pairing);
            let own = standings.into_iter().filter(|(name, _)| names.contains(name)).collect();
            self.feeds[table].tell(news(own));
        }
    }

    fn opening(&self, pairing: &Pairing, names: &[String], sheet: &Sheet) -> Vec<News> {
        let Sheet { table, clocks, .. } = sheet;
        let start = table.initial().map_or(Start::Startpos, |text| Start::Fen(text.into()));
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut news = vec![
            News::Game { id, rules: self.rules.clone() },
            News::Round { number: self.number(pairing), of: self.games },
        ];
        let players = (1..).zip(names);
        news.extend(players.map(|(seat, name)| News::Player { seat, name: name.clone() }));
        news.push(News::Position { start, moves: table.moves().to_vec() });
        let now = Instant::now();
        news.extend(Player::all(names.len()).filter_map(|player| {
            Some(News::Clock { seat: player.0 + 1, left: clocks.left(player, now)? })
        }));
        news
    }

    fn note(&self, table: usize, pairing: &Pairing, player: Player, text: &str) {
        let text = Notes::shown(text);
        let name = &self.names[pairing.seats[player.index()].0];
        (self.tell)(&Notice::Says { name, text: &text });
        self.feeds[table].tell(vec![News::Note { seat: player.0 + 1, text }]);
    }
}

/// Returns the points as tables of games with so many seats count them.
pub fn points(total: &Tally, seats: usize) -> f64 {
    total.value(seats)
}

impl Watcher for Tables {
    fn begins(&self, game: Playing<'_>) {
        let (table, pairing) = (self.table(game), game.pairing);
        let (number, names) = (self.number(pairing), self.names(pairing));
        self.notes[table].store(0, Ordering::Relaxed);
        let sheet = self.prepared.sheet(pairing);
        let opening = Opening {
            seats: pairing.seats.iter().map(|who| who.0).collect(),
            number: table as i64 + 1,
            round: Some((number, self.games)),
            table: sheet.table.copy(),
        };
        self.live.begin(table + 1, opening);
        self.feeds[table].tell(self.opening(pairing, &names, &sheet));
        let played = sheet.played();
        (self.tell)(&Notice::Begins { number, of: self.games, names: &names, played });
    }

    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        let (table, pairing) = (self.table(game), game.pairing);
        let (feed, notes) = (&self.feeds[table], &self.notes[table]);
        if matches!(event, Event::Note { .. }) && notes.fetch_add(1, Ordering::Relaxed) >= NOTES_MAX
        {
            return;
        }
        match event {
            Event::Moved { player, text } => {
                notes.store(0, Ordering::Relaxed);
                let ply = sheet.plies.last();
                let spent = ply.map_or(Duration::ZERO, |ply| ply.spent);
                let left = ply.and_then(|ply| ply.left);
                if let Some(left) = left {
                    feed.remember(News::Clock { seat: player.0 + 1, left });
                }
                let name = &self.names[pairing.seats[player.index()].0];
                (self.tell)(&Notice::Moved { name, text, sheet });
                feed.tell(vec![News::Move { mv: (*text).into(), spent, left }]);
            }
            Event::Note { player, text } => self.note(table, pairing, *player, text),
            Event::Ignored { player, fault } => {
                self.note(table, pairing, *player, &format!("ignored: {fault}"));
            }
            Event::Over => {
                if let Some(verdict) = &sheet.verdict {
                    let result = result_text(Some(verdict.outcome.payoffs.as_slice()));
                    let reason = verdict.outcome.reason.0.to_string();
                    feed.tell(vec![News::Over { result, reason, text: verdict.words.clone() }]);
                }
            }
            Event::Begun | Event::Thought { .. } => {}
        }
        self.live.follow(table + 1, sheet, event);
    }

    fn ended(&self, game: Playing<'_>, report: &Report) {
        let pairing = game.pairing;
        self.count(self.table(game), pairing, report);
        let (number, names) = (self.number(pairing), self.names(pairing));
        (self.tell)(&Notice::Ended { number, names: &names, report });
    }
}
