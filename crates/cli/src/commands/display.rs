//! `manator display`: a game that a server plays, as it goes on.
//!
//! The flags are those of the original Jetan display; its sizes in pixels bound the board here.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{ArgAction, Args, value_parser};
use manator_core::Player;
use manator_play::client::ServerAddress;
use manator_play::{End, Heard, Spectator, Told, Watched, rules, time};
use manator_protocol::ANY_GAME;
use manator_tui::{Redraw, Watching};

use super::play::is_full_screen;
use crate::arguments::{find_game, host};
use crate::{Verdict, paint, stop, streams};

/// How many pixels of the original display a column is taken for.
const COLUMN_PIXELS: u16 = 10;
const LINE_PIXELS: u16 = 20;
const MARGIN: (u16, u16) = (4, 2);

/// Watch a game that a server plays
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Display {
    /// The game: see `manator games` [default: whatever is played]
    game: Option<String>,
    /// When to redraw: 0 when something has changed, 1 all the time
    #[arg(short, long, value_name = "TYPE", default_value = "0", value_parser = ["0", "1"])]
    display: String,
    /// The most pixels the board is high; a line of the terminal counts as 20
    #[arg(short = 'H', long, value_name = "PIXELS", default_value_t = 700)]
    #[arg(value_parser = value_parser!(u16).range(1..))]
    height: u16,
    /// The most pixels the board is wide; a column of the terminal counts as 10
    #[arg(short = 'W', long, value_name = "PIXELS", default_value_t = 700)]
    #[arg(value_parser = value_parser!(u16).range(1..))]
    width: u16,
    /// The server
    #[arg(short = 'h', long, num_args = 0..=1, default_value = "localhost", default_missing_value = "", value_parser = host)]
    host: String,
    /// Where it listens
    #[arg(short, long, default_value_t = 7777, value_parser = value_parser!(u16).range(1..))]
    port: u16,
    /// Which of its tables, where there are several [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    table: Option<u32>,
    /// How long a server that is not there is waited for
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = time::duration)]
    wait: Duration,
    /// A line for each event instead of the full screen; always so when this is no terminal
    #[arg(long)]
    plain: bool,
    /// Line by line: the board as well, after each move
    #[arg(long)]
    boards: bool,
    /// Print help
    #[arg(long, action = ArgAction::Help)]
    help: Option<bool>,
}

impl Display {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let game = match self.game.as_deref() {
            None => ANY_GAME,
            Some(name) if name.eq_ignore_ascii_case(ANY_GAME) => ANY_GAME,
            Some(name) => find_game(name)?.card().name,
        };
        let spectator = Spectator {
            address: ServerAddress { host: self.host.clone(), port: self.port },
            game: game.into(),
            table: self.table,
            connect_timeout: self.wait,
        };
        if self.plain || !is_full_screen() {
            return print_lines(&spectator, self.boards);
        }
        let redraw = if self.display == "1" { Redraw::Always } else { Redraw::OnMessages };
        let most = (self.width / COLUMN_PIXELS + MARGIN.0, self.height / LINE_PIXELS + MARGIN.1);
        let departed = manator_tui::watch(Watching { spectator, most, redraw })?;
        let mut out = streams::stdout();
        if let Some(ending) = &departed.ending {
            writeln!(out, "{ending}")?;
        }
        if let Some(signal) = departed.signal {
            return Ok(Verdict::Stopped(stop::status(signal)));
        }
        match departed.end {
            // Whoever saw a game has also seen what became of the server.
            Some(End::Refused(_) | End::Missing(_)) if departed.ending.is_some() => {}
            Some(End::Bye(_)) | None => {}
            Some(end) => bail!("{end}"),
        }
        Ok(Verdict::Yes)
    }
}

fn print_lines(spectator: &Spectator, shows_boards: bool) -> anyhow::Result<Verdict> {
    let mut printer = Printer {
        watched: Watched::default(),
        now: Instant::now(),
        shows_boards,
        out: streams::stdout(),
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

fn talk(words: &str) -> io::Result<()> {
    writeln!(streams::stderr(), "{words}")
}

struct Printer {
    watched: Watched,
    now: Instant,
    shows_boards: bool,
    out: streams::Stream,
}

impl Printer {
    fn tell(&mut self, told: &Told) -> io::Result<()> {
        let Some(line) = self.line(told) else { return Ok(()) };
        if matches!(told, Told::Nonsense(_)) {
            return talk(&line);
        }
        writeln!(self.out, "{line}")?;
        let moved = matches!(told, Told::Position | Told::Moved { .. });
        if let Some(table) = self.watched.table().filter(|_| self.shows_boards && moved) {
            writeln!(self.out)?;
            self.out.paint(&paint::board(&table.card(), &table.canvas(None)))?;
            writeln!(self.out)?;
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
