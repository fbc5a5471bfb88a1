//! Random abstract games in which every move may be refused once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Answer, Game, Outcome, Player, Reason, Refusable, TurnPhase, TwoPlayer};

use crate::tree::{Node, RandomTree};

#[derive(Clone, Debug)]
pub struct RefusableTree {
    pub tree: RandomTree,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    pub node: Node,
    pub phase: TurnPhase<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Move(u8),
    Reply(Answer),
}

impl Game for RefusableTree {
    type Position = Turn;
    type Move = Action;

    fn players(&self) -> usize {
        self.tree.players()
    }

    fn start(&self) -> Turn {
        Turn { node: self.tree.start(), phase: TurnPhase::Propose }
    }

    fn to_move(&self, turn: &Turn) -> Player {
        let mover = self.tree.to_move(&turn.node);
        match turn.phase {
            TurnPhase::Answer(_) => mover.next(2),
            TurnPhase::Propose | TurnPhase::Alternate(_) => mover,
        }
    }

    fn legal_moves<B>(
        &self,
        turn: &Turn,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let TurnPhase::Answer(_) = turn.phase {
            visit(Action::Reply(Answer::Accept))?;
            return visit(Action::Reply(Answer::Refuse));
        }
        self.standing_moves(turn, |mv| visit(Action::Move(mv)))
    }

    fn play(&self, turn: &mut Turn, action: Action) {
        match (turn.phase, action) {
            (TurnPhase::Propose, Action::Move(mv)) => turn.phase = TurnPhase::Answer(mv),
            (TurnPhase::Answer(mv), Action::Reply(Answer::Accept))
            | (TurnPhase::Alternate(_), Action::Move(mv)) => self.stand(turn, mv),
            (TurnPhase::Answer(mv), Action::Reply(Answer::Refuse)) => {
                turn.phase = TurnPhase::Alternate(mv);
            }
            (phase, action) => panic!("{action:?} in the phase {phase:?}"),
        }
    }

    fn outcome(&self, turn: &Turn) -> Option<Outcome> {
        match turn.phase {
            TurnPhase::Alternate(_) if self.count_standing_moves(turn) == 0 => {
                let loser = self.tree.to_move(&turn.node);
                Some(Outcome::win(2, loser.next(2), loser, Reason("refused")))
            }
            _ => self.tree.outcome(&turn.node),
        }
    }

    fn key(&self, turn: &Turn) -> u64 {
        let phase = match turn.phase {
            TurnPhase::Propose => 0,
            TurnPhase::Answer(mv) => 1 + u64::from(mv),
            TurnPhase::Alternate(mv) => 257 + u64::from(mv),
        };
        mix(self.tree.key(&turn.node) ^ phase)
    }
}

impl TwoPlayer for RefusableTree {}

impl Refusable for RefusableTree {
    type Standing = u8;

    fn allows_refusals(&self) -> bool {
        true
    }

    fn turn_phase(&self, turn: &Turn) -> TurnPhase<u8> {
        turn.phase
    }

    fn turn_start(&self, turn: &Turn) -> Turn {
        Turn { node: turn.node, phase: TurnPhase::Propose }
    }

    fn standing_moves<B>(
        &self,
        turn: &Turn,
        mut visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.tree.legal_moves(&turn.node, |mv| match turn.phase {
            TurnPhase::Alternate(refused) if refused == mv => ControlFlow::Continue(()),
            _ => visit(mv),
        })
    }

    fn count_standing_moves(&self, turn: &Turn) -> usize {
        let count = self.tree.count_moves(&turn.node);
        count - usize::from(matches!(turn.phase, TurnPhase::Alternate(_)))
    }

    fn stand(&self, turn: &mut Turn, mv: u8) {
        self.tree.play(&mut turn.node, mv);
        turn.phase = TurnPhase::Propose;
    }

    fn proposal(&self, mv: u8) -> Action {
        Action::Move(mv)
    }

    fn reply(&self, answer: Answer) -> Action {
        Action::Reply(answer)
    }
}
