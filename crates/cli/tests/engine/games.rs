//! Whole games between engine processes, with the test as their referee.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Settings, Table};
use manator_games::catalog;
use manator_protocol::NO_MOVE;

use crate::engine::driver::{Best, Engine};

/// No game in these tests lasts longer.
const PLIES_MAX: usize = 4000;

fn table(game: &str, options: &str) -> Box<dyn Table> {
    let entry = catalog::find(game).expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("options");
    entry.open(settings).expect("a table")
}

/// Plays a game to its end, one engine a player; `each` sees every answer.
#[track_caller]
fn play(
    game: &str,
    options: &str,
    players: &[(&str, &str)],
    mut each: impl FnMut(&dyn Table, &Best),
) -> Box<dyn Table> {
    let mut table = table(game, options);
    let mut engines = Vec::new();
    for (agent, limits) in players {
        let mut engine = Engine::start(&format!("{game} --agent {agent}"));
        engine.sends(&format!("setoption name UGI_Game value {game} {options}"));
        engine.sends("uginewgame");
        assert_eq!(engine.is_ready(), []);
        engines.push((engine, limits));
    }
    for _ in 0..PLIES_MAX {
        if table.outcome().is_some() {
            break;
        }
        let (engine, limits) = &mut engines[table.to_move().index()];
        let moves = table.moves().join(" ");
        engine.sends(&format!("position startpos moves {moves}"));
        engine.sends(&format!("legal {}", table.legal().join(" ")));
        let best = engine.goes(limits);
        each(&*table, &best);
        let canonical = table.play(&best.mv).unwrap_or_else(|illegal| panic!("{illegal}"));
        assert_eq!(canonical, best.mv);
    }
    let outcome = table.outcome().expect("the game ends");
    let result = match outcome.winner() {
        Some(winner) => format!("p{}win", winner.index() + 1),
        None => "draw".into(),
    };
    for (engine, _) in &mut engines {
        engine.sends(&format!("position startpos moves {}", table.moves().join(" ")));
        assert_eq!(engine.answers("gameover"), "true");
        assert_eq!(engine.answers("result"), result);
        assert_eq!(engine.answers("fen"), table.position());
        assert_eq!(engine.answers("legal"), "");
        assert_eq!(engine.goes("depth 3").mv, NO_MOVE);
        engine.sends("quit");
        assert!(engine.ends().success());
    }
    table
}

#[test]
fn jetan() {
    let players = [("champion", "nodes 50"), ("random", "depth 1")];
    play("jetan", "variant=book max-moves=60", &players, |_, _| {});
}

#[test]
fn joust() {
    play("joust", "size=6x7", &[("alphabeta", "depth 1"), ("mcts", "nodes 50")], |_, _| {});
}

#[test]
fn kings_court() {
    let players = [("greedy", "depth 1"), ("champion", "depth 1")];
    play("kings-court", "quiet-limit=10", &players, |_, _| {});
}

#[test]
fn threechess_has_three_engines() {
    let clocks = "p1time 500 p2time 500 p3time 500 p1inc 1 p2inc 1 p3inc 1 nodes 50";
    let players = [("champion", clocks), ("random", "depth 1"), ("maxn", "nodes 50")];
    let mut seen = [false; 3];
    play("threechess", "", &players, |table, _| seen[table.to_move().index()] = true);
    assert_eq!(seen, [true; 3]);
}

#[test]
fn refusal_has_three_exchanges() {
    let players = [("champion", "nodes 300"), ("champion", "nodes 50")];
    let mut alternates = 0;
    let mut promised: Option<String> = None;
    let table = play("refusal", "", &players, |table, best| {
        let last = table.moves().last().map(String::as_str);
        match (last, promised.take()) {
            // The alternate named with the proposal is what is played when that is refused.
            (Some("refuse"), Some(alternate)) => {
                assert_eq!(best.mv, alternate);
                alternates += 1;
            }
            (_, kept) => promised = kept.or_else(|| best.alternate.clone()),
        }
        if matches!(best.mv.as_str(), "accept") {
            promised = None;
        }
    });
    for word in ["accept", "refuse"] {
        assert!(table.moves().iter().any(|mv| mv == word), "nobody has said {word}");
    }
    assert!(alternates > 0, "no alternate was played");
}

#[test]
fn a_game_goes_on_from_a_position() {
    let mut judge = table("refusal", "");
    for mv in ["E3C4", "accept", "D6D5"] {
        judge.play(mv).expect("a legal move");
    }
    let mut engine = Engine::start("refusal");
    engine.sends(&format!("position fen {}", judge.position()));
    assert_eq!(engine.answers("legal"), "accept refuse");
    assert_eq!(engine.answers("player"), "p1");
    engine.sends(&format!("position fen {} moves accept A3B5", judge.position()));
    assert_eq!(engine.answers("player"), "p2");
    let best = engine.goes("movetime 100");
    assert!(["accept", "refuse"].contains(&best.mv.as_str()), "{best:?}");
}
