//! `manator play`: a game at this terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Record, Table};
use manator_engine::options::LEVELS;
use manator_play::{Opening, SavedGame, Saves, Setup, TimeControl, time};

use crate::arguments::{Confinement, Start, find_game, levels};
use crate::console::{self, After, Console, Left, Wished};
use crate::opening::{Beginning, First, Wishes, named_seat};
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
            let text = std::fs::read_to_string(path);
            let text = text.with_context(|| format!("{}", path.display()))?;
            let record = Record::parse(&text).with_context(|| format!("{}", path.display()))?;
            self.recorded(path, record).with_context(|| format!("{}", path.display()))?
        } else {
            match self.opened(console.as_mut())? {
                Ok(opening) => opening,
                Err(verdict) => return Ok(verdict),
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
        Ok(match console::play(console, opening, After::Leave)? {
            Left::Stopped(signal) => Verdict::Stopped(stop::status(signal)),
            Left::Over | Left::New | Left::Quit => Verdict::Yes,
        })
    }

    fn resumed(&self, saves: &Saves) -> anyhow::Result<Opening> {
        let folder = saves.folder.display();
        let game = self.game.as_deref().map(find_game).transpose()?;
        let kept = saves.last_unfinished(game.map(|entry| entry.card().name));
        let Some(SavedGame { slot, record }) = kept.with_context(|| format!("{folder}"))? else {
            bail!("no unfinished game in {folder} that nobody is playing");
        };
        let path = slot.path.display().to_string();
        Opening::of_record(record, Some(slot)).context(path)
    }

    fn recorded(&self, path: &Path, record: Record) -> anyhow::Result<Opening> {
        // A finished game is only looked at: there is nothing to keep.
        let slot = match record.result {
            None => Some(saves().slot_for(path, &record)?),
            Some(_) => None,
        };
        Ok(Opening::of_record(record, slot)?)
    }

    /// Sets up a new game, or returns how the user left instead of answering.
    fn opened(&self, console: Option<&mut Console>) -> anyhow::Result<Result<Opening, Verdict>> {
        let entry = find_game(self.game.as_deref().unwrap_or_default())?;
        let against = self.against.clone().or_else(|| self.level.clone());
        let mut wishes =
            Wishes { seats: self.seat.clone(), against, first: self.first, turn: None };
        // A mistake in the options is told before anything is asked.
        let table = self.start.open(entry, None)?;
        let (card, beginning) = (entry.card(), self.beginning(&*table));
        wishes.seating(&card, beginning)?;
        if let Some(console) = console
            && wishes.leaves_first_open()
            && !self.start.sets("first")
        {
            match console::ask_turn(console, card.players.len())? {
                Wished::Turn(turn) => wishes.turn = Some(turn),
                Wished::Leave => return Ok(Err(Verdict::Yes)),
                Wished::Stopped(signal) => {
                    return Ok(Err(Verdict::Stopped(stop::status(signal))));
                }
            }
        }
        let seating = wishes.seating(&card, beginning)?;
        let table = self.start.open(entry, seating.option.as_deref())?;
        Ok(Ok(kept(table, Setup::new(seating.seats, self.time))))
    }

    fn beginning(&self, table: &dyn Table) -> Beginning {
        match self.start.is_position() {
            true => Beginning::Position(table.to_move()),
            false => Beginning::Start,
        }
    }
}

fn saves() -> Saves {
    Saves { folder: places::games() }
}

/// Returns a new game that is kept.
pub(super) fn kept(table: Box<dyn Table>, setup: Setup) -> Opening {
    Opening::new(table, setup, Some(&saves()))
}

/// Lets the user choose a game on the full screen.
pub(crate) fn lobby() -> anyhow::Result<Verdict> {
    farewell(&manator_tui::lobby(saves())?)
}

/// Says after the full screen what became of the game.
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
