//! `manator play`: a game at this terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{IsTerminal, Write, stdin};
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use manator_core::random::mix;
use manator_core::{Card, Entry, FIRST, Player, Table};
use manator_engine::options::LEVELS;
use manator_play::{Opening, Saves, SeatSpec, Setup, TimeControl, time};
use manator_sandbox::Sandbox;

use crate::arguments::{Confinement, Start, find_game, levels};
use crate::config::Configuration;
use crate::console::{self, After, Console};
use crate::{Verdict, places, stop, streams};

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
    /// a program such as ./my_agent or two/agent.py, remote:listen:PORT or remote:connect:HOST:PORT; may be repeated
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
    /// How long at most the computer thinks about a turn, an alternate included; people are not
    /// hurried [default: 5s in Refusal without a time control, elsewhere as long as the agent likes]
    #[arg(long, value_name = "TIME", value_parser = time::duration)]
    computer_time: Option<Duration>,
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
    pub(crate) fn run(&self, configuration: &Configuration) -> anyhow::Result<Verdict> {
        let plain = self.plain || !is_full_screen();
        let mut console = plain.then(Console::new).transpose()?;
        let sandbox = self.confinement.announce()?;
        let completed = |mut opening: Opening| {
            self.complete(&mut opening.setup, sandbox.as_ref());
            Opening { note: configuration.announcement(), ..opening }
        };
        let opening = if self.resume {
            self.reseated(self.resumed(&saves())?)?
        } else if let Some(path) = &self.load {
            self.reseated(Opening::load(path, &saves()).map_err(anyhow::Error::msg)?)?
        } else {
            let mut game = self.new_game()?;
            let asks = game.wishes.leaves_first_open() && !self.start.sets(FIRST);
            match &mut console {
                None if asks => {
                    let table = self.start.open(game.entry, None)?;
                    let begin = |turn| game.with_turn(turn).open(self).map(completed);
                    return farewell(&manator_tui::ask_and_run(&*table, saves(), begin)?);
                }
                Some(console) if asks => {
                    let players = game.entry.card().players.len();
                    match console::ask_turn(console, players)? {
                        Continue(turn) => game = game.with_turn(turn),
                        Break(verdict) => return Ok(verdict),
                    }
                }
                _ => {}
            }
            game.open(self)?
        };
        let opening = completed(opening);
        let Some(console) = &mut console else {
            return show(opening);
        };
        Ok(console::play(console, opening, After::Leave)?.break_value().unwrap_or(Verdict::Yes))
    }

    /// Sets what holds for a game however it began.
    fn complete(&self, setup: &mut Setup, sandbox: Option<&Sandbox>) {
        if let Some(sandbox) = sandbox {
            setup.seats.iter_mut().for_each(|seat| seat.confine(sandbox));
        }
        // What is printed line by line stays to be read; only a board that changes needs its time.
        let plain = self.plain || !is_full_screen();
        if let Some(pace) = self.pace.or(plain.then_some(Duration::ZERO)) {
            setup.pace = pace;
        }
        setup.computer_time = self.computer_time;
    }

    /// Puts those named on the command line on the seats of a game that goes on.
    fn reseated(&self, mut opening: Opening) -> anyhow::Result<Opening> {
        for text in &self.seat {
            let (seat, who) = named_seat(&opening.table.card(), text)?;
            opening.setup.seats[seat] = who;
        }
        Ok(opening)
    }

    fn resumed(&self, saves: &Saves) -> anyhow::Result<Opening> {
        let folder = saves.folder.display();
        let game = self.game.as_deref().map(find_game).transpose()?;
        let kept = saves.last_unfinished(game.map(|entry| entry.card().name));
        kept.with_context(|| format!("{folder}"))?
            .with_context(|| format!("no unfinished game in {folder} that nobody is playing"))
    }

    /// Looks at the command line for a new game: a mistake in it is told before anything is asked.
    fn new_game(&self) -> anyhow::Result<NewGame> {
        let entry = find_game(self.game.as_deref().unwrap_or_default())?;
        let against = self.against.clone().or_else(|| self.level.clone());
        let wishes = Wishes { seats: self.seat.clone(), against, first: self.first, turn: None };
        let table = self.start.open(entry, None)?;
        let mover = self.start.is_position().then(|| table.to_move());
        wishes.seating(&entry.card(), mover)?;
        Ok(NewGame { entry, wishes, mover })
    }
}

/// A game of which only the person's turn may still be open.
struct NewGame {
    entry: &'static dyn Entry,
    wishes: Wishes,
    /// Who is to move, where the game begins in a position.
    mover: Option<Player>,
}

impl NewGame {
    fn with_turn(self, turn: usize) -> NewGame {
        NewGame { wishes: Wishes { turn: Some(turn), ..self.wishes }, ..self }
    }

