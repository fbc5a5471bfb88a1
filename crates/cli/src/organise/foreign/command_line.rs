//! A whole command line of fastchess or cutechess-cli, and the tournament that it asks for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::num::NonZeroU32;
use std::thread;

use anyhow::{Context, bail};
use manator_organise::{DrawSpec, Entry, Event, Format, LEASE_DEFAULT, ResignSpec, SprtSpec, Test};

use super::book::Book;
use super::engine::Engine;
use super::known::{Fate, Known};
use super::value::{number, only, pairs, real, truth};
use crate::arguments::find_game;
use crate::organise::output::{Form, Manner};
use crate::organise::{AccessArgs, Running, StoreArgs};

const GAMES_MAX: u64 = 10_000_000;
const TEST_ROUNDS: u64 = 500_000;
const ROUNDS: u64 = 2;
const CONCURRENCY_MAX: i64 = 1024;

pub(super) struct CommandLine {
    event: Event,
    running: Running,
    engines: Vec<Engine>,
    each: Vec<String>,
    rounds: Option<u64>,
    games: Option<u64>,
    seeds: Option<usize>,
    book: Book,
    notes: Vec<String>,
}

impl CommandLine {
    pub(super) fn new() -> CommandLine {
        let mut event = Event::new("", Vec::new());
        event.recover = false;
        event.directory = std::env::current_dir().ok();
        let running = Running {
            concurrency: 1,
            queue: None,
            api_port: 0,
            access: AccessArgs::default(),
            lease: LEASE_DEFAULT,
            records: None,
            new_records: false,
            log: None,
            manner: Manner { output: Form::Fastchess, interval: 10, score_interval: 1 },
            place: StoreArgs { store: None },
        };
        CommandLine {
            event,
            running,
            engines: Vec::new(),
            each: Vec::new(),
            rounds: None,
            games: None,
            seeds: None,
            book: Book::default(),
            notes: Vec::new(),
        }
    }

    pub(super) fn take(&mut self, flag: &Known, values: &[String]) -> anyhow::Result<()> {
        match flag.fate {
            Fate::Obeyed => self.obey(flag.name, values).with_context(|| flag.name),
            Fate::Refused(why) => bail!("{}: not supported: {why}", flag.name),
            Fate::Ignored(why) => {
                self.notes.push(format!("{} is ignored: {why}", flag.name));
                Ok(())
            }
        }
    }

    fn obey(&mut self, flag: &str, values: &[String]) -> anyhow::Result<()> {
        match flag {
            "-engine" => self.add_engine(values)?,
            "-each" => self.each.extend_from_slice(values),
            "-variant" => self.event.game = find_game(only(values)?)?.card().name.into(),
            "-rules" => {
                pairs(values)?;
                self.event.options.extend_from_slice(values);
            }
            "-rounds" => self.rounds = Some(number("rounds", only(values)?, 1)?),
            "-games" => self.games = Some(number("games", only(values)?, 1)?),
            // An opening is always played from all seats.
            "-repeat" if values.is_empty() => {}
            "-repeat" => {
                let games = number("repeat", only(values)?, 1)?;
                self.games.get_or_insert(games);
            }
            "-tournament" => self.event.format = format(only(values)?)?,
            "-seeds" => self.seeds = Some(number("seeds", only(values)?, 1)?),
            "-openings" => self.book = Book::read(values)?,
            "-srand" | "-seed" => self.event.seed = number("seed", only(values)?, 0)?,
            "-concurrency" => self.running.concurrency = concurrency(only(values)?)?,
            "-sprt" => self.event.sprt = Some(sprt(values)?),
            "-draw" => self.event.draw = Some(draw(values)?),
            "-resign" => self.event.resign = Some(resign(values)?),
            // 0 is for as many as it likes.
            "-maxmoves" => {
                let most = number("moves", only(values)?, 0)?;
                self.event.steps = Some(most).filter(|most| *most > 0);
            }
            "-recover" => self.event.recover = true,
            "-event" => self.event.title = values.join(" "),
            "-pgnout" => self.read_records(values)?,
            "-log" => self.read_log(values)?,
            "-output" => self.running.manner.output = output(values)?,
            "-ratinginterval" => self.running.manner.interval = number("games", only(values)?, 0)?,
            "-scoreinterval" => {
                self.running.manner.score_interval = number("games", only(values)?, 0)?;
            }
            "-store" => self.running.place.store = Some(only(values)?.into()),
            _ => {}
        }
        Ok(())
    }

