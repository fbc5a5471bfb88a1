//! What is said before a game: who are you, this is the game, are you ready?
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use manator_core::Table;
use manator_protocol::{Dialect, FromAgent, Id, OptionType, ToAgent};

use super::super::peer::{Peer, Spoken};
use super::super::{Fault, Notes};
use super::tongue::Tongue;
use super::{STOP_TIMEOUT, Ugi};
use crate::opening::rules;

/// How long an agent may leave `ugi` unanswered before it is asked in UCI too.
const UGI_TIMEOUT: Duration = Duration::from_secs(3);
/// How long an agent may take to say who it is that says meanwhile that it goes on.
pub const START_TIMEOUT_MAX: Duration = Duration::from_secs(300);
const OPTIONS_MAX: usize = 1000;
/// How many of them are named to a user who sets another.
const NAMES_MAX: usize = 20;

impl Ugi {
    /// Starts the program, if it does not run, and asks who it is.
    pub fn introduce(&mut self) -> Result<(), Fault> {
        self.start()?;
        self.get_to_know()
    }

    fn start(&mut self) -> Result<(), Fault> {
        if let Some(program) = &self.program
            && (self.owes || self.is_failed || !self.peer.as_mut().is_some_and(Peer::is_there))
        {
            // Whoever is late or gone begins anew, so that an old answer is never taken for a new one.
            self.peer = None;
            self.known = false;
            (self.is_hasty, self.is_failed) = (false, false);
            let mut peer = Peer::start(program)?;
            peer.speaker.clone_from(&self.speaker);
            self.peer = Some(peer);
        }
        Ok(())
    }

    fn get_to_know(&mut self) -> Result<(), Fault> {
        if !self.known {
            self.announced.clear();
            self.ask_who()?;
            self.known = true;
        }
        Ok(())
    }

    fn hears_aside(&mut self, text: String) {
        if let Some(hear) = &mut self.on_aside {
            hear(text);
        }
    }

    fn skip_answers(&mut self) -> Result<(), Fault> {
        loop {
            match self.end()?.overhear()? {
                Spoken::Nothing => return Ok(()),
                Spoken::Aside(text) => self.hears_aside(text),
                Spoken::Line(_) => {}
            }
        }
    }

    /// Makes sure that the contender is there, knows the game, and is ready.
    pub(super) fn get_ready(&mut self, table: &dyn Table) -> Result<(), Fault> {
        self.start()?;
        self.answered = None;
        self.end()?.count_anew();
        // An answer that nobody waited for must not be taken for the next; before the first question there
        // is none, and an eager agent may have said who it is.
        if self.known {
            self.skip_answers()?;
        }
        if self.owes {
            self.end()?.say("stop\n")?;
        }
        self.get_to_know()?;
        self.tongue = Tongue::of(self.dialect, &self.options, table)?;
        let mut lines = String::new();
        let announced = self.announcements(table)?;
        // What it knows already is not said again: an agent may begin anew with every option.
        for (name, value) in announced.iter().filter(|said| !self.announced.contains(said)) {
            let value = Some(value.clone()).filter(|value| !value.is_empty());
            lines += &format!("{}\n", ToAgent::SetOption { name: name.clone(), value });
        }
        self.announced = announced;
        lines += &format!("{}\n{}\n", ToAgent::NewGame(self.dialect), ToAgent::IsReady);
        self.end()?.say(&lines)?;
        self.await_ready()?;
        self.owes = false;
        Ok(())
    }

