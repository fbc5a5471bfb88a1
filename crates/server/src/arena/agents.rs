//! Agents that pages may have: built in, and within bounds.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Settings, Table};
use manator_engine::catalog;
use manator_engine::options::OPTIONS;
use manator_play::SeatSpec;

use super::positions::quoted;

/// What an agent of a page may use at most, by option.
const BOUNDS: [(&str, u64); 5] =
    [("time", 60_000), ("nodes", 50_000_000), ("threads", 2), ("hash", 128), ("lines", 10)];
/// The memory of an agent of which nothing else is said, in MiB: there may be many of them.
const HASH: &str = "16";

#[derive(Clone, Debug)]
pub(super) struct AgentSpec {
    pub(super) name: String,
    /// Its options, all within bounds.
    pub(super) settings: Settings,
}

impl AgentSpec {
    /// Reads an agent such as `champion` or `alphabeta:depth=4` for the game on a table. Nothing else that
    /// could sit on a seat is understood: pages start no programs.
    pub(super) fn read(text: &str, table: &dyn Table) -> Result<AgentSpec, String> {
        let expected = || format!("'{}': expected an agent such as champion", quoted(text));
        let (name, settings) = match text.parse::<SeatSpec>() {
            Ok(SeatSpec::Agent { name, settings }) => (name, settings),
            Ok(_) => return Err(expected()),
            Err(error) => return Err(quoted(&error.to_string())),
        };
        for (option, most) in BOUNDS {
            let given = settings.given(option).and_then(|value| value.parse::<u64>().ok());
            if let Some(value) = given.filter(|value| *value > most) {
                return Err(format!("{option}={value}: expected at most {most} here"));
            }
        }
        let mut pairs: Vec<(&str, &str)> = settings.pairs().collect();
        if settings.given("hash").is_none() {
            pairs.push(("hash", HASH));
        }
        let settings = Settings::read(OPTIONS, pairs).map_err(|error| error.to_string())?;
        catalog::open(table, &name, &settings).map_err(|error| quoted(&error.to_string()))?;
        Ok(AgentSpec { name, settings })
    }
}
