//! Plays a small tournament of built-in agents and writes its report:
//! `cargo run --release -p manator-page --example report -- GAME FILE [UNITS]`.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::error::Error;
use std::fs::File;

use manator_core::random::SplitMix;
use manator_core::{Entry, Film, Outcome, PerPlayer, Reason, Settings, TIED, Table};
use manator_engine::options::seeded;
use manator_engine::{Agent, catalog, options};
use manator_games::catalog as games;
use manator_page::{GameRow, SetAside, Tournament};
use manator_search::Limits;
use manator_tournament::{Entrant, GameId, Played, Results, UnitId};

/// The names shown, the agents behind them and how many positions they look at for a move.
const ENTRANTS: [(&str, &str, u64); 4] = [
    ("Dejah (thinks longest)", "champion", 4000),
    ("Gahan", "champion", 400),
    ("Tara", "greedy", 1),
    ("O-Tar <of Manator>", "random", 1),
];
/// Random moves before the agents take over, so that no two units are the same.
const OPENING_PLIES: usize = 4;
/// Longer games are given up as ties.
const PLIES_MAX: usize = 160;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, file, rest @ ..] = &arguments[..] else {
        return Err("usage: report GAME FILE [UNITS]".into());
    };
    let units = rest.first().map_or(Ok(6), |units| units.parse())?;
    let entry = games::find(game).ok_or("there is no such game")?;
    let seats = entry.card().players.len();
    let mut results = Results::new(ENTRANTS.len(), seats)?;
    let mut rows = Vec::new();
    for number in 1..=units {
        let who = lineup(number as usize, seats);
        for seating in 1..=seats as u32 {
            let mut entrants = who.clone();
            entrants.rotate_left(seating as usize - 1);
            let id = GameId { unit: UnitId { round: 1, number }, seating };
            let (played, row) = play(entry, id, entrants)?;
            results.add(played)?;
            rows.push(row);
        }
    }
    let table = entry.open(Settings::defaults(entry.card().options))?;
    let report = Tournament {
        title: format!("{}: a small tournament", entry.card().title),
        table: &*table,
        names: &ENTRANTS.map(|(name, _, _)| name.to_string()),
        results: &results,
        games: rows,
        set_aside: vec![SetAside {
            id: GameId { unit: UnitId { round: 2, number: 1 }, seating: 1 },
            why: "an example of a game that does not count".into(),
        }],
        generated: "an example, played by built-in agents".into(),
    };
    report.write(&mut File::create(file)?)?;
    Ok(())
}

/// Returns who plays in a unit: everybody meets everybody, one lineup after the other.
fn lineup(number: usize, seats: usize) -> Vec<Entrant> {
    let all = 0..1usize << ENTRANTS.len();
    let lineups: Vec<usize> = all.filter(|set| set.count_ones() as usize == seats).collect();
    let set = lineups[number % lineups.len()];
    (0..ENTRANTS.len()).filter(|entrant| set >> entrant & 1 == 1).map(Entrant).collect()
}

fn play(
    entry: &dyn Entry,
    id: GameId,
    seats: Vec<Entrant>,
) -> Result<(Played, GameRow), Box<dyn Error>> {
    let mut table = entry.open(Settings::defaults(entry.card().options))?;
    let mut random = SplitMix::new(id.unit.number.into());
    let mut agents = Vec::new();
    for seat in &seats {
        let (_, name, nodes) = ENTRANTS[seat.0];
        let settings = seeded(&Settings::defaults(options::OPTIONS), random.next_u64());
        agents.push((catalog::open(&*table, name, &settings)?, Limits::nodes(nodes)));
    }
    let mut film = Film::new(&*table);
    while table.outcome().is_none() && table.moves().len() < PLIES_MAX {
        let mv = choose(&*table, &mut agents, &mut random)?;
        table.play(&mv)?;
        film.add(&*table);
    }
    let given_up = Outcome::all(seats.len(), TIED, Reason("plies"));
    let outcome = table.outcome().unwrap_or(given_up);
    let words = match table.outcome() {
        Some(outcome) => table.describe_outcome(&outcome),
        None => format!("given up after {PLIES_MAX} moves"),
    };
    let payoffs = PerPlayer::from_fn(seats.len(), |player| outcome.payoffs[player]);
    let row = GameRow {
        id,
        words,
        film: film.to_string(),
        moves: table.moves().join(" "),
        finished: Some(format!("round {}", id.unit.round)),
        plies: film.plies(),
    };
    Ok((Played { id, seats, payoffs, reason: outcome.reason.0.to_string() }, row))
}

fn choose(
    table: &dyn Table,
    agents: &mut [(Box<dyn Agent>, Limits)],
    random: &mut SplitMix,
) -> Result<String, Box<dyn Error>> {
    if table.moves().len() < OPENING_PLIES {
        let mut legal = table.legal();
        return Ok(legal.swap_remove(random.below(legal.len() as u64) as usize));
    }
    let (agent, limits) = &mut agents[table.to_move().index()];
    let thought = agent.think(table, limits, &mut |_| ())?;
    Ok(thought.best().ok_or("the game is over")?.to_string())
}
