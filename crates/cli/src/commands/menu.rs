//! `manator` alone: choose a game, then play it at this keyboard, alone or together.
//!
//! Line by line, so that it works in any terminal and through pipes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, StdinLock, Write};
use std::path::Path;

use manator_core::{Entry, Player, Record, Settings, Table};
use manator_engine::options::{LEVELS, OPTIONS};
use manator_engine::{Agent, catalog as agents};
use manator_games::catalog::{self, GAMES};
use manator_search::Limits;

use super::show;
use crate::Verdict;
use crate::arguments::{merge, pairs};
use crate::config::Configuration;

const HELP: &str = "\
type a move as the notation has it, or
  moves          list the legal moves
  hint           what the agent would play
  undo           take back to your last move
  rules          read the rules
  save FILE      write the record to a new file
  new            leave this game and choose another
  quit           leave";

pub(crate) fn run(configuration: &Configuration) -> anyhow::Result<Verdict> {
    let mut keyboard = Keyboard { input: std::io::stdin().lock(), out: anstream::stdout() };
    while let Some(entry) = keyboard.choose()? {
        let Some(mut table) = keyboard.options(entry, &configuration.rules(entry.card().name))?
        else {
            break;
        };
        let Some(mut seats) = keyboard.seats(&*table)? else { break };
        if keyboard.play(&mut *table, entry, &mut seats)?.is_none() {
            break;
        }
    }
    Ok(Verdict::Yes)
}

/// Who sits where: people at this keyboard, and one agent on all other seats.
struct Seats {
    people: Vec<Player>,
    name: String,
    agent: Box<dyn Agent>,
}

impl Seats {
    fn is_person(&self, player: Player) -> bool {
        self.people.contains(&player)
    }
}

struct Keyboard<'a, W: Write> {
    input: StdinLock<'a>,
    out: W,
}

