//! What the board looks like: exactly the layout that the game's document asks for.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::{ControlFlow, Range};

use manator_core::canvas::Canvas;
use manator_core::grid::{Grid, GridSquare};
use manator_core::notice::{Level, Notice};
use manator_core::view::{Board, Gesture, Label, LabelText, Piece, Placed, Point, TextAt};
use manator_core::{Game, Player, Rulebook, View};

use super::moves;
use super::position::{Action, GRID, Kind, NORTH, Phase, Position, SOUTH, Square};
use super::turn::{Refusal, Refusals};

impl View for Refusal {
    fn board(&self) -> Board {
        let mut board = GRID.chequered('-');
        // The names stand three blanks behind the rows where the sides begin.
        let column = 3 + 2 * u16::from(GRID.columns) - 1 + 3;
        let (middle, bottom) = (board.width / 2.0, board.height);
        let seat = |player: Player, line: u8, y: f32| Label {
            text: LabelText::Seat(player),
            at: TextAt { line: line.into(), column },
            point: Point { x: middle, y },
        };
        board.labels.push(seat(NORTH, 0, -0.5));
        board.labels.push(seat(SOUTH, GRID.rows - 1, bottom + 1.25));
        board.brackets = false;
        board
    }

    fn pieces(&self, position: &Position) -> Vec<Placed> {
        let piece = |square: GridSquare| {
            let (owner, kind) = position.at(square.into())?;
            Some(Placed { cell: GRID.cell(square), piece: look(owner, kind) })
        };
        GRID.squares().filter_map(piece).collect()
    }

    fn gesture(&self, _position: &Position, action: Action) -> Gesture {
        match action {
            Action::Move(mv) => {
                Gesture::Cells([mv.from, mv.to].map(|square| GRID.cell(square.on_grid())).into())
            }
            Action::Accept => Gesture::Button("accept"),
            Action::Refuse => Gesture::Button("reject"),
        }
    }

    fn notices(&self, position: &Position) -> Vec<Notice> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        // The sets are the mover's: what attacks its own king is seen from the other side.
        let attacked = [
            (position.mover.next(2), position.forces().king_attackers),
            (position.mover, position.turned().forces().king_attackers),
        ];
        let names = ["South", "North"];
        let one = |(player, attackers): (Player, u32)| {
            let (code, what) = match attackers {
                0 => return None,
                2.. if self.refusals != Refusals::Never => {
                    let what =
                        "king is attacked in more than one way, and one refusal is not enough";
                    ("king-attacked-twice", what)
                }
                _ => ("king-attacked", "king is attacked"),
            };
            let king = |placed: &Placed| placed.piece == look(player, Kind::King);
            let cell = self.pieces(position).into_iter().find(king)?.cell;
            let own = (player, names[player.index()]);
            Some(Notice::about(Level::Danger, code, own, what).on(cell))
        };
        attacked.into_iter().filter_map(one).collect()
    }

    fn rule(&self, position: &Position) -> &'static str {
        match position.phase {
            _ if self.outcome(position).is_some() => "How it ends",
            Phase::Propose => "How the pieces move",
            Phase::Answer(_) | Phase::Alternate(_) => "A turn",
        }
    }

    fn palette(&self) -> Vec<Piece> {
        let of = |owner| Kind::ALL.into_iter().map(move |kind| look(owner, kind));
        [SOUTH, NORTH].into_iter().flat_map(of).collect()
    }

    /// Nothing is proposed yet.
    fn compose(&self, pieces: &[Placed], turn: Player) -> String {
        let board = GRID.write_pieces(pieces, '-', |piece| piece.letter);
        format!("{board} {} propose -", Self::CARD.players[turn.index()])
    }

    /// A move that waits for its answer is marked; one that was refused is not.
    fn last_move(&self, played: &[Action]) -> Option<usize> {
        match played {
            [before @ .., Action::Refuse] => {
                self.last_move(&before[..before.len().saturating_sub(1)])
            }
            [before @ .., Action::Accept] => before.len().checked_sub(1),
            _ => played.len().checked_sub(1),
        }
    }
}

fn look(owner: Player, kind: Kind) -> Piece {
    Piece { kind: kind.name(), owner: Some(owner), letter: kind.letter(owner) }
}

/// A name, a board, the square whose piece is shown, and the rows drawn: the kings stand on others, unless it is about one.
const DIAGRAMS: [(&str, &str, Square, Range<u8>); 5] = [
    ("pawn", "---K-/-----/-----/-----/-P-N-/--p--/-----/-k---", Square::new(2, 2), 1..4),
    ("knight", "---K-/-----/-----/-----/-----/--n--/-----/-k---", Square::new(2, 2), 1..5),
    ("left-rook", "---K-/-----/---P-/-----/-----/---l-/-----/-k---", Square::new(3, 2), 1..7),
    ("right-rook", "---K-/-----/-P---/-----/-----/-r-n-/-----/-k---", Square::new(1, 2), 1..7),
    ("king", "---K-/-----/-----/-----/-----/-----/-----/N-kpR", Square::new(2, 0), 0..1),
];

/// Draws where a piece goes: `o` on empty squares, `x` on captures.
pub(super) fn diagram(name: &str) -> Option<String> {
    let (_, board, from, rows) = DIAGRAMS.into_iter().find(|(known, ..)| *known == name)?;
    let position = Position::of_board(board, SOUTH);
    let mut targets = Vec::new();
    let _ = moves::visit(&position, |mv| {
        if mv.from == from {
            targets.push(mv.to);
        }
        ControlFlow::<()>::Continue(())
    });
    let grid = Grid { rows: rows.len() as u8, ..GRID };
    let mut pieces = Vec::new();
    for cell in grid.squares() {
        let square = Square::new(cell.column, cell.row + rows.start);
        let there = position.at(square);
        let letter = match (there, targets.contains(&square)) {
            (None, true) => 'o',
            (None, false) => continue,
            (Some(_), true) => 'x',
            (Some((owner, kind)), false) => kind.letter(owner),
        };
        let piece = Piece { kind: "drawn", owner: there.map(|(owner, _)| owner), letter };
        pieces.push(Placed { cell: grid.cell(cell), piece });
    }
    Some(Canvas::diagram(grid.chequered('-'), &pieces))
}
