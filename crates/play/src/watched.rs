//! A game that is played elsewhere, as a server tells it.
//!
//! A server may tell anything. What cannot be becomes a sentence, and the moves after it are skipped until
//! the server sends the position, which resyncs the game: it does so whenever a display reconnects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use manator_core::record::read_result;
use manator_core::text::one_line;
use manator_core::{PerPlayer, Player, Table, WON};
use manator_protocol::{News, Start};

use crate::opening::{open_rules, rules};

pub const NOTES_MAX: usize = 100;
pub const STANDING_MAX: usize = 200;
/// The most characters of anything that a server says.
const TEXT_MAX: usize = 500;

#[derive(Debug, Default)]
pub struct Watched {
    game: Option<Game>,
    pub out_of_sync: Option<String>,
    pub standing: Vec<Standing>,
}

#[derive(Debug)]
struct Game {
    id: u64,
    table: Box<dyn Table>,
    round: Option<(u32, u32)>,
    names: PerPlayer<Option<String>>,
    clocks: PerPlayer<Option<Duration>>,
    /// Since when the clock of the player to move runs.
    since: Instant,
    spent: Vec<Option<Duration>>,
    notes: VecDeque<Note>,
    over: Option<Ending>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub player: Player,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Each player's points, as in records.
    pub result: String,
    pub winner: Option<Player>,
    /// Why, in one word.
    pub reason: String,
    /// Why, in a sentence.
    pub words: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub name: String,
    pub played: u32,
    pub points: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Nothing,
    Game,
    Round,
    Player(Player),
    Position,
    Clock(Player),
    Moved { player: Player, text: String, spent: Duration },
    Note,
    Over,
    Standing(Standing),
    Bye(String),
    Nonsense(String),
}

impl Watched {
    pub fn hear(&mut self, news: News, now: Instant) -> Told {
        let told = match news {
            News::Game { id, rules } => self.begin(id, &rules, now),
            News::Standing { name, played, points } => {
                Ok(self.stands(Standing { name: tamed(&name), played, points }))
            }
            News::Bye(text) => Ok(Told::Bye(tamed(&text))),
            News::Other(_) => Ok(Told::Nothing),
            about_game => match (&mut self.game, &self.out_of_sync) {
                (None, Some(_)) => Ok(Told::Nothing),
                (None, None) => Err(format!("no game has begun: '{}'", said(&about_game))),
                (Some(game), out_of_sync) => {
                    let told = game.hear(about_game, out_of_sync.is_some(), now);
                    if told == Ok(Told::Position) {
                        self.out_of_sync = None;
                    }
                    told
                }
            },
        };
        told.unwrap_or_else(|why| {
            self.out_of_sync = Some(why.clone());
            Told::Nonsense(why)
        })
    }

    fn begin(&mut self, id: u64, rules: &str, now: Instant) -> Result<Told, String> {
        self.game = None;
        self.out_of_sync = None;
        self.game = Some(Game::new(id, open_rules(rules)?, now));
        Ok(Told::Game)
    }

    fn stands(&mut self, line: Standing) -> Told {
        self.standing.retain(|other| other.name != line.name);
        self.standing.push(line.clone());
        self.standing.sort_by(|one, other| other.points.total_cmp(&one.points));
        self.standing.truncate(STANDING_MAX);
        Told::Standing(line)
    }

    /// Returns the game on its table; none before it begins, or when it is not known here.
    pub fn table(&self) -> Option<&dyn Table> {
        self.game.as_ref().map(|game| &*game.table)
    }

    pub fn id(&self) -> Option<u64> {
        self.game.as_ref().map(|game| game.id)
    }

    /// Returns which game of how many this is, in a tournament.
    pub fn round(&self) -> Option<(u32, u32)> {
        self.game.as_ref().and_then(|game| game.round)
    }

    pub fn name(&self, player: Player) -> Option<&str> {
        self.game.as_ref()?.names.as_slice().get(player.index())?.as_deref()
    }

    /// Returns what a player's clock shows, if time counts.
    pub fn left(&self, player: Player, now: Instant) -> Option<Duration> {
        let game = self.game.as_ref()?;
        let left = (*game.clocks.as_slice().get(player.index())?)?;
        let runs = self.to_move() == Some(player);
        let spent = if runs { now.saturating_duration_since(game.since) } else { Duration::ZERO };
        Some(left.saturating_sub(spent))
    }

    pub fn is_ticking(&self) -> bool {
        let game = self.game.as_ref();
        self.to_move().zip(game).is_some_and(|(player, game)| game.clocks[player].is_some())
    }

    /// Returns for whom the game waits; for nobody when it is over.
    pub fn to_move(&self) -> Option<Player> {
        let game = self.game.as_ref().filter(|game| game.over.is_none())?;
        game.table.outcome().is_none().then(|| game.table.to_move())
    }

    pub fn spent(&self) -> &[Option<Duration>] {
        self.game.as_ref().map_or(&[], |game| &game.spent)
    }

    pub fn notes(&self) -> impl DoubleEndedIterator<Item = &Note> {
        self.game.iter().flat_map(|game| &game.notes)
    }

