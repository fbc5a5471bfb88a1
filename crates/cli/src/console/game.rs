//! The loop in which a game is played, whoever sits at it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;

use anyhow::Context;
use manator_core::{Fact, Player, Table};
use manator_games::catalog;
use manator_play::{ADVISER, Happened, Opening, SeatSpec, Session, saves};
use manator_protocol::quoted;

use super::keyboard::{Console, Message, Unless};
use super::words;
use crate::{Verdict, paint, stop};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Leave,
    Menu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asking {
    Move,
    Resign,
    /// Nothing: an idea of the adviser is awaited first.
    Advice,
}

/// Plays a game until it ends or the user leaves; goes on where another game is wanted.
pub(crate) fn play(
    console: &mut Console,
    opening: Opening,
    after: After,
) -> anyhow::Result<Unless<()>> {
    let session = opening.begin(console.post())?;
    let names = session.names();
    let facts = facts(session.table());
    let mut game = Game {
        console,
        session,
        names,
        facts,
        after,
        asking: Asking::Move,
        announced: false,
        noted: None,
        unsaved: false,
    };
    let left = game.run()?;
    if !game.session.is_over() {
        let farewell = game.farewell();
        match left {
            // Whoever closed the window does not read this.
            Break(Verdict::Stopped(_)) => drop(game.console.say(farewell)),
            _ => game.console.say(farewell)?,
        }
    }
    Ok(left)
}

/// Returns what stands beside the board.
fn facts(table: &dyn Table) -> Vec<Fact> {
    table.facts().into_iter().chain(table.estimate()).collect()
}

struct Game<'a> {
    console: &'a mut Console,
    session: Session,
    names: Vec<String>,
    facts: Vec<Fact>,
    after: After,
    asking: Asking,
    announced: bool,
    /// The number of moves at which it was told whom we wait for.
    noted: Option<usize>,
    unsaved: bool,
}

