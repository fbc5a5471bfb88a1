//! Answers that nobody asked for: they are kept as notes and never count.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Table;
use manator_play::contender::{Ask, Choice, Heard, Ugi};
use manator_play::{Contender, Fault};

use crate::harness::{AMPLE, First, Game, Mark, ample, plays_on};

#[test]
fn a_second_answer_does_not_count_for_the_next_move() {
    plays_on("twice").has("(unasked) bestmove C1C2");
}

#[test]
fn an_answer_before_the_question_does_not_count() {
    plays_on("early").has("(unasked) bestmove C1C2");
}

#[test]
fn a_second_answer_that_comes_late_does_not_count_either() {
    let mark = Mark::new();
    let folder = tempfile::tempdir().expect("a folder");
    let done = folder.path().join("done");
    let mut program = mark.agent("bad.py twice-later");
    program.environment.push(("MANATOR_DONE".into(), done.display().to_string()));
    let mut bad = Ugi::program(program);
    let game = Game::play(&mut [&mut bad, &mut Waiting { done, moves: 0 }], &ample());
    drop(bad);
    game.is_clean().is_prompt().has("(unasked) bestmove C1C2");
    mark.check_gone();
}

/// Somebody who moves when the other has said all.
struct Waiting {
    done: PathBuf,
    moves: u64,
}

impl Contender for Waiting {
    fn name(&self) -> String {
        "waiting".into()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        self.moves += 1;
        let begin = Instant::now();
        while fs::metadata(&self.done).map_or(0, |file| file.len()) < self.moves {
            assert!(begin.elapsed() < AMPLE, "it has not said all");
            thread::sleep(Duration::from_millis(2));
        }
        First.choose(ask, hear)
    }
}

#[test]
fn being_ready_twice_does_no_harm_in_this_game_or_the_next() {
    let mark = Mark::new();
    let mut bad = mark.bad("ready-twice");
    for _ in 0..3 {
        Game::play(&mut [&mut bad, &mut First], &ample()).is_clean().is_prompt();
    }
    drop(bad);
    mark.check_gone();
}
