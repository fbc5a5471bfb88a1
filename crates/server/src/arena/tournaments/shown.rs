//! A tournament as pages see it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use manator_organise::store::{Kept, Number, Row};
use manator_organise::{Event, Extent, Format, Openings, Prepared, Store, kept};
use manator_state::board::Board;
use manator_state::game::RunningGame;
use manator_state::tournament::{
    Basis, RatingCurve, RatingHistory, SprtState, Stage, Tables, TournamentFacts, TournamentState,
};
use manator_tournament::rating::Ratings;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::prefix::{Test, Trial};
use manator_tournament::rating::sprt::Verdict;
use manator_tournament::{Entrant, Results};

/// The entrants whose ratings are followed; more lines cannot be told apart.
const LINES_MAX: usize = 8;

pub(super) struct Shown<'a> {
    pub(super) kept: &'a Kept,
    pub(super) prepared: &'a Prepared,
    pub(super) stage: Stage,
    pub(super) standing: &'a Live,
    pub(super) ratings: &'a Ratings,
    pub(super) order: Option<&'a [Entrant]>,
    pub(super) extent: Option<Extent>,
    pub(super) trial: Option<&'a Trial>,
    pub(super) history: &'a History,
    pub(super) pace: Option<f64>,
    pub(super) boards: Vec<RunningGame>,
    pub(super) notes: Vec<String>,
}

impl Shown<'_> {
    pub(super) fn state(self) -> TournamentState {
        let Shown { kept, prepared, standing, ratings, order, .. } = self;
        let results = standing.results();
        let names = prepared.names();
        // A result that does not belong there is listed among the games all the same.
        let rounds = prepared.rounds(results).ok().flatten();
        // Play-offs after the table are games of their own.
        let table = (prepared.event.format == Format::Course)
            .then(|| Live::from(prepared.counted(results)));
        let table_ratings = table.as_ref().map(Live::rate);
        let basis = Basis {
            table: &*prepared.table,
            names: &names,
            results,
            counted: table.as_ref().unwrap_or(standing).standings(),
            ratings: (results.games().len() > 0)
                .then_some(table_ratings.as_ref().unwrap_or(ratings)),
            order,
            rounds: rounds.as_ref(),
            champion: prepared.champion(results),
        };
        let lines = basis.entrants();
        TournamentState {
            tables: Tables::of(&basis),
            number: kept.number.0,
            stage: self.stage,
            ended: kept.ended.clone(),
            played: results.games().len(),
            planned: self.extent.map(|extent| extent.games),
            exact: self.extent.is_some_and(|extent| extent.is_exact),
            pace: self.pace,
            history: self.history.curves(&lines[..lines.len().min(LINES_MAX)]),
            sprt: self.trial.and_then(sprt),
            running: self.boards,
            notes: self.notes,
        }
    }
}

fn sprt(trial: &Trial) -> Option<SprtState> {
    let (Test::Sprt(test), counts) = (trial.test(), trial.counts()) else { return None };
    let (lower, upper) = test.bounds();
    let ratio = test.log_likelihood_ratio(&counts);
    Some(SprtState {
        words: test.in_words(&counts),
        ratio: ratio.is_finite().then_some(ratio),
        lower,
        upper,
        verdict: trial.verdict().to_string(),
        decided: trial.verdict() != Verdict::Open,
    })
}

pub(super) fn extent(event: &Event) -> Option<Extent> {
    event.extent().ok().flatten()
}

/// Describes a tournament that is not played here, as the store knows it.
pub(super) fn at_rest(
    path: &Path,
    number: Number,
    stage: Stage,
) -> Result<(Kept, TournamentState), String> {
    let store = Store::open(path).map_err(|error| error.to_string())?;
    let (kept, event) = store.tournament(number).map_err(|error| error.to_string())?;
    let prepared = Prepared::with_guests(event).map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    store.outlines(number, |row| rows.push(row)).map_err(|error| error.to_string())?;
    let mut results = prepared.results();
    for row in &rows {
        results.add_noted(row.played(), row.note()).map_err(|error| error.to_string())?;
    }
    let order = store.order(number).map_err(|error| error.to_string())?;
    let aside = store.set_asides(number).map_err(|error| error.to_string())?;
    let aside = aside.iter().map(|game| format!("game {} is set aside: {}", game.id, game.why));
    let trial = prepared.planned().ok().and_then(|all| prepared.trial(&all, &results));
    let standing = Live::from(results);
    let ratings = standing.rate();
    let stage = if kept.ended.is_some() { Stage::Over } else { stage };
    let shown = Shown {
        kept: &kept,
        prepared: &prepared,
        stage,
        standing: &standing,
        ratings: &ratings,
        order: (!order.is_empty() && !prepared.is_planned()).then_some(&order),
        extent: extent(&prepared.event),
        trial: trial.as_ref(),
        history: &History::of(rows, prepared.results()),
        pace: None,
        boards: Vec::new(),
        notes: aside.collect(),
    };
    let state = shown.state();
    Ok((kept, state))
}

