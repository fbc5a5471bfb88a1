//! Everything that a report shows, computed before the page sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, HashMap};

use manator_tournament::rating::table::{Table as Counted, Tally};
use manator_tournament::rating::{Interval, Ratings, bradley_terry, plackett_luce, sentence};
use manator_tournament::{Entrant, GameId, Played, Results};
use serde::Serialize;
use serde_json::Value;

use super::course::Course;
use super::{GameRow, Tournament};
use crate::board;

/// The entrants of the crosstable; a larger one fits on no screen.
const CROSS_MAX: usize = 64;

/// The entrants whose scores are followed; more lines cannot be told apart.
const COURSE_MAX: usize = 8;

/// Won, tied, lost.
type Counts = [u64; 3];

/// What the page is given.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    title: &'a str,
    sentence: String,
    generated: &'a str,
    /// How the ratings were computed, where there are any.
    method: Option<String>,
    options: Vec<(&'static str, &'a str)>,
    board: Value,
    names: Vec<String>,
    standings: Vec<Standing>,
    cross: Cross,
    seats: Vec<Seat>,
    reasons: Vec<Reason<'a>>,
    course: Course,
    set_aside: Vec<(String, &'a str)>,
    /// The heads of the films, each kept once.
    heads: Vec<&'a str>,
    /// How games ended, in words, each kept once.
    words: Vec<&'a str>,
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct Standing {
    entrant: usize,
    rank: usize,
    points: String,
    counts: Counts,
    rating: Option<f64>,
    error: Option<f64>,
    /// Whether only the prior keeps the rating finite.
    held: bool,
    /// Entrants of different groups cannot be compared.
    group: usize,
}

#[derive(Serialize)]
struct Cross {
    order: Vec<usize>,
    /// A row for each of them, with their games against each of them.
    cells: Vec<Vec<Counts>>,
}

#[derive(Serialize)]
struct Seat {
    counts: Counts,
    elo: Option<f64>,
    error: Option<f64>,
}

#[derive(Serialize)]
struct Reason<'a> {
    name: &'a str,
    meaning: &'static str,
    games: u64,
}

/// A game as a list, which is half as long as an object:
/// id, entrants by seat, payoffs by seat, reason, words, plies, finished, head of the film, its plies, moves.
#[derive(Serialize)]
struct Game<'a>(
    String,
    Vec<usize>,
    &'a [i8],
    usize,
    Option<usize>,
    usize,
    Option<&'a str>,
    Option<usize>,
    &'a str,
    &'a str,
);

impl<'a> Data<'a> {
    pub(super) fn of(tournament: &'a Tournament<'_>) -> Data<'a> {
        let Tournament { results, names, table, .. } = tournament;
        let rated = match results.seats() {
            2 => bradley_terry::rate(results),
            _ => plackett_luce::rate(results),
        };
        let ratings = rated.ok().filter(|_| results.games().len() > 0);
        let counted = Counted::of(results);
        let standings = counted.standings();
        let order: Vec<Entrant> = standings.iter().map(|(_, line)| line.entrant).collect();
        let reasons = reasons(tournament);
        let list = List::of(tournament, &reasons);
        Data {
            title: &tournament.title,
            sentence: in_one_sentence(names, results),
            generated: &tournament.generated,
            method: ratings.as_ref().map(Ratings::in_words),
            options: table.settings().pairs().collect(),
            board: board::json(*table),
            names: (0..results.entrants()).map(|at| name(names, at)).collect(),
            standings: standings
                .iter()
                .map(|(rank, line)| {
                    Standing::of(*rank, line.entrant, &line.total, ratings.as_ref())
                })
                .collect(),
            cross: Cross::of(&counted, &order[..order.len().min(CROSS_MAX)]),
            seats: seats(&counted, ratings.as_ref()),
            reasons,
            course: Course::of(results, &order[..order.len().min(COURSE_MAX)]),
            set_aside: tournament
                .set_aside
                .iter()
                .map(|game| (game.id.to_string(), game.why.as_str()))
                .collect(),
            heads: list.heads.texts,
            words: list.words.texts,
            games: list.games,
        }
    }

    pub(super) fn sentence(&self) -> &str {
        &self.sentence
    }
}

fn in_one_sentence(names: &[String], results: &Results) -> String {
    match results.entrants() {
        2 => sentence::of_match(names, results, Entrant(0), Entrant(1)),
        _ => sentence::of_tournament(names, results),
    }
}

/// Returns the name of an entrant, or its number where it has none.
fn name(names: &[String], at: usize) -> String {
    names.get(at).cloned().unwrap_or_else(|| format!("entrant {}", at + 1))
}

