//! A game between contenders, from the first question to the verdict.
//!
//! The referee owns the rules and the clock. Whatever a contender does, the game ends, and the verdict says
//! why. It runs on the thread that calls it: a game costs no thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::{PerPlayer, Player, Record, Table};
use manator_engine::Thought;
use manator_search::Limits;

use crate::adjudication::{Adjudication, Judge};
use crate::contender::{Ask, Choice, Contender, Fault, Heard, Notes};
use crate::sheet::Sheet;
use crate::time::{Controls, TimeControl};
use crate::verdict::Verdict;

const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How often at most a contender is asked again for one move.
pub const RETRIES_MAX: u32 = 99;

/// What happens in a game, for whoever watches; the sheet knows of it already.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    Begun,
    Moved { player: Player, text: &'a str },
    Note { player: Player, text: &'a str },
    Thought { player: Player, thought: &'a Thought },
    Ignored { player: Player, fault: &'a Fault },
    Over,
}

#[derive(Clone, Debug)]
pub struct Report {
    pub record: Record,
    /// How it ended; nothing when nobody wanted it any more.
    pub verdict: Option<Verdict>,
    pub faults: Vec<(Player, Fault)>,
    /// How many answers of each player were no legal moves, whatever came of them.
    pub illegal: PerPlayer<u32>,
    /// How long each player has thought, an answer that did not count included.
    pub spent: PerPlayer<Duration>,
}

/// Plays a game to its end; `cancel` ends it without a verdict.
///
/// # Panics
/// Panics when there are not as many contenders as players, or when scores cannot end the game as the terms
/// say.
pub fn referee(
    table: Box<dyn Table>,
    contenders: &mut [&mut dyn Contender],
    terms: &Terms,
    cancel: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&Sheet, Event<'_>),
) -> Report {
    let controls = terms.controls(table.card().players.len());
    resume(Sheet::new(table, controls), contenders, terms, cancel, watch)
}

/// Plays a game to its end, as [`referee`] does, from where its sheet stands.
///
/// # Panics
/// Panics as [`referee`] does.
pub fn resume(
    sheet: Sheet,
    contenders: &mut [&mut dyn Contender],
    terms: &Terms,
    cancel: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&Sheet, Event<'_>),
) -> Report {
    let table = &*sheet.table;
    let players = table.card().players.len();
    assert_eq!(contenders.len(), players, "a contender for each player");
    assert_eq!(terms.adjudication.check(table), Ok(()), "terms for another game");
    let judge = Judge::new(terms.adjudication, table);
    let mut game = Game {
        steps: PerPlayer::from_fn(players, |player| sheet.turns(player)),
        sheet,
        contenders,
        terms,
        cancel,
        watch,
        judge,
        notes: Notes::default(),
        faults: Vec::new(),
        illegal: PerPlayer::from_fn(players, |_| 0),
    };
    game.begin();
    while game.sheet.verdict.is_none() && !game.is_cancelled() {
        game.turn();
    }
    game.finish()
}

struct Game<'a, 'b> {
    sheet: Sheet,
    contenders: &'a mut [&'b mut dyn Contender],
    terms: &'a Terms,
    cancel: &'a Arc<AtomicBool>,
    watch: &'a mut dyn FnMut(&Sheet, Event<'_>),
    steps: PerPlayer<u32>,
    judge: Judge,
    notes: Notes,
    faults: Vec<(Player, Fault)>,
    illegal: PerPlayer<u32>,
}

impl Game<'_, '_> {
    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn begin(&mut self) {
        for (player, contender) in Player::all(self.contenders.len()).zip(&mut *self.contenders) {
            if let Err(fault) = contender.begin(&*self.sheet.table) {
                self.faults.push((player, fault));
            }
        }
        if self.faults.is_empty() {
            (self.watch)(&self.sheet, Event::Begun);
        } else if self.sheet.verdict.is_none() {
            self.end_by_faults();
        }
    }

    fn end_by_faults(&mut self) {
        let of_faults =
            if self.terms.private_errors { Verdict::in_public } else { Verdict::of_faults };
        self.sheet.end(of_faults(&*self.sheet.table, &self.faults));
    }

    /// Lets the player to move decide, and the game go on or end.
    fn turn(&mut self) {
        let player = self.sheet.table.to_move();
        let begins_turn = self.sheet.table.begins_turn();
        if begins_turn {
            if self.terms.steps.is_some_and(|most| self.steps[player] >= most) {
                self.sheet.end(Verdict::of_steps(&*self.sheet.table, self.steps[player]));
                return;
            }
            self.steps[player] += 1;
        }
        self.sheet.start_clock(Instant::now());
        let mut retries = 0;
        let thought = loop {
            let fault = match self.ask(player) {
                Ok(thought) => break thought,
                // Whatever somebody does who is told that it is over, nobody is at fault.
                Err(_) if self.is_cancelled() => return,
                Err(Fault::Late) if self.sheet.clocks.control(player) == TimeControl::None => {
                    Fault::Stuck
                }
                Err(fault) => fault,
            };
            self.illegal[player] += u32::from(fault.is_illegal());
            if !self.may_try_again(&fault, retries) {
                self.faults.push((player, fault));
                self.end_by_faults();
                return;
            }
            retries += 1;
            (self.watch)(&self.sheet, Event::Ignored { player, fault: &fault });
            self.notes.push(&fault.to_string());
            self.steps[player] += 1;
            if self.terms.steps.is_some_and(|most| self.steps[player] > most) {
                let most = self.steps[player] - 1;
                self.sheet.end(Verdict::of_wasted_steps(&*self.sheet.table, player, most));
                return;
            }
        };
        if begins_turn {
            self.judge.hear(player, thought.as_ref());
        }
        self.adjudicate();
        self.pause();
    }

    /// Ends the game when its players see how it will end; never while a turn waits for its answer.
    fn adjudicate(&mut self) {
        let table = &*self.sheet.table;
        if self.sheet.verdict.is_none()
            && table.begins_turn()
            && let Some(verdict) = self.judge.verdict(table)
        {
            self.sheet.end(verdict);
        }
    }

    fn may_try_again(&self, fault: &Fault, retries: u32) -> bool {
        self.terms.on_illegal == OnIllegal::AskAgain
            && fault.is_illegal()
            && retries < self.terms.retries.min(RETRIES_MAX)
    }

    /// Asks a player for a move, and plays it; returns what the player thought.
    fn ask(&mut self, player: Player) -> Result<Option<Thought>, Fault> {
        let Game { sheet, contenders, terms, cancel, watch, notes, .. } = self;
        let Allowance { depth, nodes, .. } = *terms.of(player);
        let limits = Limits { depth, nodes, cancel: Arc::clone(cancel), ..Limits::default() };
        let ask = Ask::new(&*sheet.table, &sheet.clocks, &limits, terms.margin);
        let mut hear = |heard: Heard| match heard {
            Heard::Thought(thought) => watch(sheet, Event::Thought { player, thought: &thought }),
            Heard::Note(text) | Heard::Aside(text) => {
                notes.push(&text);
                watch(sheet, Event::Note { player, text: &text });
            }
        };
        let Choice { mv, thought } = contenders[player.index()].choose(&ask, &mut hear)?;
        if Instant::now() > ask.deadline {
            return Err(Fault::Late);
        }
        let text = sheet.play(&mv).map_err(Fault::Illegal)?;
        sheet.judge(thought.as_ref());
        if let Some(comment) = notes.take().filter(|_| !terms.private_errors) {
            sheet.comment(comment);
        }
        watch(sheet, Event::Moved { player, text: &text });
        Ok(thought)
    }

    fn pause(&self) {
        let end = Instant::now() + self.terms.delay;
        while !self.terms.delay.is_zero() && !self.is_cancelled() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            thread::sleep(left.min(CANCEL_POLL_INTERVAL));
        }
    }

    fn finish(mut self) -> Report {
        let names: Vec<String> = self.contenders.iter().map(|who| who.name()).collect();
        let mut record = self.sheet.record(names);
        if let Some(text) = self.last_comment() {
            match record.moves.last_mut() {
                Some(last) => add(&mut last.comment, text),
                None => add(&mut record.comment, text),
            }
        }
        if self.sheet.verdict.is_some() {
            (self.watch)(&self.sheet, Event::Over);
        }
        let over = self.sheet.verdict.as_ref().map(Verdict::told);
        for (player, contender) in Player::all(self.contenders.len()).zip(&mut *self.contenders) {
            // To give up is no fault.
            let is_own =
                |(who, fault): &&(Player, Fault)| *who == player && *fault != Fault::GaveUp;
            let own = self.faults.iter().filter(is_own);
            let told: Vec<_> = own.map(|(_, fault)| fault.told()).chain(over.clone()).collect();
            contender.finish(&*self.sheet.table, &told);
        }
        let clocks = &self.sheet.clocks;
        let spent = PerPlayer::from_fn(self.contenders.len(), |player| clocks.spent(player));
        let Game { faults, illegal, .. } = self;
        Report { record, verdict: self.sheet.verdict, faults, illegal, spent }
    }

    /// Returns what the record says about an end that the rules do not know.
    fn last_comment(&mut self) -> Option<String> {
        let table = &*self.sheet.table;
        let verdict = self.sheet.verdict.as_ref().filter(|_| table.outcome().is_none())?;
        let mut text = verdict.words.clone();
        if !self.faults.is_empty() {
            text += &format!(" / in the position {}", table.position());
        }
        if let Some(said) = self.notes.take().filter(|_| !self.terms.private_errors) {
            text += &format!(" / {said}");
        }
        Some(Notes::as_comment(&text))
    }
}

