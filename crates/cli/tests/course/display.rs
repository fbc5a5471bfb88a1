//! A stand-in for an original display.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::thread::{self, JoinHandle};

use crate::board::letters;
use crate::wire::{Wire, fields, value};

/// What a display shows after an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The board, as our notation has it.
    pub(crate) board: String,
    pub(crate) turn: i32,
    pub(crate) moves: usize,
    pub(crate) escaped: [i32; 2],
    pub(crate) last: [String; 2],
    pub(crate) names: [String; 2],
}

/// Lets a display watch until the connection is closed, and returns what it has shown of each run.
pub(crate) fn start(port: u16) -> JoinHandle<Vec<Vec<Shown>>> {
    let mut wire = Wire::connect(port);
    thread::spawn(move || {
        let mut runs = Vec::new();
        let mut run = Vec::new();
        let mut known: HashMap<String, String> = HashMap::new();
        while let Some(payload) = wire.receive() {
            let (what, fields) = fields(&payload);
            match what {
                "IDENT" => drop(wire.send("DISPLAY")),
                "DIE" => {
                    runs.push(std::mem::take(&mut run));
                    known.clear();
                }
                "UPDATE" => {
                    for key in
                        ["OBJECT_SEQ_COUNT", "AGENT_SEQ_COUNT", "AGENT_SEQ_ID 0", "AGENT_SEQ_ID 1"]
                    {
                        value(&fields, key);
                    }
                    let first = known.is_empty();
                    for (key, text) in fields {
                        let before = known.insert(key.into(), text.into());
                        let is_always = key.contains("_SEQ_");
                        let is_news = before.as_deref() != Some(text);
                        assert!(is_always || is_news, "{key} is told again: {payload}");
                        assert!(first || before.is_some(), "{key} was not in the first update");
                    }
                    run.push(show(&known));
                }
                _ => panic!("unexpected {what}"),
            }
        }
        if !run.is_empty() {
            runs.push(run);
        }
        runs
    })
}

fn show(known: &HashMap<String, String>) -> Shown {
    let text = |key: String| known.get(&key).unwrap_or_else(|| panic!("no {key}"));
    let number = |key: String| text(key).parse::<i32>().expect("a number");
    let both =
        |key: &str, from: usize| [0, 1].map(|index| number(format!("{key} {}", index + from)));
    let squares: Vec<i32> =
        (0..100).map(|index| number(format!("SQUARE {} {}", index / 10, index % 10))).collect();
    for piece in 0..40 {
        let [column, row, alive] =
            ["PIECE_X", "PIECE_Y", "PIECE_ALIVE"].map(|key| number(format!("{key} {piece}")));
        match squares.iter().position(|on| *on == piece) {
            Some(at) => assert_eq!((column + 10 * row, alive), (at as i32, 1), "piece {piece}"),
            None => assert_eq!((column, row, alive), (-1, -1, 0), "piece {piece}"),
        }
    }
    let moves = number("NUMBER_OF_TURNS".into()) as usize;
    assert_eq!(both("NUMBER_OF_TURNS", 0).iter().sum::<i32>() as usize, moves);
    let ids = both("AGENT_ORDER_ID", 0);
    for (index, id) in (1..).zip(ids) {
        assert_eq!(number(format!("OBJECT_ID {id}")), id);
        assert_eq!(number(format!("OBJECT_AGENT_ALIVE {id}")), 1);
        assert_eq!(number(format!("OBJECT_AGENT_PERFORMANCE {id}")), 0);
        assert_eq!(number(format!("OBJECT_JETANAGENT_PLAYER_NUMBER {id}")), index);
        let times =
            [format!("OBJECT_JETANAGENT_DURATION {id}"), format!("PLAYER_TIMES {}", index - 1)];
        let [last, all] = times.map(|key| text(key).parse::<f64>().expect("seconds"));
        assert!(last <= all + 0.002, "{last} of {all} seconds");
    }
    Shown {
        board: letters(&squares),
        turn: number("PLAYER_TURN".into()),
        moves,
        escaped: both("USED_ESCAPE", 1),
        last: [0, 1].map(|player| text(format!("LAST_MOVES {player}")).clone()),
        names: ids.map(|id| text(format!("OBJECT_NAME {id}")).clone()),
    }
}
