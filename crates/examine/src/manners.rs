//! What an agent does with lines that are not quite as expected, and what it says that nobody asked.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;

use super::Manner;
use super::examinee::{ANSWER_GRACE, Examinee};
use super::item::{Item, Marks, counted};
use super::log::Log;

const LONG: usize = 60_000;

pub(super) fn examine(examinee: &mut Examinee, table: &dyn Table, marks: &mut Marks<'_>) {
    marks.group("manners");
    marks.add(line_ends(examinee, table));
    marks.add(nonsense(examinee, table));
}

fn line_ends(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "CRLF and blanks";
    let fix = "split lines at blanks of any number, and take `\\r` for a blank: line.split() in \
               Python does both";
    let go = examinee.quick_go();
    let asked = examinee.situation(table).and_then(|situation| {
        let lines = format!("\n{situation}{go}\n");
        // An empty line, too.
        let spread = |line: &str| format!(" {} \r\n", line.replace(' ', "  "));
        examinee.say(&lines.lines().map(spread).collect::<String>())?;
        examinee.wait(ANSWER_GRACE)
    });
    match asked {
        Ok(Some(_)) => {
            Item::ok(NAME, "lines that end with CR and LF, lines with more blanks, empty lines")
        }
        Ok(None) => {
            examinee.drop_process();
            Item::fail(NAME, "no 'bestmove' when lines end with CR and LF", fix)
        }
        Err(fault) => Item::fail(NAME, format!("it {fault}"), fix),
    }
}

/// Says nonsense, and asks for a move as if nothing had happened.
fn nonsense(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "unknown commands";
    let long = format!("hello {}\n", "x".repeat(LONG));
    let lines = [
        (
            "hello\nxyzzy 1 2 3\n",
            "'hello'",
            "skip a line whose first word you do not know, and read on",
        ),
        (
            &long,
            "a line of 60 kB",
            "read lines of any length: a long game makes a long `position` line",
        ),
    ];
    let go = examinee.quick_go();
    for (text, what, fix) in lines {
        let mut ask = || {
            examinee.situation(table)?;
            examinee.log.is_provoked = true;
            examinee.say(text)?;
            examinee.settle()?;
            examinee.ask(table, &go, ANSWER_GRACE)
        };
        let asked = ask();
        examinee.log.is_provoked = false;
        if let Err(fault) = asked {
            return Item::fail(NAME, format!("after {what} it {fault}"), fix);
        }
    }
    Item::ok(NAME, "it reads over 'hello' and a line of 60 kB")
}

pub(super) fn what_was_said(log: &Log, manner: Manner, marks: &mut Marks<'_>) {
    marks.group("manners");
    let quotes = |lines: &[String]| lines.iter().map(|line| format!("'{line}'")).collect();
    if manner == Manner::Lasting {
        marks.add(match log.noise.count {
            0 => Item::ok("noise", "every line is one of the protocol"),
            count => {
                let fix = "it does no harm; to be tidy, write such lines to standard error or \
                           after `info string`";
                let found = format!("{} outside the protocol, such as", counted(count, "line"));
                Item::warn("noise", found, fix).quoting(quotes(&log.noise.first))
            }
        });
    }
    // Of a program that is started for each move, all but the move is heard as one.
    let name = if manner == Manner::Once { "notes" } else { "standard error" };
    marks.add(match log.asides.count {
        0 => Item::ok(name, "nothing"),
        count => {
            let found = format!("{}, the last of which are", counted(count, "line"));
            Item::ok(name, found).quoting(quotes(&log.asides.last))
        }
    });
}
