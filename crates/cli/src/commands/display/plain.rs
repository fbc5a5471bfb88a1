//! A game that a server plays, line by line: what happens to standard output, all else beside it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::time::{Duration, Instant};

use anyhow::bail;
use manator_core::Player;
use manator_play::{End, Heard, Spectator, Told, Watched, rules};

use crate::{Verdict, paint};

pub(super) fn run(spectator: &Spectator, shows_boards: bool) -> anyhow::Result<Verdict> {
    let mut printer = Printer {
        watched: Watched::default(),
        now: Instant::now(),
        shows_boards,
        out: anstream::stdout(),
    };
    let mut ended = Ok(None);
    spectator.listen(|heard| {
        let told = match heard {
            Heard::News(news) => {
                printer.now = Instant::now();
                let told = printer.watched.hear(news, printer.now);
                printer.tell(&told)
            }
            Heard::Waiting(why) => talk(&format!("{why}; trying again")),
            Heard::Welcome(rules) => talk(&format!("watching {rules} at {}", spectator.address)),
            Heard::Nonsense(why) => talk(&format!("skipped: {why}")),
            Heard::End(end) => {
                ended = Ok(Some(end));
                return Break(());
            }
        };
        match told {
            Ok(()) => Continue(()),
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

/// Says something that is not of the game.
fn talk(words: &str) -> io::Result<()> {
    writeln!(anstream::stderr(), "{words}")
}

struct Printer<W> {
    watched: Watched,
    now: Instant,
    shows_boards: bool,
    out: W,
}

impl<W: Write> Printer<W> {
    fn tell(&mut self, told: &Told) -> io::Result<()> {
        let Some(line) = self.line(told) else { return Ok(()) };
        if matches!(told, Told::Nonsense(_)) {
            return talk(&line);
        }
        writeln!(self.out, "{line}")?;
        let moved = matches!(told, Told::Position | Told::Moved { .. });
        if let Some(table) = self.watched.table().filter(|_| self.shows_boards && moved) {
            write!(self.out, "\n{}\n", paint::board(&table.card(), &table.canvas(None)))?;
        }
        // Whoever reads this follows a game as it goes on.
        self.out.flush()
    }

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
