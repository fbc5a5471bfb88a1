//! Proof-number search against exact search and plain minimax.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Answer, Game, Refusable, TurnPhase};
use manator_search::Limits;
use manator_search::refusable::{Horizon, Prover, Searcher, Verdict};

use super::drawn::Drawn;
use super::material::Material;
use super::positions::{random_game, random_tree, refusal, standing};
use super::reference::{Reach, minimax};

#[test]
fn late_positions_are_proven_as_alpha_beta_solves_them() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..40 {
        let game = refusal(seed);
        let positions = random_game(&game, seed);
        let mut prover = Prover::new(1);
        let mut searcher = Searcher::new(4, Horizon::Hard);
        for position in positions.iter().rev().take(25) {
            let decision =
                searcher.think(&game, &Material, position, &Limits::nodes(50_000), |_| {});
            let Some(wins) = is_won(decision.score) else { continue };
            let verdict = prover.prove(&game, &Material, position, &Limits::nodes(1_000_000));
            match &verdict {
                Verdict::Wins { moves } => {
                    won += 1;
                    assert!(wins, "{position:?}");
                    let [first, second] = moves[..] else { panic!("two moves, not {moves:?}") };
                    assert_ne!(first, second);
                    for mv in [first, second] {
                        let mut next = *position;
                        game.stand(&mut next, mv);
                        let limits = Limits::nodes(1_000_000);
                        assert_eq!(prover.prove(&game, &Material, &next, &limits), Verdict::Fails);
                    }
                }
                Verdict::Fails => {
                    lost += 1;
                    assert!(!wins, "{position:?}");
                }
                Verdict::Open => panic!("not proven: {position:?}"),
            }
        }
    }
    assert!(won > 200 && lost > 200, "{won} won, {lost} lost");
}

#[test]
fn random_trees_are_proven_in_every_phase() {
    let mut proven = 0;
    for seed in 0..600 {
        let game = random_tree(seed);
        let turns = u32::from(game.tree.plies_max) + 1;
        let reach = Reach::ahead(turns, Horizon::Hard);
        if game.tree.moves_max.pow(2 * (turns - 1)) > 2_000_000 {
            continue;
        }
        let mut prover = Prover::new(seed as usize % 2);
        let mut positions = vec![game.start()];
        for mv in standing(&game, &game.start()) {
            let mut proposed = game.start();
            game.play(&mut proposed, game.proposal(mv));
            positions.push(proposed);
            game.play(&mut proposed, game.reply(Answer::Refuse));
            positions.push(proposed);
        }
        for position in &positions {
            let player = game.to_move(position);
            let value = minimax(&game, &Drawn, position, player, reach);
            let verdict = prover.prove(&game, &Drawn, position, &Limits::default());
            assert_eq!(
                value.wins_in().is_some(),
                verdict != Verdict::Fails,
                "{seed}: {position:?}"
            );
            let Verdict::Wins { moves } = verdict else { continue };
            proven += 1;
            let needed = match game.turn_phase(position) {
                TurnPhase::Propose if game.outcome(position).is_none() => 2,
                TurnPhase::Alternate(_) => 1,
                _ => 0,
            };
            assert_eq!(moves.len(), needed);
            if let TurnPhase::Answer(_) = game.turn_phase(position) {
                let answer = prover.answer(&game, &Drawn, position, &Limits::default());
                let mut next = *position;
                game.play(&mut next, game.reply(answer.expect("an answer wins")));
                let value = minimax(&game, &Drawn, &next, player, reach);
                assert!(value.wins_in().is_some(), "{seed}: {answer:?} in {position:?}");
            }
            for mv in moves {
                let mut next = *position;
                game.stand(&mut next, mv);
                let value = minimax(&game, &Drawn, &next, player, reach);
                assert!(value.wins_in().is_some(), "{seed}: {mv} in {position:?}");
            }
        }
    }
    assert!(proven > 500, "{proven} proven");
}

#[test]
fn a_proof_out_of_reach_stays_open_and_goes_on_later() {
    let game = refusal(0);
    let mut prover = Prover::new(1);
    assert_eq!(prover.prove(&game, &Material, &game.start(), &Limits::nodes(2000)), Verdict::Open);
    assert_eq!(prover.nodes, 2000);
    let late = &random_game(&game, 3)[18];
    let mut attempts = 0;
    while prover.prove(&game, &Material, late, &Limits::nodes(50)) == Verdict::Open {
        attempts += 1;
        assert!(attempts < 100_000);
    }
    assert!(attempts > 0);
}

/// Returns whether a score is a proven win or no win, if it is proven.
fn is_won(score: manator_search::Score) -> Option<bool> {
    score.wins_in().map(|_| true).or(score.loses_in().map(|_| false))
}
