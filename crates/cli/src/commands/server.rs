//! `manator server`: games between agents that come over the network, watched by displays.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{Args, ValueEnum};
use manator_core::Table;
use manator_core::record::score_text;
use manator_play::referee::OnIllegal;
use manator_play::{SeatSpec, Terms, TimeControl};
use manator_server::{
    Begun, Earlier, Limits, Notice, Server, Setup, Standings, Tell, Tokens, points,
};
use manator_tournament::rating::standings::Tally;

use crate::arguments::{Rules, find_game};
use crate::organise::conditions::read_openings;
use crate::organise::{Records, StoreArgs};
use crate::stop::Stop;
use crate::{Verdict, streams};

/// Let agents from anywhere play each other, and displays watch
///
/// Waits for the agents and displays, plays the games, and ends. Agents join with `manator agent`, displays
/// with `manator display`, and a browser that shows a table is a display, too; the course's original Jetan programs can join too, where the rules are theirs
/// (-o variant=software). See docs/server.md.
#[derive(Args)]
pub(crate) struct ServerCommand {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// The number of agents to wait for; seats that are left are taken by the house
    #[arg(short, long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = count)]
    agents: usize,
    /// How many seconds to wait after each move
    #[arg(short, long, value_name = "SECONDS", default_value = "1.0", value_parser = seconds)]
    delay: Duration,
    /// The number of displays to wait for; more may come at any time
    #[arg(short = 'D', long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = count)]
    displays: usize,
    /// How many seconds each agent may think in a game; 0 for no clock, and then a minute for a move
    #[arg(short = 'M', long, value_name = "SECONDS", default_value = "300.0", value_parser = seconds)]
    max_time: Duration,
    /// The TCP port for all connections
    #[arg(short, long, default_value_t = 7777)]
    port: u16,
    /// How many games to play; in a tournament, how many in each direction
    #[arg(short = 'R', long, value_name = "N", default_value_t = 1)]
    runs: u32,
    /// What chance is drawn from [default: the time]
    #[arg(short = 'z', long, value_name = "N")]
    seed: Option<u64>,
    /// How many seconds to wait between games
    #[arg(short = 'S', long, value_name = "SECONDS", default_value = "1.0", value_parser = seconds)]
    sleep: Duration,
    /// How many moves each agent may make in a game; then it is a tie
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// 1 for a tournament: everybody meets everybody, from every seat
    #[arg(short = 'T', long, value_name = "0|1", action = clap::ArgAction::Set, default_value = "0", value_parser = switch)]
    tourney: bool,
    /// 1 to show every move and what agents say
    #[arg(short, long, value_name = "0|1", action = clap::ArgAction::Set, default_value = "1", value_parser = switch)]
    trace: bool,
    /// The address to listen at; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// What this machine is called in the addresses that browsers use; may be repeated
    #[arg(long, value_name = "NAME")]
    public_name: Vec<String>,
    /// How many games of a tournament to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Who takes the seats for which there is no agent
    #[arg(long, value_name = "AGENT", default_value = "random")]
    house: SeatSpec,
    /// What agents must prove to join: SECRET for all, or SEAT=SECRET for one seat; may be repeated
    #[arg(long, value_name = "[SEAT=]SECRET", env = "MANATOR_TOKEN", hide_env_values = true)]
    token: Vec<String>,
    /// What becomes of an illegal move
    #[arg(long, value_name = "WHAT", default_value = "default")]
    illegal: Illegal,
    /// How many milliseconds after its time an answer still counts
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Another time control than --max-time: none, 10s/move or 5m+3s
    #[arg(long, value_name = "CONTROL")]
    time: Option<TimeControl>,
    /// Take openings from this book, in turn, instead of beginning at the start: see `manator openings`
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Add the records of all games to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// The most connections from one address
    #[arg(long, value_name = "N", default_value_t = Limits::default().each_max)]
    per_address: usize,
    /// Begin another tournament, even if one with this command line is not over yet
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    store: StoreArgs,
}

/// What becomes of an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Illegal {
    /// The game is lost
    Default,
    /// It is ignored and uses up a step, as on the original server
    Again,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || format!("'{text}': expected a number of seconds such as 1.5, at most a week");
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| *time <= manator_play::time::TIME_MAX).ok_or_else(expected)
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a whole number from 0".into())
}

pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text {
        "0" | "off" | "false" => Ok(false),
        "1" | "on" | "true" => Ok(true),
        _ => Err("expected 0 or 1".into()),
    }
}

