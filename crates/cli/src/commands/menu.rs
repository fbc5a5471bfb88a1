//! `manator menu`: choose a game, then play it at this keyboard, alone or together.
//!
//! On the full screen in a terminal; else line by line, which works through pipes, too.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow::{Break, Continue};
use std::time::Duration;

use clap::Args;
use manator_core::{Entry, Settings, Table};
use manator_engine::catalog as agents;
use manator_games::catalog::{self, GAMES};
use manator_play::{SeatSpec, Setup, TimeControl};
use manator_protocol::quoted;

use super::play::{self, kept};
use crate::Verdict;
use crate::arguments::{merge, pairs};
use crate::config::Configuration;
use crate::console::{self, After, Console, Unless};

/// Choose a game, its options and the seats in the terminal, and play
///
/// On the full screen in a terminal, else line by line.
#[derive(Args)]
pub(crate) struct MenuCommand {
    /// Line by line instead of on the full screen
    #[arg(long)]
    plain: bool,
}

impl MenuCommand {
    pub(crate) fn run(&self, configuration: &Configuration) -> anyhow::Result<Verdict> {
        match self.plain || !play::is_full_screen() {
            true => by_lines(configuration),
            false => play::lobby(),
        }
    }
}

fn by_lines(configuration: &Configuration) -> anyhow::Result<Verdict> {
    let mut menu = Menu { console: Console::new()?, configuration };
    loop {
        if let Break(verdict) = menu.game()? {
            return Ok(verdict);
        }
    }
}

/// Takes the value of a step, or leaves with the user.
macro_rules! unless_left {
    ($step:expr) => {
        match $step? {
            Continue(value) => value,
            Break(verdict) => return Ok(Break(verdict)),
        }
    };
}

struct Menu<'a> {
    console: Console,
    configuration: &'a Configuration,
}

impl Menu<'_> {
    fn game(&mut self) -> anyhow::Result<Unless<()>> {
        let entry = unless_left!(self.choose());
        let table = unless_left!(self.options(entry));
        loop {
            let seats = unless_left!(self.seats(&*table));
            let setup = Setup { pace: Duration::ZERO, ..Setup::new(seats, TimeControl::None) };
            match console::play(&mut self.console, kept(table.copy(), setup), After::Menu) {
                Ok(left) => return Ok(left),
                // A port that is taken is no reason to leave.
                Err(error) if error.is::<manator_play::SetupError>() => {
                    self.console.say(&error.to_string())?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn ask(&mut self, prompt: &str) -> anyhow::Result<Unless<String>> {
        Ok(self.console.ask(&format!("{prompt}> "))?)
    }

    fn choose(&mut self) -> anyhow::Result<Unless<&'static dyn Entry>> {
        self.console.say("Manator: remarkable board games\n")?;
        for (number, entry) in (1..).zip(GAMES) {
            let card = entry.card();
            self.console.say(&format!("  {number}  {:<14} {}", card.title, card.summary))?;
        }
        self.console.say("\nchoose a number or a name; quit leaves")?;
        loop {
            let answer = unless_left!(self.ask("game"));
            let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let found = number.and_then(|index| GAMES.get(index).copied());
            if let Some(entry) = found.or_else(|| catalog::find(&answer)) {
                return Ok(Continue(entry));
            }
            let (answer, count) = (quoted(&answer), GAMES.len());
            let words = format!("'{answer}': expected a number from 1 to {count} or a name");
            self.console.say(&words)?;
        }
    }

    fn options(&mut self, entry: &dyn Entry) -> anyhow::Result<Unless<Box<dyn Table>>> {
        let card = entry.card();
        let configured = self.configuration.rules(card.name);
        let configured = pairs(&configured)?;
        let usual = Settings::read(card.options, configured.iter().copied())?;
        if card.options.is_empty() {
            let settings = Settings::defaults(card.options);
            return Ok(Continue(entry.open(settings)?));
        }
        for spec in card.options {
            let default = usual.value(spec.name).map(|value| format!(" [{value}]"));
            let default = default.unwrap_or_default();
            self.console.say(&format!("  {}={}{default}", spec.name, spec.values()))?;
        }
        self.console.say("options with blanks between them, or nothing for the usual game")?;
        loop {
            let answer = unless_left!(self.ask("options"));
            let settings = Settings::parse(card.options, &answer).and_then(|given| {
                Settings::read(card.options, merge(&configured, given.pairs().collect()))
            });
            match settings.and_then(|settings| entry.open(settings)) {
                Ok(table) => return Ok(Continue(table)),
                Err(error) => self.console.say(&error.to_string())?,
            }
        }
    }

    fn seats(&mut self, table: &dyn Table) -> anyhow::Result<Unless<Vec<SeatSpec>>> {
        let players = table.card().players;
        let known: Vec<&str> = agents::names(table.card().name).collect();
        self.console.say(&format!(
            "seats: {}; agents: {}",
            players.join(", "),
            known.join(", ")
        ))?;
        self.console.say(&format!(
            "your seats, or all, then who you play against [{0} champion]; or each seat, such as \
             {0}=human",
            players[0]
        ))?;
        loop {
            let answer = unless_left!(self.ask("seats"));
            match seating(table, &answer) {
                Ok(seats) => return Ok(Continue(seats)),
                Err(words) => self.console.say(&words)?,
            }
        }
    }
}

/// Reads seats of people and who sits on the others, or `SEAT=WHO` for each.
fn seating(table: &dyn Table, answer: &str) -> Result<Vec<SeatSpec>, String> {
    let players = table.card().players;
    let find = |name: &str| players.iter().position(|player| player.eq_ignore_ascii_case(name));
    let mut seats: Vec<Option<SeatSpec>> = vec![None; players.len()];
    let mut others = None;
    for word in answer.split_whitespace().map(|word| word.trim_end_matches(',')) {
        let (seat, who) = word.split_once('=').unwrap_or((word, "human"));
        match find(seat) {
            Some(seat) => seats[seat] = Some(who_sits(table, who)?),
            None if matches!(word, "all" | "both") => others = Some(SeatSpec::Person),
            None => others = Some(who_sits(table, word)?),
        }
    }
    let anybody = seats.iter().flatten().next().is_some();
    if !anybody && !others.as_ref().is_some_and(SeatSpec::is_person) {
        seats[0] = Some(SeatSpec::Person);
    }
    let others = others.unwrap_or_else(|| SeatSpec::agent("champion"));
    Ok(seats.into_iter().map(|seat| seat.unwrap_or_else(|| others.clone())).collect())
}

fn who_sits(table: &dyn Table, text: &str) -> Result<SeatSpec, String> {
    let spec: SeatSpec = text.parse().map_err(|error| format!("{error}"))?;
    if let SeatSpec::Agent { name, settings } = &spec {
        agents::open(table, name, settings).map_err(|error| {
            format!("'{}': expected a seat, all, or somebody to sit there: {error}", quoted(text))
        })?;
    }
    Ok(spec)
}
