//! Films of random games: what is read back is what stood on the table.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::film::{Film, Frame};
use manator_core::random::SplitMix;
use manator_core::view::{CellId, Piece};
use manator_games::catalog::GAMES;

use crate::catalog::{open, option_sets};

/// What a film must show of a position.
struct Seen {
    pieces: Vec<(CellId, Piece)>,
    last_move: Vec<CellId>,
}

impl Seen {
    fn on(table: &dyn Table) -> Seen {
        let placed = table.pieces().into_iter();
        let mut pieces: Vec<_> = placed.map(|placed| (placed.cell, placed.piece)).collect();
        pieces.sort_by_key(|(cell, _)| *cell);
        Seen { pieces, last_move: table.last_move() }
    }

    #[track_caller]
    fn check(&self, frame: &Frame) {
        assert_eq!(frame.last_move, self.last_move);
        let same = |((cell, look), (at, piece)): (&(CellId, &_), &(CellId, Piece))| {
            cell == at && *look == piece
        };
        assert_eq!(frame.pieces.len(), self.pieces.len());
        assert!(frame.pieces.iter().zip(&self.pieces).all(same), "{frame:?}");
    }
}

/// Plays a random game; `visit` sees every position.
fn random_game(table: &mut dyn Table, seed: u64, mut visit: impl FnMut(&dyn Table)) {
    const PLIES_MAX: usize = 300;
    let mut random = SplitMix::new(seed);
    for _ in 0..PLIES_MAX {
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a listed move can be played");
        visit(table);
    }
}

#[test]
fn a_film_shows_every_position() {
    for entry in GAMES {
        let sets = option_sets(*entry);
        for (options, seed) in sets.iter().flat_map(|options| (0..4).map(move |s| (options, s))) {
            let mut table = open(*entry, options);
            let mut film = Film::new(&*table);
            let mut seen = vec![Seen::on(&*table)];
            let mut turns = Vec::new();
            random_game(&mut *table, seed, |table| {
                film.add(table);
                seen.push(Seen::on(table));
                turns.push(table.to_move());
            });
            let text = film.to_string();
            let read: Film = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read, film);
            assert_eq!(read.plies(), turns.len());
            let frames: Vec<Frame> = read.frames().collect();
            assert_eq!(frames.len(), seen.len());
            seen.iter().zip(&frames).for_each(|(seen, frame)| seen.check(frame));
            let told = frames.iter().filter_map(|frame| frame.to_move);
            assert!(told.eq(turns.iter().copied()), "{text}");
        }
    }
}

#[test]
fn a_film_that_was_read_goes_on() {
    for entry in GAMES {
        let mut table = open(*entry, "");
        let mut film = Film::new(&*table);
        let mut reread = film.clone();
        random_game(&mut *table, 1, |table| {
            film.add(table);
            reread = reread.to_string().parse().expect("a film");
            reread.add(table);
        });
        assert_eq!(reread, film);
    }
}

#[test]
fn films_are_short() {
    for entry in GAMES {
        let mut table = open(*entry, "");
        let mut film = Film::new(&*table);
        random_game(&mut *table, 2, |table| film.add(table));
        let text = film.to_string();
        let (head, plies) = text.rsplit_once('|').expect("two parts");
        assert!(head.len() < 450, "{}: {head}", entry.card().name);
        let per_ply = plies.len() as f64 / film.plies() as f64;
        assert!(per_ply < 10.0, "{}: {per_ply} bytes a ply", entry.card().name);
    }
}

#[test]
fn nonsense_is_no_film() {
    for text in [
        "",
        "x",
        "9999|",
        "2 a|",
        "2 a:7:b|",
        "2 a:0:b",
        "1 a:0:b|C|",
        "1 a:0:b|B|AA",
        "1 a:0:b|B|A:A",
        "1 a:0:b|B|Aé.",
        "1 a:0:b|B|é",
        "0|",
    ] {
        assert!(text.parse::<Film>().is_err(), "{text}");
    }
    // Whatever is cut off or changed, reading it never panics.
    let mut table = open(GAMES[0], "");
    let mut film = Film::new(&*table);
    random_game(&mut *table, 3, |table| film.add(table));
    let text = film.to_string();
    let mut random = SplitMix::new(4);
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] = b' ' + random.below(95) as u8;
        let changed = String::from_utf8(changed).expect("still ASCII");
        let _ = changed.parse::<Film>().map(|film| film.frames().count());
        let _ = text[..at].parse::<Film>().map(|film| film.frames().count());
    }
}
