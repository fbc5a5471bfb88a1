//! How many Monte Carlo playouts a second there are.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Duration;

use manator_core::{Game, Rulebook};
use manator_engine::eval::Evaluations;
use manator_engine::eval::jetan::JetanEval;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_engine::eval::refusal::RefusalEval;
use manator_engine::eval::threechess::ThreeChessEval;
use manator_games::jetan::Jetan;
use manator_games::joust::Joust;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::Refusal;
use manator_games::threechess::ThreeChess;
use manator_search::Limits;
use manator_search::mcts::Mcts;

use super::{Cost, best_eval, rules, thread_time};

/// How long each case runs.
const TIME: Duration = Duration::from_millis(250);
/// How often; the fastest run counts.
const ROUNDS: usize = 3;

pub(crate) fn print() {
    println!("| game | evaluation | playouts/s |");
    println!("|---|---|---:|");
    row::<Joust, _>("Joust 8x8", "mobility", JoustEval::Mobility);
    best::<Joust, JoustEval>("Joust 8x8");
    best::<Jetan, JetanEval>("Jetan");
    best::<ThreeChess, ThreeChessEval>("ThreeChess");
    best::<KingsCourt, KingsCourtEval>("King's Court");
    best::<Refusal, RefusalEval>("Refusal");
}

fn best<G: Rulebook, E: Evaluations<G>>(name: &str) {
    row::<G, E>(name, E::ALL[0].name, best_eval::<G, E>());
}

fn row<G: Rulebook, E: Evaluations<G>>(name: &str, eval: &str, guide: E) {
    let game = Arc::new(rules::<G>(&[]));
    let speeds = (0..ROUNDS).map(|_| measure(&game, guide).speed());
    println!("| {name} | {eval} | {:.0} |", speeds.fold(0.0, f64::max) * 1e6);
}

/// Searches the start of a game.
fn measure<G: Game, E: Evaluations<G>>(game: &Arc<G>, guide: E) -> Cost {
    let mut mcts = Mcts::new(game.clone(), Arc::new(guide), E::playouts());
    let begin = thread_time();
    let report = mcts.search(&game.start(), &Limits::time(TIME), |_| ());
    Cost { nodes: report.nodes, time: thread_time() - begin }
}
