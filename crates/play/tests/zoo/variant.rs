//! Joust against an engine for chess variants: a stand-in that checks what it is sent.
//!
//! `FAIRY_STOCKFISH` may name the real one, as a line of words; it must know the variant.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Settings;
use manator_engine::{catalog as agents, options::OPTIONS};
use manator_play::contender::{Builtin, Ugi};
use manator_play::{Terms, TimeControl};
use manator_sandbox::Program;

use crate::harness::{AMPLE, First, Game, Mark, ample, joust};

fn alphabeta() -> Builtin {
    let settings = Settings::parse(OPTIONS, "depth=3").expect("options");
    let agent = agents::open(&*joust(""), "alphabeta", &settings).expect("an agent");
    Builtin::new("alphabeta", agent)
}

/// Plays with both colours, by the move and by the clock.
fn plays_joust(program: Program, each: Duration) {
    let mut engine = Ugi::program(program);
    let clock = TimeControl::game(AMPLE, Duration::from_millis(100));
    for control in [TimeControl::PerMove(each), clock, TimeControl::game(AMPLE, Duration::ZERO)] {
        let terms = Terms { allowance: control.into(), margin: AMPLE, ..Terms::default() };
        Game::on(joust(""), &mut [&mut engine, &mut alphabeta()], &terms).is_clean();
        Game::on(joust(""), &mut [&mut alphabeta(), &mut engine], &terms).is_clean();
    }
}

#[test]
fn an_engine_for_variants_plays_joust() {
    let mark = Mark::new();
    plays_joust(mark.agent("variant.py chess joust horde"), AMPLE);
    mark.check_gone();
    if let Ok(line) = std::env::var("FAIRY_STOCKFISH") {
        plays_joust(line.parse().expect("a program"), Duration::from_millis(100));
    }
}

#[test]
fn an_engine_that_does_not_know_the_game_cannot_play_it() {
    let check = |variants: &str, options: &str, words: &str| {
        let mark = Mark::new();
        let mut engine = Ugi::program(mark.agent(&format!("variant.py {variants}")));
        let game = Game::on(joust(options), &mut [&mut First, &mut engine], &ample());
        game.ended(words, "1-0", "default").is_prompt();
        drop(engine);
        mark.check_gone();
    };
    check(
        "chess horde",
        "",
        "Black cannot play this game: its UCI_Variant does not know joust; White wins",
    );
    check(
        "chess joust",
        "size=10x10",
        "Black cannot play this game: it plays Joust on 8 x 8 squares only; White wins",
    );
}
