//! Moves such as `D2D4`, positions on one line, and the words about endings.
//!
//! A position has six fields: the board, whose turn it is, the escapes left (`Rr`, `R` Black's, `r`
//! Orange's, `-`), plies since the last capture, plies played, and how a capture ended the game (`-`
//! while none has), because a Chief missing from the board does not tell.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use manator_core::grid::Grid;
use manator_core::notation::{counter, fields, player};
use manator_core::{Fact, Fault, Notation, Outcome, Rulebook, TIME, TextError};

use super::board::SIZE;
use super::game::Jetan;
use super::options::ChiefTaken;
use super::piece::{Piece, Side};
use super::position::{CHIEF, Decision, Move, PRINCESS, Position};
use super::{
    CHIEF_BY_CHIEF, CHIEF_CAPTURED, NO_LEGAL_MOVE, PLY_LIMIT, PRINCESS_CAPTURED, WEAKENED_FORCES,
};

pub(super) const GRID: Grid = Grid { columns: SIZE, rows: SIZE };

const DECISIONS: [(Decision, &str); 3] = [
    (Decision::PrincessCaptured, PRINCESS_CAPTURED.0),
    (Decision::ChiefByChief, CHIEF_BY_CHIEF.0),
    (Decision::ChiefCaptured, CHIEF_CAPTURED.0),
];

impl Notation for Jetan {
    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        let _ = write!(out, "{}{}", mv.from, mv.to);
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Fault> {
        let (from, to) = GRID.read_step(text, "two squares such as D2D3")?;
        self.judge(position, from.into(), to.into())
    }

    fn write_position(&self, position: &Position) -> String {
        let board = GRID.write_board(|at| match position.at(at.into()) {
            Some((side, piece)) => piece.letter(side),
            None => '.',
        });
        let turn = Self::CARD.players[position.turn as usize];
        let escapes = match position.escapes {
            [true, true] => "Rr",
            [true, false] => "R",
            [false, true] => "r",
            [false, false] => "-",
        };
        let decided = DECISIONS.iter().find(|(decision, _)| position.decision == Some(*decision));
        let decided = decided.map_or("-", |(_, name)| name);
        format!("{board} {turn} {escapes} {} {} {decided}", position.quiet, position.plies)
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        let names = "board, whose turn, escapes left, plies since the last capture, plies played, \
                     how a capture ended the game";
        let [board, turn, escapes, quiet, plies, decided] = fields(text, names)?;
        let mut position = read_board(board)?;
        position.turn = Side::ALL[player(turn, Self::CARD.players)?.index()];
        position.escapes = match escapes {
            "Rr" => [true, true],
            "R" => [true, false],
            "r" => [false, true],
            "-" => [false, false],
            _ => return Err(TextError::new(escapes, "the escapes left: Rr, R, r or -")),
        };
        let plies_max = u64::from(self.plies_max());
        position.plies = counter(plies, "plies played", plies_max)? as u32;
        if position.plies % 2 != position.turn as u32 {
            let expected = "plies played, an even number when Black is to move and an odd one when \
                            Orange is";
            return Err(TextError::new(plies, expected));
        }
        let name = "plies since the last capture";
        position.quiet = counter(quiet, name, u64::from(position.plies))? as u32;
        position.decision = match DECISIONS.iter().find(|(_, name)| *name == decided) {
            Some((decision, _)) => Some(*decision),
            None if decided == "-" => None,
            None => {
                let names = DECISIONS.map(|(_, name)| name).join(", ");
                let expected = format!("how a capture ended the game: - or {names}");
                return Err(TextError::new(decided, expected));
            }
        };
        self.check_decision(&position, decided)?;
        self.check_leaders(&position, board)?;
        Ok(position)
    }

    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let (turn, other) = (position.turn, position.turn.other());
        if outcome.reason == TIME {
            let loser =
                if outcome.payoffs[Side::Black.player()] < 0 { Side::Black } else { Side::Orange };
            return format!("{} ran out of time: {} wins", loser.name(), loser.other().name());
        }
        let (turn_name, other_name) = (turn.name(), other.name());
        // A position read from text does not tell where the last capture was.
        let square = position.decided_on.0;
        let capturer = square.and_then(|square| position.at(square));
        let who = match capturer {
            Some((_, piece)) => format!("{other_name}'s {}", piece.name()),
            None if outcome.reason == CHIEF_BY_CHIEF => format!("{other_name}'s Chief"),
            None => other_name.to_string(),
        };
        let on = square.map(|square| format!(" on {square}")).unwrap_or_default();
        match outcome.reason {
            PRINCESS_CAPTURED => {
                format!("{who} captured {turn_name}'s Princess{on}: {other_name} wins")
            }
            CHIEF_BY_CHIEF => {
                format!("{who} captured {turn_name}'s Chief{on}: {other_name} wins")
            }
            CHIEF_CAPTURED => format!("{who} captured {turn_name}'s Chief{on}: a tie"),
            WEAKENED_FORCES => "both sides have three or fewer pieces that are not Panthans, and \
                                the last 10 moves had no capture: a tie"
                .into(),
            PLY_LIMIT => {
                format!("both players have made {} moves: a tie", self.options.max_moves)
            }
            NO_LEGAL_MOVE => format!("{turn_name} has no legal move: a tie"),
            reason => reason.0.into(),
        }
    }

    fn facts(&self, position: &Position) -> Vec<Fact> {
        let (mut attacked, mut available, mut escapes) = (false, false, 0);
        if let Some(from) = position.officer(position.turn, PRINCESS) {
            let princess = self.princess(position, from);
            (attacked, available) = (princess.attacked, princess.may_escape);
            if available && !self.is_finished(position) {
                escapes = self.escapes(position, from).into_iter().map(u64::count_ones).sum();
            }
        }
        let each =
            |count: &dyn Fn(Side) -> usize| Side::ALL.map(|side| count(side).to_string()).join(",");
        let left = each(&|side| usize::from(position.escapes[side as usize]));
        let forces = each(&|side| position.officer_count(side));
        vec![
            Fact::new("princess_attacked", "the mover's Princess is attacked", attacked),
            Fact::new("escape_available", "she may use the escape", available),
            Fact::new("escape_moves", "squares she may escape to", escapes),
            Fact::new("escapes_left", "escapes left, Black's and Orange's", left),
            Fact::new("forces", "pieces but Panthans, Black's and Orange's", forces),
            Fact::new("quiet", "plies since the last capture", position.quiet),
        ]
    }
}

