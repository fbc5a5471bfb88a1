//! How long an agent may think.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::time::Duration;

use manator_core::MAX_PLAYERS;

use crate::to_agent::Dialect;
use crate::words::{ParseError, Words, write_given};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerClock {
    pub time: Option<Duration>,
    /// What a finished turn earns.
    pub increment: Option<Duration>,
}

/// How long an agent may think: whatever comes first ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// How the clocks of the first two players are called: `p1time` and `p2time`, or `wtime` and `btime`.
    pub dialect: Dialect,
    pub clocks: [PlayerClock; MAX_PLAYERS],
    /// How many turns the time must last for.
    pub movestogo: Option<u32>,
    pub movetime: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub infinite: bool,
}

const CLOCKS: [(&str, &str, Dialect, usize); 5] = [
    ("p1time", "p1inc", Dialect::Ugi, 0),
    ("p2time", "p2inc", Dialect::Ugi, 1),
    ("p3time", "p3inc", Dialect::Ugi, 2),
    ("wtime", "winc", Dialect::Uci, 0),
    ("btime", "binc", Dialect::Uci, 1),
];

const NUMBER: &str = "a whole number";
const MODES: &str = "p1time, p1inc and so on, wtime, winc, btime, binc, movestogo, movetime, depth, \
                     nodes or infinite";

impl Go {
    pub(crate) fn parse(rest: &str) -> Result<Go, ParseError> {
        let mut words = Words::new("go", rest);
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "movestogo" => go.movestogo = Some(words.read(NUMBER)?),
                "movetime" => go.movetime = Some(words.time()?),
                "depth" => go.depth = Some(words.read(NUMBER)?),
                "nodes" => go.nodes = Some(words.read(NUMBER)?),
                "infinite" => go.infinite = true,
                _ => go.read_clock(word, &mut words)?,
            }
        }
        Ok(go)
    }

    fn read_clock(&mut self, word: &str, words: &mut Words<'_>) -> Result<(), ParseError> {
        let mut clocks = CLOCKS.iter();
        let known = clocks.find(|(time, increment, ..)| word == *time || word == *increment);
        let Some((name, _, dialect, player)) = known else {
            return Err(words.unexpected(word, MODES));
        };
        if *dialect == Dialect::Uci {
            self.dialect = Dialect::Uci;
        }
        let given = Some(words.time()?);
        let clock = &mut self.clocks[*player];
        match word == *name {
            true => clock.time = given,
            false => clock.increment = given,
        }
        Ok(())
    }

    /// Returns what the clock of a player is called: UCI has no name for a third.
    fn names(&self, player: usize) -> (&'static str, &'static str) {
        let mut own = CLOCKS.iter().filter(|(_, _, dialect, _)| *dialect == self.dialect);
        let named = own.find(|(.., of)| *of == player).unwrap_or(&CLOCKS[player]);
        (named.0, named.1)
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let named = |player: usize| (self.names(player), self.clocks[player]);
        for ((name, _), clock) in (0..MAX_PLAYERS).map(named) {
            write_given(f, name, clock.time.map(|time| time.as_millis()))?;
        }
        for ((_, name), clock) in (0..MAX_PLAYERS).map(named) {
            write_given(f, name, clock.increment.map(|time| time.as_millis()))?;
        }
        write_given(f, "movestogo", self.movestogo)?;
        write_given(f, "movetime", self.movetime.map(|time| time.as_millis()))?;
        write_given(f, "depth", self.depth)?;
        write_given(f, "nodes", self.nodes)?;
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}