impl<W: Write> Keyboard<'_, W> {
    /// Asks until there is an answer; `None` at the end of the input or on `quit`.
    fn ask(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let answer = String::from_utf8_lossy(&line).trim().to_string();
        Ok((!matches!(answer.as_str(), "quit" | "exit" | "q")).then_some(answer))
    }

    fn choose(&mut self) -> anyhow::Result<Option<&'static dyn Entry>> {
        writeln!(self.out, "Manator: five remarkable board games\n")?;
        for (number, entry) in (1..).zip(GAMES) {
            let card = entry.card();
            writeln!(self.out, "  {number}  {:<14} {}", card.title, card.summary)?;
        }
        writeln!(self.out, "\nchoose a number or a name; quit leaves")?;
        while let Some(answer) = self.ask("game")? {
            let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let found = number.and_then(|index| GAMES.get(index).copied());
            if let Some(entry) = found.or_else(|| catalog::find(&answer)) {
                return Ok(Some(entry));
            }
            let count = GAMES.len();
            writeln!(self.out, "'{answer}': expected a number from 1 to {count} or a name")?;
        }
        Ok(None)
    }

    fn options(
        &mut self,
        entry: &dyn Entry,
        configured: &[String],
    ) -> anyhow::Result<Option<Box<dyn Table>>> {
        let card = entry.card();
        let configured = pairs(configured)?;
        let usual = Settings::read(card.options, configured.iter().copied())?;
        if card.options.is_empty() {
            let settings = Settings::defaults(card.options);
            return Ok(Some(entry.open(settings)?));
        }
        for spec in card.options {
            let default = usual.value(spec.name).map(|value| format!(" [{value}]"));
            let default = default.unwrap_or_default();
            writeln!(self.out, "  {}={}{default}", spec.name, spec.values())?;
        }
        writeln!(self.out, "options with blanks between them, or nothing for the usual game")?;
        while let Some(answer) = self.ask("options")? {
            let settings = Settings::parse(card.options, &answer).and_then(|given| {
                Settings::read(card.options, merge(&configured, given.pairs().collect()))
            });
            match settings.and_then(|settings| entry.open(settings)) {
                Ok(table) => return Ok(Some(table)),
                Err(error) => writeln!(self.out, "{error}")?,
            }
        }
        Ok(None)
    }

    fn seats(&mut self, table: &dyn Table) -> anyhow::Result<Option<Seats>> {
        let players = table.card().players;
        let stable = agents::find(table.card().name).expect("every game has agents");
        let agents = stable.agents();
        let known: Vec<&str> = agents.iter().chain(LEVELS).map(|(name, _)| *name).collect();
        writeln!(self.out, "seats: {}, or all; agents: {}", players.join(", "), known.join(", "))?;
        writeln!(
            self.out,
            "your seats, then the agent you play against [{} champion]",
            players[0]
        )?;
        'ask: while let Some(answer) = self.ask("seats")? {
            let mut people = Vec::new();
            let mut name = "champion".to_string();
            for word in answer.split([' ', ',']).filter(|word| !word.is_empty()) {
                let seat = players.iter().position(|player| player.eq_ignore_ascii_case(word));
                match seat {
                    Some(seat) => people.push(Player(seat as u8)),
                    None if matches!(word, "all" | "both") => {
                        people.extend(Player::all(players.len()));
                    }
                    None if known.contains(&word) => name = word.into(),
                    None => {
                        writeln!(self.out, "'{word}': expected a seat, all, or an agent")?;
                        continue 'ask;
                    }
                }
            }
            if people.is_empty() {
                people.push(Player(0));
            }
            let agent = agents::open(table, &name, &Settings::defaults(OPTIONS))?;
            return Ok(Some(Seats { people, name, agent }));
        }
        Ok(None)
    }

    /// Plays until the player wants another game; `None` when the player leaves.
    fn play(
        &mut self,
        table: &mut dyn Table,
        entry: &dyn Entry,
        seats: &mut Seats,
    ) -> anyhow::Result<Option<()>> {
        writeln!(self.out, "{HELP}\n")?;
        show::position(&mut self.out, table)?;
        loop {
            self.let_agents_play(table, seats)?;
            let player = table.card().players[table.to_move().index()];
            let prompt = if table.outcome().is_some() { "over" } else { player };
            let Some(answer) = self.ask(prompt)? else { return Ok(None) };
            let (word, rest) = answer.split_once(' ').unwrap_or((&answer, ""));
            match word {
                "" | "help" | "?" => writeln!(self.out, "{HELP}")?,
                "new" => return Ok(Some(())),
                "moves" => writeln!(self.out, "{}", table.legal().join(" "))?,
                "rules" => write!(self.out, "{}", entry.rules())?,
                "save" => self.save(table, rest.trim())?,
                "hint" => {
                    let thought = seats.agent.think(table, &Limits::default(), &mut |_| {})?;
                    let best = thought.best().unwrap_or("the game is over");
                    writeln!(self.out, "{} would play {best}", seats.name)?;
                }
                "undo" if undo(table, seats) => show::position(&mut self.out, table)?,
                "undo" => writeln!(self.out, "there is no move to take back")?,
                _ => match table.play(&answer) {
                    Ok(_) => show::position(&mut self.out, table)?,
                    Err(illegal) => writeln!(self.out, "{illegal}")?,
                },
            }
        }
    }

    fn let_agents_play(&mut self, table: &mut dyn Table, seats: &mut Seats) -> anyhow::Result<()> {
        while table.outcome().is_none() && !seats.is_person(table.to_move()) {
            let player = table.card().players[table.to_move().index()];
            writeln!(self.out, "{} thinks for {player}", seats.name)?;
            self.out.flush()?;
            let thought = seats.agent.think(table, &Limits::default(), &mut |_| {})?;
            let Some(best) = thought.best() else { break };
            writeln!(self.out, "{player} plays {best}\n")?;
            table.play(best)?;
            show::position(&mut self.out, table)?;
        }
        Ok(())
    }

    fn save(&mut self, table: &dyn Table, path: &str) -> anyhow::Result<()> {
        if path.is_empty() {
            writeln!(self.out, "save: expected the name of a file")?;
            return Ok(());
        }
        match write_new(Path::new(path), &Record::of(table).to_string()) {
            Ok(()) => writeln!(self.out, "saved {path}")?,
            Err(error) => writeln!(self.out, "{path}: {error}")?,
        }
        Ok(())
    }
}

/// Writes a file that was not there; it is whole or not there at all.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    if path.exists() {
        return Err(std::io::ErrorKind::AlreadyExists.into());
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(".tmp");
    let mut file = std::fs::File::create_new(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&draft, path)
}

/// Takes moves back until a person decides again; returns whether there was such a move.
fn undo(table: &mut dyn Table, seats: &Seats) -> bool {
    let moves = table.moves().to_vec();
    while table.undo() {
        if seats.is_person(table.to_move()) {
            return true;
        }
    }
    for mv in &moves {
        table.play(mv).expect("a move once played can be played again");
    }
    false
}
