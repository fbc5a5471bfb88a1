//! Analyses with their branches, written down and read back, over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde_json::{Value, json};

use crate::browser::arena::Arena;

fn sheet() -> Value {
    json!({
        "line": { "game": "joust", "moves": ["D1E3", "D8F7", "E3C2"] },
        "names": ["Ann", "Bob"],
        "comment": "in a café",
        "tags": [["Event", "A \"match\""], ["Result", "1-0"], ["White", "Eve"], ["no good", "x"]],
        "over": { "result": "0-1", "reason": "resigned" },
        "comments": ["bold } move", null, null],
        "spent": [1500, null, null],
        "clocks": [null, 60_000, null],
        "branches": [
            { "line": 0, "ply": 2, "moves": ["E3G2", "F7H6"], "comments": ["why \"not\"? }"] },
            { "line": 1, "ply": 3, "moves": ["f7d6"], "spent": [7] },
            { "line": 0, "ply": 3, "moves": ["F7D6"] },
        ],
    })
}

#[test]
fn an_analysis_is_written_as_a_record_and_comes_back_whole() {
    let arena = Arena::open();
    let (status, answer) = arena.tried("/api/record", &sheet());
    assert_eq!(status, 200, "{answer}");
    let text = answer["record"].as_str().expect("a record");
    assert!(
        text.contains("\n[Branch \"2: 2. E3G2 {why \\\"not\\\"? )} F7H6\"]\n[Branch \"1/3: F7D6"),
        "{text}"
    );
    let (status, read) = arena.tried("/api/position", &json!({ "record": text }));
    assert_eq!(status, 200, "{read}");
    assert_eq!(read["moves"], sheet()["line"]["moves"]);
    let record = &read["record"];
    let said = (&record["comment"], &record["players"]);
    assert_eq!(said, (&json!("in a café"), &json!(["Ann", "Bob"])));
    assert_eq!(record["tags"], json!([["Event", "A \"match\""]]));
    assert_eq!(
        (&read["over"]["result"], &read["over"]["reason"]),
        (&json!("0-1"), &json!("resigned"))
    );
    assert_eq!((&record["spent"][0], &record["clocks"][1]), (&json!(1500), &json!(60_000)));
    let branches = record["branches"].as_array().expect("branches");
    assert_eq!(branches.len(), 3);
    assert_eq!(
        (&branches[0]["numbers"], &branches[0]["comments"][0]),
        (&json!([2, null]), &json!("why \"not\"? )"))
    );
    assert_eq!(
        (&branches[1]["line"], &branches[1]["ply"], &branches[1]["moves"], &branches[1]["spent"]),
        (&json!(1), &json!(3), &json!(["F7D6"]), &json!([7]))
    );
    // What was read can be written again, to the letter.
    let again = json!({
        "line": { "game": "joust", "moves": read["moves"] },
        "names": record["players"], "comment": record["comment"], "tags": record["tags"],
        "over": { "result": "0-1", "reason": "resigned" },
        "comments": record["comments"], "spent": record["spent"], "clocks": record["clocks"],
        "branches": branches,
    });
    assert_eq!(arena.tried("/api/record", &again).1["record"], text);
}

#[test]
fn branches_that_cannot_be_are_refused_in_a_sentence() {
    let arena = Arena::open();
    let many = vec!["E3G2"; 10_001];
    let deep: Vec<Value> =
        (0..=200).map(|line| json!({ "line": line, "ply": 2, "moves": ["E3G2"] })).collect();
    for (branches, expected) in [
        (json!([{ "line": 1, "ply": 2, "moves": ["E3G2"] }]), "branch 1 leaves no line"),
        (json!([{ "line": 0, "ply": 9, "moves": ["E3G2"] }]), "branch 1 leaves no line"),
        (json!([{ "line": 0, "ply": 2, "moves": [] }]), "branch 1 leaves no line"),
        (json!([{ "line": 0, "ply": 2, "moves": ["E3E4"] }]), "branch 1, move 2 (ply 3): E3E4"),
        (json!([{ "line": 0, "ply": 2, "moves": many }]), "10001 moves in branches"),
        (json!(deep), "at most 200 within each other"),
        (json!([{ "line": -1, "ply": 2, "moves": ["E3G2"] }]), "line"),
    ] {
        let mut wrong = sheet();
        wrong["branches"] = branches;
        let (status, why) = arena.tried("/api/record", &wrong);
        assert!(status == 422 && why.as_str().is_some_and(|why| why.contains(expected)), "{why}");
    }
    // An end that cannot be is left out, and what is no branch is a tag.
    let mut wrong = sheet();
    wrong["over"] = json!({ "result": "1-1/2-0", "reason": "resigned" });
    let text = arena.tried("/api/record", &wrong).1["record"].as_str().unwrap_or("").to_string();
    assert!(text.ends_with("\n*\n"), "{text}");
    let text = text.replace("[Event ", "[Branch ");
    let (status, read) = arena.tried("/api/position", &json!({ "record": text }));
    assert_eq!((status, &read["record"]["tags"][0][0]), (200, &json!("Branch")), "{read}");
    let text = text.replace("F7H6", "F7F8");
    let (status, why) = arena.tried("/api/position", &json!({ "record": text }));
    assert!(status == 422 && why.as_str().is_some_and(|why| why.contains("F7F8")), "{why}");
}