fn add(comment: &mut Option<String>, text: String) {
    match comment {
        Some(before) => *before += &format!(" / {text}"),
        None => *comment = Some(text),
    }
}

/// What a player may use for its moves; by default nothing limits it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    pub control: TimeControl,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl From<TimeControl> for Allowance {
    fn from(control: TimeControl) -> Allowance {
        Allowance { control, ..Allowance::default() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnIllegal {
    #[default]
    Default,
    /// It is ignored, uses up a step, and the player is asked again while the clock runs.
    AskAgain,
}

#[derive(Clone, Debug)]
pub struct Terms {
    pub allowance: Allowance,
    /// Who may use something else; the first that names a player counts.
    pub exceptions: Vec<(Player, Allowance)>,
    /// How long after the end of its time an answer still counts.
    pub margin: Duration,
    /// How many moves each player may make: a tie when they are used up.
    pub steps: Option<u32>,
    pub on_illegal: OnIllegal,
    /// How often a player is asked again for one move, where it is.
    pub retries: u32,
    /// How long to wait after each move, so that people can follow.
    pub delay: Duration,
    /// When the players' scores end the game; to be checked with [`Adjudication::check`].
    pub adjudication: Adjudication,
    /// Whether what programs write stays out of the record and the verdict, which opponents read.
    pub private_errors: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            allowance: Allowance::default(),
            exceptions: Vec::new(),
            margin: Duration::from_millis(20),
            steps: None,
            on_illegal: OnIllegal::Default,
            retries: RETRIES_MAX,
            delay: Duration::ZERO,
            adjudication: Adjudication::default(),
            private_errors: false,
        }
    }
}

impl Terms {
    pub fn of(&self, player: Player) -> &Allowance {
        let exception = self.exceptions.iter().find(|(who, _)| *who == player);
        exception.map_or(&self.allowance, |(_, allowance)| allowance)
    }

    pub fn controls(&self, players: usize) -> Controls {
        Controls::new(Player::all(players).map(|player| self.of(player).control))
    }
}
