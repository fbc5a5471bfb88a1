//! A game told by a server: clocks that run, times that stay known, bounds that hold.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::Player;
use manator_play::{NOTES_MAX, STANDING_MAX, Told, Watched};

const BLACK: Player = Player(0);
const ORANGE: Player = Player(1);

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Tells lines at a moment; returns what became of the last.
#[track_caller]
fn tell(watched: &mut Watched, now: Instant, lines: &[&str]) -> Told {
    let told = lines.iter().map(|line| watched.hear(line.parse().unwrap(), now));
    told.last().unwrap()
}

#[test]
fn the_clock_of_the_player_to_move_runs() {
    let mut watched = Watched::default();
    let begin = Instant::now();
    let at = |after: u64| begin + seconds(after);
    tell(&mut watched, at(0), &["game 1 jetan", "position startpos"]);
    assert!(!watched.is_ticking());
    assert_eq!(watched.left(BLACK, at(5)), None);
    tell(&mut watched, at(0), &["clock 1 60000", "clock 2 60000"]);
    assert!(watched.is_ticking());
    assert_eq!(watched.left(BLACK, at(7)), Some(seconds(53)));
    assert_eq!(watched.left(ORANGE, at(7)), Some(seconds(60)));
    // The server knows better how long it took.
    let moved = tell(&mut watched, at(8), &["move D2D3 spent 7500 left 52500"]);
    let text = "D2D3".to_string();
    assert_eq!(moved, Told::Moved { player: BLACK, text, spent: Duration::from_millis(7500) });
    assert_eq!(watched.left(BLACK, at(9)), Some(Duration::from_millis(52500)));
    assert_eq!(watched.left(ORANGE, at(10)), Some(seconds(58)));
    // Without its word the clock stops at what it shows.
    tell(&mut watched, at(11), &["move D9D8 spent 3000"]);
    assert_eq!(watched.left(ORANGE, at(20)), Some(seconds(57)));
    tell(&mut watched, at(13), &["over 0-1 resigned Black resigns: Orange wins"]);
    assert_eq!(watched.left(BLACK, at(90)), Some(Duration::from_millis(50500)));
    assert!(!watched.is_ticking());
    assert_eq!(watched.to_move(), None);
    let over = watched.over().unwrap();
    assert_eq!((over.winner, over.reason.as_str()), (Some(ORANGE), "resigned"));
    // A clock never shows less than nothing.
    tell(&mut watched, at(100), &["game 2 jetan", "clock 1 1000"]);
    assert_eq!(watched.left(BLACK, at(1000)), Some(Duration::ZERO));
}

#[test]
fn a_position_keeps_the_times_that_are_known() {
    let mut watched = Watched::default();
    let now = Instant::now();
    tell(&mut watched, now, &["game 1 jetan", "move D2D3 spent 10", "move D9D8 spent 20"]);
    tell(&mut watched, now, &["position startpos moves D2D3 E9E8 E2E3"]);
    assert_eq!(watched.spent(), [Some(Duration::from_millis(10)), None, None]);
    assert_eq!(watched.table().unwrap().moves(), ["D2D3", "E9E8", "E2E3"]);
}

#[test]
fn positions_set_up_and_the_start_again() {
    let mut watched = Watched::default();
    let now = Instant::now();
    tell(&mut watched, now, &["game 1 joust size=5x6"]);
    let start = watched.table().unwrap().position();
    let other = "..x../...../.b.../...w./...../..x.. white";
    tell(&mut watched, now, &[&format!("position fen {other} moves D3B2")]);
    assert_eq!(watched.table().unwrap().initial(), Some(other));
    tell(&mut watched, now, &["position startpos"]);
    assert_eq!(watched.table().unwrap().position(), start);
}

#[test]
fn what_cannot_be_changes_nothing() {
    let mut watched = Watched::default();
    let now = Instant::now();
    let nonsense = |told: Told| matches!(told, Told::Nonsense(_));
    assert!(nonsense(tell(&mut watched, now, &["player 1 ada"])));
    tell(&mut watched, now, &["game 1 jetan", "move D2D3 spent 1"]);
    let before = watched.table().unwrap().position();
    assert!(nonsense(tell(&mut watched, now, &["position startpos moves D2D3 D2D3"])));
    assert!(watched.out_of_sync.is_some());
    // The next moves may be legal here, but they are of a position that is not known.
    assert_eq!(tell(&mut watched, now, &["move D9D8 spent 1"]), Told::Nothing);
    assert_eq!(watched.table().unwrap().position(), before);
    assert_eq!(tell(&mut watched, now, &["position startpos"]), Told::Position);
    assert_eq!(watched.out_of_sync, None);
    assert!(nonsense(tell(&mut watched, now, &["game 2 chess"])));
    assert!(watched.table().is_none());
    assert_eq!(tell(&mut watched, now, &["player 1 ada"]), Told::Nothing);
}

#[test]
fn a_server_cannot_fill_the_memory() {
    let mut watched = Watched::default();
    let now = Instant::now();
    tell(&mut watched, now, &["game 1 jetan"]);
    for number in 0..10 * NOTES_MAX {
        tell(&mut watched, now, &[&format!("note 1 {number} {}", "x".repeat(10_000))]);
        tell(&mut watched, now, &[&format!("standing {number} played 1 points {number}")]);
    }
    assert_eq!(watched.notes().count(), NOTES_MAX);
    assert!(watched.notes().all(|note| note.text.chars().count() <= 500));
    assert_eq!(watched.standing.len(), STANDING_MAX);
    assert_eq!(watched.standing[0].name, "999");
}
