//! Self-play: an agent against itself from balanced openings, with some random moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::{SplitMix, mix};
use manator_core::{Settings, Table};
use manator_engine::{Agent, AgentError, catalog};
use manator_search::{Limits, Score};

use crate::game_line::{End, GameLine, Step};
use crate::opening::{drawn, opening};

/// How games of self-play are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub nodes: u64,
    /// How many random moves a game begins with; openings that the agent finds decided are drawn again.
    pub opening: usize,
    /// How many moves in a hundred are drawn, whatever the agent thinks.
    pub random_percent: u64,
    /// After how many moves a game is broken off.
    pub moves_max: usize,
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { nodes: 400, opening: 8, random_percent: 3, moves_max: 1000, seed: 1 }
    }
}

/// Plays the games of a plan, any of them and in any order.
pub struct Player<'a> {
    table: &'a dyn Table,
    agent: Box<dyn Agent>,
    plan: Plan,
}

impl<'a> Player<'a> {
    /// Opens the agent for games that begin like `table`.
    pub fn new(
        table: &'a dyn Table,
        agent: &str,
        settings: &Settings,
        plan: Plan,
    ) -> Result<Player<'a>, AgentError> {
        let agent = catalog::open(table, agent, settings)?;
        Ok(Player { table, agent, plan })
    }

    /// Plays a game, which its number and the plan determine.
    pub fn play(&mut self, number: u64) -> Result<GameLine, AgentError> {
        let mut random = SplitMix::new(mix(self.plan.seed) ^ mix(number));
        let Plan { nodes, opening: plies, .. } = self.plan;
        let mut game = opening(self.table, &mut *self.agent, plies, nodes, &mut random)?;
        self.agent.new_game();
        let mut steps: Vec<Step> = game
            .moves()
            .iter()
            .map(|mv| Step { mv: mv.clone(), score: None, is_random: false })
            .collect();
        while game.outcome().is_none() && steps.len() < self.plan.moves_max {
            let (best, score) = self.think(&*game)?;
            let is_random = random.below(100) < self.plan.random_percent;
            let mv = if is_random { drawn(&*game, &mut random) } else { Some(best) };
            let mv = mv.expect("a game that is not over has a move");
            let mv = game.play(&mv).expect("agents play legal moves");
            steps.push(Step { mv, score: Some(score.0), is_random });
        }
        let end = game.outcome().map(|outcome| End {
            payoffs: outcome.payoffs.as_slice().to_vec(),
            reason: outcome.reason.0.into(),
        });
        Ok(GameLine { number, end, steps })
    }

    fn think(&mut self, game: &dyn Table) -> Result<(String, Score), AgentError> {
        let thought = self.agent.think(game, &Limits::nodes(self.plan.nodes), &mut |_| {})?;
        let best = thought.best().expect("a game that is not over has a move").to_string();
        Ok((best, thought.lines[0].score))
    }
}
