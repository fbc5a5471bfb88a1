//! `manator mcp` with the real program: a model plays through its tools, and nonsense gets errors.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_testkit::process::{Process, feed};
use serde_json::{Value, json};

use crate::program::manator;

/// A client of the protocol.
struct Client {
    server: Process,
    asked: u64,
}

impl Client {
    fn open() -> Client {
        let mut client = Client { server: Process::talk(manator().arg("mcp")), asked: 0 };
        let wanted =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {} });
        let told = client.ask("initialize", &wanted)["result"].clone();
        assert_eq!(told["protocolVersion"], "2025-06-18");
        assert!(told["capabilities"]["tools"].is_object(), "{told}");
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn say(&mut self, message: &Value) {
        self.server.send(format!("{message}\n"));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer: Value = serde_json::from_str(&self.server.line()).expect("JSON");
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(id)), "{answer}");
        answer
    }

    /// Calls a tool; returns what it says, what it means, and whether it went wrong.
    fn call(&mut self, name: &str, arguments: &Value) -> (String, Value, bool) {
        let told = self.ask("tools/call", &json!({ "name": name, "arguments": arguments }));
        let told = &told["result"];
        let text = told["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{told}"));
        (text.into(), told["structuredContent"].clone(), told["isError"] == true)
    }
}

#[test]
fn a_model_plays_a_game_through_tools() {
    let mut client = Client::open();
    let tools = client.ask("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().expect("tools").clone();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let expected = ["list_games", "rules", "new_game", "state", "legal_moves", "move", "resign"];
    assert_eq!(names, expected);
    assert!(tools.iter().all(|tool| tool["inputSchema"]["type"] == "object"), "{tools:?}");
    assert!(client.call("list_games", &json!({})).0.contains("kings-court: "));
    assert!(client.call("rules", &json!({ "game": "joust" })).0.contains("knight"));
    let wanted = json!({
        "game": "joust", "options": { "size": "4x5" }, "side": "black", "opponent": "random",
    });
    let (text, mut state, is_wrong) = client.call("new_game", &wanted);
    assert!(!is_wrong && text.contains("A B C D") && text.contains("it is your turn"), "{text}");
    assert_eq!(state["moves"].as_array().expect("moves").len(), 1, "white has begun");
    let (text, told, is_wrong) = client.call("move", &json!({ "move": "A1A2" }));
    assert!(is_wrong && text.starts_with("A1A2: "), "{text}");
    assert_eq!((&told["illegal_answers"], &told["retries_left"]), (&json!(1), &json!(2)));
    while state["over"].is_null() {
        let (text, _, _) = client.call("legal_moves", &json!({}));
        let mv = text.split(' ').next().expect("a move");
        let (text, next, is_wrong) = client.call("move", &json!({ "move": mv, "id": "1" }));
        assert!(!is_wrong, "{text}");
        state = next;
    }
    assert_eq!(state["players"][1]["illegal_answers"], 1);
    let (text, _, is_wrong) = client.call("move", &json!({ "move": "A1B3" }));
    assert!(is_wrong && text.starts_with("the game is over: "), "{text}");
    client.server.close();
    assert_eq!(client.server.exit().code(), Some(0));
}

#[test]
fn a_model_loses_by_illegal_answers_or_gives_up() {
    let mut client = Client::open();
    let wanted =
        json!({ "game": "jetan", "withhold_legal": true, "retries": 1, "opponent": "random" });
    let (text, state, _) = client.call("new_game", &wanted);
    assert!(!text.contains("legal moves") && state.get("legal").is_none(), "{text}");
    let (text, _, is_wrong) = client.call("legal_moves", &json!({}));
    assert_eq!((text.as_str(), is_wrong), ("legal moves are withheld in this game", true));
    assert!(
        client.call("move", &json!({ "move": "D2D9" })).0.contains("another illegal answer loses")
    );
    let (text, told, _) = client.call("move", &json!({ "move": "D2D9" }));
    assert!(
        text.contains("the game is lost") && text.contains("over: Black made an illegal move"),
        "{text}"
    );
    assert_eq!(told["game"]["over"]["result"], "0-1");
    client
        .call("new_game", &json!({ "game": "threechess", "opponent": "random", "side": "green" }));
    let (text, _, is_wrong) = client.call("resign", &json!({}));
    assert!(!is_wrong && text.contains("Green resigns"), "{text}");
    let (text, _, _) = client.call("state", &json!({ "id": "1" }));
    assert!(text.contains("over: Black made"), "the first game is still known: {text}");
}

#[test]
fn whatever_is_wrong_gets_an_error_and_nothing_ends() {
    let message = |method: &str, params: &Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
    };
    let tool = |name: &str, arguments: &Value| {
        message("tools/call", &json!({ "name": name, "arguments": arguments }))
    };
    let fails = [
        ("nonsense".to_string(), -32700),
        ("\u{1}\u{2}".into(), -32700),
        ("[".repeat(100_000), -32700),
        ("[]".into(), -32600),
        ("7".into(), -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.into(), -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#.into(), -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into(), -32600),
        (format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "x".repeat(2 << 20)), -32600),
        (message("fly", &json!({})), -32601),
        (message("tools/call", &json!([])), -32602),
        (message("tools/call", &json!({ "name": 7 })), -32602),
        (message("tools/call", &json!({ "name": "fly" })), -32602),
        (tool("move", &json!([1])), -32602),
    ];
    let tools = [
        (tool("move", &json!({ "move": "A1B3" })), "no game was begun"),
        (tool("move", &json!({ "move": 7 })), "move: expected text"),
        (tool("move", &json!({})), "move: expected a move"),
        (tool("state", &json!({ "id": "9" })), "there is no game '9'"),
        (tool("state", &json!({ "what": 1 })), "'what' is nothing that this tool takes"),
        (tool("rules", &json!({ "game": "chess" })), "unknown game 'chess'"),
        (tool("new_game", &json!({})), "unknown game ''"),
        (
            tool("new_game", &json!({ "game": "joust", "opponent": "program:sh" })),
            "expected an agent",
        ),
        (
            tool("new_game", &json!({ "game": "joust", "opponent": "easy:hash=9999" })),
            "hash=9999: expected at most",
        ),
        (tool("new_game", &json!({ "game": "joust", "side": "red" })), "side: 'red' is not"),
        (tool("new_game", &json!({ "game": "joust", "retries": -1 })), "invalid value"),
        (tool("new_game", &json!({ "game": "joust", "position": "?" })), ""),
        (tool("new_game", &json!({ "game": "joust", "wait": 1 })), "player and wait"),
    ];
    let lines = fails.iter().map(|(line, _)| line).chain(tools.iter().map(|(line, _)| line));
    let mut input = lines.map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    input.extend(b"\n  \n\xff\xfe\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n");
    input.extend(message("ping", &json!({})).as_bytes());
    let output = feed(manator().arg("mcp"), &input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), fails.len() + tools.len() + 2, "a notification has no answer");
    for ((line, code), answer) in fails.iter().zip(&answers) {
        let line: String = line.chars().take(80).collect();
        assert_eq!(answer["error"]["code"], *code, "{line}: {answer}");
    }
    for ((line, words), answer) in tools.iter().zip(&answers[fails.len()..]) {
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        let is_wrong = answer["result"]["isError"] == true;
        assert!(is_wrong && text.contains(words), "{line}: {answer}");
    }
    assert_eq!(answers[answers.len() - 1]["result"], json!({}), "it still answers");
}
