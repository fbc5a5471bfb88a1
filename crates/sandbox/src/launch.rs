//! The launcher: a process of ours that limits itself and then becomes the program.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;
use std::fmt::Write;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::confine::confine;
use super::limit::{Held, Limit};
use super::order::Order;

/// The status of a launcher that cannot become the program, as shells have it.
const CANNOT: u8 = 126;
/// The status of one that does not find it.
const NOT_FOUND: u8 = 127;

/// What became of a launcher that did not become a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Launched {
    /// It was only asked which limits hold: what it found out, to be written as it is.
    Report(String),
    Failed {
        why: String,
        /// With which status to end.
        status: u8,
    },
}

/// Limits this process and becomes another program; `words` are those after [`LAUNCH`](super::LAUNCH).
///
/// `warn` is told of each limit that does not hold. Returns only if there is no program to become.
pub fn launch(words: impl IntoIterator<Item = OsString>, warn: impl Fn(&str)) -> Launched {
    let order = match Order::parse(words) {
        Ok(order) => order,
        Err(why) => return Launched::Failed { why, status: CANNOT },
    };
    let held = confine(&order);
    let Some((program, arguments)) = order.words.split_first() else {
        return Launched::Report(report(&held));
    };
    order.notes.iter().for_each(|note| warn(note));
    for (limit, held) in held {
        match held {
            Ok(()) => {}
            // It would run as root.
            Err(why) if limit == Limit::User => {
                return Launched::Failed {
                    why: format!("{}: {why}", limit.what()),
                    status: CANNOT,
                };
            }
            Err(why) => warn(&format!("not limited: {}: {why}", limit.what())),
        }
    }
    let mut command = Command::new(program);
    command.args(arguments).envs(order.environment);
    if let Some(user) = order.user {
        // Groups of ours are given up together with the user.
        command.uid(user).gid(user);
    }
    if let Some(directory) = &order.directory {
        command.current_dir(directory);
    }
    let error = command.exec();
    let status = if error.kind() == io::ErrorKind::NotFound { NOT_FOUND } else { CANNOT };
    Launched::Failed { why: format!("cannot start '{}': {error}", program.display()), status }
}

/// Writes one line a limit: its name and, if it does not hold, why.
fn report(held: &[Held]) -> String {
    let mut text = String::new();
    for (limit, held) in held {
        let why = held.as_ref().err().map(|why| why.replace('\n', " ")).unwrap_or_default();
        let _ = writeln!(text, "{}\t{why}", limit.what());
    }
    text
}

/// Reads what [`report`] writes.
pub(super) fn read_report(text: &str) -> Vec<Held> {
    let read = |line: &str| {
        let (what, why) = line.split_once('\t')?;
        let (limit, _) = Limit::ALL.into_iter().find(|(_, name)| *name == what)?;
        Some((limit, if why.is_empty() { Ok(()) } else { Err(why.into()) }))
    };
    text.lines().filter_map(read).collect()
}
