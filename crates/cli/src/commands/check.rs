//! `manator check`: examines an agent and prints a report card.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::Args;
use manator_core::{Settings, Table};
use manator_examine::{Examination, Grade, Item, Manner, Plan};
use manator_games::catalog;
use manator_play::{Terms, rules, time};
use manator_sandbox::Program;
use serde::Serialize;

use crate::arguments::{Confinement, Rules, find_game, pairs};
use crate::streams::Painted;
use crate::{Verdict, streams};

const USUAL_GAME: &str = "joust";
const EVERY_GAME: &str = "all";

/// Examine an agent: does it speak the protocol, keep to its time, play legal moves, end?
///
/// Prints a report card with one line for each item, and what to do about those that are not ok. The
/// exit status is 0 when nothing failed, 1 when something did.
#[derive(Args)]
pub(crate) struct Check {
    /// The game to examine it in, or all; may be repeated [default: the one it names in UGI_Game, else joust]
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
    #[command(flatten)]
    rules: Rules,
    /// An option of the agent; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// The agent is started for each move, prints it, and ends
    #[arg(long)]
    once: bool,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// How many seconds to look for illegal moves, in each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// How late an answer may be [default: 20ms]
    #[arg(long, value_name = "TIME", value_parser = time::duration)]
    margin: Option<Duration>,
    #[command(flatten)]
    confinement: Confinement,
    /// The agent, if it needs no arguments
    #[arg(required_unless_present = "words")]
    agent: Option<String>,
    /// The agent and its arguments, or only its arguments
    #[arg(last = true, value_name = "WORDS")]
    words: Vec<String>,
}

#[derive(Serialize)]
struct Card {
    agent: String,
    name: Option<String>,
    games: Vec<String>,
    items: Vec<JsonItem>,
    ok: usize,
    warn: usize,
    fail: usize,
    skip: usize,
    passed: bool,
    summary: String,
}

#[derive(Serialize)]
struct JsonItem {
    game: Option<&'static str>,
    group: &'static str,
    name: &'static str,
    grade: &'static str,
    found: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    quotes: Vec<String>,
    fix: Option<String>,
}

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let given = self.given_games()?;
        let plan = self.plan()?;
        let program = plan.program.to_string();
        let mut report = ReportCard { is_json: self.json, ..ReportCard::default() };
        let mut examination = Examination::new(plan);
        examination.introduce(&mut |item| report.add(item));
        let tables = match given.is_empty() {
            true => vec![self.own_game(examination.introduction.game.as_deref())?],
            false => given,
        };
        let mut games = Vec::new();
        for table in &tables {
            games.push(rules(&**table));
            examination.play(&**table, &mut |item| report.add(item));
        }
        examination.finish(&mut |item| report.add(item));
        report.finish(program, examination.introduction.name, games)
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let settings = pairs(&self.set)?;
        let own = |(name, value): (&str, &str)| (name.trim().to_string(), value.trim().to_string());
        Ok(Plan {
            deadline: None,
            cancel: Arc::default(),
            program: Program {
                words: self.agent.iter().chain(&self.words).cloned().collect(),
                sandbox: self.confinement.announce()?,
                ..Program::default()
            },
            manner: if self.once { Manner::Once } else { Manner::Lasting },
            settings: settings.into_iter().map(own).collect(),
            seconds: Duration::from_secs(self.seconds),
            margin: self.margin.unwrap_or(Terms::default().margin),
        })
    }

    fn given_games(&self) -> anyhow::Result<Vec<Box<dyn Table>>> {
        let is_all = self.game.iter().any(|game| game.eq_ignore_ascii_case(EVERY_GAME));
        if is_all {
            return catalog::GAMES.iter().map(|entry| self.rules.open(*entry, None)).collect();
        }
        self.game.iter().map(|game| self.rules.open(find_game(game)?, None)).collect()
    }

    /// Opens the game that the agent names, with the rule options that it names unless others are given.
    fn own_game(&self, named: Option<&str>) -> anyhow::Result<Box<dyn Table>> {
        let named = named.unwrap_or(USUAL_GAME);
        let (name, options) = named.split_once(' ').unwrap_or((named, ""));
        let Some(entry) = catalog::find(name) else {
            return self.rules.open(find_game(USUAL_GAME)?, None);
        };
        let table = self.rules.open(entry, None)?;
        let is_plain = table.settings().pairs().next().is_none();
        match Settings::parse(entry.card().options, options) {
            Ok(settings) if is_plain => entry.open(settings).with_context(|| name.to_string()),
            _ => Ok(table),
        }
    }
}

#[derive(Default)]
struct ReportCard {
    is_json: bool,
    items: Vec<Item>,
    failed: Option<io::Error>,
}

impl ReportCard {
    fn add(&mut self, item: &Item) {
        if !self.is_json
            && let Err(error) = self.print(item)
        {
            // Nobody reads on, but the agent must be ended in order.
            self.failed.get_or_insert(error);
        }
        self.items.push(item.clone());
    }

    fn print(&self, item: &Item) -> io::Result<()> {
        let mut out = streams::stdout();
        let place = |item: &Item| (item.game, item.group);
        if self.items.last().map(place) != Some(place(item)) {
            match item.game {
                Some(game) => writeln!(out, "{}: {game}", item.group)?,
                None => writeln!(out, "{}", item.group)?,
            }
        }
        let mut grade = Painted::default();
        grade.push(style(item.grade), &format!("{:<4}", item.grade.word()));
        write!(out, "  ")?;
        out.paint(&grade)?;
        writeln!(out, "  {}: {}", item.name, item.found)?;
        for quote in &item.quotes {
            writeln!(out, "          {quote}")?;
        }
        if let Some(fix) = &item.fix {
            writeln!(out, "        fix: {fix}")?;
        }
        out.flush()
    }

    fn finish(
        self,
        agent: String,
        name: Option<String>,
        games: Vec<String>,
    ) -> anyhow::Result<Verdict> {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let count = |grade| self.items.iter().filter(|item| item.grade == grade).count();
        let (ok, warn) = (count(Grade::Ok), count(Grade::Warn));
        let (fail, skip) = (count(Grade::Fail), count(Grade::Skip));
        let score = format!(
            "score: {ok} of {} ok, {warn} to improve, {fail} failed, {skip} skipped",
            ok + warn + fail
        );
        let summary = match (fail, warn) {
            (0, 0) => "This agent is ready for a tournament.",
            (0, _) => {
                "This agent can play in a tournament; what is marked warn would make it better."
            }
            _ => {
                "This agent will lose games for no good reason: mend what is marked fail, from the top."
            }
        };
        let mut out = streams::stdout();
        if self.is_json {
            let item = |Item { game, group, name, grade, found, quotes, fix }| JsonItem {
                game,
                group,
                name,
                grade: grade.word(),
                found,
                quotes,
                fix,
            };
            let items = self.items.into_iter().map(item).collect();
            let (passed, summary) = (fail == 0, summary.to_string());
            let card = Card { agent, name, games, items, ok, warn, fail, skip, passed, summary };
            writeln!(out, "{}", serde_json::to_string(&card)?)?;
        } else {
            writeln!(out, "\n{score}\n{summary}")?;
        }
        Ok(if fail == 0 { Verdict::Yes } else { Verdict::No })
    }
}

fn style(grade: Grade) -> Style {
    let colour = match grade {
        Grade::Ok => AnsiColor::Green,
        Grade::Skip => AnsiColor::BrightBlack,
        Grade::Warn => AnsiColor::Yellow,
        Grade::Fail => AnsiColor::Red,
    };
    Style::new().fg_color(Some(colour.into()))
}
