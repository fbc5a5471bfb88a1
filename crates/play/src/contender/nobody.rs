//! The place of somebody who does not come.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;

use super::{Ask, Choice, Contender, Fault, Heard};

/// Nobody, in the place of a contender that cannot be had: the game is lost before it begins.
#[derive(Clone, Debug)]
pub struct Nobody {
    name: String,
}

impl Nobody {
    /// Keeps the place of somebody of this name.
    pub fn instead_of(name: impl Into<String>) -> Nobody {
        Nobody { name: name.into() }
    }
}

impl Contender for Nobody {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Err(Fault::Absent)
    }

    fn choose(&mut self, _ask: &Ask<'_>, _hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        Err(Fault::Absent)
    }

    fn is_there(&mut self) -> bool {
        false
    }
}