impl Jetan {
    fn check_decision(&self, position: &Position, decided: &str) -> Result<(), TextError> {
        let Some(decision) = position.decision else { return Ok(()) };
        let (index, piece) = match decision {
            Decision::PrincessCaptured => (PRINCESS, Piece::Princess),
            Decision::ChiefByChief | Decision::ChiefCaptured => (CHIEF, Piece::Chief),
        };
        let (turn, other) = (position.turn, position.turn.other());
        let plays_on = self.options.chief_taken == ChiefTaken::PlayOn;
        let expected = if position.quiet != 0 || position.plies == 0 {
            "-, as the last ply was no capture".into()
        } else if decision == Decision::ChiefCaptured && plays_on {
            "-, as a captured Chief does not end the game with chief-taken=play-on".into()
        } else if position.officer(turn, index).is_some() {
            format!("-, as {}'s {} is on the board", turn.name(), piece.name())
        } else if decision == Decision::ChiefByChief && position.officer(other, CHIEF).is_none() {
            format!("a Chief of {} that captured, on the board", other.name())
        } else {
            return Ok(());
        };
        Err(TextError::new(decided, expected))
    }

    fn check_leaders(&self, position: &Position, board: &str) -> Result<(), TextError> {
        for side in Side::ALL {
            let lost = |decisions: &[Decision]| {
                side == position.turn
                    && position.decision.is_some_and(|decision| decisions.contains(&decision))
            };
            let princess = lost(&[Decision::PrincessCaptured]);
            let chief = lost(&[Decision::ChiefByChief, Decision::ChiefCaptured])
                || self.options.chief_taken == ChiefTaken::PlayOn;
            for (index, piece, may_lack) in
                [(PRINCESS, Piece::Princess, princess), (CHIEF, Piece::Chief, chief)]
            {
                if position.officer(side, index).is_none() && !may_lack {
                    let letter = piece.letter(side);
                    let expected =
                        format!("{}'s {} '{letter}' on the board", side.name(), piece.name());
                    return Err(TextError::new(board, expected));
                }
            }
        }
        Ok(())
    }
}

pub(super) fn read_board(board: &str) -> Result<Position, TextError> {
    let mut position = Position::empty();
    let mut counts = [[0; Piece::ALL.len()]; 2];
    for (at, letter) in GRID.read_board(board)? {
        if letter == '.' {
            continue;
        }
        let piece = u8::try_from(letter).ok().and_then(Piece::from_letter);
        let Some(piece) = piece else {
            let expected =
                format!("'.' or one of WPDFTCRA (Black's) or wpdftcra (Orange's) on {at}");
            return Err(TextError::new(letter, expected));
        };
        let side = if letter.is_ascii_uppercase() { Side::Black } else { Side::Orange };
        let count = &mut counts[side as usize][piece as usize];
        *count += 1;
        if *count > piece.count() {
            return Err(TextError::new(board, format!("at most {} '{letter}'", piece.count())));
        }
        let behind = if side == Side::Black { 0 } else { SIZE - 1 };
        if piece == Piece::Panthan && at.row == behind {
            let why = "as a Panthan never moves backward";
            return Err(TextError::new(letter, format!("another piece or '.' on {at}, {why}")));
        }
        position.put(side, piece, at.into());
    }
    Ok(position)
}
