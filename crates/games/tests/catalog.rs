//! Every game of the catalog: playthroughs, rules, records, and the card's promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use manator_core::random::SplitMix;
use manator_core::record::{Judged, Judgement, ReplayError};
use manator_core::{Entry, Player, Record, Settings, Table};
use manator_games::catalog::GAMES;
use manator_testkit::playthrough;

/// Returns the folder of the tests of a game.
pub(crate) fn tests_of(entry: &dyn Entry) -> PathBuf {
    let module = entry.card().name.replace('-', "_");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(module)
}

/// Returns the option sets that a game is played through under.
pub(crate) fn option_sets(entry: &dyn Entry) -> Vec<String> {
    playthrough::option_sets(entry, &tests_of(entry).join("play"))
}

/// Opens a table of a game.
pub(crate) fn open(entry: &dyn Entry, options: &str) -> Box<dyn Table> {
    let settings = Settings::parse(entry.card().options, options).expect("valid options");
    entry.open(settings).expect("valid options")
}

/// Plays a random game to its end, or so many plies.
pub(crate) fn random_game(
    entry: &dyn Entry,
    options: &str,
    seed: u64,
    plies: usize,
) -> Box<dyn Table> {
    let mut table = open(entry, options);
    let mut random = SplitMix::new(seed);
    for _ in 0..plies {
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a listed move can be played");
    }
    table
}

#[test]
fn playthroughs_hold() {
    for entry in GAMES {
        playthrough::check(*entry, &tests_of(*entry).join("play"));
    }
}

#[test]
fn cards_are_complete() {
    let mut names = HashSet::new();
    for entry in GAMES {
        let card = entry.card();
        assert!(names.insert(card.name), "two games are called {}", card.name);
        let table = open(*entry, "");
        assert_eq!(table.card().players.len(), card.players.len());
        let codes: HashSet<_> = card.faults.iter().map(|(code, _)| code).collect();
        assert_eq!(codes.len(), card.faults.len(), "{}: a code twice", card.name);
        let reasons: HashSet<_> = card.reasons.iter().map(|(reason, _)| reason).collect();
        assert_eq!(reasons.len(), card.reasons.len(), "{}: a reason twice", card.name);
        for player in Player::all(card.players.len()) {
            let verdict = table.out_of_time(player);
            assert_eq!(verdict.payoffs[player], manator_core::LOST);
            assert!(verdict.winner().is_some());
            let words = table.describe_outcome(&verdict);
            assert!(words.contains("time"), "{}: {words}", card.name);
        }
    }
}

#[test]
fn rules_are_filled_in() {
    for entry in GAMES {
        let rules = entry.rules();
        assert!(!rules.contains("{{"), "{}: a slot is left", entry.card().name);
        for spec in entry.card().options {
            assert!(rules.contains(spec.name), "{}: {} is missing", entry.card().name, spec.name);
        }
    }
}

