//! `manator agent`: brings an agent to a server, one of ours or any program.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod course;
mod program;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use manator_core::{Settings, Table};
use manator_engine::catalog::{self, STABLES};
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, AgentError, Thought};
use manator_games::catalog::find;
use manator_play::client::{Client, ServerAddress};
use manator_play::open_rules;
use manator_protocol::{ANY_GAME, FromClient, SECRET_MIN, TOKEN_MAX, Welcome};
use manator_sandbox::Program;
use manator_search::Limits;

use crate::arguments::Confinement;
use crate::commands::engine::{Choice, serve};
use crate::{Verdict, places, streams};

/// How long the name of a file of a secret may be.
const FILE_NAME_MAX: usize = 60;

/// The keys of the Jetan document, and which agents they stand for.
const KEYS: [(&str, &str); 6] = [
    ("r", "random"),
    ("g", "greedy"),
    ("m", "minimax"),
    ("a", "alphabeta"),
    ("t", "mcts"),
    ("c", "champion"),
];

/// Bring an agent to a server: one of ours by its key, or any program that speaks the protocol
///
/// `manator agent -a r` joins the server on this machine with the random agent, `manator agent -- ./my_agent`
/// with a program. Keys: r random, g greedy, m minimax, a alpha-beta, t Monte Carlo (mcts), c champion; names
/// and levels of `manator agents` are as good. See docs/server.md.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct AgentCommand {
    /// Which agent of ours: a key or a name; ? lists them
    #[arg(short, long, value_name = "KEY", default_value = "?")]
    agent: String,
    /// The machine of the server
    #[arg(short = 'h', long, default_value = "localhost")]
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

impl AgentCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        if self.program.is_empty() && self.agent == "?" {
            return list();
        }
        self.check()?;
        let address = ServerAddress { host: self.host.clone(), port: self.port };
        if self.course {
            return self.play_course(&address);
        }
        let stream = address.connect_within(self.wait)?;
        let sandbox = match self.program.is_empty() {
            true => None,
            false => self.confinement.announce()?,
        };
        let program = Program { words: self.program.clone(), sandbox, ..Program::default() };
        // Nobody joins who then cannot play.
        let running = match self.program.is_empty() || self.once {
            true => None,
            false => Some(program.start()?),
        };
        let client = Client::enter(stream, &self.wish(secret(&address, &self.called())))?;
        let Welcome::Join { rules, name } = &client.welcome else {
            bail!("the server lets us watch, not play");
        };
        if self.trace {
            writeln!(streams::stderr(), "joined {address} as {name}: {rules}")?;
        }
        let table = open_rules(rules).map_err(|why| anyhow!("the rules of the server: {why}"))?;
        match running {
            Some(running) => program::pass_on(running, client, self.trace),
            None if self.once => program::ask_once(program, table, client),
            None => self.play(table, client),
        }
    }

    /// Makes sure, before anybody is asked, that there is such an agent, a name and a game.
    fn check(&self) -> anyhow::Result<()> {
        let name = agent_name(&self.agent);
        let mut known = STABLES.iter().flat_map(|stable| catalog::names(stable.game()));
        if self.program.is_empty() && !known.any(|other| other == name) {
            bail!("no agent has the key or the name '{name}': `manator agent -a ?` lists them");
        }
        if self.program.is_empty() {
            self.limits()?;
            let mut games = STABLES.iter().map(|stable| evaluation(stable.game(), &self.user2));
            // Which game it will be is not known yet: one that has such an evaluation is enough.
            if !games.any(|found| found.is_ok()) {
                bail!("-V: '{}': no game has such an evaluation: see `manator agents`", self.user2);
            }
        }
        let game = self.game.to_ascii_lowercase();
        if game != ANY_GAME && find(&game).is_none() {
            bail!("unknown game '{}': see `manator games`", self.game);
        }
        // Nobody there must take a part of the name for something else.
        let wish = self.wish(None);
        match wish.to_string().parse::<FromClient>() {
            Ok(read) if read == wish => Ok(()),
            _ => bail!(
                "name, seat or token: expected a name of 1 to 40 characters without the words seat, \
                 token and rejoin, a seat from 1, and a token of one word"
            ),
        }
    }

    fn wish(&self, rejoin: Option<String>) -> FromClient {
        FromClient::Join {
            game: self.game.to_ascii_lowercase(),
            name: self.called(),
            seat: self.seat,
            token: self.token.clone(),
            rejoin,
        }
    }

    fn called(&self) -> String {
        self.name().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn name(&self) -> String {
        let program = self.program.first().map(|path| {
            let file = std::path::Path::new(path).file_stem();
            file.map_or(path.clone(), |name| name.to_string_lossy().into_owned())
        });
        let own = || program.unwrap_or_else(|| agent_name(&self.agent).to_string());
        self.name.clone().unwrap_or_else(own)
    }

    fn play(&self, table: Box<dyn Table>, client: Client) -> anyhow::Result<Verdict> {
        let settings = self.settings(table.card().name)?;
        let choice = Choice { table, agent: agent_name(&self.agent).into(), settings };
        let agent = Luck::open(choice.table.copy(), &choice.agent, &choice.settings)?;
        serve(choice, Box::new(agent), client.reader, Box::new(client.writer))?;
        Ok(Verdict::Yes)
    }

    fn settings(&self, game: &str) -> anyhow::Result<Settings> {
        let limits = self.limits()?;
        let evaluation = evaluation(game, &self.user2)?.map(|name| ("eval", name));
        Ok(Settings::read(OPTIONS, limits.pairs().chain(evaluation).collect::<Vec<_>>())?)
    }

    /// Reads those that mean the same in every game.
    fn limits(&self) -> anyhow::Result<Settings> {
        // Every run is another, unless the user wants the same.
        let seed =
            if self.user5 == "0" { super::server::now().to_string() } else { self.user5.clone() };
        let all = [
            ("depth", self.user1.as_str()),
            ("time", &self.user3),
            ("nodes", &self.user4),
            ("seed", &seed),
            ("threads", &self.user6),
        ];
        let given = all.into_iter().filter(|(_, value)| *value != "0");
        Settings::read(OPTIONS, given).context("user variables -U to -Z")
    }
}

