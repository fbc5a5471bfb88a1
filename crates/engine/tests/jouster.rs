//! The champion of Joust plays what is proven, and sets traps where it is lost.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Rulebook, Settings, Table, Typed, legal_list};
use manator_engine::options::OPTIONS;
use manator_engine::solve::joust::Solver;
use manator_engine::{Agent, Thought, catalog};
use manator_games::joust::{Joust, Position};
use manator_search::Limits;

const NODES: u64 = 100_000;

fn open(size: &str) -> Typed<Joust> {
    let settings = Settings::read(Joust::CARD.options, [("size", size)]).expect("options");
    Typed::new(settings).expect("a board")
}

fn champion(table: &dyn Table) -> Box<dyn Agent> {
    let settings = Settings::parse(OPTIONS, "hash=4").expect("options");
    catalog::open(table, "champion", &settings).expect("a champion")
}

/// Plays random games and asks the champion in positions with a choice that are so many plies old.
fn ask(
    size: &str,
    plies: std::ops::Range<usize>,
    mut visit: impl FnMut(&Joust, &Position, &Thought),
) {
    let mut random = SplitMix::new(21);
    let mut agent = champion(&open(size));
    for _ in 0..40 {
        let mut table = open(size);
        agent.new_game();
        for ply in 0..plies.end {
            let moves = table.legal();
            if moves.is_empty() {
                break;
            }
            if plies.contains(&ply) && moves.len() > 1 {
                let limits = Limits::nodes(NODES);
                let thought = agent.think(&table, &limits, &mut |_| {}).expect("a move");
                assert!(thought.nodes <= NODES, "{} nodes", thought.nodes);
                visit(&table.rules(), table.current(), &thought);
            }
            let mv = &moves[random.below(moves.len() as u64) as usize];
            table.play(mv).expect("a legal move");
        }
    }
}

fn after(game: &Joust, position: &Position, text: &str) -> Position {
    let mv = game.read_move(position, text).expect("a legal move");
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

fn wins(game: &Joust, position: &Position) -> bool {
    Solver::new(4).wins(game, position, &Limits::default()).expect("unlimited")
}

#[test]
fn what_is_won_stays_won() {
    let mut counts = [0; 2];
    ask("6x6", 2..12, |game, position, thought| {
        let wins_now = wins(game, position);
        let line = &thought.lines[0];
        assert!(line.score.is_proven(), "{}", game.write_position(position));
        assert_eq!(line.score.wins_in().is_some(), wins_now, "{}", game.write_position(position));
        let next = after(game, position, thought.best().expect("a move"));
        assert_eq!(wins(game, &next), !wins_now, "{}", game.write_position(position));
        counts[usize::from(wins_now)] += 1;
    });
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

#[test]
fn a_mirror_is_seen_on_any_board() {
    for size in ["8x8", "10x10", "16x16"] {
        let mut table = open(size);
        let mut agent = champion(&table);
        for _ in 0..4 {
            let first = table.legal().remove(0);
            table.play(&first).expect("a legal move");
            let thought = agent.think(&table, &Limits::nodes(1000), &mut |_| {}).expect("a move");
            assert!(thought.lines[0].score.wins_in().is_some(), "{size}");
            table.play(thought.best().expect("a move")).expect("a legal move");
            let mut solver = Solver::new(0);
            let wins = solver.wins(&table.rules(), table.current(), &Limits::nodes(1));
            assert_eq!((wins, solver.nodes), (Some(false), 0), "{size}: known without search");
        }
    }
}

/// Returns how many answers there are, and how many of them give the win away.
fn mistakes(game: &Joust, position: &Position) -> [usize; 2] {
    let answers = legal_list(game, position);
    let is_mistake = |mv: &&manator_games::joust::Move| {
        let mut next = *position;
        game.play(&mut next, **mv);
        wins(game, &next)
    };
    [answers.len(), answers.iter().filter(is_mistake).count()]
}

#[test]
fn who_is_lost_leaves_the_most_wrong_answers() {
    let mut traps = 0;
    ask("6x6", 6..12, |game, position, thought| {
        if wins(game, position) {
            return;
        }
        let share = |text: &str| {
            let [all, wrong] = mistakes(game, &after(game, position, text));
            1000 * wrong / all
        };
        let chosen = share(thought.best().expect("a move"));
        let moves = legal_list(game, position);
        let every = moves.iter().map(|mv| share(&game.move_text(position, *mv)));
        assert_eq!(Some(chosen), every.max(), "{}", game.write_position(position));
        traps += usize::from(chosen > 0);
    });
    assert!(traps > 20, "{traps}");
}

#[test]
fn a_forced_move_on_a_clock_is_answered_at_once() {
    let mut table = open("8x8");
    let forced = "b......./xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/x.xxxxxx/xxxxxxxx/w....... white";
    table.set_position(forced).expect("a position");
    assert_eq!(table.legal().len(), 1);
    let [aim, time] = [1, 3].map(Duration::from_secs);
    let limits = Limits { aim: Some(aim), ..Limits::time(time) };
    let thought = champion(&table).think(&table, &limits, &mut |_| {}).expect("a move");
    assert_eq!(thought.best(), Some("A1B3"));
    assert!(thought.nodes < 10, "{}", thought.nodes);
}

#[test]
fn a_level_looks_no_further_than_it_says() {
    let table = open("6x6");
    let thought = champion(&table).think(&table, &Limits::depth(2), &mut |_| {}).expect("a move");
    assert_eq!(thought.depth, 2);
}
