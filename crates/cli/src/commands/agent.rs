//! `manator agent`: brings an agent to a server, one of ours or any program.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod asked;
mod course;
mod own;
mod person;
mod secret;
mod trace;
mod values;
mod visit;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use manator_core::text::is_deceptive;
use manator_core::{Settings, Table};
use manator_engine::Agent;
use manator_engine::catalog::{self, STABLES};
use manator_engine::options::OPTIONS;
use manator_games::catalog::find;
use manator_play::client::{Client, ServerAddress};
use manator_play::contender::{Once, Ugi};
use manator_play::{Contender, open_rules};
use manator_protocol::{ANY_GAME, FromClient, NAME_MAX, Welcome};
use manator_sandbox::Program;

use crate::arguments::{Confinement, host};
use crate::commands::engine::{Choice, Desk};
use crate::{Verdict, stop, streams};

use asked::Asked;
use own::{Luck, agent_name, list};
use secret::Secret;
use trace::Trace;
use values::Values;
use visit::{Signal, Visit};

/// The key of whoever sits at the terminal.
const PERSON: (&str, &str) = ("u", "person");
/// The key that asks for all keys.
const LIST: &str = "?";
/// A user variable that is not given.
const UNSET: &str = "0";

/// Bring an agent to a server: one of ours by its key, or any program that speaks the protocol
///
/// `manator agent -a r` joins the server on this machine with the random agent, `manator agent -- ./my_agent`
/// with a program. Keys: r random, g greedy, m minimax, a alpha-beta, t Monte Carlo (mcts), c champion,
/// u yourself at this terminal; names and levels of `manator agents` are as good. -h is the host, as in the course's programs;
/// --help prints this. See docs/server.md.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct AgentCommand {
    /// Which agent of ours: a key or a name, with options as in c:time=200; ? lists them
    #[arg(short, long, value_name = "KEY", default_value = LIST, allow_hyphen_values = true)]
    agent: String,
    /// The machine of the server
    #[arg(short = 'h', long, num_args = 0..=1, default_value = "localhost", default_missing_value = "", value_parser = host)]
    host: String,
    /// The port of the server
    #[arg(short, long, default_value_t = 7777)]
    port: u16,
    /// 1 to show what happens
    #[arg(short, long, value_name = "0|1", action = clap::ArgAction::Set, default_value = "1", value_parser = super::server::switch)]
    trace: bool,
    /// How many plies deep it looks; 0 for its own depth
    #[arg(short = 'U', long, value_name = "DEPTH", default_value = "0")]
    user1: String,
    /// Which evaluation it uses: its name, or its number in `manator agents GAME`; 0 for the best
    #[arg(short = 'V', long, value_name = "EVALUATION", default_value = "0")]
    user2: String,
    /// How many milliseconds it thinks about a move; 0 for what the clock allows
    #[arg(short = 'W', long, value_name = "MS", default_value = "0")]
    user3: String,
    /// How many positions it looks at; 0 for no limit
    #[arg(short = 'X', long, value_name = "NODES", default_value = "0")]
    user4: String,
    /// What its random choices are drawn from; 0 for the time
    #[arg(short = 'Y', long, value_name = "SEED", default_value = "0")]
    user5: String,
    /// How many threads think; 0 for one
    #[arg(short = 'Z', long, value_name = "THREADS", default_value = "0")]
    user6: String,
    /// What it is called there [default: the agent's name, or the program's]
    #[arg(long)]
    name: Option<String>,
    /// The game; refuse to join a server that plays another
    #[arg(long, default_value = ANY_GAME)]
    game: String,
    /// The seat to take, from 1
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// What proves that it may join
    #[arg(long, value_name = "SECRET", env = "MANATOR_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// How many seconds to wait for a server that is not there yet
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = super::server::seconds)]
    wait: Duration,
    /// A person plays line by line instead of on the full screen; always so when this is no terminal
    #[arg(long)]
    plain: bool,
    /// 1 to come back when the connection breaks or the server is started again
    #[arg(long, value_name = "0|1", action = clap::ArgAction::Set, default_value = "1", value_parser = super::server::switch)]
    reconnect: bool,
    /// The server is an original JetanServer of the course: see docs/course-programs.md
    #[arg(long, conflicts_with = "seat")]
    course: bool,
    /// The program is started for each move: see docs/write-an-agent.md
    #[arg(long, requires = "program")]
    once: bool,
    /// A program that speaks the protocol, and its arguments
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,
    #[command(flatten)]
    confinement: Confinement,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

