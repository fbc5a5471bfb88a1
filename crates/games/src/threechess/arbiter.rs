//! Why a move is not legal, in the game's own words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::notation::fault::{self, Code};
use manator_core::{Fault, Player};

use super::notation::title;
use super::piece::Kind;
use super::position::{Board, CASTLINGS, Castling, KING_COLUMN, Move};
use super::square::Direction::{self, Backward, Forward, Left, Right};
use super::square::{COLUMNS, Square};
use super::tables::{DIAGONALS, KING, KNIGHT, PAWN_CAPTURES, STRAIGHTS};

const NO_MOVE: Code = ("no-move", "the move ends where it starts");
const PAWN_STEP: Code = ("pawn-step", "a Pawn moves straight forward onto empty squares only");
const PAWN_CAPTURE: Code = ("pawn-capture", "a Pawn captures only diagonally forward");
const PAWN_DIAGONAL: Code = ("pawn-diagonal", "a Pawn moves diagonally only to capture");
const PAWN_DOUBLE: Code = ("pawn-double", "a Pawn goes two squares only from its own second row");
const PAWN_BACKWARD: Code = ("pawn-backward", "a Pawn never moves backward or sideways");
const CASTLING_KING: Code = ("castling-king", "the King does not stand where it may castle");
const CASTLING_ROOK: Code = ("castling-rook", "the Rook to castle with is missing");
const CASTLING_BLOCKED: Code = ("castling-blocked", "a piece stands between King and Rook");

pub(super) const FAULTS: &[Code] = &[
    NO_MOVE,
    PAWN_STEP,
    PAWN_CAPTURE,
    PAWN_DIAGONAL,
    PAWN_DOUBLE,
    PAWN_BACKWARD,
    CASTLING_KING,
    CASTLING_ROOK,
    CASTLING_BLOCKED,
];

pub(super) fn explain(board: &Board, mv: Move) -> Fault {
    let Move { from, to } = mv;
    let Some((owner, kind)) = board.piece(from) else {
        return Fault::empty_square(&from.to_string());
    };
    if owner != board.player() {
        return Fault::not_your_piece(&from.to_string(), title(owner), kind.title());
    }
    if from == to {
        return Fault::new(NO_MOVE, format!("the {} already stands on {to}", kind.title()));
    }
    match kind {
        Kind::Pawn => pawn(board, mv),
        Kind::Knight if KNIGHT[from.index()] & to.bit() != 0 => own_piece(board, to),
        Kind::Knight => {
            let why = "a Knight jumps two squares one way and one square sideways";
            Fault::new(fault::CANNOT_REACH, format!("{why}, never from {from} to {to}"))
        }
        Kind::King => king(board, mv),
        Kind::Bishop | Kind::Rook | Kind::Queen => slider(board, kind, mv),
    }
}

fn own_piece(board: &Board, square: Square) -> Fault {
    let kind = board.piece(square).map_or("piece", |(_, kind)| kind.title());
    Fault::own_piece(&square.to_string(), kind)
}

fn slider(board: &Board, kind: Kind, mv: Move) -> Fault {
    let straight = STRAIGHTS.iter().map(|step| &step[..]).filter(|_| kind != Kind::Bishop);
    let diagonal = DIAGONALS.iter().flatten().map(|step| &step[..]).filter(|_| kind != Kind::Rook);
    for step in straight.chain(diagonal) {
        let mut blocker = None;
        for square in ray(mv.from, step) {
            if square == mv.to {
                return match blocker {
                    Some(blocker) => Fault::blocked(&Square::to_string(&blocker)),
                    None => own_piece(board, square),
                };
            }
            if blocker.is_none() && board.occupied() & square.bit() != 0 {
                blocker = Some(square);
            }
        }
    }
    let lines = match kind {
        Kind::Bishop => "a Bishop moves only along diagonals",
        Kind::Rook => "a Rook moves only along rows and files",
        _ => "a Queen moves only along rows, files and diagonals",
    };
    let why = format!("{lines}, and none leads from {} to {}", mv.from, mv.to);
    Fault::new(fault::CANNOT_REACH, why)
}