    fn ask_who(&mut self) -> Result<(), Fault> {
        let begin = Instant::now();
        let mut end = begin + self.timeouts.start;
        let ask_in_uci = begin + UGI_TIMEOUT.min(self.timeouts.start / 2);
        let mut asked_in_uci = false;
        self.options.clear();
        self.end()?.say("ugi\n")?;
        loop {
            let now = Instant::now();
            if now >= end {
                return Err(Fault::Silent);
            }
            if !asked_in_uci && now >= ask_in_uci {
                asked_in_uci = true;
                self.end()?.say("uci\n")?;
            }
            let next = if asked_in_uci { end } else { ask_in_uci };
            let text = match self.end()?.hear(next)? {
                Spoken::Line(text) => text,
                Spoken::Aside(text) => {
                    self.hears_aside(text);
                    continue;
                }
                Spoken::Nothing => continue,
            };
            match text.parse() {
                Ok(FromAgent::Id(Id::Name(name))) => self.own_name = named(&name),
                Ok(FromAgent::Option(declaration)) if self.options.len() < OPTIONS_MAX => {
                    self.options.push(declaration);
                }
                Ok(FromAgent::UgiOk) => {
                    self.dialect = Dialect::Ugi;
                    break;
                }
                Ok(FromAgent::UciOk) => {
                    self.dialect = Dialect::Uci;
                    break;
                }
                Ok(FromAgent::Bye(why)) => self.leaves(why)?,
                // Engines complain at once about what they do not know.
                Ok(FromAgent::Noise(text))
                    if !asked_in_uci && text.to_ascii_lowercase().contains("unknown") =>
                {
                    asked_in_uci = true;
                    self.end()?.say("uci\n")?;
                }
                // Whoever is compiled first, or reads a large file, says so and has more time.
                Ok(FromAgent::Info(_)) => {
                    end = (Instant::now() + self.timeouts.start).min(begin + START_TIMEOUT_MAX);
                }
                _ => {}
            }
        }
        self.wants_legal = self.options.iter().any(|option| {
            option.name.eq_ignore_ascii_case("UGI_SendLegal")
                && option.kind != OptionType::Check { default: false }
        });
        Ok(())
    }

    /// Returns what is set before a game: the game, what its language needs, what the user wants.
    fn announcements(&self, table: &dyn Table) -> Result<Vec<(String, String)>, Fault> {
        let is_declared =
            |name: &str| self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name));
        let mut all = Vec::new();
        if is_declared("UGI_Game") || self.dialect == Dialect::Ugi && self.options.is_empty() {
            all.push(("UGI_Game".to_string(), rules(table)));
        }
        all.extend(self.tongue.options().map(|(name, value)| (name.into(), value.into())));
        for (name, value) in &self.settings {
            if !is_declared(name) {
                return Err(Fault::Unset(name.clone(), self.option_names()));
            }
            all.push((name.clone(), value.clone()));
        }
        Ok(all)
    }

    fn option_names(&self) -> String {
        let names = self.options.iter().take(NAMES_MAX).map(|option| Notes::shown(&option.name));
        let names = names.collect::<Vec<_>>().join(", ");
        match self.options.len() {
            0 => "no options".into(),
            count if count > NAMES_MAX => format!("{names} and {} more", count - NAMES_MAX),
            _ => names,
        }
    }

    fn await_ready(&mut self) -> Result<(), Fault> {
        let mut end = Instant::now() + self.timeouts.ready;
        let mut is_ready = false;
        loop {
            let spoken = match self.end()?.hear(end)? {
                Spoken::Line(text) => text.parse().ok(),
                Spoken::Aside(text) => {
                    self.hears_aside(text);
                    None
                }
                Spoken::Nothing => None,
            };
            match spoken {
                // Readiness may be told while the answer to an old question is still on its way, which
                // must not be taken for one to the next.
                Some(FromAgent::ReadyOk) => {
                    is_ready = true;
                    end = end.min(Instant::now() + STOP_TIMEOUT);
                }
                Some(FromAgent::BestMove { .. }) => self.owes = false,
                Some(FromAgent::Bye(why)) => self.leaves(why)?,
                // Whatever else was said belongs to the game before; but nobody may talk for ever.
                _ if Instant::now() >= end => {
                    return if is_ready { Ok(()) } else { Err(Fault::Unready) };
                }
                _ => {}
            }
            if is_ready && !self.owes {
                return Ok(());
            }
        }
    }
}

fn named(text: &str) -> Option<String> {
    Some(Notes::shown(text)).filter(|name| !name.is_empty())
}
