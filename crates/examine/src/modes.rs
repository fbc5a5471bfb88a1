//! Every kind of `go`, and what may be said while an agent thinks.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::Table;
use manator_protocol::{FromAgent, Go};

use super::examinee::{ANSWER_GRACE, Answer, Examinee, REPLY_TIMEOUT};
use super::item::{Item, Marks, ms};
use manator_play::contender::Fault;
use manator_play::rules;

const CLOCK_TIME: Duration = Duration::from_secs(3);
const INCREMENT: Duration = Duration::from_millis(100);
/// How long it thinks while it is asked whether it is ready.
const FREE_MOVETIME: Duration = Duration::from_millis(500);
const STOP_DELAY: Duration = Duration::from_millis(40);
const STOPS: usize = 5;
/// What is a quick answer to `stop`.
const STOP_TIMEOUT: Duration = Duration::from_millis(100);

const ANSWER: &str = "answer each `go` with one line `bestmove M`, whatever words follow `go`, \
                      and flush your output";
const THREAD: &str = "think on a second thread, and read `stop` on the first one meanwhile; or \
                      answer `go infinite` at once";

/// Gets it ready for a game and asks for a first move; returns whether anything more can be asked.
pub(super) fn begins(examinee: &mut Examinee, table: &dyn Table, marks: &mut Marks<'_>) -> bool {
    marks.group("go");
    let begin = Instant::now();
    if let Err(fault) = examinee.ready(table) {
        let fix = match fault {
            Fault::Unsuitable(_) | Fault::Unset(..) => {
                "examine it in a game that it plays, with `--game`, and set only \
                                     options that it declares"
                    .to_string()
            }
            _ => format!(
                "after `setoption name UGI_Game value {}` and `uginewgame` it must answer `isready`",
                rules(table)
            ),
        };
        marks.add(Item::fail("game", format!("it {fault}"), fix));
        return false;
    }
    let took = ms(begin.elapsed());
    marks.add(Item::ok("game", format!("ready for {} after {took}", table.card().title)));
    let go = Go { movetime: Some(Duration::from_secs(1)), ..examinee.go() };
    match examinee.ask(table, &go, ANSWER_GRACE) {
        Ok(Answer { mv, took, .. }) => {
            marks.add(Item::ok("first move", format!("{mv} after {}", ms(took))));
            true
        }
        Err(fault) => {
            let fix = examinee.log.fix_silence(ANSWER);
            marks.add(Item::fail("first move", unanswered(&fault, &go), fix));
            false
        }
    }
}

fn unanswered(fault: &Fault, go: &Go) -> String {
    match fault {
        Fault::Late => format!("no 'bestmove' within {} after '{go}'", ms(ANSWER_GRACE)),
        fault => format!("it {fault}, after '{go}'"),
    }
}

pub(super) fn examine(examinee: &mut Examinee, table: &dyn Table, marks: &mut Marks<'_>) {
    let clock = examinee.go_clocks(table, CLOCK_TIME, CLOCK_TIME);
    marks.add(on_clock(examinee, table, "clock", &clock));
    let mut increment = clock;
    for clock in increment.clocks.iter_mut().filter(|clock| clock.time.is_some()) {
        clock.increment = Some(INCREMENT);
    }
    marks.add(on_clock(examinee, table, "increment", &increment));
    let go = examinee.go();
    let kinds = [
        ("movetime", Go { movetime: Some(Duration::from_millis(200)), ..go.clone() }),
        ("depth", Go { depth: Some(2), ..go.clone() }),
        ("nodes", Go { nodes: Some(1000), ..go.clone() }),
        ("plain go", go),
    ];
    for (name, go) in kinds {
        marks.add(by_itself(examinee, table, name, &go));
    }
    let item = infinite(examinee, table);
    let stops = item.fix.is_none();
    marks.add(item);
    marks.add(match stops {
        true => stop_latency(examinee, table),
        false => Item::skip("stop latency", "it does not stop"),
    });
    marks.add(ready_while_thinking(examinee, table));
}

fn on_clock(examinee: &mut Examinee, table: &dyn Table, name: &'static str, go: &Go) -> Item {
    match examinee.ask(table, go, ANSWER_GRACE) {
        Ok(Answer { took, .. }) if took > CLOCK_TIME + examinee.margin => {
            let fix = "read the number after your own clock's name, such as p1time, in \
                       milliseconds, and think for a thirtieth of it";
            Item::fail(name, format!("{} for a clock of {}", ms(took), ms(CLOCK_TIME)), fix)
        }
        Ok(Answer { took, .. }) if took > CLOCK_TIME / 2 + examinee.margin => {
            let fix = "a game has many moves: think for a thirtieth of what is left";
            Item::warn(
                name,
                format!("{} of a clock of {} for one move", ms(took), ms(CLOCK_TIME)),
                fix,
            )
        }
        Ok(Answer { took, .. }) => Item::ok(name, format!("'{go}' answered after {}", ms(took))),
        Err(fault) => Item::fail(name, unanswered(&fault, go), examinee.log.fix_silence(ANSWER)),
    }
}

