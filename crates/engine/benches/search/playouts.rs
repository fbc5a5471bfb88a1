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
use manator_search::mcts::{Decisive, Mcts, Options};
use manator_search::{Guide, Limits};

use super::{Cost, best_eval, rules, thread_time};

/// How long each case runs.
const TIME: Duration = Duration::from_millis(250);
/// How often; the fastest run counts.
const ROUNDS: usize = 3;
/// After how many plies short playouts are cut off.
const SHORT: u32 = 4;
/// Longer than any game measured.
const TO_THE_END: u32 = 100_000;

pub(crate) fn print() {
    println!("| game | evaluation | cut off after | wins looked for | default | playouts/s |");
    println!("|---|---|---:|---|---|---:|");
    cases::<Joust, _>("Joust 8x8", "mobility", JoustEval::Mobility);
    best::<Joust, JoustEval>("Joust 8x8");
    best::<Jetan, JetanEval>("Jetan");
    best::<ThreeChess, ThreeChessEval>("ThreeChess");
    best::<KingsCourt, KingsCourtEval>("King's Court");
    best::<Refusal, RefusalEval>("Refusal");
}

fn best<G: Rulebook, E: Evaluations<G>>(name: &str) {
    cases::<G, E>(name, E::ALL[0].name, best_eval::<G, E>());
}

fn cases<G: Rulebook, E: Evaluations<G>>(name: &str, eval: &str, guide: E) {
    let game = Arc::new(rules::<G>(&[]));
    for (plies_max, decisive) in [
        (SHORT, Decisive::InTree),
        (Options::default().plies_max, Decisive::Everywhere),
        (TO_THE_END, Decisive::InTree),
    ] {
        let options = Options { plies_max, decisive, ..E::playouts() };
        let usual = if options == E::playouts() { "yes" } else { "" };
        let speeds = (0..ROUNDS).map(|_| measure(&game, guide, options.clone()).speed());
        let speed = speeds.fold(0.0, f64::max);
        let length = match plies_max {
            TO_THE_END => "never".to_string(),
            plies => format!("{plies} plies"),
        };
        let looked = match decisive {
            Decisive::InTree => "in the tree",
            Decisive::Everywhere => "everywhere",
        };
        println!("| {name} | {eval} | {length} | {looked} | {usual} | {:.0} |", speed * 1e6);
    }
}

/// Plays out from the start of a game.
fn measure<G: Game>(game: &Arc<G>, guide: impl Guide<G>, options: Options) -> Cost {
    let mut mcts = Mcts::new(game.clone(), Arc::new(guide), options);
    let begin = thread_time();
    let report = mcts.search(&game.start(), &Limits::time(TIME), |_| ());
    Cost { nodes: report.nodes, time: thread_time() - begin }
}
