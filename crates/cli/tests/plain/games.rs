//! Whole games of every kind, to a proper end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::mix;
use manator_core::{Settings, Table};
use manator_games::catalog::{self, GAMES};

use crate::plain::person::{Person, Waits};

/// Options that keep games of any moves short.
fn options(game: &str) -> &'static str {
    match game {
        "jetan" => "max-moves=30",
        "joust" => "size=6x6",
        "kings-court" => "quiet-limit=12",
        _ => "",
    }
}

fn arguments(game: &str, rest: &str) -> String {
    let options = options(game);
    let option = if options.is_empty() { String::new() } else { format!("-o {options}") };
    format!("play {game} --plain {option} {rest}")
}

/// Returns the moves of a game of any moves, and how it ended.
fn any_game(game: &str, seed: u64) -> (Vec<String>, String) {
    let entry = catalog::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options(game)).expect("options");
    let mut table: Box<dyn Table> = entry.open(settings).expect("a table");
    loop {
        if let Some(outcome) = table.outcome() {
            return (table.moves().to_vec(), table.describe_outcome(&outcome));
        }
        let legal = table.legal();
        let number = table.moves().len() as u64;
        let choice = mix(seed.wrapping_mul(7919) + number) % legal.len() as u64;
        table.play(&legal[choice as usize]).expect("a legal move");
    }
}

#[test]
fn people_at_one_keyboard_play_every_game_to_its_end() {
    for entry in GAMES {
        let game = entry.card().name;
        let (moves, words) = any_game(game, 11);
        // What is typed ahead waits for its prompt.
        let mut person = Person::sits(&arguments(game, "--against human"));
        for mv in &moves {
            person.waits();
            person.types(mv);
        }
        let ending = person.ending().to_lowercase();
        assert!(ending.contains(&words.to_lowercase()), "{game}: {ending}, not {words}");
    }
}

#[test]
fn a_person_plays_agents_of_every_game_to_an_end() {
    let agents = ["random:seed=3", "random:seed=4", "greedy", "mcts:nodes=50", "random:seed=5"];
    for (entry, against) in GAMES.iter().zip(agents.into_iter().cycle()) {
        let card = entry.card();
        let time = if card.name == "threechess" { "--time 1h+5s" } else { "" };
        let rest = format!("{time} --against {against}");
        let mut person = Person::sits(&arguments(card.name, &rest));
        let turns = ["first", "second", "third"];
        let last = turns[card.players.len() - 1];
        person.answers(&format!(" or {last}? "), last);
        let ending = person.plays_on(17, 2000).expect("the game ends");
        let verdicts =
            ["You have won", "have lost", "It is a draw", "Nobody wins", "neither won nor lost"];
        let told = verdicts.iter().filter(|words| ending.contains(**words)).count();
        assert!(told >= 1, "{ending}");
        assert_eq!(person.output().contains("clocks: "), !time.is_empty());
    }
}

#[test]
fn agents_play_alone_without_a_prompt() {
    let mut person = Person::sits(&arguments("joust", "--seat white=random --seat black=greedy"));
    let ending = person.ending();
    assert!(ending.contains("wins"), "{ending}");
    let output = person.output();
    assert!(!output.contains("your move") && output.contains("White (random) plays"), "{output}");
}

#[test]
fn time_runs_out_at_the_prompt() {
    let mut person = Person::sits("play joust --plain --against human --time 150ms/move");
    let ending = person.ending();
    assert_eq!(ending, "0 moves. White ran out of time: Black wins.");

    let mut person =
        Person::sits("play threechess --plain --first human --against random --time 150ms");
    let ending = person.ending();
    let words = "0 moves. Blue ran out of time: Green wins, level with Red at 79";
    assert!(ending.starts_with(words) && ending.ends_with("\nYou have lost."), "{ending}");
}

#[test]
fn nobody_wins_a_double_forfeit() {
    let mut person = Person::sits("play kings-court --plain -o quiet-limit=4 --against human");
    for mv in ["B4C4", "G4F4", "B6C6", "G6F6", "C4B4"] {
        assert_eq!(person.waits(), Waits::Move);
        person.types(mv);
    }
    let ending = person.ending();
    assert_eq!(
        ending,
        "5 moves. 5 moves in a row without a capture: both players lose.\nNobody wins."
    );
}

#[test]
fn whatever_can_be_typed_does_what_the_help_says() {
    let mut person = Person::sits("play joust --plain --first human --against random --time 1h+2s");
    let prompt = "White, your move: ";
    person.answers(prompt, "help");
    for command in
        ["moves", "hint", "undo, redo", "show", "clock", "rules", "resign", "save FILE", "quit"]
    {
        person.reads(&format!("\n  {command} "));
    }
    person.answers(prompt, "?");
    person.reads("type a move");
    person.answers(prompt, "undo");
    person.reads("there is no move to take back");
    person.answers(prompt, "redo");
    person.reads("there is no move to play again");
    person.answers(prompt, "Hint");
    person.reads("hint: champion would play ");
    person.answers(prompt, "clock");
    person.reads("clocks: White 5");
    person.answers(prompt, "rules");
    person.reads("# Joust");
    person.answers(prompt, "d1e3");
    person.reads("White (human) plays D1E3\n");
    let after = person.reads(prompt);
    person.types("undo");
    assert!(person.reads(prompt).contains("1  . . . W"));
    person.types("redo");
    let board = |text: &str| text.lines().rfind(|line| line.starts_with('3')).map(str::to_string);
    assert_eq!(board(&person.reads(prompt)), board(&after));
    person.types("save played.pgn");
    person.reads("saved played.pgn");
    person.answers(prompt, "save played.pgn");
    person.reads("played.pgn: ");
    person.answers(prompt, "save");
    person.reads("save: expected the name of a file");
    person.answers(prompt, "resign");
    person.answers("resign? yes or no: ", "certainly");
    person.reads("'certainly': expected yes or no");
    person.answers("resign? yes or no: ", "no");
    person.answers(prompt, "resign");
    person.answers("resign? yes or no: ", "y");
    let ending = person.ending();
    assert_eq!(ending, "2 moves. White resigns: Black wins.\nThe computer has won, you have lost.");
}
