//! A game of Joust on 5 x 5 squares against somebody bad, and what there is to see afterwards.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use manator_core::record::result_text;
use manator_core::{Record, Settings, Table};
use manator_games::catalog;
use manator_play::contender::{Ask, Choice, Heard, Once, Ugi};
use manator_play::{Contender, Fault, Report, Terms, TimeControl, referee};
use manator_sandbox::Program;

/// What even a loaded machine needs at most for a move.
pub(crate) const AMPLE: Duration = Duration::from_secs(120);

/// Somebody good, who plays the first legal move.
pub(crate) struct First;

impl Contender for First {
    fn name(&self) -> String {
        "first".into()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, _hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        Ok(Choice { mv: ask.table.legal().swap_remove(0), thought: None })
    }
}

pub(crate) fn joust(options: &str) -> Box<dyn Table> {
    table("joust", options)
}

pub(crate) fn table(game: &str, options: &str) -> Box<dyn Table> {
    let entry = catalog::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

/// Returns the terms on which time decides nothing.
pub(crate) fn ample() -> Terms {
    Terms { allowance: TimeControl::PerMove(AMPLE).into(), ..Terms::default() }
}

/// Returns the interpreter itself: what is first in the path may be a script that looks for it.
fn interpreter() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(|| {
        let asked = ["-c", "import sys; print(sys.executable)"];
        let output = Command::new("python3").args(asked).output().expect("the tests need python3");
        String::from_utf8(output.stdout).expect("a path").trim().into()
    })
}

/// A program of ours that behaves badly, and the mark by which its processes are found.
pub(crate) struct Mark(String);

impl Mark {
    pub(crate) fn new() -> Mark {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        Mark(format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    /// Returns an agent of the folder `agents`: its file, then its arguments.
    pub(crate) fn agent(&self, line: &str) -> Program {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/agents");
        let mut words = vec![interpreter().to_string(), "-ISu".into()];
        let (file, arguments) = line.split_once(' ').expect("a file and its arguments");
        words.push(folder.join(file).display().to_string());
        words.extend(arguments.split(' ').map(String::from));
        let environment = vec![("MANATOR_ZOO".into(), self.0.clone())];
        Program { words, environment, ..Program::default() }
    }

    pub(crate) fn bad(&self, sin: &str) -> Ugi {
        Ugi::program(self.agent(&format!("bad.py {sin}")))
    }

    pub(crate) fn once(&self, sin: &str) -> Once {
        Once::new(self.agent(&format!("once.py {sin}")))
    }

    /// Makes sure that no process is left, wherever it has gone.
    #[track_caller]
    pub(crate) fn check_gone(&self) {
        assert_eq!(self.left(), Vec::<String>::new(), "still there");
    }

    /// Returns the processes that are left.
    pub(crate) fn left(&self) -> Vec<String> {
        let mark = format!("MANATOR_ZOO={}\0", self.0).into_bytes();
        let has_mark = |bytes: Vec<u8>| bytes.windows(mark.len()).any(|piece| piece == mark);
        let all = fs::read_dir("/proc").expect("processes").flatten();
        // One that has ended and waits to be reaped has no environment any more.
        let left = all.filter(|entry| fs::read(entry.path().join("environ")).is_ok_and(has_mark));
        left.map(|entry| entry.file_name().to_string_lossy().into()).collect()
    }
}

/// How a game went.
pub(crate) struct Game {
    pub(crate) report: Report,
    pub(crate) took: Duration,
}

impl Game {
    /// Plays a game whose record is sound, whatever else there is to say about it.
    #[track_caller]
    pub(crate) fn play(contenders: &mut [&mut dyn Contender], terms: &Terms) -> Game {
        Game::on(joust("size=5x5"), contenders, terms)
    }

    #[track_caller]
    pub(crate) fn on(
        table: Box<dyn Table>,
        contenders: &mut [&mut dyn Contender],
        terms: &Terms,
    ) -> Game {
        let begin = Instant::now();
        let cancel = Arc::new(AtomicBool::new(false));
        let report = referee(table, contenders, terms, &cancel, &mut |_, _| {});
        let took = begin.elapsed();
        let text = report.record.to_string();
        let read = Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.to_string(), text);
        Game { report, took }
    }

    /// Checks the verdict: its words, what the record has as result, and why.
    #[track_caller]
    pub(crate) fn ended(&self, words: &str, result: &str, reason: &str) -> &Game {
        let verdict = self.report.verdict.as_ref().expect("a verdict");
        assert_eq!(verdict.words, words);
        let points = result_text(Some(verdict.outcome.payoffs.as_slice()));
        assert_eq!((&points[..], verdict.outcome.reason.0), (result, reason));
        self
    }

    /// Checks that the game ended by the rules: nobody was at fault.
    #[track_caller]
    pub(crate) fn is_clean(&self) -> &Game {
        assert_eq!(self.report.faults, []);
        let verdict = self.report.verdict.as_ref().expect("a verdict");
        assert_eq!(verdict.outcome.reason.0, "no-legal-move", "{}", verdict.words);
        self
    }

    /// Checks what the record has somewhere.
    #[track_caller]
    pub(crate) fn has(&self, text: &str) -> &Game {
        let record = self.report.record.to_string();
        // Records are broken into lines of a certain width.
        let flat = record.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(text), "{text}\n{record}");
        self
    }

    /// Checks that the referee did not wait for the clock.
    #[track_caller]
    pub(crate) fn is_prompt(&self) -> &Game {
        assert!(self.took < AMPLE - Duration::from_secs(5), "it took {:?}", self.took);
        self
    }
}

/// Lets an agent with a vice play White, which loses for the reason `default`, in these words.
#[track_caller]
pub(crate) fn loses(sin: &str, words: &str) -> Game {
    let mark = Mark::new();
    let mut bad = mark.bad(sin);
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    drop(bad);
    game.ended(words, "0-1", "default").is_prompt();
    mark.check_gone();
    game
}

/// Lets an agent with a vice play White to the end of the game.
#[track_caller]
pub(crate) fn plays_on(sin: &str) -> Game {
    let mark = Mark::new();
    let mut bad = mark.bad(sin);
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    drop(bad);
    game.is_clean().is_prompt();
    mark.check_gone();
    game
}

/// Returns what is told of an agent that broke down there: where it was, and why.
pub(crate) fn last_words(file: &str, place: &str) -> String {
    let path = format!("{}/tests/zoo/agents/{file}", env!("CARGO_MANIFEST_DIR"));
    format!(
        "its last words were 'File \"{path}\", {place} / raise ValueError(\"the agent broke\") / \
         ValueError: the agent broke';"
    )
}
