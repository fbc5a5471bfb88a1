//! Players who do what a test tells them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use manator_core::{Record, Settings, Table};
use manator_engine::{Line, Thought};
use manator_games::catalog;
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::{Contender, Fault, Report, Terms, TimeControl, referee};
use manator_search::Score;

pub(crate) fn table(game: &str, options: &str) -> Box<dyn Table> {
    let entry = catalog::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

/// What a player was told that it may use.
pub(crate) type Told = (TimeControl, Option<u32>, Option<u64>);

/// Somebody who plays the first legal move, accepts what is proposed, and tells the scores of a script.
#[derive(Default)]
pub(crate) struct Scripted {
    /// What it tells with each of its turns; the last is told ever after.
    scores: Vec<Option<Score>>,
    /// How deep it says it has looked.
    depth: u32,
    /// How long it thinks.
    pause: Duration,
    /// What it answers instead of a move, and after how many turns.
    fault: Option<(usize, Fault)>,
    /// Whether it refuses what is proposed.
    refuses: bool,
    turns: usize,
    pub(crate) told: Vec<Told>,
}

impl Scripted {
    pub(crate) fn silent() -> Scripted {
        Scripted::with(vec![None])
    }

    /// Tells these scores, in its turns.
    pub(crate) fn telling(scores: &[i32]) -> Scripted {
        Scripted::with(scores.iter().map(|score| Some(Score(*score))).collect())
    }

    pub(crate) fn with(scores: Vec<Option<Score>>) -> Scripted {
        Scripted { scores, depth: 3, ..Scripted::default() }
    }

    pub(crate) fn at_depth(self, depth: u32) -> Scripted {
        Scripted { depth, ..self }
    }

    pub(crate) fn pausing(pause: Duration) -> Scripted {
        Scripted { pause, ..Scripted::silent() }
    }

    pub(crate) fn refusing(self, refuses: bool) -> Scripted {
        Scripted { refuses, ..self }
    }

    pub(crate) fn failing(after: usize, fault: Fault) -> Scripted {
        Scripted { fault: Some((after, fault)), ..Scripted::silent() }
    }

    fn thought(&self, mv: &str) -> Option<Thought> {
        let score = self.scores.get(self.turns).or(self.scores.last()).copied().flatten()?;
        let lines = vec![Line { moves: vec![mv.into()], score }];
        Some(Thought { depth: self.depth, lines, ..Thought::default() })
    }
}

impl Contender for Scripted {
    fn name(&self) -> String {
        "scripted".into()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        self.turns = 0;
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, _hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let control = ask.clocks.control(ask.table.to_move());
        self.told.push((control, ask.limits.depth, ask.limits.nodes));
        thread::sleep(self.pause);
        if let Some((_, fault)) = self.fault.as_ref().filter(|(after, _)| self.turns >= *after) {
            return Err(fault.clone());
        }
        let legal = ask.table.legal();
        let wanted = if self.refuses { "refuse" } else { "accept" };
        let mv = legal.iter().find(|mv| *mv == wanted).unwrap_or(&legal[0]).clone();
        if !ask.table.begins_turn() {
            // What is thought about an answer must not count, so it would break any run.
            return Ok(Choice { mv, thought: None });
        }
        let thought = self.thought(&mv);
        self.turns += 1;
        Ok(Choice { mv, thought })
    }
}

/// Plays a game whose record can be read back, and put back on the table with the same end.
#[track_caller]
pub(crate) fn play(
    table: Box<dyn Table>,
    contenders: &mut [&mut dyn Contender],
    terms: &Terms,
) -> Report {
    let cancel = Arc::new(AtomicBool::new(false));
    let report = referee(table, contenders, terms, &cancel, &mut |_, _| {});
    let text = report.record.to_string();
    let read = Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.to_string(), text);
    let restored = manator_play::restore(&read).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut sheet = manator_play::Sheet::new(restored.table, restored.setup.control);
    sheet.take_over(&read);
    let [again, verdict] =
        [sheet.verdict.as_ref(), report.verdict.as_ref()].map(|end| end.expect("an end"));
    assert_eq!(again.outcome, verdict.outcome, "{text}");
    report
}

/// Checks how a game ended: after how many plies, in which words, with which result and reason.
#[track_caller]
pub(crate) fn ended(report: &Report, plies: usize, words: &str, result: &str, reason: &str) {
    let verdict = report.verdict.as_ref().expect("an end");
    let played = Record::parse(&report.record.to_string()).expect("a record");
    assert_eq!(verdict.words, words);
    assert_eq!(played.moves.len(), plies, "{played}");
    assert_eq!(manator_core::record::result_text(played.result.as_deref()), result);
    assert_eq!(played.reason.as_deref(), Some(reason));
    let last = played.moves.last().map_or(&played.comment, |mv| &mv.comment);
    assert!(last.as_deref().is_some_and(|said| said.contains(words)), "{played}");
}
