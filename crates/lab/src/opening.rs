//! Balanced openings: random moves after which nobody is far ahead.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::random::SplitMix;
use manator_engine::{Agent, AgentError, catalog};
use manator_search::{Limits, Score};

/// How often an opening is drawn before one is played that somebody has won already.
const OPENINGS_MAX: usize = 200;

/// Returns a game of so many random moves that the agent, looking at so many positions, finds undecided.
pub(crate) fn opening(
    start: &dyn Table,
    agent: &mut dyn Agent,
    plies: usize,
    nodes: u64,
    random: &mut SplitMix,
) -> Result<Box<dyn Table>, AgentError> {
    let lead = catalog::find(start.card().name).and_then(|stable| stable.decisive_lead());
    let lead = lead.unwrap_or(Score::EVALUATION_MAX);
    let mut kept = start.copy();
    for _ in 0..OPENINGS_MAX {
        let mut game = start.copy();
        // A proposal is answered before the game begins.
        while game.moves().len() < plies || !game.begins_turn() {
            let Some(mv) = drawn(&*game, random) else { break };
            game.play(&mv).expect("a legal move");
        }
        if game.outcome().is_some() {
            continue;
        }
        agent.new_game();
        let thought = agent.think(&*game, &Limits::nodes(nodes), &mut |_| {})?;
        let score = thought.lines.first().map_or(Score::TIE, |line| line.score);
        kept = game;
        if !score.is_proven() && score.0.abs() < lead {
            break;
        }
    }
    Ok(kept)
}

/// Returns any legal move.
pub(crate) fn drawn(game: &dyn Table, random: &mut SplitMix) -> Option<String> {
    let mut legal = game.legal();
    (!legal.is_empty()).then(|| legal.swap_remove(random.below(legal.len() as u64) as usize))
}
