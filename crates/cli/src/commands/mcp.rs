//! `manator mcp`: games for language models, over the Model Context Protocol on standard input and output.
//!
//! Of JSON-RPC 2.0 only what a server with tools needs: one message a line, answered in order.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod games;
mod tools;

use std::io::{self, BufRead, Read, Write};

use clap::Args;
use serde_json::{Map, Value, json};

use crate::{Verdict, streams};
use games::Games;

/// Let a language model play: a server of the Model Context Protocol on standard input and output
///
/// An application that speaks the protocol starts it and offers its tools to the model: the games and their rules, a
/// new game against an agent, the board, the legal moves, a move, giving up. See docs/language-models.md.
#[derive(Args)]
pub(crate) struct Mcp {}

/// Versions of the protocol in which what is said here means the same, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// How long a message may be, in bytes.
const LINE_MAX: usize = 1 << 20;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const UNKNOWN_METHOD: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

/// Why a message cannot be answered: the code of JSON-RPC, and a sentence.
type Failure = (i32, String);

impl Mcp {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let (mut input, mut out) = (io::stdin().lock(), streams::stdout());
        let mut games = Games::default();
        while let Some(line) = next_line(&mut input)? {
            if let Some(answer) = answer(&mut games, line.as_deref()) {
                writeln!(out, "{answer}")?;
                out.flush()?;
            }
        }
        Ok(Verdict::Yes)
    }
}

/// Reads a line; what is too long is left out.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Option<Vec<u8>>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LINE_MAX as u64).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() < LINE_MAX {
        return Ok(Some(Some(line)));
    }
    loop {
        let (count, is_end) = match input.fill_buf()? {
            [] => (0, true),
            bytes => match bytes.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(count);
        if is_end {
            return Ok(Some(None));
        }
    }
}

/// Answers a message; a notification has no answer.
fn answer(games: &mut Games, line: Option<&[u8]>) -> Option<Value> {
    let Some(line) = line else {
        let why = format!("a message of more than {LINE_MAX} bytes");
        return Some(failed(Value::Null, (INVALID_REQUEST, why)));
    };
    if line.trim_ascii().is_empty() {
        return None;
    }
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => return Some(failed(Value::Null, (PARSE_ERROR, error.to_string()))),
    };
    let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    let Some(method) = message["method"].as_str().filter(|_| message["jsonrpc"] == "2.0") else {
        let why = "expected an object with \"jsonrpc\":\"2.0\" and a \"method\"";
        return Some(failed(id.unwrap_or_default(), (INVALID_REQUEST, why.into())));
    };
    // A message without an id is a notification.
    message.get("id")?;
    let Some(id) = id else {
        return Some(failed(
            Value::Null,
            (INVALID_REQUEST, "id: expected text or a number".into()),
        ));
    };
    let params = match message.get("params") {
        None => Ok(Map::new()),
        Some(Value::Object(params)) => Ok(params.clone()),
        Some(_) => Err((INVALID_PARAMS, "params: expected an object".to_string())),
    };
    Some(match params.and_then(|params| done(games, method, &params)) {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(failure) => failed(id, failure),
    })
}

fn failed(id: Value, (code, message): Failure) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn done(games: &mut Games, method: &str, params: &Map<String, Value>) -> Result<Value, Failure> {
    match method {
        "initialize" => Ok(initialized(params)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": tools::all() })),
        "tools/call" => tools::call(games, params).map_err(|why| (INVALID_PARAMS, why)),
        other => {
            let other = manator_protocol::quoted(other);
            Err((
                UNKNOWN_METHOD,
                format!("'{other}': expected initialize, ping, tools/list or tools/call"),
            ))
        }
    }
}

fn initialized(params: &Map<String, Value>) -> Value {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let version = asked.filter(|version| VERSIONS.contains(version)).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "manator", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "Board games against agents. Read the rules of a game first, begin one with new_game, \
                         and answer each position with move.",
    })
}
