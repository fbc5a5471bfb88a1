//! Games that the scores of their players end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::num::NonZeroU32;

use manator_core::Settings;
use manator_engine::{catalog as agents, options::OPTIONS};
use manator_play::contender::{Builtin, Ugi};
use manator_play::{Adjudication, Contender, ResignRule, Terms, TieRule};
use manator_sandbox::Program;
use manator_search::Score;

use super::scripted::{Scripted, ended, play, table};

const STEPS: u32 = 20;
const CAPPED: &str = "each player has had 20 moves: a tie";

fn moves(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("at least one")
}

fn tie(from: u32, count: u32, within: u32) -> Terms {
    let tie = Some(TieRule { from, moves: moves(count), within });
    let adjudication = Adjudication { tie, resign: None };
    Terms { adjudication, steps: Some(STEPS), ..Terms::default() }
}

fn resign(count: u32, behind: u32, two_sided: bool) -> Terms {
    let resign = Some(ResignRule { moves: moves(count), behind, two_sided });
    let adjudication = Adjudication { tie: None, resign };
    Terms { adjudication, steps: Some(STEPS), ..Terms::default() }
}

/// Lets two play Jetan with these scores; it ends after so many plies in these words.
#[track_caller]
fn check(terms: &Terms, mut one: Scripted, mut other: Scripted, plies: usize, words: &str) {
    let report = play(table("jetan", ""), &mut [&mut one, &mut other], terms);
    let (result, reason) = match words {
        CAPPED => ("1/2-1/2", "steps"),
        _ if words.ends_with("a tie") => ("1/2-1/2", "adjudicated"),
        _ if words.ends_with("Orange wins") => ("0-1", "adjudicated"),
        _ => ("1-0", "adjudicated"),
    };
    ended(&report, plies, words, result, reason);
    assert_eq!(report.faults, []);
}

const LEVEL: &str = "adjudicated: both saw no advantage for 3 moves: a tie";

#[test]
fn it_is_a_tie_when_nobody_sees_an_advantage() {
    let level = || Scripted::telling(&[0]);
    check(&tie(0, 3, 10), level(), level(), 6, LEVEL);
    check(&tie(3, 3, 10), level(), level(), 6, LEVEL);
    // Not before the move that is named, though all moves before it count.
    check(&tie(7, 3, 10), level(), level(), 14, LEVEL);
    let once = "adjudicated: both saw no advantage for 1 move: a tie";
    check(&tie(0, 1, 0), level(), level(), 2, once);
    // The bounds are inclusive.
    check(&tie(0, 3, 10), Scripted::telling(&[10]), Scripted::telling(&[-10]), 6, LEVEL);
    check(&tie(0, 3, 10), Scripted::telling(&[11]), level(), 40, CAPPED);
    check(&tie(0, 3, 10), level(), Scripted::telling(&[-11]), 40, CAPPED);
}

#[test]
fn one_move_of_another_mind_breaks_a_run() {
    let level = || Scripted::telling(&[0]);
    let broken = |score: Option<Score>| {
        let nothing = Some(Score(0));
        Scripted::with(vec![nothing, nothing, score, nothing])
    };
    for score in [Some(Score(11)), Some(Score(-11)), None, Some(Score::win_in(9))] {
        check(&tie(0, 3, 10), broken(score), level(), 11, LEVEL);
        check(&tie(0, 3, 10), level(), broken(score), 12, LEVEL);
    }
    // However wide the bounds are, what is proven is not level; the widest bounds are no error.
    let wide = Score::EVALUATION_MAX.unsigned_abs();
    check(&tie(0, 3, wide), broken(Some(Score::loss_in(9))), level(), 11, LEVEL);
    check(&tie(0, 3, u32::MAX), broken(Some(Score(i32::MIN))), level(), 6, LEVEL);
}

#[test]
fn whoever_tells_nothing_is_not_judged() {
    check(&tie(0, 3, 10), Scripted::silent(), Scripted::telling(&[0]), 40, CAPPED);
    let blind = || Scripted::telling(&[0]).at_depth(0);
    check(&tie(0, 3, 10), blind(), blind(), 40, CAPPED);
    let terms = resign(3, 100, false);
    check(&terms, Scripted::silent(), Scripted::telling(&[1000]), 40, CAPPED);
    check(&terms, Scripted::telling(&[-1000]).at_depth(0), Scripted::silent(), 40, CAPPED);
}

