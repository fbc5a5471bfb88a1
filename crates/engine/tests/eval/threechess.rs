//! The evaluations of ThreeChess.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;
use std::sync::Arc;

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Outcome, Player, Rulebook, Settings, Table, Typed, legal_list};
use manator_engine::eval::Evaluations;
use manator_engine::eval::threechess::ThreeChessEval;
use manator_games::threechess::{Move, Position, ThreeChess};
use manator_search::strong::Options;
use manator_search::{Guarded, Guide, Limits, Score};

const SEATS: [Player; 3] = [Player(0), Player(1), Player(2)];

/// Blue's Rook sees Green's King along the file.
const ROOKS: &str = "............R...K.............../................k.............../\
                     ................6...............";

/// Calls `check` with every position of some random games.
fn on_random_play(games: usize, check: impl Fn(&Position)) {
    let mut random = SplitMix::new(5);
    for _ in 0..games {
        let mut position = ThreeChess.start();
        while ThreeChess.outcome(&position).is_none() {
            check(&position);
            let legal = legal_list(&ThreeChess, &position);
            ThreeChess.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
        }
    }
}

fn read(text: &str) -> Position {
    ThreeChess.read_position(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Makes Blue's pieces Green's, Green's Red's and Red's Blue's.
fn turned(position: &Position) -> Position {
    let text = ThreeChess.write_position(position);
    let fields: Vec<&str> = text.split(' ').collect();
    let letters = "PNBRQKpnbrqk123456";
    let carried = |letter: char| match letters.find(letter) {
        Some(place) => letters.as_bytes()[(place + 6) % letters.len()] as char,
        None => letter,
    };
    let mut sections: Vec<String> =
        fields[0].split('/').map(|section| section.chars().map(carried).collect()).collect();
    sections.rotate_right(1);
    let mut captured: Vec<&str> = fields[2].split(',').collect();
    captured.rotate_right(1);
    let player = match fields[1] {
        "blue" => "green",
        "green" => "red",
        _ => "blue",
    };
    read(&format!("{} {player} {} -", sections.join("/"), captured.join(",")))
}

#[test]
fn no_colour_is_special() {
    on_random_play(40, |position| {
        let image = turned(position);
        for evaluation in ThreeChessEval::ALL {
            let eval = evaluation.eval;
            for player in SEATS {
                let value = eval.evaluate(&ThreeChess, position, player);
                let other = eval.evaluate(&ThreeChess, &image, player.next(3));
                assert_eq!(value, other, "{}: {position:?}", evaluation.name);
                assert!(value.abs() < Score::EVALUATION_MAX);
            }
        }
    });
}

#[test]
fn a_king_that_can_be_captured_is_seen() {
    on_random_play(60, |position| {
        let mover = ThreeChess.to_move(position);
        let wins = legal_list(&ThreeChess, position).into_iter().filter(|mv| wins(position, *mv));
        let wins: Vec<Move> = wins.collect();
        let eval = ThreeChessEval::ALL[0].eval;
        let solved = (!wins.is_empty()).then(|| Score::win_in(1));
        assert_eq!(eval.solve(&ThreeChess, position), solved, "{position:?}");
        let value = eval.evaluate(&ThreeChess, position, mover);
        assert_eq!(value >= 50_000, !wins.is_empty(), "{value}: {position:?}");
        for mv in wins {
            assert!(eval.is_noisy(&ThreeChess, position, mv));
            assert!(eval.promise(&ThreeChess, position, mv) >= 1_000_000);
        }
    });
}

fn wins(position: &Position, mv: Move) -> bool {
    let mut next = position.clone();
    ThreeChess.play(&mut next, mv);
    ThreeChess.outcome(&next).is_some_and(|outcome| outcome.winner().is_some())
}

#[test]
fn a_king_is_exposed_that_another_player_can_capture() {
    on_random_play(60, |position| {
        let next = ThreeChess.to_move(position);
        let mover = next.next(3).next(3);
        let mut is_lost = false;
        let _ = ThreeChess.legal_moves(position, |mv| {
            is_lost |= position.king(mover) == Some(mv.to);
            ControlFlow::<()>::Continue(())
        });
        let eval = ThreeChessEval::ALL[0].eval;
        assert_eq!(eval.is_exposed(&ThreeChess, position, mover, next), is_lost, "{position:?}");
    });
}

#[test]
fn who_moves_next_decides_what_an_attacked_king_is_worth() {
    let eval = ThreeChessEval::ALL[0].eval;
    let at = |turn: &str| {
        let position = read(&format!("{ROOKS} {turn} 40,36,36 -"));
        SEATS.map(|player| eval.evaluate(&ThreeChess, &position, player))
    };
    let [blue, green, red] = at("blue");
    assert!(blue > 50_000 && green < -50_000 && red == eval.neither(), "{blue} {green} {red}");
    let [_, can_flee, _] = at("green");
    let [_, too_late, _] = at("red");
    assert!(green < too_late && too_late < can_flee, "{too_late} {can_flee}");
}

#[test]
fn each_player_sees_the_others_in_the_order_of_turns() {
    let sight = <ThreeChessEval as Evaluations<ThreeChess>>::SIGHT.expect("it learns");
    let mut table = Typed::<ThreeChess>::new(Settings::defaults(ThreeChess::CARD.options))
        .expect("the default options");
    let mut views_on = |turn: &str| {
        table.set_position(&format!("{ROOKS} {turn} 40,36,36 -")).expect("a position");
        sight.views(&table)
    };
    assert!(views_on("blue").is_empty(), "Blue captures Green's King");
    let views = views_on("green");
    let players: Vec<Player> = views.iter().map(|(player, _)| *player).collect();
    assert_eq!(players, SEATS);
    let term = |name: &str| {
        let at = sight.shape().terms.iter().position(|term| *term == name).expect("a term");
        [0, 1, 2].map(|seat: usize| views[seat].1.terms[at])
    };
    assert_eq!(term("own rooks"), [1, 0, 0]);
    assert_eq!(term("next rooks"), [0, 0, 1]);
    assert_eq!(term("last rooks"), [0, 1, 0]);
    let [blue, green, red] = term("own checked by the last");
    assert!(green > 0 && (blue, red) == (0, 0));
    assert_eq!(term("last checked by the last"), [0, 0, green]);
    assert_eq!(term("own checked by the next"), [0; 3]);
}

#[test]
fn attack_maps_are_where_pieces_capture() {
    on_random_play(30, |position| {
        let mover = ThreeChess.to_move(position);
        let army = position.army(mover);
        let attacks = position.attacks(mover, &army).all();
        assert_eq!(army.all(), position.owned(mover));
        let mut captured = 0;
        let _ = ThreeChess.legal_moves(position, |mv| {
            if position.piece(mv.to).is_some() {
                captured |= mv.to.bit();
                let attackers = position.attackers(mv.to);
                assert!(attackers & mv.from.bit() != 0, "{mv}: {position:?}");
            }
            ControlFlow::<()>::Continue(())
        });
        let enemies = SEATS.into_iter().filter(|seat| *seat != mover);
        let enemies = enemies.fold(0, |set, seat| set | position.owned(seat));
        assert_eq!(attacks & enemies, captured, "{position:?}");
    });
}

#[test]
fn the_best_beats_the_others() {
    for other in [ThreeChessEval::Mobility, ThreeChessEval::Material] {
        let mut random = SplitMix::new(1);
        let (mut best, mut others) = (0, 0);
        for number in 0..12 {
            let start = opening(&mut random);
            // One among two, then two among one.
            let odd = number % 3;
            let evals = [0, 1, 2].map(|seat| match (seat == odd) == (number < 6) {
                true => ThreeChessEval::ALL[0].eval,
                false => other,
            });
            let Some(outcome) = play(evals, start) else { continue };
            for (player, payoff) in outcome.payoffs.iter() {
                match evals[player.index()] == other {
                    true => others += i32::from(*payoff),
                    false => best += i32::from(*payoff),
                }
            }
        }
        assert!(best >= 3, "{best} to {others} against {other:?}");
    }
}

/// Returns a position some random moves from the start in which no King can be captured.
fn opening(random: &mut SplitMix) -> Position {
    let eval = ThreeChessEval::ALL[0].eval;
    loop {
        let mut position = ThreeChess.start();
        for _ in 0..9 {
            let legal = legal_list(&ThreeChess, &position);
            if !legal.is_empty() {
                ThreeChess.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
            }
        }
        let open = eval.solve(&ThreeChess, &position).is_none();
        if ThreeChess.outcome(&position).is_none() && open {
            return position;
        }
    }
}

/// Plays a game in which everybody looks at the next player's replies; `None` if it takes too long.
fn play(evals: [ThreeChessEval; 3], mut position: Position) -> Option<Outcome> {
    for _ in 0..300 {
        if let Some(outcome) = ThreeChess.outcome(&position) {
            return Some(outcome);
        }
        let root = ThreeChess.to_move(&position);
        let mut scratch = position.clone();
        let eval = evals[root.index()];
        let best = legal_list(&ThreeChess, &position).into_iter().max_by_key(|mv| {
            ThreeChess.with_move(&mut scratch, *mv, |next| worst_reply(eval, next, root))
        });
        ThreeChess.play(&mut position, best?);
    }
    None
}

/// Returns the value to a player after the reply that is worst for it.
fn worst_reply(eval: ThreeChessEval, position: &mut Position, root: Player) -> Score {
    let value = |position: &Position, plies| match ThreeChess.outcome(position) {
        Some(outcome) => Score::of(&outcome, root, plies),
        None => Score::evaluation(eval.evaluate(&ThreeChess, position, root)),
    };
    let replies = legal_list(&ThreeChess, position);
    let values = replies
        .into_iter()
        .map(|mv| ThreeChess.with_move(position, mv, |next| value(next, 2)))
        .min();
    values.unwrap_or_else(|| value(position, 1))
}

/// Red's King is attacked by Blue, who moves before Green does: if Green attacks it too, Red has lost either way, and Blue took it.
#[test]
fn an_attack_on_a_king_that_another_attacks_is_no_proven_win() {
    let position = read(
        ".PNQRP..B..P...bKP.6.P..RB.P..P./r......p.q.p.p..kp..bp..np..rp../.1..41.....1.21..1..31..21..41.. green \
         1,16,3 BF4BE4,BF1BG2",
    );
    let attack = ThreeChess.read_move(&position, "GF2GF4").expect("a legal move");
    let guide = Arc::new(ThreeChessEval::Safety);
    let options = Options { hash_mib: 1, ..Options::default() };
    let mut searcher = Guarded::new(Arc::new(ThreeChess), guide, options);
    let worth = searcher.worth_of(&position, attack, &Limits::depth(4));
    assert!(!worth.is_proven(), "{worth}");
}
