//! Random abstract games in which every move may be refused once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Answer, Game, Outcome, Player, Reason, Refusable, TurnPhase, TwoPlayer};

use crate::tree::{Node, RandomTree};

/// The rules of a random game for two who alternate, with refusals added.
#[derive(Clone, Debug)]
pub struct RefusableTree {
    pub tree: RandomTree,
}

/// A node, and how far its turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The node in which the turn began.
    pub node: Node,
    pub phase: TurnPhase<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Proposes a move, or plays an alternate.
    Move(u8),
    Reply(Answer),
}

impl Game for RefusableTree {
    type Position = Place;
    type Move = Action;

    fn players(&self) -> usize {
        self.tree.players()
    }

    fn start(&self) -> Place {
        Place { node: self.tree.start(), phase: TurnPhase::Propose }
    }

    fn to_move(&self, place: &Place) -> Player {
        let mover = self.tree.to_move(&place.node);
        match place.phase {
            TurnPhase::Answer(_) => mover.next(2),
            TurnPhase::Propose | TurnPhase::Alternate(_) => mover,
        }
    }

    fn legal_moves<B>(
        &self,
        place: &Place,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let TurnPhase::Answer(_) = place.phase {
            visit(Action::Reply(Answer::Accept))?;
            return visit(Action::Reply(Answer::Refuse));
        }
        self.standing_moves(place, |mv| visit(Action::Move(mv)))
    }

    fn play(&self, place: &mut Place, action: Action) {
        match (place.phase, action) {
            (TurnPhase::Propose, Action::Move(mv)) => place.phase = TurnPhase::Answer(mv),
            (TurnPhase::Answer(mv), Action::Reply(Answer::Accept))
            | (TurnPhase::Alternate(_), Action::Move(mv)) => self.stand(place, mv),
            (TurnPhase::Answer(mv), Action::Reply(Answer::Refuse)) => {
                place.phase = TurnPhase::Alternate(mv);
            }
            (phase, action) => panic!("{action:?} in the phase {phase:?}"),
        }
    }

    fn outcome(&self, place: &Place) -> Option<Outcome> {
        match place.phase {
            TurnPhase::Alternate(_) if self.count_standing_moves(place) == 0 => {
                let loser = self.tree.to_move(&place.node);
                Some(Outcome::win(2, loser.next(2), loser, Reason("refused")))
            }
            _ => self.tree.outcome(&place.node),
        }
    }

    fn key(&self, place: &Place) -> u64 {
        let phase = match place.phase {
            TurnPhase::Propose => 0,
            TurnPhase::Answer(mv) => 1 + u64::from(mv),
            TurnPhase::Alternate(mv) => 257 + u64::from(mv),
        };
        mix(self.tree.key(&place.node) ^ phase)
    }
}

impl TwoPlayer for RefusableTree {}

impl Refusable for RefusableTree {
    type Standing = u8;

    fn allows_refusals(&self) -> bool {
        true
    }

    fn turn_phase(&self, place: &Place) -> TurnPhase<u8> {
        place.phase
    }

    fn turn_start(&self, place: &Place) -> Place {
        Place { node: place.node, phase: TurnPhase::Propose }
    }

    fn standing_moves<B>(
        &self,
        place: &Place,
        mut visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.tree.legal_moves(&place.node, |mv| match place.phase {
            TurnPhase::Alternate(refused) if refused == mv => ControlFlow::Continue(()),
            _ => visit(mv),
        })
    }

    fn count_standing_moves(&self, place: &Place) -> usize {
        let count = self.tree.count_moves(&place.node);
        count - usize::from(matches!(place.phase, TurnPhase::Alternate(_)))
    }

    fn stand(&self, place: &mut Place, mv: u8) {
        self.tree.play(&mut place.node, mv);
        place.phase = TurnPhase::Propose;
    }

    fn proposal(&self, mv: u8) -> Action {
        Action::Move(mv)
    }

    fn reply(&self, answer: Answer) -> Action {
        Action::Reply(answer)
    }
}
