//! What a player relies on: endings, phases, limits, and the same result every time.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::Ordering;

use manator_core::{Answer, Game, Notation, Refusable, TurnPhase};
use manator_games::refusal::Move;
use manator_search::limits::CHECK_INTERVAL_NODES;
use manator_search::refusable::{Decision, Horizon, Searcher};
use manator_search::{Limits, Score};

use super::material::Material;
use super::positions::{random_game, refusal, standing};
use super::reference::{Reach, values};
use super::timed::{Timed, TimedGuide};

fn think(text: &str) -> Decision<Move> {
    let game = refusal(0);
    let position = game.read_position(text).expect("a position");
    let mut searcher = Searcher::new(1, Horizon::Quiet);
    searcher.think(&game, &Material, &position, &Limits::depth(3), |_| {})
}

#[test]
fn endings_are_counted_in_turns() {
    let over = think("-----/-----/-----/-----/-----/-p---/-----/-k--- north propose -");
    assert_eq!((over.score, over.propose), (Score::loss_in(0), None));
    assert_eq!(over.lines, []);
    let stuck = think("---K-/-----/-----/-----/-----/-----/-----/-k--- north propose -");
    assert_eq!((stuck.score, stuck.propose), (Score::loss_in(0), None));
    // The only move would be refused, but the opponent has to notice.
    let single = think("---K-/-----/-----/-----/-----/-p---/-----/-k--- south propose -");
    assert_eq!((single.score, single.alternate), (Score::loss_in(1), None));
    assert!(single.propose.is_some());
    // A single way to take the king is refused; two are not.
    for (row, wins) in [("---K-", false), ("r--K-", true)] {
        let board = format!("{row}/---r-/-PP--/-----/-----/-----/-----/-k---");
        let decision = think(&format!("{board} south propose -"));
        assert_eq!(decision.score == Score::win_in(1), wins, "{board}");
        assert_eq!(decision.lines[0].score, Score::win_in(1));
        assert_eq!(decision.lines[1].score, decision.score);
    }
}