#[test]
fn whoever_sees_itself_losing_has_lost() {
    let terms = resign(4, 400, false);
    let orange = "adjudicated: Black saw itself losing for 4 moves: Orange wins";
    let black = "adjudicated: Orange saw itself losing for 4 moves: Black wins";
    // The other need not know it.
    check(&terms, Scripted::telling(&[-400]), Scripted::silent(), 7, orange);
    check(&terms, Scripted::telling(&[-50]), Scripted::telling(&[-999]), 8, black);
    check(&terms, Scripted::telling(&[-399]), Scripted::telling(&[5000]), 40, CAPPED);
    let late = Scripted::telling(&[0, -400, -400, -400, -399, -500]);
    check(&terms, late, Scripted::telling(&[0]), 17, orange);
    // What is proven needs no depth.
    let lost = Scripted::with(vec![Some(Score::loss_in(8))]).at_depth(0);
    check(&terms, lost, Scripted::silent(), 7, orange);
}

#[test]
fn both_must_see_it_where_both_are_asked() {
    let terms = resign(2, 400, true);
    let words = "adjudicated: Black saw itself losing for 2 moves, and Orange winning: Orange wins";
    let losing = || Scripted::telling(&[-400]);
    check(&terms, losing(), Scripted::telling(&[400]), 4, words);
    check(&terms, losing(), Scripted::telling(&[399, 399, 400, 399, 400]), 12, words);
    check(&terms, losing(), Scripted::telling(&[399]), 40, CAPPED);
    check(&terms, losing(), Scripted::silent(), 40, CAPPED);
    check(&terms, losing(), losing(), 40, CAPPED);
}

#[test]
fn both_rules_may_be_asked_for() {
    let adjudication =
        Adjudication { tie: tie(5, 2, 10).adjudication.tie, ..resign(3, 400, true).adjudication };
    let terms = Terms { adjudication, ..Terms::default() };
    let level = "adjudicated: both saw no advantage for 2 moves: a tie";
    check(&terms, Scripted::telling(&[0]), Scripted::telling(&[0]), 10, level);
    let words = "adjudicated: Orange saw itself losing for 3 moves, and Black winning: Black wins";
    check(&terms, Scripted::telling(&[0, 0, 400]), Scripted::telling(&[-400]), 9, words);
}

#[test]
fn moves_of_an_opening_count_but_say_nothing() {
    let mut opening = table("jetan", "");
    for _ in 0..9 {
        let mv = opening.legal()[0].clone();
        opening.play(&mv).expect("a legal move");
    }
    let mut players = [Scripted::telling(&[0]), Scripted::telling(&[0])];
    let [one, other] = &mut players;
    let report = play(opening.copy(), &mut [one, other], &tie(6, 1, 0));
    let once = "adjudicated: both saw no advantage for 1 move: a tie";
    ended(&report, 12, once, "1/2-1/2", "adjudicated");
    let report = play(opening, &mut [one, other], &tie(0, 2, 0));
    let twice = "adjudicated: both saw no advantage for 2 moves: a tie";
    ended(&report, 13, twice, "1/2-1/2", "adjudicated");
}

#[test]
fn the_rules_come_first() {
    let play = |terms: &Terms| {
        let mut players = [Scripted::telling(&[-1000]), Scripted::telling(&[-1000])];
        let [one, other] = &mut players;
        play(table("joust", "size=3x3"), &mut [one, other], terms)
    };
    let plain = play(&Terms::default());
    let plies = plain.record.moves.len();
    let turns = plies.div_ceil(2) as u32;
    let ruled = play(&resign(turns, 400, false));
    // The last move would have ended it by scores, too, had it not ended it by the rules.
    assert_eq!(ruled.verdict, plain.verdict);
    assert_eq!(ruled.record.moves.len(), plies);
    assert_eq!(ruled.verdict.expect("an end").outcome.reason.0, "no-legal-move");
}

