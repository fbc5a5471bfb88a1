//! Moves such as `C3C4`, the answers, and positions such as `R--KL/…/rk--l south respond C3C4`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use manator_core::notation::{fields, player};
use manator_core::{Decision, Fact, Fault, Notation, Outcome, Rulebook, TIME, TextError};

use super::position::{Action, GRID, Kind, Move, Phase, Position, SOUTH};
use super::turn::{Refusal, Refusals};
use super::{
    ANSWER_FIRST, KING_CAPTURED, NOTHING_PROPOSED, REFUSED, REFUSED_WITHOUT_ALTERNATIVE, arbiter,
    possible,
};

pub(super) const TITLES: [&str; 2] = ["South", "North"];

const MOVE_EXAMPLE: &str = "two squares such as C3C4";
const PHASES: [&str; 3] = ["propose", "respond", "alternate"];

impl Notation for Refusal {
    fn write_move(&self, _position: &Position, action: Action, out: &mut String) {
        let _ = match action {
            Action::Move(mv) => write!(out, "{mv}"),
            Action::Accept => write!(out, "accept"),
            Action::Refuse => write!(out, "refuse"),
        };
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Action, Fault> {
        let answer = read_answer(text);
        if let Phase::Answer(proposed) = position.phase {
            return match (answer, GRID.read_step(text, MOVE_EXAMPLE)) {
                (Some(answer), _) => Ok(answer),
                (None, Ok(_)) => {
                    let why = format!("{proposed} is proposed: answer accept or reject");
                    Err(Fault::new(ANSWER_FIRST, why))
                }
                (None, Err(_)) => Err(Fault::syntax("accept or reject")),
            };
        }
        if answer.is_some() {
            return Err(self.nothing_proposed(position));
        }
        let (from, to) = GRID.read_step(text, MOVE_EXAMPLE)?;
        let mv = Move { from: from.into(), to: to.into() };
        arbiter::check(position, mv)?;
        if position.phase == Phase::Alternate(mv) {
            return Err(Fault::new(REFUSED, format!("{mv} was refused: play a different move")));
        }
        Ok(Action::Move(mv))
    }

    fn write_position(&self, position: &Position) -> String {
        let board = GRID.write_board(|square| match position.at(square.into()) {
            Some((owner, kind)) => kind.letter(owner),
            None => '-',
        });
        let mover = Self::CARD.players[position.mover.index()];
        let (phase, mv) = phase_text(position.phase);
        format!("{board} {mover} {phase} {mv}")
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        let names = "board, whose turn, phase, move proposed or refused";
        let [board, mover, phase, mv] = fields(text, names)?;
        let mut position = Position::empty(player(mover, Self::CARD.players)?);
        for (square, letter) in GRID.read_board(board)? {
            match Kind::of_letter(letter) {
                Some((owner, kind)) => position.put(square.into(), owner, kind),
                None if letter == '-' => {}
                None => {
                    let expected = format!("'-' or one of KNPLR and knplr on {square}");
                    return Err(TextError::new(letter, expected));
                }
            }
        }
        possible::check(&position, board)?;
        let phase = self.read_phase(&position, phase, mv)?;
        position.phase = phase;
        if !position.has_king() && phase != Phase::Propose {
            let expected =
                format!("propose, because {} has no king", TITLES[position.mover.index()]);
            return Err(TextError::new(phase_text(phase).0, expected));
        }
        Ok(position)
    }

    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let south_won = outcome.winner() == Some(SOUTH);
        let (winner, loser) = if south_won { ("South", "North") } else { ("North", "South") };
        let how = match (outcome.reason, position.phase) {
            (TIME, _) => format!("{loser} ran out of time"),
            (KING_CAPTURED, _) => format!("{loser}'s king is captured"),
            (REFUSED_WITHOUT_ALTERNATIVE, Phase::Alternate(refused)) => {
                format!("{refused} was refused and {loser} has no other move")
            }
            _ => format!("{loser} has no legal move"),
        };
        format!("{how}: {winner} wins")
    }

    fn facts(&self, position: &Position) -> Vec<Fact> {
        let (phase, mv) = phase_text(position.phase);
        let mut facts = vec![Fact::new("phase", "phase of the turn", phase)];
        match position.phase {
            Phase::Propose => {}
            Phase::Answer(_) => facts.push(Fact::new("proposed", "move proposed", mv)),
            Phase::Alternate(_) => facts.push(Fact::new("proposed", "move refused", mv)),
        }
        facts
    }

    fn decision(&self, position: &Position) -> Decision {
        match position.phase {
            Phase::Propose if self.refusals == Refusals::Never => Decision::Move,
            Phase::Propose => Decision::Proposal,
            Phase::Answer(_) => Decision::Answer,
            Phase::Alternate(_) => Decision::Alternate,
        }
    }
}

impl Refusal {
    fn nothing_proposed(&self, position: &Position) -> Fault {
        let why = match position.phase {
            Phase::Alternate(refused) => {
                format!("{refused} was refused already: the move played now stands")
            }
            _ if self.refusals == Refusals::Never => {
                "nothing is accepted or rejected in this game: every move stands at once".into()
            }
            _ => "no move is proposed that could be accepted or rejected".into(),
        };
        Fault::new(NOTHING_PROPOSED, why)
    }

    fn read_phase(&self, position: &Position, name: &str, mv: &str) -> Result<Phase, TextError> {
        let phase = PHASES.iter().position(|phase| phase.eq_ignore_ascii_case(name));
        match phase {
            Some(0) if mv == "-" => Ok(Phase::Propose),
            Some(0) => Err(TextError::new(mv, "'-', because nothing is proposed yet")),
            Some(_) if self.refusals == Refusals::Never => {
                Err(TextError::new(name, "propose, because no move is ever refused in this game"))
            }
            Some(1) => Ok(Phase::Answer(read_legal(position, mv, "the move proposed")?)),
            Some(_) => Ok(Phase::Alternate(read_legal(position, mv, "the move refused")?)),
            None => Err(TextError::new(name, format!("the phase: {}", PHASES.join(", ")))),
        }
    }
}

/// Reads an answer; `refuse` is what records say, and "reject" what the game's document asks people for.
fn read_answer(text: &str) -> Option<Action> {
    match text.trim().to_ascii_lowercase().as_str() {
        "accept" => Some(Action::Accept),
        "refuse" | "reject" => Some(Action::Refuse),
        _ => None,
    }
}

fn read_legal(position: &Position, text: &str, what: &str) -> Result<Move, TextError> {
    let read = GRID.read_step(text, MOVE_EXAMPLE).and_then(|(from, to)| {
        let mv = Move { from: from.into(), to: to.into() };
        arbiter::check(position, mv).map(|()| mv)
    });
    read.map_err(|fault| TextError::new(text, format!("{what}, a legal move ({fault})")))
}

fn phase_text(phase: Phase) -> (&'static str, String) {
    match phase {
        Phase::Propose => (PHASES[0], "-".into()),
        Phase::Answer(mv) => (PHASES[1], mv.to_string()),
        Phase::Alternate(mv) => (PHASES[2], mv.to_string()),
    }
}