/// Who plays, before the game is known.
enum Player {
    Ours,
    Program(Box<Ugi>),
    /// A program that is started for each move.
    Once(Box<Once>),
}

impl AgentCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        if self.program.is_empty() && self.agent == LIST {
            return list();
        }
        self.check()?;
        let address = ServerAddress { host: self.host.clone(), port: self.port };
        if self.course {
            return self.play_course(&address);
        }
        if self.is_person() {
            return self.sit_down(address);
        }
        let signal = Signal::watch()?;
        // Nobody joins who then cannot play.
        let player = self.player()?;
        let name = self.called(&player);
        self.check_name(&name)?;
        let secret = Secret::of(&address, &name);
        let visit = self.visit(address, name, secret.as_ref(), signal);
        let Some(client) = visit.join()? else { return Ok(stopped(&visit.signal)) };
        let (table, name) = self.welcome(&visit, &client)?;
        let trace = Trace::new(self.trace);
        let faults = trace.faults.clone();
        let desk = self.desk(player, table, name, trace)?;
        match visit.play(desk, client)? {
            Some(_) => Ok(stopped(&visit.signal)),
            None if faults.load(Ordering::Relaxed) > 0 => Ok(Verdict::No),
            None => Ok(Verdict::Yes),
        }
    }

    fn visit(
        &self,
        address: ServerAddress,
        name: String,
        secret: Option<&Secret>,
        signal: Signal,
    ) -> Visit {
        let wish = self.wish(name, secret.map(|secret| secret.text.clone()));
        Visit { address, wish, wait: self.wait, returns: self.reconnect, trace: self.trace, signal }
    }

    /// Returns the game that is played there, and what the agent is called.
    fn welcome(&self, visit: &Visit, client: &Client) -> anyhow::Result<(Box<dyn Table>, String)> {
        let Welcome::Join { rules, name } = &client.welcome else {
            bail!("the server lets us watch, not play");
        };
        if self.trace {
            writeln!(streams::stderr(), "joined {} as {name}: {rules}", visit.address)?;
        }
        let table = open_rules(rules).map_err(|why| anyhow!("the rules of the server: {why}"))?;
        Ok((table, name.clone()))
    }

    /// Starts whoever plays, as far as that can be done before the game is known.
    fn player(&self) -> anyhow::Result<Player> {
        if self.program.is_empty() {
            return Ok(Player::Ours);
        }
        let sandbox = self.confinement.announce()?;
        let mut program = Program { words: self.program.clone(), sandbox, ..Program::default() };
        let mut values = self.values();
        values.put(&mut program);
        if self.once {
            values.settings(&[])?;
            return Ok(Player::Once(Box::new(Once::new(program))));
        }
        let mut ugi = Ugi::program(program);
        ugi.on_aside = Some(Box::new(|text| asked::show(&text)));
        ugi.introduce().map_err(|fault| anyhow!("the program {fault}"))?;
        let settings = values.settings(&ugi.options)?;
        Ok(Player::Program(Box::new(ugi.with_settings(settings))))
    }

    fn users(&self) -> [&str; 6] {
        [&self.user1, &self.user2, &self.user3, &self.user4, &self.user5, &self.user6]
            .map(String::as_str)
    }

    /// Returns what was given for a program.
    fn values(&self) -> Values<'_> {
        let mut all = [None; 7];
        all[0] = Some(self.agent.as_str()).filter(|key| *key != LIST);
        for (place, text) in all[1..].iter_mut().zip(self.users()) {
            *place = Some(text).filter(|text| *text != UNSET);
        }
        if self.course {
            // There these limit every question, whatever the program takes.
            [1, 3, 4].into_iter().for_each(|index| all[index] = None);
        }
        Values::new(all)
    }

    fn desk(
        &self,
        player: Player,
        table: Box<dyn Table>,
        name: String,
        trace: Trace,
    ) -> anyhow::Result<Desk> {
        let trace = Box::new(trace);
        let contender: Box<dyn Contender> = match player {
            Player::Program(ugi) => ugi,
            Player::Once(once) => once,
            Player::Ours => {
                let settings = self.settings(table.card().name)?;
                let choice = Choice { table, agent: agent_name(&self.agent).into(), settings };
                let agent = Luck::open(choice.table.copy(), &choice.agent, &choice.settings)?;
                let agent: Box<dyn Agent> = Box::new(agent);
                return Ok(Desk::new(choice, None, Box::new(agent), trace));
            }
        };
        Ok(Desk::new(Choice::champion(table), Some(name), Box::new(Asked(contender)), trace))
    }

    fn is_person(&self) -> bool {
        self.program.is_empty() && [PERSON.0, PERSON.1, "human", "me"].contains(&&*self.agent)
    }

    /// Makes sure, before anybody is asked, that there is such an agent, a name and a game.
    fn check(&self) -> anyhow::Result<()> {
        let name = agent_name(&self.agent);
        let mut known = STABLES.iter().flat_map(|stable| catalog::names(stable.game()));
        if self.program.is_empty() && !self.is_person() && !known.any(|other| other == name) {
            bail!("no agent has the key or the name '{name}': `manator agent -a ?` lists them");
        }
        if self.is_person() {
            if self.users().iter().any(|text| *text != UNSET) {
                bail!("-U to -Z: a person takes none of them");
            }
        } else if self.program.is_empty() {
            self.check_own()?;
        }
        let game = self.game.to_ascii_lowercase();
        if game != ANY_GAME && find(&game).is_none() {
            bail!("unknown game '{}': see `manator games`", self.game);
        }
        self.check_name(self.name.as_deref().unwrap_or("agent"))
    }

    /// Makes sure that nobody there takes a part of the name for something else.
    fn check_name(&self, name: &str) -> anyhow::Result<()> {
        let wish = self.wish(one_line(name), None);
        match wish.to_string().parse::<FromClient>() {
            Ok(read) if read == wish => Ok(()),
            _ => bail!(
                "name, seat or token: expected a name of 1 to 40 characters without the words seat, \
                 token and rejoin, a seat from 1, and a token of one word"
            ),
        }
    }

    fn wish(&self, name: String, rejoin: Option<String>) -> FromClient {
        FromClient::Join {
            game: self.game.to_ascii_lowercase(),
            name,
            seat: self.seat,
            token: self.token.clone(),
            rejoin,
        }
    }

    /// Returns what it is called: as the user says, as it says itself, or like its file.
    fn called(&self, player: &Player) -> String {
        if let Some(name) = &self.name {
            return one_line(name);
        }
        let own = match player {
            Player::Program(ugi) => ugi.own_name().map(fitting).filter(|name| !name.is_empty()),
            Player::Ours | Player::Once(_) => None,
        };
        own.unwrap_or_else(|| self.file_name())
    }

    fn file_name(&self) -> String {
        let Some(first) = self.program.first() else { return agent_name(&self.agent).into() };
        let stem = |path: &String| {
            let stem = std::path::Path::new(path).file_stem();
            stem.map_or(path.clone(), |stem| stem.to_string_lossy().into_owned())
        };
        // An interpreter is not what plays.
        let script = self.program.iter().skip(1).find(|word| !word.starts_with('-'));
        let script = script
            .filter(|word| is_interpreter(&stem(first)) && std::path::Path::new(word).exists());
        fitting(&stem(script.unwrap_or(first)))
    }

    /// Reads those that limit a question to a program.
    fn limits_of_questions(&self) -> anyhow::Result<Settings> {
        let all = [("depth", &self.user1), ("time", &self.user3), ("nodes", &self.user4)];
        let given = all.into_iter().filter(|(_, value)| *value != UNSET);
        let given = given.map(|(name, value)| (name, value.as_str()));
        Settings::read(OPTIONS, given).context("user variables -U, -W and -X")
    }
}

fn stopped(signal: &Signal) -> Verdict {
    signal.number().map_or(Verdict::Yes, |number| Verdict::Stopped(stop::status(number)))
}

/// Returns a name as the protocol takes it.
fn fitting(name: &str) -> String {
    let is_free = |word: &&str| !["seat", "token", "rejoin"].contains(word);
    let words: Vec<&str> = name.split_whitespace().filter(is_free).collect();
    let clean: String = words.join(" ").chars().filter(|letter| !is_deceptive(*letter)).collect();
    one_line(&clean.chars().take(NAME_MAX).collect::<String>())
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_interpreter(name: &str) -> bool {
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    ["python", "java", "node", "sh", "bash", "ruby", "perl", "env"].contains(&name)
}