/// Asks a question that must end by itself, or at the latest by `stop`.
fn by_itself(examinee: &mut Examinee, table: &dyn Table, name: &'static str, go: &Go) -> Item {
    let asked = examinee.put(table, go).and_then(|()| examinee.wait(ANSWER_GRACE));
    match asked {
        Ok(Some(Answer { took, .. })) => {
            return Item::ok(name, format!("'{go}' answered after {}", ms(took)));
        }
        Ok(None) => {}
        Err(fault) => return Item::fail(name, unanswered(&fault, go), ANSWER),
    }
    // A thinking engine is told to stop by whoever has waited long enough.
    let stopped = examinee.say("stop\n").and_then(|()| examinee.wait(REPLY_TIMEOUT));
    let found = format!("no 'bestmove' within {} after '{go}'", ms(ANSWER_GRACE));
    match stopped {
        Ok(Some(_)) if *go == examinee.go() => {
            Item::ok(name, "'go' thinks until 'stop', which is one way to understand it")
        }
        Ok(Some(_)) => {
            let fix = format!("let `{go}` end the search by itself");
            Item::warn(name, format!("{found}, only after 'stop'"), fix)
        }
        Ok(None) => {
            examinee.drop_process();
            Item::fail(name, found, examinee.log.fix_silence(ANSWER))
        }
        Err(fault) => Item::fail(name, unanswered(&fault, go), ANSWER),
    }
}

/// Tells a thinking agent to stop; returns how long after it answered, if it had not before.
fn stop_once(examinee: &mut Examinee, table: &dyn Table) -> Result<Option<Duration>, Fault> {
    let go = Go { infinite: true, ..examinee.go() };
    examinee.put(table, &go)?;
    let margin = std::mem::take(&mut examinee.margin);
    let early = examinee.wait(STOP_DELAY);
    examinee.margin = margin;
    let was_early = early?.is_some();
    examinee.say("stop\n")?;
    if was_early {
        return Ok(None);
    }
    examinee.answer(REPLY_TIMEOUT).map(|answer| Some(answer.took))
}

fn infinite(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "infinite";
    let found = match stop_once(examinee, table) {
        Ok(None) => "'go infinite' is answered at once, without waiting for 'stop'",
        Ok(Some(_)) => "'go infinite' thinks until 'stop'",
        Err(Fault::Late) => {
            let found = format!("no 'bestmove' within {} after 'stop'", ms(REPLY_TIMEOUT));
            return Item::fail(NAME, found, THREAD);
        }
        Err(fault) => return Item::fail(NAME, format!("it {fault}"), THREAD),
    };
    match examinee.settle() {
        Ok(0) => Item::ok(NAME, found),
        Ok(_) => {
            let fix = "answer each `go` with exactly one `bestmove`; a `stop` that comes when \
                       you do not think needs no answer";
            Item::fail(NAME, "one 'go infinite' and 'stop' were answered by two moves", fix)
        }
        Err(fault) => Item::fail(NAME, format!("it {fault}, after 'stop'"), THREAD),
    }
}

fn stop_latency(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "stop latency";
    let mut times = Vec::new();
    for _ in 0..STOPS {
        match stop_once(examinee, table) {
            Ok(took) => times.extend(took),
            Err(fault) => return Item::fail(NAME, format!("it {fault}, after 'stop'"), THREAD),
        }
    }
    times.sort_unstable();
    let Some(worst) = times.last() else {
        return Item::ok(NAME, "it has answered before 'stop' each time");
    };
    let median = times[times.len() / 2];
    let found = format!("median {}, worst {} of {}", ms(median), ms(*worst), times.len());
    match *worst <= STOP_TIMEOUT + examinee.margin {
        true => Item::ok(NAME, found),
        false => Item::warn(
            NAME,
            found,
            "look for `stop` more often while you think, every few milliseconds",
        ),
    }
}

fn ready_while_thinking(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "isready while thinking";
    let fix =
        "read lines on one thread and think on another, so that `isready` is answered meanwhile";
    let go = Go { movetime: Some(FREE_MOVETIME), ..examinee.go() };
    let asked = Instant::now();
    let mut moved = None;
    let mut ready = None;
    let heard = examinee.situation(table).and_then(|situation| {
        examinee.say(&format!("{situation}{go}\nisready\n"))?;
        examinee.listen(ANSWER_GRACE, |message| {
            match message {
                FromAgent::BestMove { .. } => moved = Some(asked.elapsed()),
                FromAgent::ReadyOk => ready = Some(asked.elapsed()),
                _ => {}
            }
            (moved.is_some() && ready.is_some()).then_some(())
        })
    });
    match (heard, moved, ready) {
        (Err(fault), ..) => Item::fail(NAME, format!("it {fault}"), fix),
        (_, Some(moved), Some(ready)) if ready < moved => {
            Item::ok(NAME, format!("readyok after {}, the move after {}", ms(ready), ms(moved)))
        }
        // An agent that answers `go` at once has no need of a second thread.
        (_, Some(moved), Some(_)) if moved < FREE_MOVETIME / 2 + examinee.margin => {
            Item::ok(NAME, format!("the move, after {}, and then readyok", ms(moved)))
        }
        (_, Some(_), Some(ready)) => {
            Item::warn(NAME, format!("readyok only after the move, after {}", ms(ready)), fix)
        }
        (_, moved, _) => {
            examinee.drop_process();
            let missing = if moved.is_some() { "readyok" } else { "bestmove" };
            Item::fail(NAME, format!("no '{missing}' within {}", ms(ANSWER_GRACE)), fix)
        }
    }
}
