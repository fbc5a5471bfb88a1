//! A stand-in for an original agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::thread::{self, JoinHandle};

use manator_core::random::SplitMix;

use crate::board::{Board, action};
use crate::wire::{Wire, fields, value};

/// An agent that gives up.
pub(crate) const QUIT: &str = "ACTION::CODE==2";

/// What an agent does when it is to move.
pub(crate) enum Deed {
    /// It sends a message.
    Send(String),
    /// It sends bytes.
    Raw(Vec<u8>),
    /// It sends nothing.
    Nothing,
    /// It goes away.
    Leave,
}

/// What an agent has seen of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// Which player it was.
    pub(crate) player: i32,
    /// The boards it was shown, as our notation has them.
    pub(crate) boards: Vec<String>,
}

/// Lets an agent play until the connection is closed, and returns what it has seen of each run.
pub(crate) fn start(
    port: u16,
    name: &str,
    mut act: impl FnMut(usize, &Board) -> Deed + Send + 'static,
) -> JoinHandle<Vec<Run>> {
    let name = name.to_string();
    let mut wire = Wire::connect(port);
    thread::spawn(move || {
        let mut runs: Vec<Run> = Vec::new();
        let (mut is_named, mut is_playing) = (false, false);
        while let Some(payload) = wire.receive() {
            let (what, fields) = fields(&payload);
            match what {
                "IDENT" => drop(wire.send("AGENT")),
                "NAME" => {
                    assert!(!is_playing, "a name in the middle of a run");
                    is_named = true;
                    wire.send(&format!("NAME::NAME=={name}"));
                }
                "DIE" => (is_named, is_playing) = (false, false),
                "PERCEPT" => {
                    assert!(is_named, "a percept before the name");
                    let player = value(&fields, "PLAYER_NUMBER").parse().expect("a number");
                    if !is_playing {
                        runs.push(Run { player, boards: Vec::new() });
                        is_playing = true;
                    }
                    let board = Board::read(value(&fields, "BOARD"));
                    assert_eq!(board.turn, player, "asked when another is to move");
                    let index = runs.len() - 1;
                    runs[index].boards.push(board.letters());
                    match act(index, &board) {
                        Deed::Send(payload) => drop(wire.send(&payload)),
                        Deed::Raw(bytes) => {
                            drop(std::io::Write::write_all(&mut wire.stream, &bytes))
                        }
                        Deed::Nothing => {}
                        Deed::Leave => return runs,
                    }
                }
                _ => panic!("unexpected {what}"),
            }
        }
        runs
    })
}

/// Returns an agent that plays at random.
pub(crate) fn random(seed: u64) -> impl FnMut(usize, &Board) -> Deed + Send + 'static {
    let mut chance = SplitMix::new(seed);
    move |_, board| {
        let moves = board.table().legal();
        match moves.len() {
            0 => Deed::Send(QUIT.into()),
            count => Deed::Send(action(&moves[chance.below(count as u64) as usize])),
        }
    }
}
