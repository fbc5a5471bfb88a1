//! An agent on an original JetanServer of the course, one of ours or any program.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use manator_core::Settings;
use manator_course::wire::{AGENT, DIE, Frames, IDENT, Message, NAME, frame};
use manator_course::{Percept, Watcher, action};
use manator_engine::catalog;
use manator_play::client::ServerAddress;
use manator_play::contender::{ANSWER_TIMEOUT, Ask, Builtin, Contender, Heard};
use manator_play::time::{Clocks, TimeControl};
use manator_protocol::quoted;
use manator_search::Limits;

use super::{AgentCommand, Player, agent_name};
use crate::{Verdict, streams};

const GAME: &str = "jetan";
const PIECE: usize = 16 * 1024;
/// What an agent that does not play on sends instead of a move.
const GIVES_UP: &str = "";

impl AgentCommand {
    pub(super) fn play_course(&self, address: &ServerAddress) -> anyhow::Result<Verdict> {
        if self.game != manator_protocol::ANY_GAME && !self.game.eq_ignore_ascii_case(GAME) {
            bail!("--game: '{}': the original programs play {GAME}", self.game);
        }
        let watcher = Watcher::default();
        let player = self.player()?;
        let name = self.called(&player);
        let settings = match player {
            Player::Ours => self.settings(GAME)?,
            Player::Program(_) | Player::Once(_) => self.limits_of_questions()?,
        };
        let (control, limits) = limits(&settings, matches!(player, Player::Ours));
        let mut contender: Box<dyn Contender> = match player {
            Player::Ours => {
                let agent = catalog::open(watcher.table(), agent_name(&self.agent), &settings)?;
                Box::new(Builtin::new(&name, agent))
            }
            Player::Program(ugi) => Box::new(ugi.named(&name)),
            Player::Once(once) => Box::new(once.named(&name)),
        };
        // Whoever cannot play is found out before somebody waits for it.
        let ready = contender.begin(watcher.table());
        ready.map_err(|fault| anyhow::anyhow!("{} {fault}", contender.name()))?;
        let stream = address.connect_within(self.wait)?;
        stream.set_nodelay(true)?;
        if self.trace {
            writeln!(streams::stderr(), "connected to {address} as {name}")?;
        }
        let mut stay = Stay {
            contender,
            watcher,
            control,
            limits,
            name: one_word(&name),
            trace: self.trace,
            is_fresh: true,
            has_given_up: false,
        };
        stay.play(stream)?;
        Ok(Verdict::Yes)
    }
}

/// Returns how long to think. An agent of ours has its limits among its own options already.
fn limits(settings: &Settings, is_ours: bool) -> (TimeControl, Limits) {
    let number = |name: &str| settings.value(name).and_then(|value| value.parse::<u64>().ok());
    if is_ours {
        return (TimeControl::None, Limits::default());
    }
    let control = number("time")
        .map_or(TimeControl::None, |time| TimeControl::PerMove(Duration::from_millis(time)));
    let depth = number("depth").and_then(|depth| u32::try_from(depth).ok());
    (control, Limits { depth, nodes: number("nodes"), ..Limits::default() })
}

/// Returns a name that parts no message of the original programs.
fn one_word(name: &str) -> String {
    let clean = |letter| if matches!(letter, ':' | '=' | '\0') { '-' } else { letter };
    name.chars().map(clean).collect()
}

struct Stay {
    contender: Box<dyn Contender>,
    watcher: Watcher,
    control: TimeControl,
    limits: Limits,
    name: String,
    trace: bool,
    is_fresh: bool,
    has_given_up: bool,
}

impl Stay {
    fn play(&mut self, mut stream: TcpStream) -> anyhow::Result<()> {
        let mut frames = Frames::default();
        let mut piece = vec![0; PIECE];
        loop {
            let count = match stream.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // The original server ends without a word.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => 0,
                count => count.context("lost the server")?,
            };
            let understood = frames.push(&piece[..count]);
            for payload in frames.by_ref() {
                if let Some(answer) = self.answer(&payload)? {
                    // One piece: the original server expects a whole header at once.
                    let sent = stream.write_all(&frame(&answer.to_string()));
                    sent.context("lost the server")?;
                }
            }
            understood.context("what listens there is no original server")?;
            if count == 0 {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, payload: &str) -> anyhow::Result<Option<Message>> {
        let message: Message = payload.parse().context("the server")?;
        match message.name.as_str() {
            IDENT => Ok(Some(Message::new(AGENT))),
            NAME => {
                self.get_ready()?;
                Ok(Some(Message::new(NAME).with(NAME, &self.name)))
            }
            DIE => {
                self.contender.finish(self.watcher.table(), &[]);
                self.watcher = Watcher::default();
                (self.is_fresh, self.has_given_up) = (false, false);
                self.say("the game is over");
                Ok(None)
            }
            _ => {
                let percept = Percept::read(&message);
                let percept = percept.with_context(|| {
                    format!("the server says '{}', which is unknown", quoted(&message.name))
                })?;
                self.get_ready()?;
                Ok(Some(self.choose(&percept)))
            }
        }
    }

    fn get_ready(&mut self) -> anyhow::Result<()> {
        if !self.is_fresh {
            let ready = self.contender.begin(self.watcher.table());
            ready.map_err(|fault| anyhow::anyhow!("{} {fault}", self.name))?;
            self.is_fresh = true;
        }
        Ok(())
    }

    /// Answers a percept. Leaving would end the games of everybody, for the original server does not go on
    /// without an agent: whoever cannot move gives up instead.
    fn choose(&mut self, percept: &Percept) -> Message {
        if self.has_given_up {
            return action(GIVES_UP);
        }
        match self.think(percept) {
            Ok(mv) => {
                self.say(&format!("{}. {mv}", self.watcher.table().moves().len() + 1));
                action(&mv)
            }
            Err(error) => {
                // It is told even where nothing else is.
                let _ = writeln!(streams::stderr(), "error: {error:#}; the game is given up");
                self.has_given_up = true;
                action(GIVES_UP)
            }
        }
    }

    fn think(&mut self, percept: &Percept) -> anyhow::Result<String> {
        self.watcher.see(percept)?;
        let table = self.watcher.table();
        let mut clocks = Clocks::new(table.card().players.len(), self.control);
        clocks.start(table.to_move(), Instant::now());
        let ask = Ask::new(table, &clocks, &self.limits, ANSWER_TIMEOUT);
        let trace = self.trace;
        let mut hear = |heard: Heard| {
            if let (Heard::Note(text) | Heard::Aside(text), true) = (heard, trace) {
                let _ = writeln!(streams::stderr(), "{text}");
            }
        };
        let choice = self.contender.choose(&ask, &mut hear);
        let choice = choice.map_err(|fault| anyhow::anyhow!("{} {fault}", self.name))?;
        // What is no move here is none there: the server would only ask again.
        let mv = table.judge(&choice.mv);
        mv.map_err(|illegal| anyhow::anyhow!("{} made an illegal move, {illegal}", self.name))
    }

    fn say(&self, text: &str) {
        if self.trace {
            // Whoever has stopped reading does not stop the game.
            let _ = writeln!(streams::stderr(), "{text}");
        }
    }
}
