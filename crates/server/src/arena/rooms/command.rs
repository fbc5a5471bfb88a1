//! What a room is told by pages and by those who play in it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_play::SeatEvent;
use serde_json::Value;
use tokio::sync::oneshot::Sender;

use super::chair::called;

/// What a room is told. A page that comes shows its keys, and is answered which seats are its own; a room is to
/// `Look` when an agent came over the network, or went, and `End` when the server ends.
pub(super) enum Command {
    Seat(SeatEvent),
    Act { action: Action, key: String, reply: Reply },
    Enter { keys: Vec<String>, reply: Sender<Vec<usize>> },
    Leave { seats: Vec<usize> },
    Record { reply: Sender<String> },
    Look,
    End,
}

/// Where an answer goes: what came of an action, or a sentence.
pub(super) type Reply = Sender<Result<Value, String>>;

/// What a page asks for; `ply` is how many moves were played when it was seen there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Play { mv: String, ply: Option<u64> },
    Touch { cells: Vec<u64>, ply: Option<u64> },
    Undo,
    Redo,
    Resign,
    Hurry,
    Hint,
    Accept,
    Decline,
    Name(String),
}

pub(super) const ACTIONS: [&str; 9] =
    ["play", "undo", "redo", "resign", "hurry", "hint", "accept", "decline", "name"];

impl Action {
    pub(super) fn read(asked: &Value) -> Result<Action, String> {
        Ok(match asked["do"].as_str().unwrap_or_default() {
            "play" => return play(asked),
            "undo" => Action::Undo,
            "redo" => Action::Redo,
            "resign" => Action::Resign,
            "hurry" => Action::Hurry,
            "hint" => Action::Hint,
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "name" => Action::Name(called(asked["name"].as_str().unwrap_or_default())?),
            _ => return Err(format!("expected one of {}", ACTIONS.join(", "))),
        })
    }
}

fn play(asked: &Value) -> Result<Action, String> {
    let ply = asked["ply"].as_u64();
    if let Some(mv) = asked["move"].as_str() {
        return Ok(Action::Play { mv: mv.into(), ply });
    }
    let cells = asked["cells"].as_array().ok_or("a move is missing: expected move or cells")?;
    let cells: Option<Vec<u64>> = cells.iter().map(Value::as_u64).collect();
    Ok(Action::Touch { cells: cells.ok_or("cells: expected numbers")?, ply })
}
