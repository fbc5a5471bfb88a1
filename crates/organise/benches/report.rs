//! How long films and reports take: `cargo bench -p manator-organise --bench report`.
//!
//! With the name of a file behind `--`, the report of 10,000 games is also written there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::random::SplitMix;
use manator_core::{Entry, Film, PerPlayer, Settings};
use manator_games::catalog::GAMES;
use manator_organise::report::{GameRow, Tournament};
use manator_tournament::{Entrant, GameId, Played, Results, UnitId};
use rustix::time::{ClockId, clock_gettime};

const GAMES_PLAYED: u32 = 10_000;
const PLIES: usize = 60;
const ENTRANTS: usize = 20;

fn main() {
    for entry in GAMES {
        films(*entry);
    }
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    report(GAMES[0], file.as_deref());
}

/// Returns random moves of one game.
fn moves(entry: &dyn Entry, seed: u64) -> Vec<String> {
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    let mut random = SplitMix::new(seed);
    while table.moves().len() < PLIES {
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a listed move");
    }
    table.moves().to_vec()
}

/// Plays moves, and films them if asked to.
fn play(entry: &dyn Entry, moves: &[String], mut film: Option<&mut Film>) {
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    for mv in moves {
        table.play(mv).expect("a legal move");
        if let Some(film) = &mut film {
            film.add(&*table);
        }
    }
}

/// Returns a film of the first position.
fn begun(entry: &dyn Entry) -> Film {
    let table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    Film::new(&*table)
}

/// Returns the processor time that this thread has used: others work on the machine, too.
fn used() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Measures what filming adds to playing, and writing.
fn films(entry: &dyn Entry) {
    let (mut plies, mut bytes) = (0, 0);
    let [mut plain, mut filmed, mut written] = [Duration::ZERO; 3];
    for seed in 0..400 {
        let moves = moves(entry, seed);
        let mut film = begun(entry);
        let start = used();
        play(entry, &moves, None);
        plain += used() - start;
        let start = used();
        play(entry, &moves, Some(&mut film));
        filmed += used() - start;
        let start = used();
        bytes += film.to_string().len();
        written += used() - start;
        plies += film.plies();
    }
    let per_ply = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(plies as u32);
    println!(
        "film {:12} {:.2} µs a ply to take, {:.2} to write, {:.1} bytes a ply with its head",
        entry.card().name,
        per_ply(filmed.saturating_sub(plain)),
        per_ply(written),
        bytes as f64 / f64::from(plies as u32)
    );
}

fn report(entry: &dyn Entry, file: Option<&str>) {
    let table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    let names: Vec<String> = (1..=ENTRANTS).map(|number| format!("entrant {number}")).collect();
    let mut results = Results::new(ENTRANTS, 2).expect("few entrants");
    let mut random = SplitMix::new(1);
    let mut games = Vec::new();
    for number in 0..GAMES_PLAYED {
        let id =
            GameId { unit: UnitId { round: 1, number: number / 2 + 1 }, seating: number % 2 + 1 };
        let one = random.below(ENTRANTS as u64) as usize;
        let other = (one + 1 + random.below(ENTRANTS as u64 - 1) as usize) % ENTRANTS;
        let payoff = (one < other) as i8 * 2 - 1;
        let payoff = if random.below(4) == 0 { -payoff } else { payoff };
        let payoffs = PerPlayer::from_fn(2, |player| if player.0 == 0 { payoff } else { -payoff });
        let reason =
            ["princess-captured", "chief-captured", "time"][random.below(3) as usize].into();
        let played = Played { id, seats: vec![Entrant(one), Entrant(other)], payoffs, reason };
        results.add(played).expect("a new game");
        let moves = moves(entry, number.into());
        let mut film = begun(entry);
        play(entry, &moves, Some(&mut film));
        let words = "a game of random moves, which ended somehow".to_string();
        let plies = moves.len();
        let (film, moves) = (film.to_string(), moves.join(" "));
        games.push(GameRow {
            id,
            words,
            film,
            moves,
            thoughts: String::new(),
            finished: None,
            plies,
        });
    }
    let tournament = Tournament {
        title: "Ten thousand games".into(),
        table: &*table,
        names: &names,
        results: &results,
        counted: &results,
        champion: None,
        order: None,
        rounds: None,
        games,
        set_aside: Vec::new(),
        generated: "a measurement".into(),
    };
    let mut page = Vec::new();
    let (start, processor) = (Instant::now(), used());
    tournament.write(&mut page).expect("memory");
    let (spent, processor) = (start.elapsed(), used() - processor);
    println!(
        "report {GAMES_PLAYED} games: {:.0} ms, {:.0} of them on the processor, {:.1} MB",
        spent.as_secs_f64() * 1e3,
        processor.as_secs_f64() * 1e3,
        page.len() as f64 / 1e6
    );
    if let Some(file) = file {
        std::fs::write(file, page).expect("the file can be written");
    }
}
