//! Whatever the original programs and servers say, nothing panics, and what is understood holds its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_course::wire::{Frames, Message, frame};
use manator_course::{Percept, Showing, Watcher, action, read_action};
use manator_protocol::News;

const RANDOM: usize = 500;
const TEXT_MAX: usize = 4096;

/// Reads frames in pieces whose length is the first byte: they are the same as when they come at once.
#[test]
fn any_frames() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let Some((longest, bytes)) = bytes.split_first() else { return };
        let (mut whole, mut pieces) = (Frames::default(), Frames::default());
        let broken = whole.push(bytes);
        let longest = usize::from(*longest).max(1);
        let in_pieces = bytes.chunks(longest).map(|piece| pieces.push(piece)).last();
        assert_eq!(in_pieces.unwrap_or(Ok(())), broken);
        if let Err(error) = broken {
            assert!(error.to_string().len() < 400, "{error}");
        }
        let payloads: Vec<String> = whole.collect();
        assert_eq!(payloads, pieces.collect::<Vec<_>>());
        let again: Vec<u8> = payloads.iter().flat_map(|payload| frame(payload)).collect();
        // A byte that is no UTF-8 takes three.
        assert!(again.len() <= 3 * bytes.len());
        let mut read = Frames::default();
        read.push(&again).expect("what is written can be read");
        assert_eq!(read.collect::<Vec<_>>(), payloads);
    });
}

/// Reads messages, one a line: moves, and boards of one game after the other.
#[test]
fn any_messages() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let mut watcher = Watcher::default();
        for line in String::from_utf8_lossy(bytes).lines() {
            let Ok(message) = line.parse::<Message>() else { continue };
            assert_eq!(message.to_string().parse().as_ref(), Ok(&message), "{line:?}");
            if let Ok(read) = read_action(&message) {
                let written = match &read {
                    manator_course::Action::Move(mv) => action(mv),
                    manator_course::Action::Quit => action("quit"),
                };
                assert_eq!(read_action(&written), Ok(read));
            }
            let Ok(percept) = Percept::read(&message) else { continue };
            assert_eq!(Percept::read(&percept.message()).as_ref(), Ok(&percept));
            let before = watcher.table().position();
            match watcher.see(&percept) {
                Ok(_) => follows(&watcher),
                Err(_) => assert_eq!(watcher.table().position(), before),
            }
        }
    });
}

/// Checks that the board that is shown of a game is one that can be read.
fn follows(watcher: &Watcher) {
    let shown = Percept::of(watcher.table(), Player(0));
    let mut other = Watcher::default();
    other.see(&shown).unwrap_or_else(|error| panic!("{error}\n{}", shown.board));
    let letters = |watcher: &Watcher| {
        watcher.table().position().split(' ').next().unwrap_or_default().to_string()
    };
    assert_eq!(letters(&other), letters(watcher));
}

/// Shows an original display whatever a server may tell, one piece of news a line.
#[test]
fn any_news() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let mut showing = Showing::default();
        for line in String::from_utf8_lossy(bytes).lines() {
            let Ok(news) = line.parse::<News>() else { continue };
            if let Ok(Some(message)) = showing.take(&news) {
                assert_eq!(message.to_string().parse(), Ok(message));
            }
        }
    });
}
