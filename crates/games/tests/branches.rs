//! Branches in records of every game: written, read back, played, and no trouble to whoever does not know them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::record::Branch;
use manator_core::{Entry, Record, RecordedMove};
use manator_games::catalog::{GAMES, find};

use crate::catalog::{open, option_sets, random_game};

/// Adds branches to a record: some leave the game, some each other.
fn branch_out(record: &mut Record, entry: &dyn Entry, options: &str, random: &mut SplitMix) {
    let line: Vec<String> = record.moves.iter().map(|mv| mv.text.clone()).collect();
    let mut lines: Vec<(usize, Vec<String>)> = vec![(0, line)];
    for _ in 0..random.below(9) {
        let from = random.below(lines.len() as u64) as usize;
        let (begin, whole) = lines[from].clone();
        let ply = begin + random.below((whole.len() - begin) as u64 + 1) as usize;
        let mut table = open(entry, options);
        whole[..ply].iter().for_each(|mv| drop(table.play(mv).expect("a move of before")));
        for _ in 0..=random.below(6) {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let drawn = random.below(legal.len() as u64) as usize;
            table.play(&legal[drawn]).expect("a listed move can be played");
        }
        let moves: Vec<RecordedMove> = table.moves()[ply..]
            .iter()
            .map(|text| RecordedMove { text: text.clone(), ..RecordedMove::default() })
            .collect();
        if !moves.is_empty() {
            lines.push((ply, table.moves().to_vec()));
            record.branches.push(Branch { line: from, ply, moves });
        }
    }
}

#[test]
fn branches_are_read_as_they_were_written_and_harm_nobody() {
    let mut random = SplitMix::new(11);
    for entry in GAMES {
        for options in option_sets(*entry) {
            for seed in 0..4 {
                let table = random_game(*entry, &options, seed, 12 * seed as usize);
                let plain = Record::of(&*table);
                let mut record = plain.clone();
                branch_out(&mut record, *entry, &options, &mut random);
                record.replay_branches(&*table).expect("the branches hold");
                for mv in record.branches.iter_mut().flat_map(|branch| &mut branch.moves) {
                    mv.comment = Some("a \"quoted\" \\ [remark]: 1-0 * (well)".into());
                    mv.spent_ms = Some(1500);
                }
                let text = record.to_string();
                let mut read =
                    Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(read, record, "{text}");
                read.replay_branches(&*table).expect("the branches still hold");
                assert_eq!(read, record, "{text}");
                // To whoever does not know branches they are tags like any other.
                let lines = text.lines().filter(|line| line.starts_with("[Branch \""));
                assert_eq!(lines.count(), record.branches.len(), "{text}");
                let unknown = text.replace("[Branch \"", "[Unknown \"");
                let mut unaware = Record::parse(&unknown).expect("any tag may be there");
                unaware.tags.retain(|(name, _)| name != "Unknown");
                assert_eq!(unaware, plain, "{text}");
                read.replay(*entry, |_, _| {}).expect("the game holds");
            }
        }
    }
}

#[test]
fn a_branch_has_the_numbers_that_its_moves_would_have_in_the_game() {
    for entry in GAMES {
        let table = random_game(*entry, "", 3, 30);
        let whole = Record::of(&*table);
        for ply in 0..whole.moves.len() {
            let moves = whole.moves[ply..].to_vec();
            let bare = |mv: &RecordedMove| RecordedMove { number: None, ..mv.clone() };
            let mut record = whole.clone();
            let branch = Branch { line: 0, ply, moves: moves.iter().map(bare).collect() };
            record.branches = vec![branch];
            record.replay_branches(&*table).expect("the same moves");
            assert_eq!(record.branches[0].moves, moves, "{} {ply}", entry.card().name);
        }
    }
}

#[test]
fn what_is_no_branch_is_a_tag_and_what_cannot_be_played_is_told() {
    let read = |tags: &str| {
        let text = format!("[Game \"joust\"]\n{tags}\n\n1. D1E3 D8F7\n2. E3C2 *\n");
        Record::parse(&text).unwrap_or_else(|error| panic!("{error}: {tags}"))
    };
    for none in [
        "London",
        "",
        "2",
        "2:",
        "2: {only words}",
        "x: E3G2",
        "4: E3G2",
        "1/2: E3G2",
        "-1: E3G2",
        "2: E3G2 1-0",
        "2: E3G2 *",
        "2: 2.",
        "2: E3G2 ; F7D6",
        "2: E3G2 (F7D6)",
        "2: E3G2 {F7D6",
        "99999999999999999999: E3G2",
        "18446744073709551615: E3G2",
        "2: {before} E3G2",
    ] {
        let record = read(&format!("[Branch \"{none}\"]"));
        assert_eq!(record.tags, [("Branch".to_string(), none.to_string())], "{none}");
        assert_eq!(Record::parse(&record.to_string()).expect("a record"), record);
    }
    let mut record =
        read("[Branch \"2: e3g2 {[%emt 0:00:01] why not} F7D6\"]\n[Branch \"1/3: F7H6\"]");
    assert!(record.tags.is_empty());
    assert_eq!((record.branches[1].line, record.branches[1].ply), (1, 3));
    let entry = find("joust").expect("Joust");
    let table = record.replay(entry, |_, _| {}).expect("the game holds");
    record.replay_branches(&*table).expect("the branches hold");
    assert_eq!(record.branches[0].to_string(), "2: 2. E3G2 {[%emt 0:00:01] why not} F7D6");
    assert_eq!(record.branches[1].to_string(), "1/3: F7H6");
    record.branches[1].moves[0].text = "F7F8".into();
    let wrong = record.replay_branches(&*table).expect_err("no knight moves like that");
    assert!(wrong.to_string().starts_with("branch 2, move 2 (ply 4): F7F8"), "{wrong}");
}