    fn note(&mut self, text: Option<String>) {
        let is_new = |text: &String| !self.notes.contains(text);
        if let Some(text) = text.filter(is_new) {
            self.notes.push(text);
        }
    }

    fn add_engine(&mut self, values: &[String]) -> anyhow::Result<()> {
        let mut engine = Engine::default();
        for word in values {
            self.note(engine.take(word)?.map(|why| format!("-engine {why}")));
        }
        self.engines.push(engine);
        Ok(())
    }

    fn read_records(&mut self, values: &[String]) -> anyhow::Result<()> {
        let (mut records, mut is_new) = ("", false);
        for (at, value) in values.iter().enumerate() {
            match value.split_once('=') {
                None if at == 0 => records = value,
                Some(("file", file)) => records = file,
                Some(("append", text)) => is_new = !truth("append", text)?,
                Some((
                    "notation" | "nodes" | "seldepth" | "nps" | "hashfull" | "tbhits" | "timeleft"
                    | "latency" | "min" | "match_line" | "pv",
                    _,
                )) => self.notes.push(format!("-pgnout '{value}': records are always whole")),
                None if ["min", "fi"].contains(&value.as_str()) => {
                    self.notes.push(format!("-pgnout '{value}': records are always whole"));
                }
                _ => bail!("'{value}': expected file=FILE or append=true|false"),
            }
        }
        if records.is_empty() {
            bail!("expected a file");
        }
        (self.running.records, self.running.new_records) = (Some(records.into()), is_new);
        Ok(())
    }

