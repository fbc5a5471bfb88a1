//! The evaluations of Jetan.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Player, legal_list};
use manator_engine::eval::Evaluations;
use manator_engine::eval::jetan::JetanEval;
use manator_games::jetan::{Jetan, Options, Position};
use manator_search::{Guide, Limits, Score, Strong, strong};
use manator_testkit::symmetry;

const PLIES_MAX: usize = 200;

/// All sets of rules; the Dwar of the last knows left from right, and up from down.
const RULES: [Options; 3] = [Options::STANDARD, Options::BOOK, Options::SOFTWARE];

/// Calls `check` with every position of some random games under each of the `rules`.
fn on_random_play(rules: &[Options], games: usize, check: impl Fn(&Jetan, &Position)) {
    let mut random = SplitMix::new(9);
    for &options in rules {
        let game = Jetan::with(options);
        for _ in 0..games {
            let mut position = game.start();
            for _ in 0..PLIES_MAX {
                let legal = legal_list(&game, &position);
                if legal.is_empty() {
                    break;
                }
                check(&game, &position);
                game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
            }
        }
    }
}

#[test]
fn one_sides_gain_is_the_others_loss() {
    on_random_play(&RULES, 20, |game, position| {
        for evaluation in JetanEval::ALL {
            let [black, orange] = [Player(0), Player(1)]
                .map(|player| evaluation.eval.evaluate(game, position, player));
            assert_eq!(black, -orange, "{}: {position:?}", evaluation.name);
            assert!(black.abs() < Score::EVALUATION_MAX);
        }
    });
}

#[test]
fn boards_that_look_alike_are_worth_the_same() {
    on_random_play(&RULES[..2], 10, |game, position| {
        let text = game.write_position(position);
        for image in [mirrored(&text), turned(&text)] {
            let image = game.read_position(&image).unwrap_or_else(|error| panic!("{error}"));
            for evaluation in JetanEval::ALL {
                let [here, there] = [position, &image].map(|position| {
                    evaluation.eval.evaluate(game, position, position.turn.player())
                });
                assert_eq!(here, there, "{}: {text}", evaluation.name);
            }
        }
    });
}

fn mirrored(text: &str) -> String {
    let (board, rest) = text.split_once(' ').expect("fields");
    format!("{} {rest}", symmetry::board(board, |column, row| (9 - column, row), |letter| letter))
}

/// Turns the board round and gives each side the other's pieces.
fn turned(text: &str) -> String {
    let swap = |letter: char| match letter {
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let fields: Vec<&str> = text.split(' ').collect();
    let board = symmetry::board(fields[0], |column, row| (9 - column, 9 - row), swap);
    let turn = if fields[1] == "black" { "orange" } else { "black" };
    let escapes = match fields[2] {
        "R" => "r",
        "r" => "R",
        same => same,
    };
    // Orange moves at odd plies, so the board turned round is one ply further on.
    let plies = fields[4].parse::<u32>().expect("plies") + 1;
    format!("{board} {turn} {escapes} {} {plies} {}", fields[3], fields[5])
}

#[test]
fn wins_and_threats_are_those_of_the_moves() {
    let eval = JetanEval::ALL[0].eval;
    on_random_play(&RULES, 10, |game, position| {
        let side = position.turn;
        assert_eq!(eval.solve(game, position).is_some(), can_win(game, position), "{position:?}");
        let princess = position.princess(side).expect("the game goes on");
        let passed = position.passed();
        // A pass may tie the game of two weakened sides.
        if game.outcome(&passed).is_some() {
            return;
        }
        let attacked = legal_list(game, &passed).iter().any(|mv| mv.to == princess);
        if eval.pass(game, position).is_some() {
            assert!(!attacked, "{position:?}");
        }
    });
}

fn can_win(game: &Jetan, position: &Position) -> bool {
    legal_list(game, position).into_iter().any(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        game.outcome(&next).and_then(|end| end.winner()) == Some(position.turn.player())
    })
}

#[test]
fn noisy_moves_capture() {
    let eval = JetanEval::ALL[0].eval;
    on_random_play(&RULES, 10, |game, position| {
        for mv in legal_list(game, position) {
            let captures = position.at(mv.to).is_some();
            assert!(captures || !eval.is_noisy(game, position, mv), "{mv:?}: {position:?}");
        }
    });
}

