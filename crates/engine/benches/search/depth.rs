//! How long minimax, alpha-beta and the strong searcher take to a depth.
//!
//! The strong searcher is measured twice: looking at every line to the same depth, as alpha-beta does,
//! and as it plays, with lines cut short or extended. Where alpha-beta does not get to depth 8 in seconds,
//! it gets several times what the strong searcher took, and what it has spent is a bound. In Refusal
//! the searcher of turns looks 4 turns ahead, which are at least 8 actions, and 8 turns, which are at
//! least 16.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Refusable, TurnPhase, TwoPlayer};
use manator_engine::eval::jetan::JetanEval;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_engine::eval::refusal::RefusalEval;
use manator_games::jetan::Jetan;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::{Position, Refusal};
use manator_search::refusable::{Horizon, Searcher};
use manator_search::strong::Options;
use manator_search::{Clock, Guide, Limits, Reach, Strong, alphabeta, alphabeta_within, minimax};

use super::{Cost, best_eval, joust, positions, rules, thread_time};

/// How many times what the better searcher took alpha-beta may take: twice what is to be shown, because
/// the limit is one of wall time, of which a search does not always get all.
const PATIENCE: u32 = 12;
/// The fewest actions of a turn: a move and its answer. A refusal adds another move.
const TURN_ACTIONS: u32 = 2;
/// The memory of the searcher of turns, as much as the strong searcher has.
const HASH_MIB: usize = 16;

/// How deep each searcher goes in a race.
struct Depths {
    minimax: u32,
    alphabeta: u32,
    strong: u32,
}

