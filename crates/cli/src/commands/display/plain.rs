//! A game that a server plays, line by line: what happens to standard output, all else beside it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

use anyhow::bail;
use manator_core::Player;
use manator_play::{End, Heard, Spectator, Told, Watched, rules};

use crate::{Verdict, paint};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boards {
    Shown,
    Hidden,
}

/// Prints what a server tells until it has nothing more to tell.
pub(super) fn run(spectator: &Spectator, boards: Boards) -> anyhow::Result<Verdict> {
    let mut printer = Printer {
        watched: Watched::default(),
        now: Instant::now(),
        boards,
        out: anstream::stdout(),
    };
    let mut ended = Ok(None);
    spectator.listen(|heard| {
        let step = match heard {
            Heard::News(news) => {
                printer.now = Instant::now();
                let told = printer.watched.hear(news, printer.now);
                printer.tell(&told).map(Continue)
            }
            Heard::Waiting(why) => talk(&format!("{why}; trying again")),
            Heard::Welcome(rules) => talk(&format!("watching {rules} at {}", spectator.address)),
            Heard::Nonsense(why) => talk(&format!("skipped: {why}")),
            Heard::End(end) => Ok(Break(Some(end))),
        };
        match step {
            Ok(Continue(())) => Continue(()),
            Ok(Break(end)) => {
                ended = Ok(end);
                Break(())
            }
            Err(error) => {
                ended = Err(error);
                Break(())
            }
        }
    });
    match ended? {
        Some(End::Bye(words)) => {
            writeln!(printer.out, "{}", format!("bye {words}").trim_end())?;
            Ok(Verdict::Yes)
        }
        Some(end) => bail!("{end}"),
        None => Ok(Verdict::Yes),
    }
}

/// Goes on, or ends with the reason.
type Step = io::Result<ControlFlow<Option<End>>>;

/// Says something that is not of the game.
fn talk(words: &str) -> Step {
    writeln!(anstream::stderr(), "{words}").map(Continue)
}

struct Printer<W> {
    watched: Watched,
    now: Instant,
    boards: Boards,
    out: W,
}

impl<W: Write> Printer<W> {
    fn tell(&mut self, told: &Told) -> io::Result<()> {
        let Some(line) = self.line(told) else { return Ok(()) };
        if matches!(told, Told::Nonsense(_)) {
            return talk(&line).map(|_| ());
        }
        writeln!(self.out, "{line}")?;
        let moved = matches!(told, Told::Position | Told::Moved { .. });
        if let (Boards::Shown, true, Some(table)) = (self.boards, moved, self.watched.table()) {
            write!(self.out, "\n{}\n", paint::board(&table.card(), &table.canvas(None)))?;
        }
        // Whoever reads this follows a game as it goes on.
        self.out.flush()
    }

    /// Returns what happened, in one line.
    fn line(&self, told: &Told) -> Option<String> {
        let watched = &self.watched;
        let table = watched.table();
        let side = |player: &Player| table.map_or("", |table| table.card().players[player.index()]);
        let made = table.map_or(0, |table| table.moves().len());
        Some(match told {
            Told::Nothing => return None,
            Told::Game => format!("game {} {}", watched.id()?, rules(table?)),
            Told::Round => {
                let (number, of) = watched.round()?;
                format!("round {number} of {of}")
            }
            Told::Player(player) => {
                format!("player {} {}", side(player), watched.name(*player)?)
            }
            Told::Position if made == 1 => "position after 1 move".into(),
            Told::Position => format!("position after {made} moves"),
            Told::Clock(player) => {
                let left = watched.left(*player, self.now)?;
                format!("clock {} {}", side(player), seconds(left))
            }
            Told::Moved { player, text, spent } => {
                format!("move {made} {} {text} {}", side(player), seconds(*spent))
            }
            Told::Note => {
                let note = watched.notes().next_back()?;
                format!("note {} {}", side(&note.player), note.text)
            }
            Told::Over => {
                let over = watched.over()?;
                format!("over {} {} {}", over.result, over.reason, over.words).trim_end().into()
            }
            Told::Standing(line) => {
                format!("standing {} played {} points {}", line.name, line.played, line.points)
            }
            Told::Bye(words) => format!("bye {words}").trim_end().into(),
            Told::Nonsense(why) => format!("skipped: {why}"),
        })
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
