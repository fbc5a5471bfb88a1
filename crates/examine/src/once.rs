//! The examination of a program that is started for each move.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::Table;
use manator_search::Limits;

use super::Plan;
use super::examinee::Examinee;
use super::games;
use super::item::{Item, Marks, ms};
use super::legality::{Findings, Sound};
use super::positions::positions;
use super::start::STARTABLE;
use manator_play::contender::{Ask, Choice, Contender, Fault, Heard, Once};
use manator_play::time::{Clocks, TimeControl};
use manator_sandbox::{Ended, exit_words};

/// How long it may take for a move, starting included.
const MOVE_TIMEOUT: Duration = Duration::from_secs(5);
/// The time it is told, which a small program keeps to even though it must start first.
const MOVETIME: Duration = Duration::from_secs(1);
/// How many positions are asked about at most: each costs a process.
const POSITIONS_MAX: usize = 100;

pub(super) fn examine(
    plan: &Plan,
    examinee: &mut Examinee,
    table: &dyn Table,
    marks: &mut Marks<'_>,
) {
    marks.group("moves");
    let mut once = Once::new(plan.program.clone());
    let (item, begins) = first_move(&mut once, examinee, table);
    marks.add(item);
    if !begins {
        marks.add(Item::skip("the rest", "a game needs all of the above"));
        return;
    }
    marks.add(ends(examinee, table));
    let sound = legality(&mut once, examinee, table, plan.seconds, marks);
    games::examine(&mut once, table, plan, sound, marks);
}

fn ask(
    once: &mut Once,
    examinee: &mut Examinee,
    table: &dyn Table,
) -> Result<(String, Duration), Fault> {
    let begin = Instant::now();
    let mut clocks = Clocks::new(table.card().players.len(), TimeControl::PerMove(MOVETIME));
    clocks.start(table.to_move(), begin);
    let limits = Limits::default();
    let deadline = begin + MOVE_TIMEOUT + examinee.margin;
    let question = Ask { table, clocks: &clocks, limits: &limits, deadline };
    let log = &mut examinee.log;
    let mut hear = |heard| {
        if let Heard::Note(text) | Heard::Aside(text) = heard {
            log.asides.push(&text);
        }
    };
    let Choice { mv, .. } = once.choose(&question, &mut hear)?;
    Ok((mv, begin.elapsed()))
}

fn first_move(once: &mut Once, examinee: &mut Examinee, table: &dyn Table) -> (Item, bool) {
    const NAME: &str = "first move";
    let fix = "read all lines, take one of the words after `legal`, print it, and end";
    match ask(once, examinee, table) {
        Ok((mv, took)) if took > MOVETIME + examinee.margin => {
            let found = format!("{mv} after {}, of {}", ms(took), ms(MOVETIME));
            let fix = "starting counts: load less, or think for less than `movetime` says";
            (Item::fail(NAME, found, fix), true)
        }
        Ok((mv, took)) => (Item::ok(NAME, format!("{mv} after {}", ms(took))), true),
        Err(fault @ Fault::Start(_)) => (Item::fail(NAME, format!("it {fault}"), STARTABLE), false),
        Err(fault) => (Item::fail(NAME, format!("it {fault}"), fix), false),
    }
}

fn ends(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "ends";
    let fix = "print the move and end, with exit status 0";
    let begin = Instant::now();
    let started = examinee.start().and_then(|mut peer| {
        peer.say(&Once::question(table, MOVETIME))?;
        peer.hang_up();
        Ok(peer)
    });
    let mut peer = match started {
        Ok(peer) => peer,
        Err(fault) => return Item::fail(NAME, format!("it {fault}"), fix),
    };
    match peer.wait_end(begin + MOVE_TIMEOUT + examinee.margin) {
        None => Item::warn(NAME, format!("it still runs after {}", ms(begin.elapsed())), fix),
        Some(Ended { status, .. }) => {
            let found = format!("{} after {}", exit_words(status), ms(begin.elapsed()));
            match status.success() {
                true => Item::ok(NAME, found),
                false => Item::warn(NAME, found, fix),
            }
        }
    }
}

fn legality(
    once: &mut Once,
    examinee: &mut Examinee,
    table: &dyn Table,
    seconds: Duration,
    marks: &mut Marks<'_>,
) -> Sound {
    let end = Instant::now() + seconds;
    let mut findings = Findings::default();
    for (kind, position) in positions(table).into_iter().take(POSITIONS_MAX) {
        if Instant::now() >= end || findings.has_lost_enough() {
            break;
        }
        let answer = ask(once, examinee, &*position);
        findings.judge(kind, &*position, answer.map(|(mv, _)| mv));
    }
    marks.add(findings.legal_moves("print one of the words after `legal`, in the same spelling"));
    marks.add(findings.every_position());
    findings.sound()
}