    fn read_log(&mut self, values: &[String]) -> anyhow::Result<()> {
        for (at, value) in values.iter().enumerate() {
            match value.split_once('=') {
                None if at == 0 => self.running.log = Some(value.into()),
                Some(("file", file)) => self.running.log = Some(file.into()),
                Some(("append", text)) if truth("append", text)? => {}
                Some(("append", _)) => bail!("'{value}': a log is added to: name another file"),
                Some(("level" | "engine" | "realtime" | "compress", _)) => {
                    self.notes.push(format!("-log '{value}': everything is written at once"));
                }
                _ => bail!("'{value}': expected file=FILE"),
            }
        }
        if self.running.log.is_none() {
            bail!("expected a file");
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> anyhow::Result<(Event, Running, Vec<String>)> {
        if self.event.game.is_empty() {
            bail!("which game? expected -variant GAME");
        }
        let seats = find_game(&self.event.game)?.card().players.len() as u64;
        let (games, rounds) = self.counts((1..=seats).product())?;
        self.add_players()?;
        let event = &mut self.event;
        // Everybody goes through as many openings as there are rounds, but a knockout has no rounds of these.
        let wanted = if event.format == Format::Knockout { usize::MAX } else { rounds as usize };
        event.openings = self.book.openings(wanted, event.seed).context("-openings")?;
        match event.format {
            Format::Swiss => event.rounds = Some(rounds),
            _ => event.games = Some(games),
        }
        event.challengers = self.seeds.filter(|_| event.format == Format::Gauntlet);
        share_time(event);
        Ok((self.event, self.running, self.notes))
    }

    fn counts(&self, unit: u64) -> anyhow::Result<(u32, u32)> {
        let games = self.games.unwrap_or(unit);
        let rounds = self.rounds.unwrap_or(match (self.event.sprt, self.games) {
            (Some(_), _) => TEST_ROUNDS,
            (None, Some(_)) => 1,
            (None, None) => ROUNDS,
        });
        let all = games.checked_mul(rounds).filter(|all| *all <= GAMES_MAX);
        let all = all.with_context(|| {
            format!("{rounds} rounds of {games} games: expected at most {GAMES_MAX} games")
        })?;
        Ok((u32::try_from(all)?, u32::try_from(all.div_ceil(unit))?))
    }

    /// Enters who plays, with names of their own, and after how much time an answer still counts.
    fn add_players(&mut self) -> anyhow::Result<()> {
        let mut margins = Vec::new();
        let each = std::mem::take(&mut self.each);
        for mut engine in std::mem::take(&mut self.engines) {
            for word in &each {
                let why = engine.take(word).context("-each")?;
                self.note(why.map(|why| format!("-each {why}")));
            }
            margins.push(engine.margin);
            let mut entry = engine.entry(&self.event.game)?;
            entry.name = entry.name.map(|name| unused(name, &self.event.players));
            self.event.players.push(entry);
        }
        margins.dedup();
        if margins.len() > 1 {
            bail!("timemargin: expected the same for all players");
        }
        self.event.margin = margins.into_iter().flatten().next().unwrap_or(self.event.margin);
        Ok(())
    }
}

fn unused(name: String, players: &[Entry]) -> String {
    let is_taken = |name: &str| players.iter().any(|other| other.name.as_deref() == Some(name));
    let mut numbered = (2..).map(|number| format!("{name}_{number}"));
    match is_taken(&name) {
        true => numbered.find(|name| !is_taken(name)).unwrap_or_default(),
        false => name,
    }
}

fn share_time(event: &mut Event) {
    let time = event.players.first().and_then(|player| player.time.clone());
    if let Some(time) = time
        && event.players.iter().all(|player| player.time.as_ref() == Some(&time))
    {
        event.time = time;
        event.players.iter_mut().for_each(|player| player.time = None);
    }
}

fn format(text: &str) -> anyhow::Result<Format> {
    match text {
        "roundrobin" | "round-robin" => Ok(Format::RoundRobin),
        "gauntlet" => Ok(Format::Gauntlet),
        "knockout" => Ok(Format::Knockout),
        "swiss" => Ok(Format::Swiss),
        _ => bail!("'{text}': expected round-robin, gauntlet, knockout or swiss"),
    }
}

/// Reads how many games are played at the same time; 0 and less leave so many processors alone.
fn concurrency(text: &str) -> anyhow::Result<u16> {
    let wanted: i64 = number("games", text, -CONCURRENCY_MAX)?;
    let processors = thread::available_parallelism().map_or(1, |count| count.get() as i64);
    let wanted = if wanted > 0 { wanted } else { (processors + wanted).max(1) };
    match wanted {
        1..=CONCURRENCY_MAX => Ok(wanted as u16),
        _ => bail!("'{text}': expected at most {CONCURRENCY_MAX}"),
    }
}

fn sprt(values: &[String]) -> anyhow::Result<SprtSpec> {
    let (mut elo0, mut elo1) = (None, None);
    let (mut alpha, mut beta, mut model) = (0.05, 0.05, Test::Normalised);
    for (key, value) in pairs(values)? {
        match key {
            "elo0" => elo0 = Some(real(key, value)?),
            "elo1" => elo1 = Some(real(key, value)?),
            "alpha" => alpha = real(key, value)?,
            "beta" => beta = real(key, value)?,
            "model" => {
                model = match value {
                    "normalized" | "normalised" => Test::Normalised,
                    "logistic" => Test::Logistic,
                    "bayesian" => {
                        bail!("model: '{value}': not supported: use logistic or normalized")
                    }
                    _ => bail!("model: '{value}': expected normalized or logistic"),
                }
            }
            _ => bail!("'{key}={value}': expected elo0=, elo1=, alpha=, beta= or model="),
        }
    }
    let (elo0, elo1) = elo0.zip(elo1).context("expected elo0= and elo1=")?;
    Ok(SprtSpec { elo0, elo1, alpha, beta, model })
}

fn draw(values: &[String]) -> anyhow::Result<DrawSpec> {
    let mut spec = DrawSpec { from: 0, moves: NonZeroU32::MIN, score: 0 };
    for (key, value) in pairs(values)? {
        match key {
            "movenumber" => spec.from = number(key, value, 0)?,
            "movecount" => spec.moves = number(key, value, NonZeroU32::MIN)?,
            "score" => spec.score = number(key, value, 0)?,
            _ => bail!("'{key}={value}': expected movenumber=, movecount= or score="),
        }
    }
    Ok(spec)
}

fn resign(values: &[String]) -> anyhow::Result<ResignSpec> {
    let mut spec = ResignSpec { moves: NonZeroU32::MIN, score: 0, two_sided: false };
    for (key, value) in pairs(values)? {
        match key {
            "movecount" => spec.moves = number(key, value, NonZeroU32::MIN)?,
            "score" => spec.score = number(key, value, 0)?,
            "twosided" => spec.two_sided = truth(key, value)?,
            _ => bail!("'{key}={value}': expected movecount=, score= or twosided="),
        }
    }
    Ok(spec)
}

fn output(values: &[String]) -> anyhow::Result<Form> {
    match pairs(values)?[..] {
        [("format", "fastchess")] => Ok(Form::Fastchess),
        [("format", "cutechess")] => Ok(Form::Cutechess),
        [("format", "manator")] => Ok(Form::Manator),
        _ => bail!("'{}': expected format=fastchess, cutechess or manator", values.join(" ")),
    }
}
