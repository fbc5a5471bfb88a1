//! Playing a win that is proven: by the book, and beneath it by short proofs.
//!
//! The book was written so that a prover without memories, given [`Book::beneath`] nodes, proves every turn that
//! the book leaves out. So a proof begins with an empty memory, and then the memory is kept: until the game is
//! over everything that can happen is in it. All of it is done as South, as the book was written: seen by North
//! moves are listed in another order, in which a proof may take longer.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Answer, Game, Refusable, TurnPhase};
use manator_games::refusal::{Move, Position, Refusal, SOUTH};
use manator_search::Limits;
use manator_search::refusable::Prover;

use super::{Book, after, as_south};
use crate::eval::refusal::RefusalEval;

/// The proof that whoever starts wins.
const START: &[u8] = include_bytes!("start.proof");
/// The evaluation by which the book was written: others may need longer for what it leaves out.
const GUIDE: RefusalEval = RefusalEval::Tempo;

pub(crate) struct ProvenPlay {
    book: Option<Book<'static>>,
    prover: Prover,
    /// Whether the game is where the book has led it.
    follows: bool,
    /// How many nodes the last question took.
    pub(crate) nodes: u64,
}

impl ProvenPlay {
    pub(crate) fn new() -> ProvenPlay {
        let book = Book::new(START);
        ProvenPlay { book, prover: Prover::small(), follows: false, nodes: 0 }
    }

    pub(crate) fn new_game(&mut self) {
        self.prover.forget();
        self.follows = false;
    }

    /// Returns two moves that win the turn, whichever is refused, if the starter has kept to the proof. With
    /// fewer nodes than the book takes for granted they may not be found.
    pub(crate) fn moves(
        &mut self,
        game: &Refusal,
        position: &Position,
        nodes_max: Option<u64>,
    ) -> Option<[Move; 2]> {
        self.nodes = 0;
        let book = self.book.filter(|_| position.mover == game.start().mover)?;
        let turn = as_south(&game.turn_start(position), position.mover);
        let written = book.find(game, &turn);
        let two = match written {
            None if self.follows => self.known(game, &turn).or_else(|| {
                let nodes = nodes_max.unwrap_or(u64::MAX).min(book.beneath);
                let proves = self.prove(game, &turn, nodes);
                if proves { self.known(game, &turn) } else { None }
            }),
            written => written,
        };
        self.follows = two.is_some();
        two.map(|two| if position.mover == SOUTH { two } else { two.map(Move::rotated) })
    }

    /// Returns the answer to a proposal that keeps the win; `None` if there is none that is proven.
    pub(crate) fn answer(&mut self, game: &Refusal, position: &Position) -> Option<Answer> {
        self.nodes = 0;
        let book = self.book.filter(|_| self.follows)?;
        let position = as_south(position, position.mover.next(2));
        let TurnPhase::Answer(proposed) = game.turn_phase(&position) else { return None };
        let turn = game.turn_start(&position);
        let (mut is_lost, mut others_lost) = (false, true);
        for known in self.prover.known(game, &GUIDE, &turn, SOUTH) {
            let next = after(game, &turn, known.mv);
            let loses = known.wins == Some(false) || book.find(game, &next).is_some();
            if known.mv == proposed {
                is_lost = loses;
            } else {
                others_lost &= loses;
            }
        }
        let accepts = is_lost
            || !others_lost && self.prove(game, &after(game, &turn, proposed), book.beneath);
        Some(if accepts { Answer::Accept } else { Answer::Refuse })
    }

    fn known(&mut self, game: &Refusal, turn: &Position) -> Option<[Move; 2]> {
        let known = self.prover.known(game, &GUIDE, turn, SOUTH).into_iter();
        let mut winning = known.filter(|known| known.wins == Some(true)).map(|known| known.mv);
        Some([winning.next()?, winning.next()?])
    }

    fn prove(&mut self, game: &Refusal, turn: &Position, nodes: u64) -> bool {
        self.prover.forget();
        let found = self.prover.settle(game, &GUIDE, turn, SOUTH, &Limits::nodes(nodes));
        self.nodes += self.prover.nodes;
        found == Some(true)
    }
}