    fn open(&self, play: &Play) -> anyhow::Result<Opening> {
        let seating = self.wishes.seating(&self.entry.card(), self.mover)?;
        let table = play.start.open(self.entry, seating.option.as_deref())?;
        Ok(kept(table, Setup::new(seating.seats, play.time)))
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

/// Shows a game on the full screen until whoever looks at it leaves.
pub(crate) fn show(opening: Opening) -> anyhow::Result<Verdict> {
    farewell(&manator_tui::run(opening, saves())?)
}

fn farewell(left: &manator_tui::Left) -> anyhow::Result<Verdict> {
    let mut out = streams::stdout();
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
    stdin().is_terminal() && streams::is_stdout_terminal() && !dumb
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// The person at the keyboard
    Human,
    /// The agent
    Computer,
    /// Whoever the coin decides for
    Random,
}

impl First {
    /// Returns the turn of the person, counted from zero, tossing the coin among `turns` if need be.
    fn turn(self, turns: usize) -> usize {
        match self {
            First::Human => 0,
            First::Computer => 1,
            First::Random => (mix(super::server::now()) % turns.max(1) as u64) as usize,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// Seats given one by one, as `PLAYER=WHO`.
    pub(crate) seats: Vec<String>,
    pub(crate) against: Option<String>,
    pub(crate) first: Option<First>,
    /// Which turn the person takes, counted from zero: more than `first` can say of three players.
    pub(crate) turn: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) seats: Vec<SeatSpec>,
    /// The rule option that makes the first player begin, where seats alone do not.
    pub(crate) option: Option<String>,
}

impl Wishes {
    pub(crate) fn leaves_first_open(&self) -> bool {
        let person = self
            .against
            .as_deref()
            .is_some_and(|who| who.parse::<SeatSpec>().is_ok_and(|spec| spec.is_person()));
        self.first.is_none() && self.turn.is_none() && self.seats.is_empty() && !person
    }

    /// Seats everybody: those named, one person unless there is one, and the opponent elsewhere.
    ///
    /// `mover` is to move where the game begins in a position; at the start an option may say who begins.
    pub(crate) fn seating(&self, card: &Card, mover: Option<Player>) -> anyhow::Result<Seating> {
        let mut seats: Vec<Option<SeatSpec>> = vec![None; card.players.len()];
        for text in &self.seats {
            let (seat, who) = named_seat(card, text)?;
            if seats[seat].replace(who).is_some() {
                bail!("'{text}': the seat {} is already taken", card.players[seat]);
            }
        }
        let opponent: SeatSpec = self.against.as_deref().unwrap_or("champion").parse()?;
        let named = seats.iter().flatten().any(SeatSpec::is_person);
        let mut option = None;
        if named && self.first.is_some() {
            bail!("--first: the seat of the person is already given by --seat");
        }
        let begins = mover.map_or(0, Player::index);
        let order = (0..seats.len()).map(|turn| (begins + turn) % card.players.len());
        let free: Vec<usize> = order.filter(|seat| seats[*seat].is_none()).collect();
        if !named && let (Some(next), Some(last)) = (free.first(), free.last()) {
            let first = self.first.unwrap_or(First::Human);
            let turn = self.turn.unwrap_or_else(|| first.turn(free.len()));
            if mover.is_none() {
                option = first_option(card, *next, turn);
            }
            let seat = if option.is_some() { next } else { free.get(turn).unwrap_or(last) };
            seats[*seat] = Some(SeatSpec::Person);
        }
        let seats = seats.into_iter().map(|seat| seat.unwrap_or_else(|| opponent.clone()));
        Ok(Seating { seats: seats.collect(), option })
    }
}

pub(crate) fn named_seat(card: &Card, text: &str) -> anyhow::Result<(usize, SeatSpec)> {
    let Some((player, who)) = text.split_once('=') else {
        bail!("'{text}': expected a seat such as {}=human", card.players[0]);
    };
    Ok((seat(card, player)?, who.parse()?))
}

/// Returns the option of a game in which any player may begin, set so that the person has that turn.
fn first_option(card: &Card, person: usize, turn: usize) -> Option<String> {
    let choices = card.beginners();
    let players = card.players.len();
    let name = card.players[(person + players - turn % players) % players];
    choices.contains(&name).then(|| format!("{FIRST}={name}"))
}

fn seat(card: &Card, text: &str) -> anyhow::Result<usize> {
    let text = text.trim();
    let named = card.players.iter().position(|player| player.eq_ignore_ascii_case(text));
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = named.or(number).filter(|seat| *seat < card.players.len());
    found.ok_or_else(|| anyhow!("unknown seat '{text}': expected {}", card.players.join(", ")))
}
