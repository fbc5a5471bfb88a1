//! What proves that two machines play with the same rules and the same agents.
//!
//! Fixed positions, fixed limits: the number of nodes changes exactly when a search, an evaluation or the
//! rules do. A program of others cannot be counted like that; of it, the files that its words name are
//! compared.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::path::Path;

use data_encoding::HEXLOWER;
use manator_core::Table;
use manator_core::random::SplitMix;
use manator_engine::catalog;
use manator_play::SeatSpec;
use manator_sandbox::Program;
use manator_search::Limits;
use sha2::{Digest, Sha256};

use crate::allowed;
use crate::openings::random_walk;
use crate::prepared::Prepared;

/// How many random moves lie before each position that is searched.
const POSITIONS: [usize; 3] = [0, 5, 10];
/// How deep, and at how many nodes, an agent looks in each position.
const LIMITS: (u32, u64) = (3, 2000);
/// How deep the rules are counted.
const PERFT_DEPTH: u32 = 2;

/// Counts how often it has changed what workers tell of a game.
const RESULTS_VERSION: u32 = 2;

/// What proves that two machines play alike: a line for the rules, one for the results, and one for each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(Vec<String>);

impl Signature {
    pub fn of(prepared: &Prepared) -> Signature {
        let position =
            |plies| random_walk(&*prepared.table, plies, &mut SplitMix::new(plies as u64));
        let positions = POSITIONS.map(position);
        let card = prepared.table.card();
        let leaves: u64 = positions.iter().map(|table| table.perft(PERFT_DEPTH)).sum();
        let rules = format!("{} {}: {leaves} leaves", card.name, card.rules_version);
        let results = format!("results: version {RESULTS_VERSION}");
        let players = prepared.participants.iter().map(|one| {
            let found = match &one.spec {
                SeatSpec::Program(program) | SeatSpec::Once(program) => files(program),
                spec => searched(spec, &positions),
            };
            format!("{}: {found}", one.name)
        });
        Signature([rules, results].into_iter().chain(players).collect())
    }

    pub fn read(text: &str) -> Signature {
        Signature(text.lines().map(str::to_string).collect())
    }

    /// Returns the first difference between this machine and the organiser's, in words.
    pub fn difference(&self, organiser: &Signature) -> Option<String> {
        let theirs = organiser.0.iter().map(String::as_str).chain(std::iter::repeat("nothing"));
        let differs = self.0.iter().zip(theirs).find(|(here, there)| here != there);
        let (here, there) = differs?;
        Some(format!("here '{here}', at the organiser's '{there}'"))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// Counts the nodes that an agent of ours looks at, and names the moves it finds.
fn searched(spec: &SeatSpec, positions: &[Box<dyn Table>]) -> String {
    let SeatSpec::Agent { name, settings } = spec else { return "nobody".into() };
    let mut nodes = 0;
    let mut moves = Vec::new();
    for table in positions.iter().filter(|table| table.outcome().is_none()) {
        let Ok(mut agent) = catalog::open(&**table, name, settings) else {
            return "unknown here".into();
        };
        let (depth, most) = LIMITS;
        let limits = Limits { nodes: Some(most), ..Limits::depth(depth) };
        if let Ok(thought) = agent.think(&**table, &limits, &mut |_| {}) {
            nodes += thought.nodes;
            moves.push(thought.best().unwrap_or("-").to_string());
        }
    }
    format!("{nodes} nodes, {}", moves.join(" "))
}

/// Sums up the files that the words of a program name.
fn files(program: &Program) -> String {
    let mut sums = Vec::new();
    for (word, bytes) in allowed::files(program) {
        let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy().to_string();
        match bytes {
            Some(bytes) => sums.push(format!("{name} {}", HEXLOWER.encode(&Sha256::digest(bytes)))),
            // The first word is the program itself; others need not be files.
            None if sums.is_empty() => sums.push(format!("{name} is missing")),
            None => sums.push(name),
        }
    }
    sums.join(", ")
}
