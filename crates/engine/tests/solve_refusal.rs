//! The solver of Refusal: what it proves, what it writes down, and what can be read from that.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Player, Refusable};
use manator_engine::eval::refusal::RefusalEval;
use manator_engine::solve::refusal::{Book, Solver};
use manator_games::refusal::{Move, NORTH, Position, Refusal, Refusals, SOUTH};
use manator_search::Limits;
use manator_search::refusable::{Appraisal, Appraise, Horizon, Prover, Searcher};

const GAME: Refusal = Refusal::with(SOUTH, Refusals::Once);
const GUIDE: RefusalEval = RefusalEval::Tempo;

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = GAME.standing_moves(position, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    GAME.stand(&mut next, mv);
    next
}

/// Returns positions so many turns from the start in which no king has been attacked yet.
fn positions(turns: usize) -> impl Iterator<Item = Position> {
    (1..).filter_map(move |seed| {
        let mut random = SplitMix::new(seed);
        let mut position = GAME.start();
        for _ in 0..turns {
            let next = moves(&position).into_iter().map(|mv| after(&position, mv));
            let calm: Vec<Position> = next
                .filter(|next| next.forces().king_attackers == 0 && GAME.outcome(next).is_none())
                .collect();
            position = *calm.get(random.below(calm.len().max(1) as u64) as usize)?;
        }
        Some(position)
    })
}

#[test]
fn proofs_agree_with_exact_search() {
    let (mut decided, mut wins) = (0, 0);
    let late = [16, 20, 24, 28].into_iter().flat_map(|turns| positions(turns).take(120));
    for position in late {
        let mut searcher = Searcher::new(4, Horizon::Quiet);
        let limits = Limits::nodes(20_000);
        let score = searcher.think(&GAME, &GUIDE, &position, &limits, |_| {}).score;
        if !score.is_proven() {
            continue;
        }
        let mut solver = Solver::new(&GAME, &position, 4).expect("a turn begins");
        let solution = solver.step(1_000_000).expect("proven");
        let winner =
            if score.wins_in().is_some() { position.mover } else { position.mover.next(2) };
        assert_eq!(solution.winner, winner, "{}", GAME.write_position(&position));
        decided += 1;
        wins += usize::from(winner == position.mover);
    }
    assert!(decided >= 100 && wins >= 20 && wins <= decided - 20, "{wins} of {decided}");
}

#[test]
fn a_turn_said_to_be_won_at_once_is() {
    let mut won = 0;
    for seed in 0..300 {
        let mut random = SplitMix::new(seed);
        let mut position = GAME.start();
        while GAME.outcome(&position).is_none() {
            let moves = moves(&position);
            if GUIDE.appraise(&GAME, &position) == Appraisal::Won {
                won += 1;
                let ends = moves.iter().filter(|mv| {
                    let outcome = GAME.outcome(&after(&position, **mv));
                    outcome.is_some_and(|outcome| outcome.winner() == Some(position.mover))
                });
                assert!(ends.count() >= 2, "{}", GAME.write_position(&position));
            }
            position = after(&position, moves[random.below(moves.len() as u64) as usize]);
        }
    }
    assert!(won > 30, "{won}");
}

/// Reads a certificate as anybody may: by the book, and beneath it as South with an unprepared prover.
struct Reader<'a> {
    book: Book<'a>,
    winner: Player,
    prover: Prover,
    checked: HashSet<u64>,
    written: usize,
}

impl Reader<'_> {
    fn is_won(&mut self, position: &Position) -> bool {
        if self.checked.contains(&GAME.key(position)) {
            return true;
        }
        let is_won = match self.book.find(&GAME, position) {
            Some([first, second]) => {
                self.written += 1;
                first != second
                    && self.holds(&after(position, first))
                    && self.holds(&after(position, second))
            }
            None => {
                self.prover.forget();
                let limits = Limits::nodes(self.book.beneath);
                let seen = if self.winner == SOUTH { *position } else { position.rotated() };
                self.prover.settle(&GAME, &GUIDE, &seen, SOUTH, &limits) == Some(true)
            }
        };
        if is_won {
            self.checked.insert(GAME.key(position));
        }
        is_won
    }

    fn holds(&mut self, position: &Position) -> bool {
        let moves = moves(position);
        let open = moves.iter().filter(|mv| !self.is_won(&after(position, **mv))).count();
        moves.len() < 2 || open < 2
    }
}

#[test]
fn a_certificate_has_an_answer_to_every_defence() {
    let mut winners = HashSet::new();
    let mut written = 0;
    let hard = positions(14).filter_map(|position| {
        let mut solver = Solver::new(&GAME, &position, 4).expect("a turn begins");
        let solution = solver.step(30_000)?;
        (solver.nodes > 2000).then_some((position, solver, solution))
    });
    // The other half of the positions is turned, so that North is to move.
    for (number, (position, mut solver, solution)) in hard.take(8).enumerate() {
        let certificate = solver.certificate(&solution, 20, |_| ControlFlow::Continue(()));
        let certificate = certificate.expect("written to its end");
        let bytes = certificate.bytes(&GAME);
        let book = Book::new(&bytes).expect("a certificate is a book");
        assert_eq!(book.len(), certificate.len());
        let (root, winner) = match number % 2 {
            0 => (position, solution.winner),
            _ => (position.rotated(), solution.winner.next(2)),
        };
        let (prover, checked) = (Prover::small(), HashSet::new());
        let mut reader = Reader { book, winner, prover, checked, written: 0 };
        let wins = root.mover == winner;
        assert!(if wins { reader.is_won(&root) } else { reader.holds(&root) });
        assert_eq!(reader.written, book.len(), "every entry is needed, once");
        winners.insert(winner == root.mover);
        written += book.len();
    }
    assert!(winners.len() == 2 && written > 100, "{written}");
}

#[test]
fn a_solver_goes_on_from_what_another_has_kept() {
    let position = positions(12).nth(1).expect("a position");
    let mut whole = Solver::new(&GAME, &position, 16).expect("a turn begins");
    let mut solution = None;
    let mut half = None;
    while solution.is_none() && whole.nodes < 3_000_000 {
        if whole.nodes >= 20_000 && half.is_none() {
            half = Some((whole.nodes, whole.memories(1).collect::<Vec<_>>()));
        }
        solution = whole.step(10_000);
    }
    let (nodes, memories) = half.expect("a position that takes long");
    let mut other = Solver::new(&GAME, &position, 16).expect("a turn begins");
    memories.into_iter().for_each(|memory| other.remember(memory));
    let found = std::iter::repeat_with(|| other.step(10_000)).take(400).flatten().next();
    assert_eq!(found.map(|it| it.winner), solution.map(|it| it.winner));
    assert!(other.nodes < whole.nodes - nodes / 2, "{} of {}", other.nodes, whole.nodes);
}

#[test]
fn only_turns_that_begin_are_solved() {
    let mut proposed = GAME.start();
    let first = GAME.proposal(moves(&proposed)[0]);
    GAME.play(&mut proposed, first);
    assert!(Solver::new(&GAME, &proposed, 1).is_none());
    let never = Refusal::with(NORTH, Refusals::Never);
    assert!(Solver::new(&never, &never.start(), 1).is_none());
}