pub(crate) fn print() {
    println!(
        "| game | searcher | depth | nodes | ms | million nodes/s | times as fast as alpha-beta |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    let depths = Depths { minimax: 6, alphabeta: 8, strong: 8 };
    for size in ["8x8", "10x10"] {
        let (game, name) = (joust(size), format!("Joust {size}"));
        for (eval, of, count) in
            [(JoustEval::Mobility, "mobility", 12), (JoustEval::Territory, "territory", 6)]
        {
            let positions = positions(&game, &eval, count);
            race(&format!("{name}, {of}"), &game, &eval, &depths, &positions);
        }
    }
    refusal(&depths);
    let (game, eval) = (rules::<KingsCourt>(&[]), best_eval::<_, KingsCourtEval>());
    let depths = Depths { minimax: 4, alphabeta: 5, strong: 8 };
    race("King's Court", &game, &eval, &depths, &positions(&game, &eval, 3));
    let (game, eval) = (rules::<Jetan>(&[]), best_eval::<_, JetanEval>());
    let depths = Depths { minimax: 3, alphabeta: 4, strong: 8 };
    race("Jetan", &game, &eval, &depths, &positions(&game, &eval, 3));
}

fn refusal(depths: &Depths) {
    let (game, eval) = (rules::<Refusal>(&[]), best_eval::<_, RefusalEval>());
    let mut positions: Vec<Position> = positions(&game, &eval, 40);
    positions.retain(|position| game.turn_phase(position) == TurnPhase::Propose);
    positions.truncate(6);
    let base = race("Refusal", &game, &eval, depths, &positions);
    let mut searcher = Searcher::new(HASH_MIB, Horizon::Quiet);
    let mut turns = |depth| {
        let runs = (0..rounds(&positions)).map(|_| {
            total(&positions, |position| {
                searcher.forget();
                let begin = thread_time();
                let found = searcher.think(&game, &eval, position, &Limits::depth(depth), |_| ());
                Cost { nodes: found.nodes, time: thread_time() - begin }
            })
        });
        let cost = runs.min_by_key(|cost| cost.time).expect("at least one round");
        Rival { label: "turns", depth: format!("{depth} turns"), cost }
    };
    // As many actions as alpha-beta looks ahead, and as many turns.
    let few = turns(depths.alphabeta / TURN_ACTIONS);
    few.row("Refusal", &faster(base, few.cost));
    let many = turns(depths.alphabeta);
    bound("Refusal", &game, &eval, depths.alphabeta * TURN_ACTIONS, &positions, &many);
}

/// What alpha-beta is compared with.
struct Rival {
    label: &'static str,
    /// How deep it looked, in words.
    depth: String,
    cost: Cost,
}

impl Rival {
    fn row(&self, name: &str, times: &str) {
        row(name, self.label, &self.depth, self.cost, times);
    }
}

/// Races the searchers; returns what alpha-beta took.
fn race<G: TwoPlayer>(
    name: &str,
    game: &G,
    guide: &impl Guide<G>,
    depths: &Depths,
    positions: &[G::Position],
) -> Cost {
    let plain = |depth| {
        let search = || positions.iter().map(|p| alphabeta(game, guide, p, depth).1).sum();
        Cost::best(rounds(positions), search)
    };
    let strong = |reach, depth| {
        let mut searcher = Strong::new(Options { reach, ..Options::default() });
        let runs =
            (0..rounds(positions)).map(|_| to_depth(&mut searcher, game, guide, positions, depth));
        runs.min_by_key(|cost| cost.time).expect("at least one round")
    };
    let full =
        Cost::best(1, || positions.iter().map(|p| minimax(game, guide, p, depths.minimax).1).sum());
    let depth = depths.minimax.to_string();
    row(name, "minimax", &depth, full, &faster(plain(depths.minimax), full));
    let base = plain(depths.alphabeta);
    let depth = depths.alphabeta.to_string();
    row(name, "alpha-beta", &depth, base, "");
    for (label, reach) in [("strong, uniform", Reach::Uniform), ("strong", Reach::Selective)] {
        let cost = strong(reach, depths.alphabeta);
        row(name, label, &depth, cost, &faster(base, cost));
    }
    if depths.strong > depths.alphabeta {
        let cost = strong(Reach::Selective, depths.strong);
        let rival = Rival { label: "strong", depth: depths.strong.to_string(), cost };
        bound(name, game, guide, depths.strong, positions, &rival);
    }
    base
}

/// Lets alpha-beta search to a depth until it has taken many times as long as its rival.
fn bound<G: TwoPlayer>(
    name: &str,
    game: &G,
    guide: &impl Guide<G>,
    depth: u32,
    positions: &[G::Position],
    rival: &Rival,
) {
    let time = rival.cost.time * PATIENCE / positions.len() as u32;
    let mut is_done = true;
    let spent = total(positions, |position| {
        let begin = thread_time();
        let mut clock = Clock::start(&Limits::time(time));
        alphabeta_within(game, guide, position, depth, &mut clock);
        is_done &= !clock.is_stopped();
        Cost { nodes: clock.nodes(), time: thread_time() - begin }
    });
    let (label, sign) = if is_done { ("alpha-beta", "") } else { ("alpha-beta, not done", "> ") };
    row(name, label, &depth.to_string(), spent, "");
    rival.row(name, &format!("{sign}{}", faster(spent, rival.cost)));
}

/// Returns how often a measurement is repeated: the less it costs, the more often.
fn rounds<P>(positions: &[P]) -> usize {
    if positions.len() > 5 { 3 } else { 1 }
}

fn total<P>(positions: &[P], cost: impl FnMut(&P) -> Cost) -> Cost {
    let none = Cost { nodes: 0, time: std::time::Duration::ZERO };
    positions
        .iter()
        .map(cost)
        .fold(none, |sum, cost| Cost { nodes: sum.nodes + cost.nodes, time: sum.time + cost.time })
}

/// Returns what a searcher without any memory needs for all positions.
pub(crate) fn to_depth<G: TwoPlayer>(
    searcher: &mut Strong,
    game: &G,
    guide: &impl Guide<G>,
    positions: &[G::Position],
    depth: u32,
) -> Cost {
    total(positions, |position| {
        searcher.new_game();
        let begin = thread_time();
        let report = searcher.search(game, guide, position, &Limits::depth(depth), |_| ());
        Cost { nodes: report.nodes, time: thread_time() - begin }
    })
}

fn faster(base: Cost, cost: Cost) -> String {
    format!("{:.2}", base.ms() / cost.ms())
}

fn row(name: &str, searcher: &str, depth: &str, cost: Cost, times: &str) {
    let (nodes, ms, speed) = (cost.nodes, cost.ms(), cost.speed());
    println!("| {name} | {searcher} | {depth} | {nodes} | {ms:.2} | {speed:.1} | {times} |");
}
