//! Boards as JSON, and the samples that the tests of the web client read.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use manator_core::film::Frame;
use manator_core::random::SplitMix;
use manator_core::{Entry, Film, Settings, Table};
use manator_games::catalog::GAMES;
use manator_state::board::Board;
use serde_json::{Value, json};

fn open(entry: &dyn Entry) -> Box<dyn Table> {
    entry.open(Settings::defaults(entry.card().options)).expect("the defaults")
}

#[test]
fn a_board_is_described_completely() {
    for entry in GAMES {
        let table = open(*entry);
        let board = json!(Board::of(&*table));
        let cells = board["cells"].as_array().expect("cells");
        assert_eq!(cells.len(), table.board().cells.len());
        for (cell, described) in table.board().cells.iter().zip(cells) {
            assert_eq!(described["name"], cell.name);
            assert_eq!(described["outline"].as_array().map(Vec::len), Some(2 * cell.outline.len()));
        }
        assert_eq!(board["players"], json!(entry.card().players));
    }
}

#[test]
fn every_seat_can_be_at_the_bottom() {
    let turns = |name: &str| {
        let entry = GAMES.iter().find(|entry| entry.card().name == name).expect("a game");
        json!(Board::of(&*open(*entry)))["turns"].clone()
    };
    assert_eq!(turns("jetan"), json!([0, 180]));
    assert_eq!(turns("joust"), json!([0, 180]));
    assert_eq!(turns("refusal"), json!([0, 180]));
    assert_eq!(turns("threechess"), json!([180, 60, 300]));
    // Nobody has a side there.
    assert_eq!(turns("kings-court"), json!([0, 0]));
}

/// The client must read films as they were taken: it is given some, with what they show.
///
/// `UPDATE=1` writes the samples anew.
#[test]
fn samples_for_the_client_hold() {
    const PLIES: usize = 16;
    for entry in GAMES {
        let mut table = open(*entry);
        let board = json!(Board::of(&*table));
        let mut film = Film::new(&*table);
        let mut random = SplitMix::new(7);
        for _ in 0..PLIES {
            let legal = table.legal();
            let mv = &legal[random.below(legal.len() as u64) as usize];
            table.play(mv).expect("a listed move");
            film.add(&*table);
        }
        let frames: Vec<Value> = film.frames().map(|frame| frame_json(&frame)).collect();
        let sample = json!({ "board": board, "film": film.to_string(), "frames": frames });
        let text = format!("{sample}\n");
        let path = format!("../../web/test/samples/{}.json", entry.card().name);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &text).expect("the sample can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{}: run again with UPDATE=1", path.display());
    }
}

fn frame_json(frame: &Frame) -> Value {
    let piece = |(cell, look): &(manator_core::view::CellId, &manator_core::film::Look)| {
        json!({ "cell": cell.0, "look": {
            "kind": look.kind,
            "owner": look.owner.map(|owner| owner.0),
            "letter": look.letter.to_string(),
        }})
    };
    json!({
        "pieces": frame.pieces.iter().map(piece).collect::<Vec<Value>>(),
        "lastMove": frame.last_move.iter().map(|cell| cell.0).collect::<Vec<u16>>(),
        "toMove": frame.to_move.map(|player| player.0),
    })
}