#[test]
fn boards_fit_their_text() {
    for entry in GAMES {
        let table = open(*entry, "");
        let canvas = table.canvas(None);
        assert!(canvas.lines.len() <= 24, "{} is too high", entry.card().name);
        assert!(canvas.lines.iter().all(|line| line.len() <= 80), "{}", entry.card().name);
        let board = table.board();
        let mut places: Vec<_> =
            board.cells.iter().map(|cell| (cell.at.line, cell.at.column)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(
            places.len(),
            board.cells.len(),
            "{}: two cells in one place",
            entry.card().name
        );
        for cell in &board.cells {
            assert!(cell.outline.len() >= 3);
            let inside = |v: f32, max: f32| (-0.001..=max + 0.001).contains(&v);
            let fits = |p: &manator_core::view::Point| {
                inside(p.x, board.width) && inside(p.y, board.height)
            };
            assert!(cell.outline.iter().all(fits), "{}: {}", entry.card().name, cell.name);
        }
    }
}

fn judgement(index: u32) -> Judgement {
    let score = match index % 4 {
        0 => Judged::Hundredths(-(index as i32)),
        1 => Judged::WinsIn(index),
        2 => Judged::LosesIn(index),
        _ => Judged::Hundredths(123 * index as i32),
    };
    Judgement { score, depth: index }
}

#[test]
fn comments_of_other_programs_are_read() {
    let judged = |comment: &str| {
        let text = format!("[Game \"joust\"]\n\n1. D1E3 {{{comment}}}\n*\n");
        Record::parse(&text).expect("a record").moves.remove(0)
    };
    let of_fastchess = judged("+0.34/12 0.508s, n=1200");
    let score = Judged::Hundredths(34);
    assert_eq!(of_fastchess.judgement, Some(Judgement { score, depth: 12 }));
    assert_eq!(
        (of_fastchess.spent_ms, of_fastchess.comment.as_deref()),
        (Some(508), Some("n=1200"))
    );
    let of_cutechess = judged("-M8/23 0.51s");
    assert_eq!(of_cutechess.to_string(), "1. D1E3 {-M8/23 0.51s}");
    let mut edited = of_cutechess.clone();
    assert_eq!(edited.remark().as_deref(), Some("-M8/23"));
    edited.set_remark("-M8/23 a pity");
    assert_eq!(edited.to_string(), "1. D1E3 {-M8/23 0.51s a pity}");
    let of_a_person = judged("1/2 is +0.34/12 to me");
    assert_eq!(of_a_person.judgement, None);
    assert_eq!(of_a_person.comment.as_deref(), Some("1/2 is +0.34/12 to me"));
}

#[test]
fn records_are_read_as_they_were_written() {
    for entry in GAMES {
        for options in option_sets(*entry) {
            for seed in 0..4 {
                let table = random_game(*entry, &options, seed, 60 * seed as usize);
                let mut record = Record::of(&*table);
                record.set_player(entry.card().players[0], "a \"quoted\" \\ name");
                record.tags.push(("Event".into(), "test".into()));
                record.comment = Some("before the first move".into());
                for (index, mv) in record.moves.iter_mut().enumerate() {
                    mv.comment = (index % 3 == 0).then(|| format!("comment {index}"));
                    mv.clock_ms = (index % 2 == 0).then_some(3_599_999 - 7 * index as u64);
                    mv.spent_ms = (index % 5 == 0).then_some(1003 * index as u64);
                    mv.judgement = (index % 7 == 0).then(|| judgement(index as u32));
                }
                let text = record.to_string();
                let read = Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(read, record, "{text}");
                let replayed = read.replay(*entry, |_, _| {});
                let replayed = replayed.unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(replayed.position(), table.position());
                assert_eq!(replayed.outcome(), table.outcome());
            }
        }
    }
}

#[test]
fn a_record_may_begin_anywhere() {
    for entry in GAMES {
        let middle = random_game(*entry, "", 9, 11);
        let mut table = open(*entry, "");
        table.set_position(&middle.position()).expect("a position can be read back");
        if let Some(mv) = table.legal().first() {
            table.play(mv).expect("a listed move can be played");
        }
        let record = Record::parse(&Record::of(&*table).to_string()).expect("a record");
        assert_eq!(record.position, Some(middle.position()));
        let replayed = record.replay(*entry, |_, _| {}).expect("the record holds");
        assert_eq!(replayed.position(), table.position());
    }
}

#[test]
fn a_wrong_record_is_found_out() {
    for entry in GAMES {
        let table = random_game(*entry, "", 5, 400);
        let record = Record::of(&*table);
        let ply = record.moves.len() / 2;

        let mut wrong = record.clone();
        wrong.moves[ply].text = "Z9Z9".into();
        match wrong.replay(*entry, |_, _| {}) {
            Err(ReplayError::Move { at, .. }) => assert_eq!(at.ply, ply + 1),
            other => panic!("{}: {other:?}", entry.card().name),
        }

        let mut wrong = record.clone();
        wrong.result = match &record.result {
            Some(_) => None,
            None => Some(vec![0; entry.card().players.len()]),
        };
        wrong.reason = None;
        let verdict = wrong.replay(*entry, |_, _| {});
        assert!(matches!(verdict, Err(ReplayError::Result { .. })), "{}", entry.card().name);

        let mut wrong = record.clone();
        wrong.rules_version = "0".into();
        let verdict = wrong.replay(*entry, |_, _| {});
        assert!(matches!(verdict, Err(ReplayError::Rules { .. })));
    }
}

#[test]
fn what_is_set_up_reads_back() {
    for entry in GAMES {
        for options in option_sets(*entry) {
            for seed in 0..6 {
                let table = random_game(*entry, &options, seed, 9 * seed as usize);
                if table.outcome().is_some() || !table.begins_turn() {
                    continue;
                }
                let (pieces, turn) = (table.pieces(), table.to_move());
                let palette = table.palette();
                assert!(pieces.iter().all(|placed| palette.contains(&placed.piece)), "{table:?}");
                let text = table.compose(&pieces, turn);
                let mut other = open(*entry, &options);
                other.set_position(&text).unwrap_or_else(|error| panic!("{table:?}: {error}"));
                assert_eq!(other.pieces(), pieces, "{text}");
                assert_eq!(other.to_move(), turn, "{text}");
            }
        }
    }
}

#[test]
fn the_first_position_is_composed_of_its_pieces() {
    for entry in GAMES {
        let table = open(*entry, "");
        let text = table.compose(&table.pieces(), table.to_move());
        assert_eq!(text, table.position());
        // Nobody can play with nothing, and whoever tries is told.
        let mut other = open(*entry, "");
        assert!(other.set_position(&table.compose(&[], table.to_move())).is_err());
    }
}