#[test]
fn an_alternate_is_the_best_of_the_other_moves() {
    let mut checked = 0;
    for seed in 0..20 {
        let game = Timed(refusal(seed));
        let mut searcher = Searcher::new(1, Horizon::Hard);
        for position in random_game(&game.0, seed).into_iter().step_by(5) {
            for mv in standing(&game.0, &position).into_iter().take(3) {
                let mut at = (position, 10);
                game.play(&mut at, game.proposal(mv));
                game.play(&mut at, game.reply(Answer::Refuse));
                let guide = TimedGuide(Material);
                let reach = Reach::ahead(2, Horizon::Hard);
                let best =
                    values(&game, &guide, &at, reach).into_iter().map(|(_, value)| value).max();
                searcher.forget();
                let decision = searcher.think(&game, &guide, &at, &Limits::depth(2), |_| {});
                assert_eq!(decision.score, best.unwrap_or(Score::loss_in(0)), "{at:?}");
                assert_ne!(decision.propose, Some(mv));
                assert_eq!(decision.alternate, None);
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn an_unexpected_proposal_is_answered_too() {
    let game = refusal(0);
    let mut answers = [0, 0];
    for seed in 0..10 {
        for position in random_game(&game, seed).into_iter().step_by(6) {
            for mv in standing(&game, &position) {
                let mut at = position;
                game.play(&mut at, game.proposal(mv));
                let (answer, _) = Searcher::new(1, Horizon::Quiet).answer(&game, &Material, &at);
                let is_single = game.count_standing_moves(&position) == 1;
                assert!(!is_single || answer == Answer::Refuse, "{at:?}");
                answers[usize::from(answer == Answer::Refuse)] += 1;
            }
        }
    }
    let [accepted, refused] = answers;
    assert!(refused > 5 && accepted > 5 * refused, "{answers:?}");
}

#[test]
fn the_same_search_gives_the_same_result() {
    for seed in 0..10 {
        let game = refusal(seed);
        let position = random_game(&game, seed)[seed as usize];
        let mut searcher = Searcher::new(1, Horizon::Quiet);
        let limits = Limits::nodes(20_000);
        let mut reports = [Vec::new(), Vec::new()];
        let [first, second] = reports.each_mut().map(|reports| {
            searcher.forget();
            searcher.think(&game, &Material, &position, &limits, |report| {
                reports.push((report.depth, report.nodes, report.lines.clone()));
            })
        });
        assert_eq!(first, second);
        assert_eq!(reports[0], reports[1]);
        assert!(reports[0].iter().map(|(depth, ..)| *depth).eq(1..=first.depth));
    }
}

#[test]
fn threads_agree_with_one_alone() {
    let mut checked = 0;
    for seed in 0..10 {
        let game = refusal(seed);
        for position in random_game(&game, seed).into_iter().step_by(4) {
            // Without a memory nothing that another thread does can change a value.
            let [alone, together] = [1, 3].map(|threads| {
                let mut searcher = Searcher::new(0, Horizon::Hard).with_threads(threads);
                searcher.think(&game, &Material, &position, &Limits::depth(3), |_| {})
            });
            assert_eq!(alone.score, together.score, "{position:?}");
            assert_eq!(alone.depth, together.depth, "{position:?}");
            let mut searcher = Searcher::new(1, Horizon::Quiet).with_threads(2);
            let decision =
                searcher.think(&game, &Material, &position, &Limits::nodes(5000), |_| {});
            let moves = standing(&game, &position);
            assert!(decision.propose.is_none_or(|mv| moves.contains(&mv)));
            assert!(decision.nodes <= 5000 + 2 * CHECK_INTERVAL_NODES, "{}", decision.nodes);
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn a_search_that_is_stopped_at_once_returns_legal_moves() {
    let game = refusal(0);
    let limits = [Limits::nodes(0), Limits::nodes(1), Limits::depth(0), Limits::default()];
    limits[3].cancel.store(true, Ordering::Relaxed);
    for limits in limits {
        let mut searcher = Searcher::new(1, Horizon::Quiet);
        let decision = searcher.think(&game, &Material, &game.start(), &limits, |_| {});
        let moves = standing(&game, &game.start());
        for mv in [decision.propose, decision.alternate] {
            assert!(moves.contains(&mv.expect("a move")));
        }
        assert_ne!(decision.propose, decision.alternate);
    }
}

#[test]
fn both_horizons_prove_the_same() {
    let mut proven = 0;
    for seed in 0..30 {
        let game = refusal(seed);
        let mut searchers =
            [Horizon::Hard, Horizon::Quiet].map(|horizon| Searcher::new(1, horizon));
        for position in random_game(&game, seed).iter().rev().take(20) {
            let [hard, quiet] = searchers.each_mut().map(|searcher| {
                searcher.think(&game, &Material, position, &Limits::nodes(10_000), |_| {}).score
            });
            assert!(hard.wins_in().is_none() || quiet.loses_in().is_none(), "{position:?}");
            assert!(hard.loses_in().is_none() || quiet.wins_in().is_none(), "{position:?}");
            proven += u32::from(quiet.wins_in().or(quiet.loses_in()).is_some());
        }
    }
    assert!(proven > 200, "{proven}");
}

#[test]
fn a_whole_game_is_played() {
    let game = refusal(1);
    let mut searcher = Searcher::new(1, Horizon::Quiet);
    let mut position = game.start();
    let mut alternate = None;
    let mut turns = 0;
    while game.outcome(&position).is_none() {
        let action = match game.turn_phase(&position) {
            TurnPhase::Propose => {
                turns += 1;
                let limits = Limits::nodes(2000);
                let decision = searcher.think(&game, &Material, &position, &limits, |_| {});
                alternate = decision.alternate;
                game.proposal(decision.propose.expect("a move"))
            }
            TurnPhase::Answer(_) => game.reply(searcher.answer(&game, &Material, &position).0),
            TurnPhase::Alternate(_) => game.proposal(alternate.expect("an alternate")),
        };
        assert!(game.is_legal(&position, action));
        game.play(&mut position, action);
    }
    assert!(turns > 5);
}
