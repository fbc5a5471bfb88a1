//! What agents say about themselves, and what users want of them that they cannot do.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_play::contender::{Peer, Ugi};
use manator_play::{Contender, Fault};
use manator_protocol::Dialect;

use crate::harness::{First, Game, Mark, ample, plays_on};

#[test]
fn an_agent_that_knows_only_one_game_is_not_told_which() {
    plays_on("no-game");
}

#[test]
fn an_agent_that_speaks_only_uci_is_understood() {
    for sin in ["uci-only", "uci-only-and-says-so"] {
        let mark = Mark::new();
        let mut bad = mark.bad(sin);
        Game::play(&mut [&mut bad, &mut First], &ample()).is_clean().is_prompt();
        assert_eq!(bad.dialect, Dialect::Uci);
        drop(bad);
        mark.check_gone();
    }
}

#[test]
fn of_a_hundred_thousand_options_enough_are_known() {
    let mark = Mark::new();
    let mut bad = mark.bad("options");
    Game::play(&mut [&mut bad, &mut First], &ample()).is_clean().is_prompt();
    assert_eq!(bad.options.len(), 1000);
    drop(bad);
    mark.check_gone();
}

/// Sets an option that the agent has not.
#[track_caller]
fn unset(sin: &str, words: &str) {
    let mark = Mark::new();
    let mut bad = mark.bad(sin).with_settings(vec![("Strength".into(), "9".into())]);
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    drop(bad);
    game.ended(words, "0-1", "default").is_prompt();
    mark.check_gone();
}

#[test]
fn an_option_that_it_does_not_have_cannot_be_set() {
    unset(
        "polite",
        "White has no option 'Strength' that could be set; it declares UGI_Game, UGI_SendLegal: Black wins",
    );
    let many: Vec<String> = (0..18).map(|number| format!("O{number}")).collect();
    let many = many.join(", ");
    let declares = format!("it declares UGI_Game, UGI_SendLegal, {many} and 980 more");
    unset(
        "options",
        &format!("White has no option 'Strength' that could be set; {declares}: Black wins"),
    );
}

#[test]
fn a_name_is_what_it_was_when_it_was_asked() {
    let mark = Mark::new();
    let mut bad = mark.bad("renamed");
    for _ in 0..2 {
        let game = Game::play(&mut [&mut bad, &mut First], &ample());
        game.is_clean().is_prompt();
        assert_eq!(bad.name(), "\"renamed\" \\ ]");
    }
    let mut unnamed = mark.bad("unnamed");
    Game::play(&mut [&mut unnamed, &mut First], &ample()).is_clean();
    assert!(unnamed.name().ends_with("bad.py unnamed"), "{}", unnamed.name());
    let mut named: Ugi = mark.bad("renamed").named("Thuvia");
    Game::play(&mut [&mut named, &mut First], &ample()).is_clean().has("[White \"Thuvia\"]");
    drop((bad, unnamed, named));
    mark.check_gone();
}

#[test]
fn whoever_does_not_read_is_not_told_for_ever() {
    let mark = Mark::new();
    let line = "position startpos moves".to_string() + &" C1D3".repeat(10_000) + "\n";
    let mut deaf = Peer::start(&mark.agent("bad.py deaf")).expect("it starts");
    let told = (0..100).find_map(|_| deaf.say(&line).err());
    assert_eq!(told, Some(Fault::Deaf));
    // Whoever does read may be told as much as one likes at once.
    let mut reader = Peer::start(&mark.agent("once.py stall")).expect("it starts");
    assert_eq!(reader.say(&line.repeat(100)), Ok(()));
    assert_eq!(Fault::Deaf.to_string(), "does not read what it is told");
    drop((deaf, reader));
    mark.check_gone();
}
