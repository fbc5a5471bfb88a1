//! Everything that a report shows, computed before the page sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_tournament::rating;
use manator_tournament::rating::standings::Standings as Counted;
use manator_tournament::{GameId, Played};
use serde::Serialize;
use serde_json::Value;

use super::course::Course;
use super::tables::{Basis, Reason, Tables};
use super::{GameRow, Tournament};
use manator_state::board;

/// The entrants whose scores are followed; more lines cannot be told apart.
const COURSE_MAX: usize = 8;

/// What the page is given.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    title: &'a str,
    generated: &'a str,
    options: Vec<(&'static str, &'a str)>,
    board: Value,
    #[serde(flatten)]
    tables: Tables,
    course: Course,
    set_aside: Vec<(String, &'a str)>,
    /// The heads of the films, each kept once.
    heads: Vec<&'a str>,
    /// How games ended, in words, each kept once.
    words: Vec<&'a str>,
    games: Vec<Game<'a>>,
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
        let ratings = (results.games().len() > 0).then(|| rating::rate(results));
        let counted = Counted::of(results);
        let basis = Basis {
            table: *table,
            names,
            results,
            counted: &counted,
            ratings: ratings.as_ref(),
            order: tournament.order,
            rounds: tournament.rounds,
        };
        let order = basis.entrants();
        let tables = Tables::of(basis);
        let list = List::of(tournament, tables.reasons());
        Data {
            title: &tournament.title,
            generated: &tournament.generated,
            options: table.settings().pairs().collect(),
            board: board::json(*table),
            tables,
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
        self.tables.sentence()
    }
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
            reasons.iter().enumerate().map(|(at, reason)| (reason.name.as_str(), at)).collect();
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
