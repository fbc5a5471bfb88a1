//! Forced wins of any game, with moves as text.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Rulebook, Table};
use manator_search::Forced;

use crate::agent::AgentError;
use crate::typed::own_table;

/// Proves, by a search that looks at every move, that a player wins by force or does not.
pub trait Prover: Send {
    /// Returns whether the player wins within so many plies whatever the others do; `None` once the limit of nodes is
    /// reached.
    fn wins(&mut self, table: &dyn Table, plies: u32) -> Result<Option<bool>, AgentError>;

    /// Returns how many positions were looked at in all.
    fn nodes(&self) -> u64;
}

pub(crate) struct TypedProver<G: Rulebook> {
    pub(crate) plays: String,
    pub(crate) forced: Forced<G>,
}

impl<G: Rulebook> Prover for TypedProver<G> {
    fn wins(&mut self, table: &dyn Table, plies: u32) -> Result<Option<bool>, AgentError> {
        let typed = own_table::<G>(table, &self.plays)?;
        Ok(self.forced.wins(typed.current(), plies))
    }

    fn nodes(&self) -> u64 {
        self.forced.nodes()
    }
}
