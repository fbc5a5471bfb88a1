//! The display of every game at every size: nothing is drawn outside, and what matters most is always there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Instant;

use crossterm::event::{Event, KeyCode};
use manator_games::catalog::GAMES;
use manator_play::Heard;
use manator_tui::Viewer;
use manator_tui::theme::{Depth, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::open;

const WIDTHS: [u16; 13] = [1, 2, 3, 5, 8, 13, 29, 40, 55, 80, 124, 174, 250];
const HEIGHTS: [u16; 10] = [1, 2, 3, 4, 5, 8, 11, 16, 24, 60];

/// Draws at a size; returns what is shown.
fn drawn(viewer: &mut Viewer, width: u16, height: u16) -> String {
    viewer.event(Event::Resize(width, height));
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| viewer.draw(frame, Instant::now())).unwrap();
    terminal.backend().to_string()
}

fn viewer(depth: Depth) -> Viewer {
    Viewer::new("any game".into(), (74, 37), Theme { depth, players: Vec::new() })
}

fn tell(viewer: &mut Viewer, line: &str) {
    viewer.hear(Heard::News(line.parse().unwrap()), Instant::now());
}

fn press(viewer: &mut Viewer, key: KeyCode, times: usize) {
    (0..times).for_each(|_| viewer.event(Event::Key(key.into())));
}

/// A display that has been told a few moves of a game, with everything else there is to tell.
fn told(game: &str, depth: Depth) -> Viewer {
    let mut viewer = viewer(depth);
    viewer.hear(Heard::Welcome(game.into()), Instant::now());
    for line in
        [&format!("game 1 {game}"), "round 3 of 12", "player 1 ada", "player 2 名前の長い人"]
    {
        tell(&mut viewer, line);
    }
    let mut table = open(game);
    for _ in 0..30 {
        let Some(mv) = table.legal().pop() else { break };
        table.play(&mv).expect("a legal move");
        tell(&mut viewer, &format!("move {mv} spent 10"));
    }
    tell(&mut viewer, "clock 1 36000000");
    tell(&mut viewer, "clock 2 5000");
    for place in 0..40 {
        tell(&mut viewer, &format!("standing agent-{place} played 9 points {place}"));
        tell(&mut viewer, &format!("note 2 {} and so on", "word ".repeat(place)));
    }
    viewer
}

#[test]
fn every_game_at_every_size() {
    for entry in GAMES {
        for depth in [Depth::True, Depth::Plain] {
            let mut viewer = told(entry.card().name, depth);
            for (width, height) in WIDTHS.into_iter().flat_map(|w| HEIGHTS.map(|h| (w, h))) {
                let live = drawn(&mut viewer, width, height);
                if width >= 40 && height >= 16 {
                    assert!(live.contains("ada"), "{width} x {height}\n{live}");
                    assert!(live.contains("live"), "{width} x {height}\n{live}");
                }
                press(&mut viewer, KeyCode::Left, 3);
                drawn(&mut viewer, width, height);
                press(&mut viewer, KeyCode::End, 1);
            }
        }
    }
}

#[test]
fn boxes_at_every_size() {
    let mut viewer = told("jetan", Depth::True);
    tell(
        &mut viewer,
        "over 1-0 princess-captured Black's Flier takes the Princess, and that is the end of it",
    );
    for (width, height) in WIDTHS.into_iter().flat_map(|w| HEIGHTS.map(|h| (w, h))) {
        let shown = drawn(&mut viewer, width, height);
        if width >= 40 && height >= 16 {
            assert!(shown.contains("Black (ada) wins"), "{width} x {height}\n{shown}");
        }
        press(&mut viewer, KeyCode::Char('?'), 1);
        press(&mut viewer, KeyCode::Down, 4);
        drawn(&mut viewer, width, height);
        press(&mut viewer, KeyCode::Esc, 1);
    }
    viewer.hear(Heard::Nonsense("what a long story ".repeat(40)), Instant::now());
    for (width, height) in WIDTHS.into_iter().flat_map(|w| HEIGHTS.map(|h| (w, h))) {
        drawn(&mut viewer, width, height);
    }
}

#[test]
fn what_happened_is_told_in_the_words_of_the_game() {
    let mut viewer = viewer(Depth::Plain);
    tell(&mut viewer, "game 1 refusal");
    for (line, words) in [
        ("move E3C4 spent 10", "South proposes E3C4, 0.0 s"),
        ("move refuse spent 100", "North rejects E3C4: an alternate must be played, 0.1 s"),
        ("move C3C4 spent 1000", "South plays the alternate C3C4, 1.0 s"),
    ] {
        tell(&mut viewer, line);
        let shown = drawn(&mut viewer, 124, 60);
        assert!(shown.contains(words), "{words}\n{shown}");
    }
}
