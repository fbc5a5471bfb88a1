//! The opening books that are built in: what they say is legal and reachable, and only games are played by them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeSet, HashSet};

use manator_core::{Settings, Table};
use manator_engine::Thought;
use manator_engine::catalog::{self, STABLES, Stable};
use manator_engine::options::OPTIONS;
use manator_games::catalog as games;
use manator_search::Limits;

const BYTES_MAX: usize = 60_000;

fn start(game: &str, options: &str) -> Box<dyn Table> {
    let entry = games::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

fn with_books() -> impl Iterator<Item = &'static dyn Stable> {
    STABLES.iter().copied().filter(|stable| stable.book().is_some())
}

fn played(table: &dyn Table, options: &str, limits: &Limits) -> Thought {
    let settings = Settings::parse(OPTIONS, &format!("hash=1 {options}")).expect("options");
    let mut agent = catalog::open(table, "champion", &settings).expect("a champion");
    agent.play(table, limits, &mut |_| {}).expect("its own table")
}

#[test]
fn every_position_is_reached_and_every_move_is_legal() {
    for stable in with_books() {
        let book = stable.book().expect("a book");
        let (mut open, mut seen) = (vec![start(stable.game(), "")], HashSet::new());
        while let Some(mut table) = open.pop() {
            let Some(entry) = book.find(table.key()) else { continue };
            if !seen.insert(entry.key) {
                continue;
            }
            for mv in entry.moves {
                assert_eq!(table.judge(mv).as_deref(), Ok(mv), "{}", stable.game());
            }
            for mv in table.legal() {
                table.play(&mv).expect("a legal move");
                open.push(table.copy());
                table.undo();
            }
        }
        let keys: Vec<u64> = book.entries().map(|entry| entry.key).collect();
        assert!(keys.is_sorted() && keys.len() == seen.len(), "{}", stable.game());
        assert!(keys.len() * 20 < BYTES_MAX, "{}", stable.game());
    }
}

#[test]
fn champions_play_by_their_book_in_games_and_nowhere_else() {
    for stable in with_books() {
        let game = stable.game();
        let (table, few) = (start(game, ""), Limits::nodes(500));
        let entry = stable.book().and_then(|book| book.find(table.key())).expect("the start");
        let by_book = played(&*table, "", &few);
        assert_eq!((by_book.nodes, by_book.lines[0].score), (0, entry.score), "{game}");
        assert!(entry.moves.contains(&by_book.best().expect("a move")));
        for options in ["book=off", "lines=2", "depth=1"] {
            assert!(played(&*table, options, &few).nodes > 0, "{game}: {options}");
        }
        assert!(played(&*table, "", &Limits::depth(1)).nodes > 0, "{game}: a depth");
        let settings = Settings::parse(OPTIONS, "hash=1").expect("options");
        for name in ["champion", "easy"] {
            let mut agent = catalog::open(&*table, name, &settings).expect("an agent");
            let thought = agent.think(&*table, &few, &mut |_| {}).expect("its own table");
            assert!(thought.nodes > 0, "{game}: {name} thinks");
        }
    }
    for (game, options) in [("jetan", "variant=book"), ("kings-court", "quiet-limit=40")] {
        let table = start(game, options);
        assert!(played(&*table, "", &Limits::nodes(500)).nodes > 0, "{game} {options}");
    }
}

#[test]
fn the_seed_decides_between_moves_that_are_as_good() {
    for stable in with_books() {
        let table = start(stable.game(), "");
        let games = (0..20).map(|seed| {
            let (mut table, options) = (table.copy(), format!("seed={seed}"));
            for _ in 0..4 {
                let thought = played(&*table, &options, &Limits::nodes(200));
                table.play(thought.best().expect("a move")).expect("a legal move");
            }
            table.moves().join(" ")
        });
        let games: BTreeSet<String> = games.collect();
        assert!(games.len() > 1, "{}: {games:?}", stable.game());
    }
}
