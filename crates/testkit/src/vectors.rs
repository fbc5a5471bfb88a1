//! Rule vectors: facts found by independent programs, one JSON object a line.
//!
//! `crates/games/tests/VECTORS.md` says what each kind means.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Entry, Outcome, Settings, Table};
use serde_json::Value;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub vectors: usize,
    pub positions: usize,
    pub leaves: u64,
    pub refused: usize,
}

/// Checks every line of `text` against `entry`; perft counts above `leaves_max` are left out.
pub fn check_all(entry: &dyn Entry, text: &str, leaves_max: u64) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines() {
        let vector: Value = serde_json::from_str(line).expect("a vector is JSON");
        let mut run = Run { entry, vector: &vector, tally: &mut tally, leaves_max };
        run.check();
        tally.vectors += 1;
    }
    tally
}

struct Run<'a> {
    entry: &'a dyn Entry,
    vector: &'a Value,
    tally: &'a mut Tally,
    leaves_max: u64,
}

impl<'a> Run<'a> {
    fn check(&mut self) {
        match self.text("kind") {
            "game" => self.game(),
            "position" => self.position(),
            "paths" => self.paths(),
            "perft" | "perft-actions" => self.perft(&*self.played()),
            "perft-plain" => self.perft(&*self.plain()),
            "timeout" => self.timeout(),
            // Needs a search: the game's own test looks at these.
            "solved" => {}
            kind => panic!("{}: unknown kind '{kind}'", self.id()),
        }
    }

