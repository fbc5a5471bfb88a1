//! An agent: given a game in progress, it chooses a move.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::{OptionError, Table};
use manator_search::{Limits, Score};

use crate::explain::{Explained, Shown};

pub trait Agent: Send {
    fn new_game(&mut self);

    /// Chooses a move on a table of the game the agent was made for.
    ///
    /// Limits that are not given are the agent's own. `progress` is called as the thinking deepens.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError>;

    /// Chooses a move as [`think`](Agent::think) does, but in a game, not to find out about a position: what a book has for it
    /// is played at once, where the agent has one and no depth is asked for.
    fn play(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        self.think(table, limits, progress)
    }

    /// Thinks as [`think`](Agent::think) does, and shows how: a tree of at most so many nodes, where the agent has one.
    ///
    /// A search of a fixed depth that a limit ends before is an error.
    fn explain(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        _nodes_max: usize,
    ) -> Result<Explained, AgentError> {
        let mut steps = Vec::new();
        let thought = self.think(table, limits, &mut |thought| steps.push(thought.clone()))?;
        Ok(Explained { thought, steps, shown: Shown::Depths })
    }

    /// Returns what a move is worth to whoever makes it, by the same search as [`think`](Agent::think) and as deep.
    ///
    /// Among three or more, what the next player thinks of the position after it does not tell; of two it does, and
    /// agents for two players need not answer.
    fn worth_of(&mut self, _table: &dyn Table, _mv: &str, _limits: &Limits) -> Option<Score> {
        None
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    pub depth: u32,
    /// The best moves with what is expected after them; empty when the game is over.
    pub lines: Vec<Line>,
    pub nodes: u64,
    pub elapsed: Duration,
    /// What it would play if its move were refused, in games that know refusals.
    pub alternate: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves, the first of which is the one to play.
    pub moves: Vec<String>,
    pub score: Score,
}

impl Thought {
    pub fn best(&self) -> Option<&str> {
        self.lines.first().and_then(|line| line.moves.first()).map(String::as_str)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    #[error("no agent '{name}' plays {game}: expected {}", .known.join(", "))]
    Unknown { name: String, game: &'static str, known: Vec<&'static str> },
    #[error("{game} has no evaluation '{name}': expected {}", .known.join(", "))]
    Evaluation { name: String, game: &'static str, known: Vec<&'static str> },
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The table is of another game, or of the same with other options.
    #[error("the agent plays '{expected}', not '{found}'")]
    Table { expected: String, found: String },
    #[error("depth {depth} was not finished after {nodes} positions: expected a smaller depth")]
    Unfinished { depth: u32, nodes: u64 },
}
