//! `manator play`: a game at this terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{IsTerminal, Write, stdin, stdout};
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use manator_core::Table;
use manator_engine::options::LEVELS;
use manator_play::{Opening, Saves, Setup, TimeControl, time};

use crate::arguments::{Confinement, Start, find_game, levels};
use crate::console::{self, After, Console, Unless};
use crate::opening::{First, Wishes, named_seat};
use crate::{Verdict, places, stop};

/// Play a game against an agent, together, or across a network
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Play {
    /// The game: see `manator games`
    #[arg(required_unless_present_any = ["resume", "load"])]
    game: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Who sits on a seat: human, an agent such as champion or alphabeta:depth=4,
    /// a program such as ./my_agent, remote:listen:PORT or remote:connect:HOST:PORT; may be repeated
    #[arg(long, value_name = "PLAYER=WHO")]
    seat: Vec<String>,
    /// Who sits on all other seats [default: champion]
    #[arg(long, value_name = "WHO", conflicts_with = "level")]
    against: Option<String>,
    /// The same by the level of an agent
    #[arg(long, value_name = "LEVEL", value_parser = LEVELS.iter().map(|(name, _)| *name).collect::<Vec<_>>())]
    level: Option<String>,
    /// Who moves first
    #[arg(long, value_name = "WHO")]
    first: Option<First>,
    /// The time control: none, 10s/move, or 5m+3s for the whole game and each turn
    #[arg(long, value_name = "CONTROL", default_value_t)]
    time: TimeControl,
    /// How long at least an agent's move stays on the board before the next [default: 700ms when
    /// nobody but agents plays]
    #[arg(long, value_name = "TIME", value_parser = time::duration)]
    pace: Option<Duration>,
    /// Line by line instead of the full screen; always so when this is no terminal
    #[arg(long)]
    plain: bool,
    /// Go on with the last unfinished game
    #[arg(long)]
    resume: bool,
    /// Go on with the game of a record
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    load: Option<PathBuf>,
    #[command(flatten)]
    confinement: Confinement,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let plain = self.plain || !is_full_screen();
        let mut console = plain.then(Console::new).transpose()?;
        let mut opening = if self.resume {
            self.resumed(&saves())?
        } else if let Some(path) = &self.load {
            Opening::load(path, &saves()).map_err(anyhow::Error::msg)?
        } else {
            match self.opened(console.as_mut())? {
                Continue(opening) => opening,
                Break(verdict) => return Ok(verdict),
            }
        };
        if self.resume || self.load.is_some() {
            for text in &self.seat {
                let (seat, who) = named_seat(&opening.table.card(), text)?;
                opening.setup.seats[seat] = who;
            }
        }
        if let Some(sandbox) = self.confinement.announce()? {
            opening.setup.seats.iter_mut().for_each(|seat| seat.confine(&sandbox));
        }
        // What is printed line by line stays to be read; only a board that changes needs its time.
        if let Some(pace) = self.pace.or(plain.then_some(Duration::ZERO)) {
            opening.setup.pace = pace;
        }
        let Some(console) = &mut console else {
            return farewell(&manator_tui::run(opening, saves())?);
        };
        Ok(console::play(console, opening, After::Leave)?.break_value().unwrap_or(Verdict::Yes))
    }

    fn resumed(&self, saves: &Saves) -> anyhow::Result<Opening> {
        let folder = saves.folder.display();
        let game = self.game.as_deref().map(find_game).transpose()?;
        let kept = saves.last_unfinished(game.map(|entry| entry.card().name));
        kept.with_context(|| format!("{folder}"))?
            .with_context(|| format!("no unfinished game in {folder} that nobody is playing"))
    }

    /// Sets up a new game, or returns how the user left instead of answering.
    fn opened(&self, console: Option<&mut Console>) -> anyhow::Result<Unless<Opening>> {
        let entry = find_game(self.game.as_deref().unwrap_or_default())?;
        let against = self.against.clone().or_else(|| self.level.clone());
        let mut wishes =
            Wishes { seats: self.seat.clone(), against, first: self.first, turn: None };
        // A mistake in the options is told before anything is asked.
        let table = self.start.open(entry, None)?;
        let card = entry.card();
        let mover = self.start.is_position().then(|| table.to_move());
        wishes.seating(&card, mover)?;
        if let Some(console) = console
            && wishes.leaves_first_open()
            && !self.start.sets("first")
        {
            match console::ask_turn(console, card.players.len())? {
                Continue(turn) => wishes.turn = Some(turn),
                Break(verdict) => return Ok(Break(verdict)),
            }
        }
        let seating = wishes.seating(&card, mover)?;
        let table = self.start.open(entry, seating.option.as_deref())?;
        Ok(Continue(kept(table, Setup::new(seating.seats, self.time))))
    }
}

fn saves() -> Saves {
    Saves { folder: places::games() }
}

pub(super) fn kept(table: Box<dyn Table>, setup: Setup) -> Opening {
    Opening::new(table, setup, Some(&saves()))
}

pub(crate) fn lobby() -> anyhow::Result<Verdict> {
    farewell(&manator_tui::lobby(saves())?)
}

fn farewell(left: &manator_tui::Left) -> anyhow::Result<Verdict> {
    let mut out = anstream::stdout();
    if let Some(ending) = &left.ending {
        writeln!(out, "{ending}")?;
    }
    if left.kept.is_some() {
        writeln!(out, "{}", console::KEPT)?;
    }
    Ok(left.signal.map_or(Verdict::Yes, |signal| Verdict::Stopped(stop::status(signal))))
}

/// Returns whether both ends are a terminal that can show more than lines.
pub(crate) fn is_full_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !dumb
}