    fn id(&self) -> &'a str {
        self.vector["id"].as_str().expect("id")
    }

    fn text(&self, field: &str) -> &'a str {
        self.vector[field].as_str().unwrap_or_else(|| panic!("{}: no '{field}'", self.id()))
    }

    fn open(&self, extra: Option<(&str, &str)>) -> Box<dyn Table> {
        let options = self.vector["options"].as_object().expect("options");
        let pairs: Vec<(String, String)> =
            options.iter().map(|(name, value)| (name.clone(), plain_text(value))).collect();
        let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(extra);
        let settings = Settings::read(self.entry.card().options, pairs).expect("valid options");
        self.entry.open(settings).expect("valid options")
    }

    fn played(&self) -> Box<dyn Table> {
        let mut table = self.open(None);
        for mv in self.text("moves").split_whitespace() {
            self.play(&mut *table, mv);
        }
        table
    }

    fn play(&self, table: &mut dyn Table, mv: &str) {
        let written = match table.play(mv) {
            Ok(written) => written,
            Err(illegal) => panic!("{}: {illegal}\n{}", self.id(), table.position()),
        };
        // Only where several paths over more than two squares are one move may another spelling stand for
        // it: the shortest, then the first.
        let earlier = (written.len(), written.as_str()) < (mv.len(), mv);
        let same = written == mv || earlier && squares(table, mv) > 2;
        assert!(same, "{}: {mv} is spelt {written}", self.id());
    }

    /// Returns the position with refusals switched off, where only standing moves count.
    fn plain(&self) -> Box<dyn Table> {
        let mut table = self.open(Some(("refusals", "never")));
        let position = self.played().position();
        table.set_position(&position).expect("a position can be read back");
        table
    }

    fn game(&mut self) {
        let mut table = self.open(None);
        let moves: Vec<&str> = self.text("moves").split_whitespace().collect();
        let samples = self.vector["samples"].as_array().cloned().unwrap_or_default();
        for ply in 0..=moves.len() {
            for sample in samples.iter().filter(|sample| sample["ply"] == ply) {
                self.sample(&*table, sample);
            }
            let Some(mv) = moves.get(ply) else { break };
            assert_eq!(table.outcome(), None, "{}: over at ply {ply}", self.id());
            self.play(&mut *table, mv);
        }
        self.outcome(&*table, table.outcome());
    }

    fn outcome(&self, table: &dyn Table, outcome: Option<Outcome>) {
        let id = self.id();
        let context = table.position();
        let Some(payoffs) = self.vector["payoffs"].as_object() else {
            assert_eq!(outcome, None, "{id}: should go on: {context}");
            return;
        };
        let outcome = outcome.unwrap_or_else(|| panic!("{id}: should be over: {context}"));
        for (player, payoff) in outcome.payoffs.iter() {
            let name = table.card().players[player.index()];
            assert_eq!(payoffs[name], *payoff, "{id}: payoff of {name}: {context}");
        }
        let reason = self.text("reason");
        assert!(reason == "any" || reason == outcome.reason.0, "{id}: {reason}, not {outcome:?}");
        assert!(!table.describe_outcome(&outcome).is_empty(), "{id}: the end has no words");
    }

    fn sample(&mut self, table: &dyn Table, sample: &Value) {
        let id = self.id();
        let context = format!("{id} at ply {}: {}", sample["ply"], table.position());
        if let Some(board) = sample["board"].as_str() {
            let field = table.position().split(' ').next().unwrap_or_default().to_string();
            let same = field == board || field.replace('/', "") == board;
            assert!(same, "{context}: board should be {board}");
        }
        if sample["over"] == true {
            assert!(table.outcome().is_some(), "{context}: should be over");
            assert!(table.legal().is_empty(), "{context}: over, but moves are legal");
            return;
        }
        let player = table.card().players[table.to_move().index()];
        assert_eq!(sample["to_move"], player, "{context}: to move");
        let legal = table.legal().join(" ");
        assert_eq!(sample["legal"].as_str(), Some(legal.as_str()), "{context}: legal moves");
        self.tally.positions += 1;
        let facts = table.facts();
        let known = ["ply", "to_move", "legal", "board", "over", "id", "kind", "game", "options"];
        let known = [&known[..], &["moves", "illegal", "legal_paths", "illegal_paths"]].concat();
        for (name, value) in sample.as_object().into_iter().flatten() {
            if known.contains(&name.as_str()) {
                continue;
            }
            let fact = facts.iter().find(|fact| fact.name == name);
            let fact = fact.unwrap_or_else(|| panic!("{context}: no fact '{name}'"));
            assert_eq!(fact.value, plain_text(value), "{context}: {name}");
        }
    }

    fn position(&mut self) {
        let table = self.played();
        self.sample(&*table, self.vector);
        let illegal = self.vector["illegal"].as_str().unwrap_or_default();
        for mv in illegal.split_whitespace() {
            self.refuse(&*table, mv, None);
        }
    }

    fn refuse(&mut self, table: &dyn Table, mv: &str, code: Option<&str>) {
        let context = format!("{}: {mv} in {}", self.id(), table.position());
        let illegal = table.judge(mv).expect_err(&context);
        let known = table.card().declares(illegal.fault.code);
        assert!(known, "{context}: code '{}' is not on the card", illegal.fault.code);
        if let Some(code) = code {
            assert_eq!(illegal.fault.code, code, "{context}: {illegal}");
        }
        self.tally.refused += 1;
    }

    fn paths(&mut self) {
        let table = self.played();
        self.sample(&*table, self.vector);
        for (path, listed) in self.vector["legal_paths"].as_object().into_iter().flatten() {
            let judged = table.judge(path).unwrap_or_else(|why| panic!("{}: {why}", self.id()));
            assert_eq!(listed.as_str(), Some(judged.as_str()), "{}: {path}", self.id());
        }
        for (code, paths) in self.vector["illegal_paths"].as_object().into_iter().flatten() {
            for path in paths.as_array().into_iter().flatten() {
                self.refuse(&*table, path.as_str().expect("a path"), Some(code));
            }
        }
    }

    fn perft(&mut self, table: &dyn Table) {
        let counts = self.vector["counts"].as_array().expect("counts");
        for (depth, count) in (1..).zip(counts.iter().filter_map(Value::as_u64)) {
            if count > self.leaves_max {
                break;
            }
            assert_eq!(table.perft(depth), count, "{}: depth {depth}", self.id());
            self.tally.leaves += count;
        }
    }

    fn timeout(&mut self) {
        let table = self.played();
        let flagged = self.text("flagged");
        let players = table.card().players;
        let seat = players.iter().position(|name| *name == flagged).expect("a player");
        let verdict = table.out_of_time(manator_core::Player(seat as u8));
        self.outcome(&*table, Some(verdict));
    }
}

/// Returns a JSON value the way facts write it: lists with commas, nothing quoted.
fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn squares(table: &dyn Table, mv: &str) -> usize {
    let cells = table.board().cells;
    let mut rest = mv;
    let mut count = 0;
    while let Some(cell) =
        cells.iter().filter(|cell| rest.starts_with(&cell.name)).max_by_key(|cell| cell.name.len())
    {
        rest = &rest[cell.name.len()..];
        count += 1;
    }
    count
}
