//! What an agent does with lines that are not quite as expected, and what it says that nobody asked.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Table;
use manator_protocol::Go;

use super::examinee::{Examinee, SLOW};
use super::item::{Item, Marks, counted};
use super::log::Log;
use crate::contender::Fault;

/// How long a line may be that means nothing.
const LONG: usize = 60_000;

pub(super) fn examine(examinee: &mut Examinee, table: &dyn Table, marks: &mut Marks<'_>) {
    marks.group("manners");
    marks.add(line_ends(examinee, table));
    let fix = "skip a line whose first word you do not know, and read on";
    let unknown = "hello\nxyzzy 1 2 3\nsetoption name Nobody value knows\n";
    marks.add(nonsense(examinee, table, "unknown commands", unknown, fix));
    let long = format!("hello {}\n", "x".repeat(LONG));
    let fix = "read lines of any length: a long game makes a long `position` line";
    marks.add(nonsense(examinee, table, "a very long line", &long, fix));
}

fn quick(examinee: &Examinee) -> Go {
    Go { movetime: Some(Duration::from_millis(50)), ..examinee.go() }
}

fn line_ends(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "CRLF and blanks";
    let fix = "split lines at blanks of any number, and take `\\r` for a blank: line.split() in Python does both";
    let go = quick(examinee);
    let asked = examinee.situation(table).and_then(|situation| {
        let lines = format!("\n{situation}{go}\n");
        // An empty line, too.
        let spread = |line: &str| format!(" {} \r\n", line.replace(' ', "  "));
        examinee.say(&lines.lines().map(spread).collect::<String>())?;
        examinee.wait(SLOW)
    });
    match asked {
        Ok(Some(_)) => {
            Item::ok(NAME, "lines with '\\r\\n', more blanks and none at all are understood")
        }
        Ok(None) => {
            examinee.drop_process();
            Item::fail(NAME, "no 'bestmove' when lines end with '\\r\\n'", fix)
        }
        Err(fault) => Item::fail(NAME, format!("it {fault}"), fix),
    }
}

/// Says nonsense, and asks for a move as if nothing had happened.
fn nonsense(
    examinee: &mut Examinee,
    table: &dyn Table,
    name: &'static str,
    text: &str,
    fix: &str,
) -> Item {
    let go = quick(examinee);
    let mut ask = || {
        examinee.situation(table)?;
        examinee.log.is_provoked = true;
        examinee.say(text)?;
        examinee.settle()?;
        examinee.ask(table, &go, SLOW)
    };
    let asked = ask();
    examinee.log.is_provoked = false;
    match asked {
        Ok(_) => Item::ok(name, format!("{} read over", counted(text.lines().count(), "line"))),
        Err(Fault::Unready) => Item::fail(name, "after it 'isready' is not answered", fix),
        Err(fault) => Item::fail(name, format!("after it the agent {fault}"), fix),
    }
}

/// Shows what the agent said beside its answers, all the time.
pub(super) fn what_was_said(log: &Log, marks: &mut Marks<'_>) {
    marks.group("manners");
    let quotes = |lines: &[String]| lines.iter().map(|line| format!("'{line}'")).collect();
    marks.add(match log.noise.count {
        0 => Item::ok("noise", "every line is one of the protocol"),
        count => {
            let fix = "it does no harm; to be tidy, write such lines to standard error or after `info string`";
            let found = format!("{} that are no protocol, such as", counted(count, "line"));
            Item::warn("noise", found, fix).quoting(quotes(&log.noise.first))
        }
    });
    marks.add(match log.asides.count {
        0 => Item::ok("standard error", "nothing"),
        count => {
            let found = format!("{}, such as", counted(count, "line"));
            Item::ok("standard error", found).quoting(quotes(&log.asides.first))
        }
    });
}
