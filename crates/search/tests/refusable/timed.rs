//! A game whose positions also know how many turns were played.
//!
//! A searcher may find a position in its table that another path reached with more depth left, and
//! then knows better than minimax. With the turn in the key both see exactly the same.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Answer, Game, Outcome, Player, Refusable, TurnPhase, TwoPlayer};
use manator_search::Guide;

pub(crate) struct Timed<G>(pub(crate) G);
pub(crate) struct TimedGuide<E>(pub(crate) E);

type Clocked<P> = (P, u64);

impl<G: Game> Game for Timed<G> {
    type Position = Clocked<G::Position>;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.0.players()
    }
    fn start(&self) -> Self::Position {
        (self.0.start(), 0)
    }
    fn to_move(&self, at: &Self::Position) -> Player {
        self.0.to_move(&at.0)
    }
    fn legal_moves<B>(
        &self,
        at: &Self::Position,
        visit: impl FnMut(G::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.legal_moves(&at.0, visit)
    }
    fn play(&self, at: &mut Self::Position, mv: G::Move) {
        self.0.play(&mut at.0, mv);
        at.1 += 1;
    }
    fn outcome(&self, at: &Self::Position) -> Option<Outcome> {
        self.0.outcome(&at.0)
    }
    fn key(&self, at: &Self::Position) -> u64 {
        self.0.key(&at.0) ^ mix(at.1)
    }
}

impl<G: TwoPlayer> TwoPlayer for Timed<G> {}

impl<G: Refusable> Refusable for Timed<G> {
    type Standing = G::Standing;

    fn allows_refusals(&self) -> bool {
        self.0.allows_refusals()
    }
    fn turn_phase(&self, at: &Self::Position) -> TurnPhase<G::Standing> {
        self.0.turn_phase(&at.0)
    }
    fn turn_start(&self, at: &Self::Position) -> Self::Position {
        let steps = match self.turn_phase(at) {
            TurnPhase::Propose => 0,
            TurnPhase::Answer(_) => 1,
            TurnPhase::Alternate(_) => 2,
        };
        (self.0.turn_start(&at.0), at.1 - steps)
    }
    fn standing_moves<B>(
        &self,
        at: &Self::Position,
        visit: impl FnMut(G::Standing) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.standing_moves(&at.0, visit)
    }
    fn count_standing_moves(&self, at: &Self::Position) -> usize {
        self.0.count_standing_moves(&at.0)
    }
    fn stand(&self, at: &mut Self::Position, mv: G::Standing) {
        self.0.stand(&mut at.0, mv);
        at.1 += 1;
    }
    fn proposal(&self, mv: G::Standing) -> G::Move {
        self.0.proposal(mv)
    }
    fn reply(&self, answer: Answer) -> G::Move {
        self.0.reply(answer)
    }
}

impl<G: Game, E: Guide<G>> Guide<Timed<G>> for TimedGuide<E> {
    fn evaluate(&self, game: &Timed<G>, at: &Clocked<G::Position>, player: Player) -> i32 {
        self.0.evaluate(&game.0, &at.0, player)
    }
    fn is_noisy(&self, game: &Timed<G>, at: &Clocked<G::Position>, mv: G::Move) -> bool {
        self.0.is_noisy(&game.0, &at.0, mv)
    }
    fn promise(&self, game: &Timed<G>, at: &Clocked<G::Position>, mv: G::Move) -> i32 {
        self.0.promise(&game.0, &at.0, mv)
    }
}