fn ray(from: Square, step: &[Direction]) -> impl Iterator<Item = Square> {
    let next = move |square: &Square| square.steps(step, square.section() != from.section());
    std::iter::successors(next(&from), next)
}

fn pawn(board: &Board, mv: Move) -> Fault {
    let Move { from, to } = mv;
    let abroad = from.section() != board.turn;
    let target = board.piece(to);
    let ahead = from.steps(&[Forward], abroad);
    let two_ahead = from.steps(&[Forward, Forward], abroad);
    let captures = PAWN_CAPTURES[usize::from(abroad)][from.index()] & to.bit() != 0;
    let retreats =
        [[Backward].as_slice(), &[Left], &[Right], &[Backward, Left], &[Backward, Right]];
    if captures {
        return match target {
            Some(_) => own_piece(board, to),
            None => {
                let why = format!("a Pawn moves diagonally only to capture, and {to} is empty");
                Fault::new(PAWN_DIAGONAL, why)
            }
        };
    }
    if Some(to) == two_ahead && (abroad || from.row() != 1) {
        let home = Square::new(board.turn, 0, 1);
        let why = format!("a Pawn goes two squares only from its own second row, {home} to ");
        return Fault::new(PAWN_DOUBLE, why + &Square::new(board.turn, COLUMNS - 1, 1).to_string());
    }
    if let Some(next) = ahead.filter(|next| Some(to) == two_ahead && board.piece(*next).is_some()) {
        return Fault::blocked(&next.to_string());
    }
    if let Some((owner, kind)) = target.filter(|_| Some(to) == ahead || Some(to) == two_ahead) {
        let whose = whose(board, owner);
        let why = "a Pawn moves straight forward onto empty squares only";
        return Fault::new(PAWN_STEP, format!("{why}, and {to} holds {whose} {}", kind.title()));
    }
    if retreats.iter().any(|step| from.steps(step, abroad) == Some(to)) {
        return Fault::new(PAWN_BACKWARD, "a Pawn never moves backward or sideways");
    }
    if target.is_some_and(|(owner, _)| owner != board.player()) {
        let why = format!("a Pawn captures only diagonally forward, never from {from} to {to}");
        return Fault::new(PAWN_CAPTURE, why);
    }
    let why = format!("a Pawn goes one square straight forward, never from {from} to {to}");
    Fault::new(fault::CANNOT_REACH, why)
}

fn whose(board: &Board, owner: Player) -> String {
    if owner == board.player() { "your own".into() } else { format!("{}'s", title(owner)) }
}

fn king(board: &Board, mv: Move) -> Fault {
    let Move { from, to } = mv;
    if KING[from.index()] & to.bit() != 0 {
        return own_piece(board, to);
    }
    let home = |column| Square::new(board.turn, column, 0);
    let castling = CASTLINGS.iter().find(|castling| to == home(castling.king_to));
    if let Some(castling) = castling.filter(|_| from == home(KING_COLUMN)) {
        return castling_fault(board, castling);
    }
    let same_row = (from.section(), from.row()) == (to.section(), to.row());
    if same_row && from.row() == 0 && from.column().abs_diff(to.column()) == 2 {
        let why =
            format!("a King moves one square; to castle it must stand on {}", home(KING_COLUMN));
        return Fault::new(CASTLING_KING, why);
    }
    let why = format!("a King moves one square in any direction, never from {from} to {to}");
    Fault::new(fault::CANNOT_REACH, why)
}

fn castling_fault(board: &Board, castling: &Castling) -> Fault {
    let home = |column| Square::new(board.turn, column, 0);
    let between = (0..COLUMNS).filter(|column| castling.between >> column & 1 == 1).map(home);
    let corner = home(castling.rook_from);
    let rook = board.piece(corner) == Some((board.player(), Kind::Rook));
    match { between }.find_map(|square| Some((square, board.piece(square)?))) {
        Some((square, (owner, kind))) if rook => {
            let whose = whose(board, owner);
            let why = format!("{whose} {} on {square} stands between King and Rook", kind.title());
            Fault::new(CASTLING_BLOCKED, why)
        }
        _ => Fault::new(CASTLING_ROOK, format!("castling needs your Rook on {corner}")),
    }
}