pub(super) fn facts(
    kept: &Kept,
    prepared: &Prepared,
    concurrency: Option<usize>,
) -> TournamentFacts {
    let Prepared { event, table, .. } = prepared;
    let opening = match &event.openings {
        Openings::Random(plies) => format!("{plies} random moves"),
        Openings::Balanced(plies) => format!("{plies} random moves, balanced"),
        Openings::Listed(lines) => format!("{} given ones", lines.len()),
    };
    let mut terms: Vec<(&str, String)> = vec![("clock", event.time.clone()), ("opening", opening)];
    terms.extend(event.steps.map(|steps| ("moves each at most", steps.to_string())));
    terms.extend(event.depth.map(|depth| ("depth at most", depth.to_string())));
    terms.extend(event.nodes.map(|nodes| ("nodes at most", nodes.to_string())));
    terms.push(("seed", event.seed.to_string()));
    terms.extend(concurrency.map(|count| ("games at a time", count.to_string())));
    TournamentFacts {
        number: kept.number.0,
        title: kept::title(kept),
        game: kept.game.clone(),
        options: table.settings().to_string(),
        format: event.format,
        began: kept.began.clone(),
        names: prepared.names(),
        agents: prepared.specs(),
        terms,
        board: Board::of(&**table),
    }
}

/// How many moments are kept; then every second one goes.
const MOMENTS_MAX: usize = 120;
/// How many moments of games long over are looked at: each costs a rating.
const LOOKS: usize = 40;

#[derive(Default)]
pub(super) struct History {
    at: Vec<usize>,
    /// For each moment, everybody's rating in tenths of an Elo; nothing before its first game.
    ratings: Vec<Vec<Option<i32>>>,
}

impl History {
    /// Goes through games that are over, in the order of play.
    pub(super) fn of(mut rows: Vec<Row>, empty: Results) -> History {
        let mut history = History::default();
        rows.sort_by(|one, other| (&one.began, one.id).cmp(&(&other.began, other.id)));
        let step = rows.len().div_ceil(LOOKS).max(1);
        let mut live = Live::from(empty);
        for (number, row) in (1..).zip(&rows) {
            // A game that does not belong there is found elsewhere.
            let _ = live.add(row.played(), row.note());
            if number % step == 0 || number == rows.len() {
                history.add(number, &live.rate());
            }
        }
        history
    }

    pub(super) fn add(&mut self, games: usize, ratings: &Ratings) {
        if games == 0 || self.at.last() == Some(&games) {
            return;
        }
        let tenths = |elo: f64| elo.is_finite().then_some((elo * 10.0).round() as i32);
        let everybody = ratings.by_entrant().iter();
        let one = |rating: &manator_tournament::rating::Rating| {
            if rating.games > 0 { tenths(rating.strength.elo) } else { None }
        };
        self.at.push(games);
        self.ratings.push(everybody.map(one).collect());
        if self.at.len() > MOMENTS_MAX {
            self.at = self.at.drain(..).skip(1).step_by(2).collect();
            self.ratings = self.ratings.drain(..).skip(1).step_by(2).collect();
        }
    }

    pub(super) fn curves(&self, entrants: &[Entrant]) -> RatingHistory {
        let curve = |entrant: &Entrant| {
            let elo = self.ratings.iter().map(|moment| {
                moment.get(entrant.0).copied().flatten().map(|tenths| f64::from(tenths) / 10.0)
            });
            RatingCurve { entrant: entrant.0, elo: elo.collect() }
        };
        RatingHistory { at: self.at.clone(), lines: entrants.iter().map(curve).collect() }
    }
}
