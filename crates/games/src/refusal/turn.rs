//! A turn: proposal, answer, alternate, and how a game ends.
//!
//! Nothing on the board changes before a move stands, so a phase costs no more than a note in the
//! position. Searches that handle refusals themselves use [`Refusable`] and see a game without phases.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::{Answer, Game, Outcome, Player, Refusable, TwoPlayer};

use super::moves;
use super::position::{Action, Move, Phase, Position, START};
use super::{KING_CAPTURED, NO_LEGAL_MOVE, REFUSED_WITHOUT_ALTERNATIVE};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusals {
    Once,
    /// Every move stands at once, which makes a small chess of the game.
    Never,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    first: Player,
    pub refusals: Refusals,
}

impl Refusal {
    pub const fn with(first: Player, refusals: Refusals) -> Self {
        Refusal { first, refusals }
    }
}

impl Game for Refusal {
    type Position = Position;
    type Move = Action;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::of_board(START, self.first)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        match position.phase {
            Phase::Propose | Phase::Alternate(_) => position.mover,
            Phase::Answer(_) => position.mover.next(2),
        }
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Phase::Answer(_) = position.phase {
            visit(Action::Accept)?;
            return visit(Action::Refuse);
        }
        self.standing_moves(position, |mv| visit(Action::Move(mv)))
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action) {
        match (position.phase, action) {
            (Phase::Propose, Action::Move(mv)) if self.refusals == Refusals::Once => {
                position.phase = Phase::Answer(mv);
            }
            (Phase::Propose | Phase::Alternate(_), Action::Move(mv)) => self.stand(position, mv),
            (Phase::Answer(proposed), Action::Accept) => self.stand(position, proposed),
            (Phase::Answer(proposed), Action::Refuse) => {
                position.phase = Phase::Alternate(proposed);
            }
            (phase, action) => panic!("{action:?} in the phase {phase:?}"),
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let reason = match position.phase {
            Phase::Propose if !position.has_king() => KING_CAPTURED,
            Phase::Propose if moves::count(position) == 0 => NO_LEGAL_MOVE,
            Phase::Alternate(_) if moves::count(position) == 1 => REFUSED_WITHOUT_ALTERNATIVE,
            _ => return None,
        };
        let loser = position.mover;
        Some(Outcome::win(2, loser.next(2), loser, reason))
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        match position.phase {
            Phase::Answer(_) => 2,
            Phase::Propose | Phase::Alternate(_) => self.count_standing_moves(position),
        }
    }
}

impl TwoPlayer for Refusal {}

impl Refusable for Refusal {
    type Standing = Move;

    fn allows_refusals(&self) -> bool {
        self.refusals == Refusals::Once
    }

    fn turn_phase(&self, position: &Position) -> Phase {
        position.phase
    }

    fn turn_start(&self, position: &Position) -> Position {
        Position { phase: Phase::Propose, ..*position }
    }

    #[inline]
    fn standing_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match position.phase {
            Phase::Propose | Phase::Answer(_) => moves::visit(position, visit),
            Phase::Alternate(refused) => moves::visit(position, |mv| {
                if mv == refused { ControlFlow::Continue(()) } else { visit(mv) }
            }),
        }
    }

    #[inline]
    fn count_standing_moves(&self, position: &Position) -> usize {
        let count = moves::count(position);
        match position.phase {
            Phase::Propose | Phase::Answer(_) => count,
            Phase::Alternate(_) => count - 1,
        }
    }

    #[inline]
    fn stand(&self, position: &mut Position, mv: Move) {
        moves::stand(position, mv);
    }

    fn proposal(&self, mv: Move) -> Action {
        Action::Move(mv)
    }

    fn reply(&self, answer: Answer) -> Action {
        match answer {
            Answer::Accept => Action::Accept,
            Answer::Refuse => Action::Refuse,
        }
    }
}
