//! `manator inspect`: the rules for scripts, one JSON request and one JSON answer a line.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::io::{BufRead, Write};

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Outcome, Player, Settings, Table};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::arguments::{find_game, play_all};
use crate::{Verdict, streams};

const PERFT_MAX: u32 = 64;

/// Answer questions about positions: one JSON object a line in, one out, until end of file
///
/// Request: {"game":"jetan","options":{"variant":"book"},"position":"…","moves":"E2E3 E9E8"} with
/// everything but "game" optional, and "try":"E1E9" or "perft":3 where wanted. "flagged":"black" asks
/// for the clock's verdict. An "id" comes back in the answer.
#[derive(Args)]
pub(crate) struct Inspect {}

#[derive(Deserialize)]
struct Request {
    id: Option<Value>,
    game: String,
    #[serde(default)]
    options: Map<String, Value>,
    position: Option<String>,
    #[serde(default)]
    moves: String,
    r#try: Option<String>,
    perft: Option<u32>,
    flagged: Option<String>,
}

#[derive(Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    to_move: &'static str,
    legal: Vec<String>,
    over: bool,
    payoffs: Option<Named<i8>>,
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    facts: Named<String>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    perft: Option<Vec<u64>>,
    #[serde(rename = "try", skip_serializing_if = "Option::is_none")]
    tried: Option<Tried>,
}

#[derive(Serialize)]
struct Tried {
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
struct Failure {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    error: String,
}

/// Values by name, in the order of the game.
struct Named<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Inspect {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let mut out = streams::stdout();
        let mut input = std::io::stdin().lock();
        let mut desk = Desk::default();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let text = String::from_utf8_lossy(&line);
            if !text.trim().is_empty() {
                writeln!(out, "{}", desk.answer(text.trim()))?;
                out.flush()?;
            }
            line.clear();
        }
        Ok(Verdict::Yes)
    }
}

/// Holds a fresh table for each game and option set asked for, because scripts ask the same often.
#[derive(Default)]
struct Desk {
    fresh: HashMap<(String, String), Box<dyn Table>>,
}

impl Desk {
    fn answer(&mut self, line: &str) -> String {
        let (id, reply) = match serde_json::from_str::<Request>(line) {
            Ok(request) => (request.id.clone(), self.reply(request)),
            Err(error) => (None, Err(error).context("not a request")),
        };
        let answer = match &reply {
            Ok(reply) => serde_json::to_string(reply),
            Err(error) => serde_json::to_string(&Failure { id, error: format!("{error:#}") }),
        };
        answer.expect("an answer can be written as JSON")
    }

    fn reply(&mut self, request: Request) -> anyhow::Result<Reply> {
        let mut table = self.open(&request.game, &request.options)?;
        if let Some(position) = &request.position {
            table.set_position(position).context("position")?;
        }
        play_all(&mut *table, &request.moves)?;
        let verdict = request.flagged.as_deref().map(|name| flag(&*table, name)).transpose()?;
        let outcome = verdict.or(table.outcome());
        let card = table.card();
        let named = |outcome: &Outcome| {
            let pairs = outcome.payoffs.iter();
            Named(pairs.map(|(player, payoff)| (card.players[player.index()], *payoff)).collect())
        };
        Ok(Reply {
            id: request.id,
            to_move: card.players[table.to_move().index()],
            legal: if verdict.is_some() { Vec::new() } else { table.legal() },
            over: outcome.is_some(),
            payoffs: outcome.as_ref().map(named),
            reason: outcome.map(|outcome| outcome.reason.0),
            words: outcome.map(|outcome| table.describe_outcome(&outcome)),
            facts: Named(table.facts().into_iter().map(|fact| (fact.name, fact.value)).collect()),
            position: table.position(),
            perft: request.perft.map(|depth| perft(&*table, depth)).transpose()?,
            tried: request.r#try.map(|mv| attempt(&*table, &mv)),
        })
    }

    fn open(&mut self, game: &str, options: &Map<String, Value>) -> anyhow::Result<Box<dyn Table>> {
        let key = (game.to_string(), serde_json::to_string(options)?);
        if let Some(table) = self.fresh.get(&key) {
            return Ok(table.copy());
        }
        let entry = find_game(game)?;
        let mut pairs = Vec::new();
        for (name, value) in options {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                other => bail!("{name}: {other} is neither text nor number"),
            };
            pairs.push((name.as_str(), value));
        }
        let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
        let settings = Settings::read(entry.card().options, pairs)?;
        let table = entry.open(settings)?;
        let copy = table.copy();
        self.fresh.insert(key, table);
        Ok(copy)
    }
}

fn flag(table: &dyn Table, name: &str) -> anyhow::Result<Outcome> {
    let players = table.card().players;
    let Some(seat) = players.iter().position(|player| player.eq_ignore_ascii_case(name)) else {
        bail!("flagged: '{name}' is not {}", players.join(" or "));
    };
    match table.outcome() {
        Some(_) => bail!("flagged: the game is over already"),
        None => Ok(table.out_of_time(Player(seat as u8))),
    }
}

fn perft(table: &dyn Table, depth: u32) -> anyhow::Result<Vec<u64>> {
    if depth > PERFT_MAX {
        bail!("perft: {depth} is not between 0 and {PERFT_MAX}");
    }
    Ok((1..=depth).map(|depth| table.perft(depth)).collect())
}

fn attempt(table: &dyn Table, mv: &str) -> Tried {
    match table.judge(mv) {
        Ok(canonical) => Tried { legal: true, r#move: Some(canonical), code: None, why: None },
        Err(illegal) => Tried {
            legal: false,
            r#move: None,
            code: Some(illegal.fault.code),
            why: Some(illegal.to_string()),
        },
    }
}
