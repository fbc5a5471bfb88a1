//! Whether an agent keeps to its time.
//!
//! A machine may be busy with something else, so an answer that is late is asked for twice more.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Table;
use manator_protocol::Go;

use super::examinee::{ANSWER_GRACE, Examinee};
use super::item::{Grade, Item, Marks, ms};
use manator_play::contender::Fault;

const MOVETIMES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(200), Duration::from_millis(1000)];
const EMPTY_CLOCK: Duration = Duration::from_millis(100);
/// What the mover has left, and what the others have, when it matters whose clock is read.
const OWN_CLOCK: Duration = Duration::from_millis(300);
const OTHERS_CLOCK: Duration = Duration::from_secs(120);
const RETRIES: usize = 2;

pub(super) fn examine(examinee: &mut Examinee, table: &dyn Table, marks: &mut Marks<'_>) {
    marks.group("time");
    marks.add(movetimes(examinee, table));
    let go = examinee.go_clocks(table, EMPTY_CLOCK, EMPTY_CLOCK);
    let fix = format!(
        "with little time left move at once: with {} on the clock there is no time to think, \
         and starting to count at the line `go` helps",
        ms(EMPTY_CLOCK)
    );
    marks.add(clock(examinee, "empty clock", &[(table.copy(), go, EMPTY_CLOCK)], &fix));
    marks.add(own_clock(examinee, table));
}

/// Asks for a move within a time, and again when it is late; returns how well that went, and the times.
fn keeps(
    examinee: &mut Examinee,
    table: &dyn Table,
    go: &Go,
    limit: Duration,
) -> Result<(Grade, String), Fault> {
    let mut late = 0;
    let mut times = Vec::new();
    for attempt in 0..=RETRIES {
        if attempt > 0 && late == 0 {
            break;
        }
        let answer = examinee.ask(table, go, limit + ANSWER_GRACE)?;
        times.push(ms(answer.took));
        late += usize::from(answer.took > limit + examinee.margin);
    }
    let grade = match late {
        0 | 1 => Grade::Ok,
        2 => Grade::Warn,
        _ => Grade::Fail,
    };
    Ok((grade, times.join(" and ")))
}

fn movetimes(examinee: &mut Examinee, table: &dyn Table) -> Item {
    let go = examinee.go();
    let questions =
        MOVETIMES.map(|time| (table.copy(), Go { movetime: Some(time), ..go.clone() }, time));
    let fix = "count the time from the moment you read `go`, look at it often while you think, \
               and stop some 20 ms before the end of `movetime`";
    clock(examinee, "keeps movetime", &questions, fix)
}

/// Asks every player with little time left while the others have plenty.
fn own_clock(examinee: &mut Examinee, table: &dyn Table) -> Item {
    let players = table.card().players.len();
    let mut here = table.copy();
    let mut questions = Vec::new();
    let mut seen = Vec::new();
    while seen.len() < players && here.outcome().is_none() {
        if !seen.contains(&here.to_move()) {
            seen.push(here.to_move());
            let go = examinee.go_clocks(&*here, OWN_CLOCK, OTHERS_CLOCK);
            questions.push((here.copy(), go, OWN_CLOCK));
        }
        let legal = here.legal();
        let Some(mv) = legal.first() else { break };
        if here.play(mv).is_err() {
            break;
        }
    }
    let name = if players == 3 { "three clocks" } else { "own clock" };
    let fix = "read your own clock: p1time belongs to the first player, p2time to the second, \
               p3time to the third; the player to move is you";
    clock(examinee, name, &questions, fix)
}

fn clock(
    examinee: &mut Examinee,
    name: &'static str,
    questions: &[(Box<dyn Table>, Go, Duration)],
    fix: &str,
) -> Item {
    let mut words = Vec::new();
    let mut worst = Grade::Ok;
    for (table, go, limit) in questions {
        match keeps(examinee, &**table, go, *limit) {
            Ok((grade, times)) => {
                worst = worst.max(grade);
                words.push(format!("{times} of {}", ms(*limit)));
            }
            Err(fault) => return Item::fail(name, format!("it {fault}, after '{go}'"), fix),
        }
    }
    let found = words.join(", ");
    match worst {
        Grade::Fail => Item::fail(name, format!("late each time: {found}"), fix),
        Grade::Warn => Item::warn(name, format!("late now and then: {found}"), fix),
        _ => Item::ok(name, found),
    }
}