    pub fn over(&self) -> Option<&Ending> {
        self.game.as_ref().and_then(|game| game.over.as_ref())
    }
}

impl Game {
    fn new(id: u64, table: Box<dyn Table>, now: Instant) -> Game {
        let players = table.card().players.len();
        Game {
            id,
            table,
            round: None,
            names: PerPlayer::from_fn(players, |_| None),
            clocks: PerPlayer::from_fn(players, |_| None),
            since: now,
            spent: Vec::new(),
            notes: VecDeque::new(),
            over: None,
        }
    }

    /// Takes in what is about this game. The moves of a game out of sync are skipped.
    fn hear(&mut self, news: News, is_out_of_sync: bool, now: Instant) -> Result<Told, String> {
        match news {
            News::Round { number, of } => {
                self.round = Some((number, of));
                Ok(Told::Round)
            }
            News::Player { seat, name } => {
                let player = self.player(seat)?;
                self.names[player] = Some(tamed(&name));
                Ok(Told::Player(player))
            }
            News::Position { start, moves } => self.stand(&start, &moves, now),
            News::Clock { seat, left } => {
                let player = self.player(seat)?;
                self.clocks[player] = Some(left);
                if player == self.table.to_move() {
                    self.since = now;
                }
                Ok(Told::Clock(player))
            }
            News::Move { .. } if is_out_of_sync => Ok(Told::Nothing),
            News::Move { mv, spent, left } => self.moved(&mv, spent, left, now),
            News::Note { seat, text } => {
                let player = self.player(seat)?;
                self.notes.push_back(Note { player, text: tamed(&text) });
                if self.notes.len() > NOTES_MAX {
                    self.notes.pop_front();
                }
                Ok(Told::Note)
            }
            News::Over { result, reason, text } => {
                self.stop(now);
                let payoffs = read_result(&result).flatten();
                let winner = payoffs.filter(|all| all.len() == self.names.players());
                let winner = winner.and_then(|all| all.iter().position(|got| *got == WON));
                let winner = winner.and_then(|seat| u8::try_from(seat).ok()).map(Player);
                let (result, reason, words) = (tamed(&result), tamed(&reason), tamed(&text));
                self.over = Some(Ending { result, winner, reason, words });
                Ok(Told::Over)
            }
            _ => Ok(Told::Nothing),
        }
    }

    fn player(&self, seat: u8) -> Result<Player, String> {
        let player = seat.checked_sub(1).map(Player);
        player
            .filter(|player| player.index() < self.names.players())
            .ok_or_else(|| format!("{} has no seat {seat}", self.table.card().title))
    }

    /// Sets up the position the server tells; nothing changes when it cannot be.
    fn stand(&mut self, start: &Start, moves: &[String], now: Instant) -> Result<Told, String> {
        let mut table = self.table.copy();
        while table.undo() {}
        match start {
            // It may have been set up elsewhere before: only a new table stands at the start.
            Start::Startpos if table.initial().is_some() => {
                table = open_rules(&rules(&*table))?;
            }
            Start::Startpos => {}
            Start::Fen(text) => {
                table.set_position(text).map_err(|error| format!("position: {error}"))?;
            }
        }
        for (number, mv) in (1..).zip(moves) {
            table.play(mv).map_err(|illegal| format!("move {number}: {illegal}"))?;
        }
        // The times of moves that were seen being made stay known.
        let known = self.table.moves().iter().zip(table.moves());
        let known = known.take_while(|(one, other)| one == other).count();
        self.spent.truncate(known);
        self.spent.resize(table.moves().len(), None);
        self.table = table;
        self.over = None;
        self.since = now;
        Ok(Told::Position)
    }

    fn moved(
        &mut self,
        text: &str,
        spent: Duration,
        left: Option<Duration>,
        now: Instant,
    ) -> Result<Told, String> {
        let number = self.table.moves().len() + 1;
        if self.over.is_some() {
            return Err(format!("move {number}: the game is over, but somebody moves"));
        }
        let player = self.table.to_move();
        let before = self.since;
        let played = self.table.play(text);
        let text = played.map_err(|illegal| format!("move {number}: {illegal}"))?;
        let shown = self.clocks[player]
            .map(|clock| clock.saturating_sub(now.saturating_duration_since(before)));
        self.clocks[player] = left.or(shown);
        self.since = now;
        self.spent.push(Some(spent));
        Ok(Told::Moved { player, text, spent })
    }

    fn stop(&mut self, now: Instant) {
        let player = self.table.to_move();
        if self.over.is_none() && self.table.outcome().is_none() {
            let ran = now.saturating_duration_since(self.since);
            self.clocks[player] = self.clocks[player].map(|clock| clock.saturating_sub(ran));
        }
        self.since = now;
    }
}

fn said(news: &News) -> String {
    let line = news.to_string();
    let word = line.split(' ').next().unwrap_or_default();
    tamed(word)
}

/// Returns a text of bounded length without what would upset a terminal.
pub(crate) fn tamed(text: &str) -> String {
    one_line(text, TEXT_MAX - 1)
}
