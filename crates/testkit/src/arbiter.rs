//! The arbiter's words about illegal moves and about endings.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Rulebook, Settings, Table, Typed};

#[track_caller]
pub fn after<G: Rulebook>(options: &str, moves: &str) -> Typed<G> {
    let settings = Settings::parse(G::CARD.options, options).expect("valid options");
    let mut table = Typed::<G>::new(settings).expect("valid options");
    for mv in moves.split_whitespace() {
        if let Err(illegal) = table.play(mv) {
            panic!("{illegal}");
        }
    }
    table
}

#[track_caller]
pub fn refuses<G: Rulebook>(table: &Typed<G>, mv: &str, code: &str, sentence: &str) {
    let illegal = table.judge(mv).expect_err("the move should be refused");
    assert_eq!((illegal.fault.code, illegal.to_string().as_str()), (code, sentence));
}

#[track_caller]
pub fn ended<G: Rulebook>(table: &Typed<G>, reason: &str, sentence: &str) {
    let outcome = table.outcome().expect("the game should be over");
    let words = table.describe_outcome(&outcome);
    assert_eq!((outcome.reason.0, words.as_str()), (reason, sentence));
}