/// Returns the secret with which an agent comes back to a server under its name: the same after a restart, and no other
/// server's. Without it, the agent is known by its address there.
fn secret(address: &ServerAddress, name: &str) -> Option<String> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '_' };
    let file: String = format!("{address} {name}").chars().map(plain).take(FILE_NAME_MAX).collect();
    let path = places::secrets().join(file);
    let is_secret = |text: &str| (SECRET_MIN..=TOKEN_MAX).contains(&text.len());
    if let Ok(text) = fs::read_to_string(&path)
        && is_secret(text.trim())
    {
        return Some(text.trim().into());
    }
    let mut bytes = [0; SECRET_MIN];
    getrandom::fill(&mut bytes).ok()?;
    let secret: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    // Where it cannot be kept, it counts as long as this agent runs.
    let _ = keep(&path, &secret);
    Some(secret)
}

/// Writes a file that only its user can read.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    let mut file = fs::OpenOptions::new();
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    }
    folder.recursive(true).create(path.parent().unwrap_or(path))?;
    writeln!(file.write(true).create(true).truncate(true).open(path)?, "{text}")
}

fn agent_name(key: &str) -> &str {
    KEYS.iter().find(|(short, _)| *short == key).map_or(key, |(_, name)| name)
}

/// Returns the evaluation of that name or number, or nothing for the game's best.
fn evaluation(game: &str, text: &str) -> anyhow::Result<Option<&'static str>> {
    let stable = catalog::find(game).context("nobody here plays the game of the server")?;
    let names: Vec<&'static str> = stable.evaluations().into_iter().map(|(name, _)| name).collect();
    if text == "0" {
        return Ok(None);
    }
    let numbered = (1..).zip(&names);
    let mut found = numbered.filter(|(number, name)| text == **name || text == number.to_string());
    let expected = || {
        let last = names.len();
        format!("-V: '{text}': expected 0 to {last}, or {} in {game}", names.join(", "))
    };
    found.next().map(|(_, name)| Some(*name)).with_context(expected)
}

fn list() -> anyhow::Result<Verdict> {
    let mut out = streams::stdout();
    for (key, name) in KEYS {
        let plays = |stable: &&&dyn catalog::Stable| {
            stable.agents().iter().any(|(known, _)| *known == name)
        };
        let games: Vec<&str> = STABLES.iter().filter(plays).map(|stable| stable.game()).collect();
        writeln!(out, "{key} {name:<10} {}", games.join(", "))?;
    }
    writeln!(out, "and all other names of `manator agents`")?;
    Ok(Verdict::Yes)
}

/// An agent with other random choices in each game, all of them drawn from one seed.
///
/// An agent chooses by its seed and the position alone: the games of a tournament would be the same ones again and
/// again.
struct Luck {
    table: Box<dyn Table>,
    name: String,
    settings: Settings,
    games: u64,
    agent: Box<dyn Agent>,
}

impl Luck {
    fn open(table: Box<dyn Table>, name: &str, settings: &Settings) -> Result<Luck, AgentError> {
        let agent = catalog::open(&*table, name, settings)?;
        Ok(Luck { table, name: name.into(), settings: settings.clone(), games: 0, agent })
    }

    fn drawn(&self) -> Result<Settings, AgentError> {
        let seed = self.settings.integer("seed").wrapping_add(self.games).to_string();
        let mut pairs: Vec<(&str, &str)> =
            self.settings.pairs().filter(|(name, _)| *name != "seed").collect();
        pairs.push(("seed", &seed));
        Settings::read(OPTIONS, pairs).map_err(AgentError::Option)
    }
}

impl Agent for Luck {
    fn new_game(&mut self) {
        self.games += 1;
        let drawn = self.drawn();
        match drawn.and_then(|settings| catalog::open(&*self.table, &self.name, &settings)) {
            Ok(agent) => self.agent = agent,
            // Luck is all that it lacks.
            Err(_) => self.agent.new_game(),
        }
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        self.agent.think(table, limits, progress)
    }
}
