//! Whether every answer is legal, in hundreds of positions, and what becomes of the memory meanwhile.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use manator_core::Table;
use manator_protocol::{Go, NO_MOVE};

use super::examinee::{ANSWER_GRACE, Examinee};
use super::item::{Item, Marks, counted, mib};
use super::positions::{KINDS, Kind, positions};
use manator_play::contender::Fault;

const MOVETIME: Duration = Duration::from_millis(20);
const QUOTED_MAX: usize = 5;
/// How often it may fail to answer before nothing more is asked.
const LOST_MAX: usize = 3;
/// How much memory an agent may add before it is ended: more is none of a tournament's machine.
const GROWTH_MAX: u64 = 1 << 30;
/// How much it may add in the second half of the questions.
const STEADY_MAX: u64 = 100 << 20;

#[derive(Clone, Copy, Debug)]
pub(super) struct Sound {
    pub(super) is_legal: bool,
    /// Every question was answered.
    pub(super) is_steady: bool,
}

#[derive(Default)]
pub(super) struct Findings {
    asked: BTreeMap<Kind, usize>,
    answered: usize,
    illegal: Vec<String>,
    lost: Vec<String>,
    /// Whether it declares that it plays from the start only.
    is_never_set_up: bool,
}

impl Findings {
    pub(super) fn has_lost_enough(&self) -> bool {
        self.lost.len() >= LOST_MAX
    }

    pub(super) fn judge(&mut self, kind: Kind, table: &dyn Table, answer: Result<String, Fault>) {
        *self.asked.entry(kind).or_default() += 1;
        let at = |wrong: String| {
            let moves = counted(table.moves().len(), "move");
            format!("after {moves} in '{}': {wrong}", table.position())
        };
        let wrong = match answer {
            Err(fault @ (Fault::Malformed(_) | Fault::NoMove(_))) => Some(format!("it {fault}")),
            Err(fault) => return self.lost.push(at(format!("it {fault}"))),
            Ok(mv) => match table.judge(&mv) {
                Ok(_) => None,
                Err(_) if mv == NO_MOVE => Some("0000 is no move, and the game goes on".into()),
                Err(illegal) => Some(illegal.to_string()),
            },
        };
        self.answered += 1;
        self.illegal.extend(wrong.map(at));
    }

    pub(super) fn sound(&self) -> Sound {
        Sound { is_legal: self.illegal.is_empty(), is_steady: self.lost.is_empty() }
    }

    pub(super) fn legal_moves(&self, fix: &str) -> Item {
        const NAME: &str = "legal moves";
        let Findings { asked, answered, illegal, .. } = self;
        if illegal.is_empty() {
            let kinds: Vec<String> =
                asked.iter().map(|(kind, count)| format!("{count} {}", kind.words())).collect();
            let mut found = format!("{} legal: {}", counted(*answered, "answer"), kinds.join(", "));
            if self.is_never_set_up {
                found += "; none set up by 'position fen', which it declares not to know";
            }
            return Item::ok(NAME, found);
        }
        let found = format!("{} of {} are illegal", illegal.len(), counted(*answered, "answer"));
        Item::fail(NAME, found, fix).quoting(first(illegal))
    }

    pub(super) fn every_position(&self) -> Item {
        const NAME: &str = "every position";
        if self.lost.is_empty() {
            let count = self.asked.values().sum();
            return Item::ok(NAME, format!("{} survived", counted(count, "position")));
        }
        let fix = "start it by hand, set up the position with `position` and `legal`, type \
                   `go`, and see what goes wrong";
        let found = format!("{} without an answer", counted(self.lost.len(), "position"));
        Item::fail(NAME, found, fix).quoting(first(&self.lost))
    }
}

pub(super) fn examine(
    examinee: &mut Examinee,
    table: &dyn Table,
    seconds: Duration,
    marks: &mut Marks<'_>,
) -> Sound {
    marks.group("moves");
    let go = Go { movetime: Some(MOVETIME), ..examinee.go() };
    let mut findings = Findings::default();
    let mut memory = Memory::default();
    // A process of its own, so that its memory shows what these questions cost.
    examinee.drop_process();
    let positions = positions(table);
    let end = Instant::now() + seconds;
    for (number, (kind, position)) in positions.iter().enumerate() {
        // One of each kind is asked about, however long a program takes to start.
        let is_late = number >= KINDS.len() && Instant::now() >= end;
        if is_late || findings.has_lost_enough() || memory.is_too_much() {
            break;
        }
        let answer = examinee.ask(&**position, &go, ANSWER_GRACE);
        if *kind == Kind::SetUp && matches!(answer, Err(Fault::Unsuitable(_))) {
            findings.is_never_set_up = true;
            continue;
        }
        match &answer {
            Ok(_) => memory.peaks.extend(examinee.memory()),
            Err(_) => memory = Memory::default(),
        }
        findings.judge(*kind, &**position, answer.map(|answer| answer.mv));
    }
    let fix = "answer with one of the moves in the line `legal`, in the same spelling; agents \
               that declare `option name UGI_SendLegal type check default true` are sent it \
               after `position`";
    marks.add(findings.legal_moves(fix));
    marks.add(findings.every_position());
    marks.add(memory.item());
    if memory.is_too_much() {
        examinee.drop_process();
    }
    findings.sound()
}

fn first(lines: &[String]) -> Vec<String> {
    let mut quotes: Vec<String> = lines.iter().take(QUOTED_MAX).cloned().collect();
    if lines.len() > QUOTED_MAX {
        quotes.push(format!("and {} more", lines.len() - QUOTED_MAX));
    }
    quotes
}

#[derive(Default)]
struct Memory {
    peaks: Vec<u64>,
}

impl Memory {
    fn growth(&self, from: usize) -> u64 {
        match (self.peaks.get(from), self.peaks.last()) {
            (Some(first), Some(last)) => last.saturating_sub(*first),
            _ => 0,
        }
    }

    fn is_too_much(&self) -> bool {
        self.growth(0) > GROWTH_MAX
    }

    fn item(&self) -> Item {
        const NAME: &str = "memory";
        let Some(peak) = self.peaks.last() else {
            return Item::skip(NAME, "the system does not tell");
        };
        let (growth, late) = (self.growth(0), self.growth(self.peaks.len() / 2));
        let found = format!(
            "{} at most, {} more than after the first of {}",
            mib(*peak),
            mib(growth),
            counted(self.peaks.len(), "move")
        );
        let fix = "it keeps memory that it does not need any more: clear lists and tables when \
                   a search or a game ends, and give a table a largest size";
        match () {
            () if self.is_too_much() => Item::fail(NAME, found, fix),
            () if late > STEADY_MAX => Item::warn(NAME, format!("{found}, and still growing"), fix),
            () => Item::ok(NAME, found),
        }
    }
}
