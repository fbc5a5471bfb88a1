//! What a model may do: the tools, what each takes, and how its result is told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_engine::options::LEVELS;
use manator_games::catalog::GAMES;
use manator_state::api::{ApiGame, ApiRefusal, RETRIES};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::games::Games;
use crate::arguments::find_game;

/// What a tool says: a text for the model, and the same as data.
pub(super) type Told = (String, Value);

pub(super) fn all() -> Vec<Value> {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.card().name).collect();
    let levels: Vec<&str> = LEVELS.iter().map(|(name, _)| *name).collect();
    let text = |description: &str| json!({ "type": "string", "description": description });
    let game = json!({ "type": "string", "enum": names });
    let id = text("The game, as new_game named it; without it, the one begun last");
    let tool = |name: &str, description: &str, properties: Value, required: &[&str]| {
        json!({
            "name": name,
            "description": description,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            },
        })
    };
    let wanted = json!({
        "game": game,
        "options": {
            "type": "object",
            "description": "Options of the rules by name, as list_games tells them",
            "additionalProperties": { "type": ["string", "integer"] },
        },
        "side": text("The side to play; without it, the one that is named first"),
        "opponent": text(&format!("An agent of the game, or a level: {}", levels.join(", "))),
        "withhold_legal": { "type": "boolean", "description": "Do not tell which moves are legal" },
        "retries": {
            "type": "integer",
            "minimum": 0,
            "description": format!("How many illegal answers are forgiven in place of one move [{RETRIES}]"),
        },
        "time": text("A time control such as 5m+3s or 10s/move"),
        "position": text("Another position to begin with, as state writes them"),
    });
    let own = json!({ "id": id });
    vec![
        tool("list_games", "List the games with their players, options and agents", json!({}), &[]),
        tool(
            "rules",
            "Tell the rules of a game, with diagrams",
            json!({ "game": game }),
            &["game"],
        ),
        tool("new_game", "Begin a game against agents", wanted, &["game"]),
        tool("state", "Tell how a game stands: board, moves, whose turn it is", own.clone(), &[]),
        tool("legal_moves", "List the legal moves, unless they are withheld", own.clone(), &[]),
        tool(
            "move",
            "Play a move, and tell how the game stands when it is your turn again. Illegal moves are explained and \
             counted; too many lose the game",
            json!({ "move": text("The move, as legal_moves writes them"), "id": id }),
            &["move"],
        ),
        tool("resign", "Give a game up", own, &[]),
    ]
}

/// Calls a tool; what goes wrong with the game is a result that says so.
///
/// # Errors
/// Returns why there is no such tool.
pub(super) fn call(games: &mut Games, params: &Map<String, Value>) -> Result<Value, String> {
    let name =
        params.get("name").and_then(Value::as_str).ok_or("name: expected the name of a tool")?;
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(_) => return Err("arguments: expected an object".into()),
    };
    let arguments = Arguments { given: arguments };
    let told = match name {
        "list_games" => arguments.only(&[]).and_then(|()| list()),
        "rules" => rules(&arguments),
        "new_game" => games.begin(&Value::Object(arguments.given.clone())).map(|game| told(&game)),
        "state" => games.state(&arguments).map(|game| told(&game)),
        "legal_moves" => games.state(&arguments).and_then(|game| legal(&game)),
        "move" => games.play(&arguments).map(|game| told(&game)),
        "resign" => games.resign(&arguments).map(|game| told(&game)),
        other => {
            return Err(format!(
                "unknown tool '{}': see tools/list",
                manator_protocol::quoted(other)
            ));
        }
    };
    Ok(match told {
        Ok((text, data)) => result(&text, &data, false),
        Err(refusal) => {
            let end = refusal.game.as_ref().map(|game| format!("\n\n{}", spoken(game)));
            let text = format!("{}{}", refusal.error, end.unwrap_or_default());
            result(&text, &data(&refusal), true)
        }
    })
}

/// What a tool is given, each by name.
pub(super) struct Arguments {
    given: Map<String, Value>,
}

impl Arguments {
    /// Makes sure that nothing else is given.
    pub(super) fn only(&self, names: &[&str]) -> Result<(), Box<ApiRefusal>> {
        match self.given.keys().find(|name| !names.contains(&name.as_str())) {
            Some(name) => Err(refused(format!(
                "'{}' is nothing that this tool takes",
                manator_protocol::quoted(name)
            ))),
            None => Ok(()),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, Box<ApiRefusal>> {
        match self.given.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(refused(format!("{name}: expected text"))),
        }
    }
}

pub(super) fn refused(error: impl Into<String>) -> Box<ApiRefusal> {
    Box::new(ApiRefusal { error: error.into(), ..ApiRefusal::default() })
}

fn data(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

fn result(text: &str, data: &Value, is_error: bool) -> Value {
    json!({
        "content": [{ "type": "text", "text": text }],
        "structuredContent": data,
        "isError": is_error,
    })
}

fn list() -> Result<Told, Box<ApiRefusal>> {
    let all = manator_server::all_rules();
    let lines = all.iter().map(|rules| {
        let options: Vec<&str> = rules.options.iter().map(|option| option.name).collect();
        let options = if options.is_empty() { "none".into() } else { options.join(", ") };
        format!(
            "{}: {}\n  players: {}\n  options: {options}\n  agents: {}\n",
            rules.game,
            rules.summary,
            rules.players.join(", "),
            rules.agents.join(", ")
        )
    });
    Ok((lines.collect(), json!({ "games": all })))
}

fn rules(arguments: &Arguments) -> Result<Told, Box<ApiRefusal>> {
    arguments.only(&["game"])?;
    let game =
        arguments.text("game")?.ok_or_else(|| refused("game: expected the name of a game"))?;
    let entry = find_game(game).map_err(|error| refused(error.to_string()))?;
    let text = entry.rules();
    let data = json!({ "game": entry.card().name, "rules": text });
    Ok((text, data))
}

fn legal(game: &ApiGame) -> Result<Told, Box<ApiRefusal>> {
    match (&game.legal, &game.over) {
        (Some(legal), _) => Ok((legal.join(" "), json!({ "legal": legal }))),
        (None, Some(over)) => Err(refused(format!("the game is over: {}", over.words))),
        (None, None) => Err(refused("legal moves are withheld in this game")),
    }
}

fn told(game: &ApiGame) -> Told {
    (spoken(game), data(game))
}

/// Says how a game stands, for somebody who reads.
fn spoken(game: &ApiGame) -> String {
    let mut lines = vec![game.board.trim_end().to_string(), String::new()];
    lines.push(format!("game {}: {}", game.id, game.game));
    lines.extend(game.you.map(|side| format!("you are {side}")));
    lines.extend(game.facts.iter().cloned());
    lines.push(format!("position: {}", game.position));
    if !game.moves.is_empty() {
        lines.push(format!("moves: {}", game.moves.join(" ")));
    }
    match (&game.over, game.your_turn) {
        (Some(over), _) => lines.push(format!("over: {} ({})", over.words, over.result)),
        (None, true) => lines.push("it is your turn".into()),
        (None, false) => lines.extend(game.to_move.map(|side| format!("to move: {side}"))),
    }
    lines.extend(game.legal.as_ref().map(|legal| format!("legal moves: {}", legal.join(" "))));
    lines.join("\n")
}