impl Game<'_> {
    fn run(&mut self) -> anyhow::Result<Unless<()>> {
        self.begin()?;
        loop {
            while self.step()? {}
            self.tell_unsaved()?;
            if self.session.is_over() && !self.announced {
                self.announce()?;
                if self.after == After::Leave {
                    return Ok(Break(Verdict::Yes));
                }
            }
            self.prompt()?;
            match self.console.receive(self.session.deadline())? {
                None => {
                    let happened = self.session.tick();
                    self.tell(happened)?;
                }
                Some(Message::Seat(_, event)) => {
                    let happened = self.session.deliver(event);
                    self.tell(happened)?;
                }
                Some(Message::Line(line)) => {
                    if let Some(left) = self.line(&line)? {
                        return Ok(left);
                    }
                }
                Some(Message::End) => return Ok(Break(Verdict::Yes)),
                Some(Message::Stop(signal)) => {
                    return Ok(Break(Verdict::Stopped(stop::status(signal))));
                }
            }
        }
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        self.console.say(&words::lineup(&self.session, &self.names))?;
        let played = self.session.table().moves().len();
        if self.session.seats.any_person() && !self.session.is_over() {
            let goes_on = if played > 0 { "The game goes on. " } else { "" };
            self.console.say(&format!("{goes_on}Type help to see what can be typed."))?;
        }
        self.show()?;
        if !self.session.table().begins_turn()
            && let Some(words) = words::last_move(&self.session, &self.names)
        {
            self.console.say(&words)?;
        }
        for player in Player::all(self.names.len()) {
            if let Some(place) = self.session.seats.awaited_at(player) {
                let name = self.session.table().card().players[player.index()];
                self.console.say(&format!("waiting for {name} at {place}"))?;
            }
        }
        self.session.proceed();
        Ok(())
    }

    fn step(&mut self) -> anyhow::Result<bool> {
        let happened = self.session.next_line();
        let any = happened != Happened::Nothing;
        self.tell(happened)?;
        Ok(any)
    }

    fn tell(&mut self, happened: Happened) -> anyhow::Result<()> {
        match happened {
            Happened::Moved => self.moved()?,
            Happened::Connected(peer) => self.console.say(&format!("connected to {peer}"))?,
            Happened::Noted { player, text } => {
                let name = self.session.table().card().players[player.index()];
                self.console.say(&format!("{name} says: {text}"))?;
            }
            Happened::Advice(thought) => {
                self.asking = Asking::Move;
                let advice =
                    manator_play::advice(self.session.table(), thought.best().unwrap_or("nothing"));
                self.console.say(&format!("hint: {ADVISER} {advice}"))?;
            }
            // The end is announced by the loop, which sees it however it came about.
            Happened::Nothing | Happened::Thinking | Happened::Waiting | Happened::Over => {}
        }
        Ok(())
    }

    fn moved(&mut self) -> anyhow::Result<()> {
        if let Some(words) = words::last_move(&self.session, &self.names) {
            self.console.say(&words)?;
        }
        // Before a move stands, nothing has changed on the board.
        if self.session.table().begins_turn() || self.session.is_over() {
            self.show()?;
        }
        Ok(())
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let table = self.session.table();
        let board = paint::board(&table.card(), &table.canvas(Some(&self.names)));
        let facts = facts(table);
        let changed = facts.iter().filter(|fact| !self.facts.contains(fact));
        let changed: Vec<String> =
            changed.map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
        self.console.paint(&board)?;
        // Within a turn the facts tell what the prompt says anyway.
        let tells = self.session.table().begins_turn() && !self.session.is_over();
        if tells {
            self.facts = facts;
        }
        if tells && !changed.is_empty() {
            self.console.say(&changed.join("; "))?;
        }
        if let Some(clocks) = words::clocks(&self.session) {
            self.console.say(&clocks)?;
        }
        Ok(())
    }

    fn announce(&mut self) -> anyhow::Result<()> {
        self.announced = true;
        self.asking = Asking::Move;
        if let Some(verdict) = &self.session.sheet.verdict {
            let ending = words::ending(&self.session, verdict);
            self.console.say(&ending)?;
        }
        Ok(())
    }

    fn tell_unsaved(&mut self) -> anyhow::Result<()> {
        if !self.unsaved
            && let Some(why) = &self.session.unsaved
        {
            self.unsaved = true;
            let words = format!("the game cannot be kept: {why}");
            self.console.say(&words)?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> anyhow::Result<()> {
        let table = self.session.table();
        if self.session.is_over() {
            return Ok(self.console.prompt("over> ")?);
        }
        let mover = table.to_move();
        if self.session.awaits_person() {
            let text = match self.asking {
                Asking::Advice => return Ok(()),
                Asking::Resign => "resign? yes or no: ".to_string(),
                Asking::Move => words::question(table),
            };
            return Ok(self.console.prompt(&text)?);
        }
        let number = table.moves().len();
        let seats = &self.session.seats;
        let quiet = !table.begins_turn() || !seats.all_connected() || !seats.any_person();
        if !quiet && self.noted != Some(number) {
            self.noted = Some(number);
            let who = words::who(table, &self.names, mover);
            let words = match seats.specs[mover.index()] {
                SeatSpec::Remote(_) => format!("waiting for {who} {}", manator_play::task(table)),
                _ => format!("{who} is thinking"),
            };
            self.console.say(&words)?;
        }
        Ok(())
    }

    /// Does what a line asks for; returns how the game is left, if it is.
    fn line(&mut self, line: &str) -> anyhow::Result<Option<Unless<()>>> {
        // A line asked for while a person was to decide may come when it is too late.
        if !self.session.is_over() && !self.session.awaits_person() {
            return Ok(None);
        }
        if self.asking == Asking::Resign {
            self.answer_resign(line)?;
            return Ok(None);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("" | "help" | "?", "") => {
                self.console.say(words::HELP)?;
                if self.after == After::Menu {
                    self.console.say("  new            leave this game and choose another")?;
                }
            }
            ("moves", "") => self.console.say(&self.session.table().legal().join(" "))?,
            ("rules", "") => {
                let entry = catalog::find(self.session.table().card().name);
                let rules = entry.context("the game is in the catalog")?.rules();
                self.console.show(&rules)?;
            }
            ("show", "") => self.show()?,
            ("clock", "") => {
                let clocks = words::clocks(&self.session);
                self.console
                    .say(&clocks.unwrap_or("no time control: time does not count".into()))?;
            }
            ("save", file) => self.save(file)?,
            ("undo", "") => self.undo()?,
            ("redo", "") => self.redo()?,
            ("new", "") if self.after == After::Menu => return Ok(Some(Continue(()))),
            ("hint" | "resign", "") if self.session.is_over() => {
                self.console.say("the game is over")?;
            }
            ("hint", "") => {
                self.session.advise();
                self.asking = Asking::Advice;
            }
            ("resign", "") => self.asking = Asking::Resign,
            _ if words::is_quit(line) => return Ok(Some(Break(Verdict::Yes))),
            _ => self.play(line)?,
        }
        Ok(None)
    }

    fn play(&mut self, line: &str) -> anyhow::Result<()> {
        if self.session.is_over() {
            let words = format!("{}: the game is over", quoted(line));
            return Ok(self.console.say(&words)?);
        }
        let text = words::answer(self.session.table(), line);
        match self.session.play(text) {
            Ok(_) => self.moved(),
            Err(illegal) => Ok(self.console.say(&illegal.to_string())?),
        }
    }

    fn answer_resign(&mut self, line: &str) -> anyhow::Result<()> {
        match line.to_ascii_lowercase().as_str() {
            "yes" | "y" => self.session.resign(self.session.table().to_move()),
            "no" | "n" => {}
            _ => {
                let words = format!("'{}': expected yes or no", quoted(line));
                return Ok(self.console.say(&words)?);
            }
        }
        self.asking = Asking::Move;
        Ok(())
    }

    fn undo(&mut self) -> anyhow::Result<()> {
        if self.session.undo() {
            return self.changed();
        }
        let words = match self.session.seats.any_remote() {
            true => "moves that another program has seen cannot be taken back",
            false => "there is no move to take back",
        };
        Ok(self.console.say(words)?)
    }

    fn redo(&mut self) -> anyhow::Result<()> {
        if self.session.redo() {
            return self.changed();
        }
        Ok(self.console.say("there is no move to play again")?)
    }

    fn changed(&mut self) -> anyhow::Result<()> {
        self.announced = false;
        self.noted = None;
        self.show()?;
        if !self.session.table().begins_turn() {
            let words = words::last_move(&self.session, &self.names);
            self.console.say(&words.unwrap_or_default())?;
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return Ok(self.console.say("save: expected the name of a file")?);
        }
        let text = self.session.record().to_string();
        let words = match saves::write_new(Path::new(file), &text) {
            Ok(()) => format!("saved {file}"),
            Err(error) => format!("{file}: {error}"),
        };
        Ok(self.console.say(&words)?)
    }

    fn farewell(&self) -> &'static str {
        match self.session.slot.is_some() && self.session.unsaved.is_none() {
            true => words::KEPT,
            false => "the game is not kept",
        }
    }
}