impl ServerCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let seats = table.card().players.len();
        let rules = format!("{} {}", table.card().name, table.settings());
        let setup = self.setup(table)?;
        let address = (self.bind, self.port);
        let listener = Server::listen(address)
            .with_context(|| format!("cannot listen at {}:{}", self.bind, self.port))?;
        let server = Server::open(setup, listener)?;
        let writer = self.records.as_deref().map(Records::open).transpose()?;
        let mut talk = streams::stderr();
        let address = server.address()?;
        writeln!(talk, "{} at {address}", rules.trim())?;
        writeln!(
            talk,
            "waiting for {} and {}",
            counted(self.agents, "agent"),
            counted(self.displays, "display")
        )?;
        writeln!(talk, "browsers watch at http://{address}/")?;
        if let Some(begun) = &server.begun {
            let Begun { number, games, .. } = begun;
            let names: Vec<&str> = begun.guests().flatten().collect();
            writeln!(
                talk,
                "tournament {number} goes on after {} with {}; --anew begins another",
                counted(*games, "game"),
                names.join(", ")
            )?;
        }
        let stop = Stop::on_signal()?;
        let standing = server.run(&stop.flag, self.teller(writer))?;
        if let Some(status) = stop.status() {
            return Ok(Verdict::Stopped(status));
        }
        print_standing(&standing, seats)?;
        Ok(Verdict::Yes)
    }

    fn setup(&self, table: Box<dyn Table>) -> anyhow::Result<Setup> {
        let whole = |whole| TimeControl::game(whole, Duration::ZERO);
        let by_seconds =
            if self.max_time.is_zero() { TimeControl::None } else { whole(self.max_time) };
        let terms = Terms {
            allowance: self.time.unwrap_or(by_seconds).into(),
            margin: Duration::from_millis(self.margin),
            steps: Some(self.steps),
            on_illegal: match self.illegal {
                Illegal::Default => OnIllegal::Default,
                Illegal::Again => OnIllegal::AskAgain,
            },
            delay: self.delay,
            ..Terms::default()
        };
        let house = match &self.house {
            SeatSpec::Agent { name, settings } => (name.clone(), settings.clone()),
            other => anyhow::bail!("house: '{other}': expected an agent: see `manator agents`"),
        };
        let players = table.card().players.len();
        let openings = self.openings.as_deref().map(read_openings).transpose()?;
        Ok(Setup {
            table,
            openings: openings.unwrap_or_default(),
            agents: self.agents,
            displays: self.displays,
            runs: self.runs,
            tourney: self.tourney,
            concurrency: self.concurrency,
            sleep: self.sleep,
            seed: self.seed,
            terms,
            house,
            tokens: Tokens::read(self.token.iter().map(String::as_str), players)?,
            limits: Limits { each_max: self.per_address, ..Limits::default() },
            names: self.public_name.clone(),
            store: self.store.path(),
            earlier: if self.anew { Earlier::IsLeft } else { Earlier::GoesOn },
        })
    }

    /// Returns who prints what happens: results are data, the rest is talk.
    fn teller(&self, records: Option<Records>) -> Tell {
        let (trace, records) = (self.trace, records.map(Mutex::new));
        Arc::new(move |notice| {
            // Whoever has stopped reading does not stop the games.
            let _ = print(notice, trace);
            if let (Notice::Ended { report, .. }, Some(records)) = (notice, &records)
                && let Err(error) =
                    records.lock().unwrap_or_else(PoisonError::into_inner).add(&report.record)
            {
                let _ = writeln!(streams::stderr(), "error: records: {error}");
            }
        })
    }
}

/// Returns a number that no other run has.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn print(notice: &Notice<'_>, trace: bool) -> std::io::Result<()> {
    let mut talk = streams::stderr();
    match notice {
        Notice::Joined { name, address } => writeln!(talk, "{name} has joined from {address}"),
        Notice::Left { name } => writeln!(talk, "{name} has left"),
        Notice::Watches { address } => writeln!(talk, "a display watches from {address}"),
        Notice::Watched { address, why: Some(why) } => {
            writeln!(talk, "the display at {address} is dropped: {why}")
        }
        Notice::Watched { address, why: None } => {
            writeln!(talk, "the display at {address} has left")
        }
        Notice::Refused { address, why } => writeln!(talk, "refused {address}: {why}"),
        Notice::Complete { names, games } => {
            writeln!(talk, "{}: {}", counted(*games as usize, "game"), names.join(", "))
        }
        Notice::Begins { number, of, names, played: 0 } => {
            writeln!(talk, "game {number} of {of} begins: {}", names.join(" - "))
        }
        Notice::Begins { number, of, names, played } => {
            let (moves, names) = (counted(*played, "move"), names.join(" - "));
            writeln!(talk, "game {number} of {of} goes on after {moves}: {names}")
        }
        Notice::Moved { name, text, sheet } if trace => {
            let spent = sheet.plies.last().map_or(Duration::ZERO, |ply| ply.spent);
            let number = sheet.table.moves().len();
            writeln!(talk, "{number}. {text}  {name}, {:.3} s", spent.as_secs_f64())
        }
        Notice::Says { name, text } if trace => writeln!(talk, "{name}: {text}"),
        Notice::Moved { .. } | Notice::Says { .. } => Ok(()),
        Notice::Ended { number, names, report } => {
            let mut out = streams::stdout();
            let result = report.record.result.as_deref().map_or("*".into(), score_text);
            let words = report.verdict.as_ref().map_or("not finished", |end| end.words.as_str());
            let plies = counted(report.record.moves.len(), "move");
            writeln!(out, "game {number}: {} {result}, {words} ({plies})", names.join(" - "))?;
            out.flush()
        }
    }
}

fn print_standing(standing: &Standings, seats: usize) -> anyhow::Result<()> {
    let mut out = streams::stdout();
    let width = standing.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(5);
    let tied = if seats > 2 { "neither" } else { "tied" };
    writeln!(out, "{:<width$} games  won {tied:>7} lost points", "agent")?;
    for (name, total) in standing {
        let Tally { won, tied, lost } = total;
        let (played, points) = (total.games(), points(total, seats));
        writeln!(out, "{name:<width$} {played:>5} {won:>4} {tied:>7} {lost:>4} {points:>6}")?;
    }
    Ok(())
}
