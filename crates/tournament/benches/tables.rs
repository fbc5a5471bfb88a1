//! Measures what it costs to say how a tournament stands.
//!
//! `cargo bench -p manator-tournament --bench tables` prints, for tournaments of 10,000 games, the milliseconds
//! of each part; then what a game costs that is added to a tournament of a million.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use manator_core::random::SplitMix;
use manator_core::{LOST, PerPlayer, TIED, WON};
use manator_tournament::rating::elo::Counts;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::prefix::{Prefix, Trial};
use manator_tournament::rating::sprt::{Model, Sprt};
use manator_tournament::rating::standings::Standings;
use manator_tournament::rating::summary::Summary;
use manator_tournament::rating::{rate, residual, sentence};
use manator_tournament::schedule::{Format, Pairing, Plan};
use manator_tournament::{Entrant, Note, Played, Results, grades};

const GAMES: usize = 10_000;
const MANY_GAMES: usize = 1_000_000;
const WORKERS: u64 = 8;
/// Each part is repeated until it took so long.
const LONG_ENOUGH: Duration = Duration::from_millis(200);

fn main() {
    println!("{GAMES} games, milliseconds");
    println!(
        "seats entrants   standings  counts    rate  sentence  summary  grades |   sum | workers"
    );
    for (seats, entrants) in [(2, 2), (2, 8), (2, 64), (3, 3), (3, 8), (3, 64)] {
        let results = results(entrants, seats, GAMES);
        let names: Vec<String> = (0..entrants).map(|at| format!("player {at}")).collect();
        let (standings, ratings) = (Standings::of(&results), rate(&results));
        let page = Summary {
            names: &names,
            standings: &standings,
            ratings: &ratings,
            order: None,
            columns: 120,
        };
        let parts = [
            time(|| Standings::of(&results)),
            time(|| Counts::of(&results, Entrant(0), Entrant(1))),
            time(|| rate(&results)),
            time(|| sentence::of_standings(&names, &standings, &ratings, None)),
            time(|| page.in_words()),
            time(|| {
                (
                    grades::entrants(&names, &standings, &ratings, None),
                    grades::games(&names, &results),
                )
            }),
        ];
        let sum: f64 = parts.iter().sum();
        let workers = time(|| residual::by_worker(&results, &ratings));
        print!("{seats:>5} {entrants:>8}");
        parts.iter().for_each(|part| print!("{part:>8.2}"));
        println!(" | {sum:>6.1} | {workers:.1}");
    }
    live();
}

/// Adds a million games one by one.
fn live() {
    let schedule = schedule(2, 2, MANY_GAMES);
    let mut random = SplitMix::new(2);
    let games: Vec<Played> = schedule.iter().map(|game| play(game, &mut random)).collect();
    let begin = busy();
    let mut live = Live::from(Results::new(2, 2).expect("two seats"));
    for game in &games {
        live.add(game.clone(), Note::default()).expect("a new game");
    }
    let added = busy() - begin;
    let rating = time(|| live.rate());
    let sprt = Sprt::new(Model::Normalised, -1.0, 1.0).expect("a test");
    let begin = busy();
    let mut trial = Trial::new(sprt, Prefix::new(&schedule, Entrant(0), Entrant(1)));
    for game in games.iter().rev().take(games.len() / 2).chain(&games[..games.len() / 2]) {
        black_box(trial.add(game));
    }
    let tried = busy() - begin;
    let each = |time: Duration| time.as_secs_f64() * 1e6 / games.len() as f64;
    println!("{} games: {:.2} µs each to add, {rating:.2} ms to rate", games.len(), each(added));
    println!("sequential test: {:.2} µs for each game, {}", each(tried), trial.verdict());
}

/// Returns the milliseconds that something takes, on average.
fn time<T>(what: impl Fn() -> T) -> f64 {
    let begin = busy();
    let mut runs = 0.0;
    while runs == 0.0 || busy() - begin < LONG_ENOUGH {
        black_box(what());
        runs += 1.0;
    }
    (busy() - begin).as_secs_f64() * 1e3 / runs
}

/// Returns how long this program has been computing, so that others on the machine do not matter; elsewhere
/// than on Linux, how long it has been there.
fn busy() -> Duration {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let begin = *BEGIN.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Returns the first games of a round robin that is long enough.
fn schedule(entrants: usize, seats: usize, games: usize) -> Vec<Pairing> {
    let plan =
        |fold| Plan { entrants, seats, format: Format::RoundRobin, fold, openings: 8, seed: 1 };
    let groups = plan(1).pairings().expect("a plan").len();
    let mut pairings = plan(games.div_ceil(groups) as u32).pairings().expect("a plan");
    pairings.truncate(games);
    pairings
}

fn play(game: &Pairing, random: &mut SplitMix) -> Played {
    let payoffs = match game.seats.len() {
        2 => [&[WON, LOST][..], &[LOST, WON], &[TIED, TIED]][random.below(3) as usize],
        _ => [&[WON, TIED, LOST][..], &[LOST, WON, LOST], &[TIED; 3], &[TIED, LOST, WON]]
            [random.below(4) as usize],
    };
    let reason = ["time", "default", "court-empty", "no-legal-move"][random.below(4) as usize];
    Played {
        id: game.id,
        seats: game.seats.clone(),
        payoffs: PerPlayer::from_fn(payoffs.len(), |player| payoffs[player.index()]),
        reason: reason.to_string(),
    }
}

fn results(entrants: usize, seats: usize, games: usize) -> Results {
    let mut random = SplitMix::new(1);
    let mut results = Results::new(entrants, seats).expect("seats");
    for game in schedule(entrants, seats, games) {
        let worker = format!("worker {}", random.below(WORKERS));
        let note = Note { worker, ..Note::default() };
        results.add_noted(play(&game, &mut random), note).expect("a new game");
    }
    results
}