fn counts(tally: &Tally) -> Counts {
    [tally.won, tally.tied, tally.lost]
}

/// Returns a rating with one decimal, which is finer than any error bar.
fn rounded(elo: f64) -> Option<f64> {
    elo.is_finite().then(|| (elo * 10.0).round() / 10.0)
}

impl Standing {
    fn of(rank: usize, entrant: Entrant, total: &Tally, ratings: Option<&Ratings>) -> Standing {
        let rating = ratings.and_then(|ratings| ratings.by_entrant().get(entrant.0));
        let rating = rating.filter(|rating| rating.games > 0);
        Standing {
            entrant: entrant.0,
            rank,
            points: total.points(),
            counts: counts(total),
            rating: rating.and_then(|rating| rounded(rating.strength.elo)),
            error: rating.and_then(|rating| rounded(rating.strength.error)),
            held: rating.is_some_and(|rating| rating.held_by_prior),
            group: rating.map_or(0, |rating| rating.group),
        }
    }
}

impl Cross {
    fn of(counted: &Counted, order: &[Entrant]) -> Cross {
        let row = |one: &Entrant| {
            let against = &counted.lines[one.0].against;
            order.iter().map(|other| counts(&against[other.0])).collect()
        };
        Cross {
            order: order.iter().map(|entrant| entrant.0).collect(),
            cells: order.iter().map(row).collect(),
        }
    }
}

fn seats(counted: &Counted, ratings: Option<&Ratings>) -> Vec<Seat> {
    let advantages: Vec<Interval> = ratings.map(Ratings::seat_advantages).unwrap_or_default();
    let seats = counted.by_seat.iter().enumerate();
    let seat = |(seat, tally): (usize, &Tally)| {
        let advantage = advantages.get(seat);
        Seat {
            counts: counts(tally),
            elo: advantage.and_then(|advantage| rounded(advantage.elo)),
            error: advantage.and_then(|advantage| rounded(advantage.error)),
        }
    };
    seats.map(seat).collect()
}

/// Returns the reasons that occurred, the most frequent first, with their meanings.
fn reasons<'a>(tournament: &'a Tournament<'_>) -> Vec<Reason<'a>> {
    let mut games: BTreeMap<&str, u64> = BTreeMap::new();
    for game in tournament.results.games() {
        *games.entry(&game.reason).or_default() += 1;
    }
    let known = tournament.table.card().reasons;
    let meaning = |name: &str| {
        let found = known.iter().find(|(reason, _)| reason.0 == name);
        found.map_or("", |(_, meaning)| meaning)
    };
    let reason = |(name, games)| Reason { name, meaning: meaning(name), games };
    let mut reasons: Vec<Reason> = games.into_iter().map(reason).collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.games));
    reasons
}

/// Texts that are kept once, however often they occur.
#[derive(Default)]
struct Pool<'a> {
    texts: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Pool<'a> {
    fn place(&mut self, text: &'a str) -> usize {
        *self.places.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }
}

/// The games, and the texts that many of them share.
#[derive(Default)]
struct List<'a> {
    heads: Pool<'a>,
    words: Pool<'a>,
    games: Vec<Game<'a>>,
}

impl<'a> List<'a> {
    fn of(tournament: &'a Tournament<'_>, reasons: &[Reason]) -> List<'a> {
        let rows: HashMap<GameId, &GameRow> =
            tournament.games.iter().map(|row| (row.id, row)).collect();
        let reasons: HashMap<&str, usize> =
            reasons.iter().enumerate().map(|(at, reason)| (reason.name, at)).collect();
        let mut list = List::default();
        for played in tournament.results.games() {
            let reason = reasons.get(played.reason.as_str()).copied().unwrap_or_default();
            list.add(played, reason, rows.get(&played.id).copied());
        }
        list
    }

    fn add(&mut self, played: &'a Played, reason: usize, row: Option<&'a GameRow>) {
        let film = row.and_then(|row| {
            // Behind the second bar the plies begin; there is none in them.
            let bar = row.film.rfind('|')?;
            Some(row.film.split_at(bar + 1))
        });
        let game = Game(
            played.id.to_string(),
            played.seats.iter().map(|entrant| entrant.0).collect(),
            played.payoffs.as_slice(),
            reason,
            row.map(|row| self.words.place(&row.words)),
            row.map_or(0, |row| row.plies),
            row.and_then(|row| row.finished.as_deref()),
            film.map(|(head, _)| self.heads.place(head)),
            film.map_or("", |(_, plies)| plies),
            row.map_or("", |row| &row.moves),
        );
        self.games.push(game);
    }
}
