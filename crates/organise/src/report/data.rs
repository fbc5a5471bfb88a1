//! Everything that a report shows, computed before the page sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_state::board::Board;
use manator_state::report::{ReportData, ReportGame, ScoreCurve, ScoreHistory};
use manator_state::tournament::{Basis, Reason, Tables};
use manator_tournament::rating::standings::{Standings as Counted, Tally};
use manator_tournament::{Entrant, GameId, Played, Results, rating};

use super::{GameRow, Tournament};

/// The entrants whose scores are followed; more lines cannot be told apart.
const CURVES_MAX: usize = 8;

pub(super) fn report<'a>(tournament: &'a Tournament<'_>) -> ReportData<'a> {
    let Tournament { results, names, table, .. } = tournament;
    let ratings = (results.games().len() > 0).then(|| rating::rate(tournament.counted));
    let counted = Counted::of(tournament.counted);
    let basis = Basis {
        table: *table,
        names,
        results,
        counted: &counted,
        ratings: ratings.as_ref(),
        order: tournament.order,
        champion: tournament.champion.clone(),
        rounds: tournament.rounds,
    };
    let order = basis.entrants();
    let tables = Tables::of(&basis);
    let list = List::of(tournament, &tables.reasons);
    let aside = tournament.set_aside.iter();
    ReportData {
        title: &tournament.title,
        generated: &tournament.generated,
        options: table.settings().pairs().collect(),
        board: Board::of(*table),
        tables,
        course: history(results, &order[..order.len().min(CURVES_MAX)]),
        set_aside: aside.map(|game| (game.id.to_string(), game.why.as_str())).collect(),
        heads: list.heads.texts,
        words: list.words.texts,
        games: list.games,
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
    games: Vec<ReportGame<'a>>,
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
        let game = ReportGame(
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
            row.map_or("", |row| &row.thoughts),
        );
        self.games.push(game);
    }
}

/// The moments at which scores are looked at; more cannot be told apart on a screen.
const MOMENTS_MAX: usize = 80;

/// Follows some entrants through the games in the order of their ids.
fn history(results: &Results, entrants: &[Entrant]) -> ScoreHistory {
    let games = results.games().len();
    let step = games.div_ceil(MOMENTS_MAX).max(1);
    let mut at = Vec::new();
    let mut tallies = vec![Tally::default(); results.entrants()];
    let mut shares = vec![Vec::new(); entrants.len()];
    for (number, game) in results.games().enumerate() {
        game.shares().for_each(|(entrant, payoff)| tallies[entrant.0].count(payoff));
        let played = number + 1;
        if played % step == 0 || played == games {
            at.push(played);
            for (share, entrant) in shares.iter_mut().zip(entrants) {
                share.push(part(&tallies[entrant.0]));
            }
        }
    }
    let lines = entrants.iter().zip(shares);
    let lines = lines.map(|(entrant, share)| ScoreCurve { entrant: entrant.0, share });
    ScoreHistory { at, lines: lines.collect() }
}

fn part(tally: &Tally) -> Option<f64> {
    let possible = 2 * tally.games();
    let part = tally.half_points() as f64 / possible as f64;
    (possible > 0).then(|| (part * 1000.0).round() / 1000.0)
}
