//! The place of somebody who does not come.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;

use super::{Ask, Choice, Contender, Fault, Heard};

/// Nobody, in the place of a contender that cannot be had: the game is lost before it begins.
#[derive(Clone, Debug)]
pub struct Nobody {
    name: String,
    fault: Fault,
}

impl Nobody {
    /// Keeps the place of somebody of this name, who was waited for and did not come.
    pub fn instead_of(name: impl Into<String>) -> Nobody {
        Nobody { name: name.into(), fault: Fault::Absent }
    }

    /// Keeps the place of somebody who is gone and is not waited for.
    pub fn gone(name: impl Into<String>) -> Nobody {
        Nobody { name: name.into(), fault: Fault::Gone("is not there".into()) }
    }
}

impl Contender for Nobody {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Err(self.fault.clone())
    }

    fn choose(&mut self, _ask: &Ask<'_>, _hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        Err(self.fault.clone())
    }

    fn is_there(&mut self) -> bool {
        false
    }
}