/// Few or no pieces beside a Princess, against a side that should catch her.
const ENDINGS: [&str; 6] = [
    "........../..W......C/.T......../........../........../........../..F.R...../........../.......r.D/.......... black R 0 100 -",
    "r........./........../..T......./..D......./........../........../........../.W......C./F.......R./.......... black R 0 100 -",
    "........../C......D../........../........../........../........T./........../........../.R......../...r...... black R 0 100 -",
    "........../.........r/........../........../........../........C./..w...R.../........../.D......../...T...... black Rr 0 100 -",
    "........../........D./.r......../........../..R....w../........../........../..C......./.........T/.......... black Rr 0 100 -",
    "...T..P.../........W./........../.........r/........../.......W../....T...../...R..PD../........../..CD...... black Rr 0 100 -",
];
const ENDING_PLIES_MAX: usize = 150;
const ENDING_NODES: u64 = 2000;

/// With the evaluation before, seven pieces did not catch a Princess, and without its past the search goes round in circles.
#[test]
fn a_princess_nearly_alone_is_caught() {
    let game = Jetan::with(Options::STANDARD);
    let eval = JetanEval::ALL[0].eval;
    let mut won = 0;
    for text in ENDINGS {
        let mut position = game.read_position(text).unwrap_or_else(|error| panic!("{error}"));
        let options = strong::Options { hash_mib: 1, ..strong::Options::default() };
        let mut sides = [Strong::new(options), Strong::new(options)];
        let mut past = Vec::new();
        for _ in 0..ENDING_PLIES_MAX {
            if game.outcome(&position).is_some() {
                break;
            }
            let strong = &mut sides[position.turn as usize];
            strong.remember(past.iter().rev().take(JetanEval::PAST_MAX).copied());
            past.push(game.key(&position));
            let limits = Limits::nodes(ENDING_NODES);
            let report = strong.search(&game, &eval, &position, &limits, |_| {});
            game.play(&mut position, report.lines[0].line[0]);
        }
        let winner = game.outcome(&position).and_then(|end| end.winner());
        assert_ne!(winner, Some(Player(1)), "{text}");
        won += usize::from(winner == Some(Player(0)));
    }
    // One may take longer than the plies allowed here after any change to the search.
    assert!(won + 1 >= ENDINGS.len(), "{won} of {}", ENDINGS.len());
}

/// Of games without Chiefs most are tied, whoever has more: material must not look like a win there.
#[test]
fn a_lead_means_little_once_both_chiefs_are_gone() {
    let game = Jetan::with(Options::STANDARD);
    let worth = |board: &str| {
        let text = format!("{board} black Rr 0 100 -");
        let position = game.read_position(&text).unwrap_or_else(|error| panic!("{error}"));
        JetanEval::Learned.evaluate(&game, &position, Player(0))
    };
    let without = worth(
        "wpdfr.fdpw/taaaaaa..t/........../........../........../........../........../........../TAAAAAAAAT/WPDF.RFDPW",
    );
    let with = worth(
        "wpdfr.fdpw/taaaaaaaat/........../........../........../........../........../........../TAAAAAAAAT/WPDFCRFDPW",
    );
    assert!((1..200).contains(&without), "{without}");
    assert!(with > 500, "{with}");
}

/// Two sides of three officers nearly always tie, so exchanges that lead there must not look like a way to win.
#[test]
fn a_lead_means_little_once_both_sides_are_weakened() {
    let game = Jetan::with(Options::STANDARD);
    let worth = |board: &str| {
        let text = format!("{board} black Rr 0 100 -");
        let position = game.read_position(&text).unwrap_or_else(|error| panic!("{error}"));
        JetanEval::Learned.evaluate(&game, &position, Player(0))
    };
    let weakened = worth(
        "r.......w./c........./........../........../........../........../........../..A.A.A.A./........C./.R......W.",
    );
    let strong = worth(
        "r.......w./c........./........../........../........../........../........../..A.A.A.A./........C./.R......WW",
    );
    assert!((1..200).contains(&weakened), "{weakened}");
    assert!(strong > 3 * weakened, "{strong} to {weakened}");
}

#[test]
fn the_best_beats_counting_pieces() {
    let game = Jetan::with(Options::STANDARD);
    let evals: [&dyn Guide<Jetan>; 2] = [&JetanEval::ALL[0].eval, &JetanEval::Material];
    let [best, material] = crate::duel::play(&game, evals, 6, 1);
    assert!(best >= 3 * material.max(1), "{best} to {material}");
}

#[test]
fn the_strong_search_finds_what_minimax_finds() {
    crate::exact::check::<Jetan, JetanEval>(2, 60);
}