#[test]
fn a_proposal_is_answered_before_a_game_ends() {
    for (refuses, plies) in [(false, 12), (true, 18)] {
        let player = || Scripted::telling(&[0]).refusing(refuses);
        let (mut one, mut other) = (player(), player());
        let report = play(table("refusal", ""), &mut [&mut one, &mut other], &tie(0, 3, 10));
        ended(&report, plies, LEVEL, "1/2-1/2", "adjudicated");
    }
}

#[test]
fn three_can_agree_but_not_resign() {
    let [mut one, mut two, mut three] = [5, -5, 0].map(|score| Scripted::telling(&[score]));
    let report =
        play(table("threechess", ""), &mut [&mut one, &mut two, &mut three], &tie(2, 2, 5));
    let words = "adjudicated: all saw no advantage for 2 moves: a tie";
    ended(&report, 6, words, "1/2-1/2-1/2", "adjudicated");

    let rules = resign(3, 400, true).adjudication;
    let error = rules.check(&*table("threechess", "")).unwrap_err().to_string();
    let expected = "nobody can be taken to resign in threechess, which has 3 players: expected a game \
                    of two";
    assert_eq!(error, expected);
    assert_eq!(rules.check(&*table("refusal", "")), Ok(()));
    assert_eq!(tie(1, 2, 3).adjudication.check(&*table("threechess", "")), Ok(()));
}

fn builtin(name: &str, options: &str) -> Builtin {
    let settings = Settings::parse(OPTIONS, options).expect("options");
    let agent = agents::open(&*table("jetan", ""), name, &settings).expect("an agent");
    Builtin::new(name, agent)
}

#[test]
fn agents_of_ours_tell_scores_unless_they_do_not_look() {
    let wide = Score::EVALUATION_MAX.unsigned_abs();
    let terms = Terms { steps: Some(5), ..tie(0, 3, wide) };
    let (mut one, mut other) = (builtin("alphabeta", "depth=1"), builtin("greedy", ""));
    let report = play(table("jetan", ""), &mut [&mut one, &mut other], &terms);
    ended(&report, 6, LEVEL, "1/2-1/2", "adjudicated");
    let (mut one, mut other) = (builtin("random", "seed=1"), builtin("greedy", "eval=mobility"));
    let report = play(table("jetan", ""), &mut [&mut one, &mut other], &terms);
    assert_eq!(report.verdict.expect("an end").outcome.reason.0, "steps");
}

const TELLING: &str = r#"
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name telling\noption name UGI_SendLegal type check default true\nugiok")
    elif words[0] == "isready": print("readyok")
    elif words[0] == "legal": legal = words[1:]
    elif words[0] == "go":
        print("info depth 3 score cp 9 pv " + legal[0])
        print("info depth 4 score SCORE pv " + legal[0])
        print("bestmove " + legal[0])
    elif words[0] == "quit": break
"#;

#[test]
fn programs_tell_scores_as_they_see_them() {
    let check = |score: &str, terms: &Terms, plies: usize, words: &str| {
        let code = TELLING.replace("SCORE", score);
        let words_of = vec!["python3".into(), "-u".into(), "-c".into(), code];
        let mut program = Ugi::program(Program { words: words_of, ..Program::default() });
        let mut other = Scripted::telling(&[0]);
        let contenders: &mut [&mut dyn Contender] = &mut [&mut other, &mut program];
        let report = play(table("jetan", ""), contenders, terms);
        let verdict = report.verdict.expect("an end");
        assert_eq!((report.record.moves.len(), &verdict.words[..]), (plies, words));
    };
    let black = "adjudicated: Orange saw itself losing for 3 moves: Black wins";
    check("cp -3", &tie(0, 3, 3), 6, LEVEL);
    check(
        "cp -4",
        &Terms { steps: Some(1), ..tie(0, 1, 3) },
        2,
        "each player has had 1 move: a tie",
    );
    check("cp -400", &resign(3, 400, false), 6, black);
    check("mate -2", &resign(3, 400, false), 6, black);
}
