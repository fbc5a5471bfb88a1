//! Paths such as `B6B4D4`, positions such as `2121…/…/1212… first 4 0`, and the arbiter's words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::ops::ControlFlow;

use manator_core::grid::GridSquare;
use manator_core::notation::{counter, fields, player};
use manator_core::{Fact, Fault, Game, Notation, Outcome, Rulebook, TIME, TextError};

use super::moves::{Direction, Move, entry_direction};
use super::paths;
use super::position::{COURT, FIRST, GRID, OPENING_MOVES, PIECES, Position, SECOND, bit};
use super::{
    COURT_EMPTY, DOUBLE_FORFEIT, FIRST_MOVE_MUST_ENTER_COURT, JUMP_TOO_EARLY, KingsCourt,
    LEAVES_COURT_EMPTY, NOT_A_SLIDE_OR_JUMP, NOT_OPPOSITE_DIRECTION, NOTHING_TO_JUMP, NULL_RULE,
    OCCUPIED,
};

const TITLES: [&str; 2] = ["First", "Second"];
const EXAMPLE: &str = "the start and every landing square, such as G5F5 or B6B4D4";

impl Notation for KingsCourt {
    fn write_move(&self, position: &Position, mv: Move, out: &mut String) {
        for square in paths::shortest(position, mv) {
            let _ = write!(out, "{square}");
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Fault> {
        let path = GRID.read_squares(text, EXAMPLE)?;
        let [from, to, rest @ ..] = &path[..] else {
            return Err(Fault::syntax(EXAMPLE));
        };
        if position.enemy & bit(*from) != 0 {
            let owner = TITLES[position.to_move.next(2).index()];
            return Err(Fault::not_your_piece(&from.to_string(), owner, "piece"));
        }
        if position.own & bit(*from) == 0 {
            return Err(Fault::empty_square(&from.to_string()));
        }
        let mv = match direction(*from, *to, 1) {
            Some(direction) if rest.is_empty() => slide(position, *from, *to, direction)?,
            _ => walk(position, &path)?,
        };
        let own = position.own ^ mv.shifted;
        if position.played >= 2 && own & COURT == 0 {
            let why = format!("the Court would hold none of your pieces: {from} holds the last");
            return Err(Fault::new(LEAVES_COURT_EMPTY, why));
        }
        Ok(mv)
    }

    fn write_position(&self, position: &Position) -> String {
        let board = GRID.write_board(|square| match bit(square) {
            square if position.pieces(FIRST) & square != 0 => '1',
            square if position.pieces(SECOND) & square != 0 => '2',
            _ => '.',
        });
        let turn = Self::CARD.players[position.to_move.index()];
        format!("{board} {turn} {} {}", position.played, position.quiet)
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        let [board, turn, played, quiet] =
            fields(text, "board, whose turn, moves played up to 4, moves since the last capture")?;
        let [first, second] = read_board(board)?;
        let to_move = player(turn, Self::CARD.players)?;
        let (own, enemy) = if to_move == FIRST { (first, second) } else { (second, first) };
        let played_max = u64::from(OPENING_MOVES);
        let played = counter(played, "the moves played", played_max)? as u8;
        let quiet_max = u64::from(self.quiet_limit) + 1;
        let quiet = counter(quiet, "the moves since the last capture", quiet_max)? as u16;
        let position = Position { own, enemy, quiet, played, to_move };
        if played < OPENING_MOVES {
            self.check_opening(&position, board, turn)?;
        } else {
            check_later(&position, board)?;
        }
        Ok(position)
    }

    fn describe_outcome(&self, _position: &Position, outcome: &Outcome) -> String {
        if outcome.reason == DOUBLE_FORFEIT {
            let moves = self.quiet_limit + 1;
            return format!("{moves} moves in a row without a capture: both players lose");
        }
        let [loser, winner] =
            if outcome.payoffs[FIRST] < 0 { TITLES } else { [TITLES[1], TITLES[0]] };
        match outcome.reason {
            COURT_EMPTY => format!("{loser} has no piece left in the Court: {winner} wins"),
            TIME => format!("{loser} ran out of time: {winner} wins"),
            _ => format!("{loser} has no legal move: {winner} wins"),
        }
    }

    fn facts(&self, position: &Position) -> Vec<Fact> {
        let paths = if self.is_decided(position) { 0 } else { paths::count(position) };
        let [first, second] =
            [FIRST, SECOND].map(|player| (position.pieces(player) & COURT).count_ones());
        let court = format!("{first},{second}");
        vec![
            Fact::new("quiet", "moves since the last capture", position.quiet),
            Fact::new("court", "pieces in the Court, First's and Second's", court),
            Fact::new("paths", "legal paths, of which several may have one outcome", paths),
        ]
    }
}

/// Returns the direction in which `to` lies exactly `distance` squares from `from`.
fn direction(from: GridSquare, to: GridSquare, distance: u8) -> Option<Direction> {
    let columns = from.column.abs_diff(to.column);
    let rows = from.row.abs_diff(to.row);
    match (columns, rows) {
        (0, rows) if rows == distance && to.row > from.row => Some(Direction::North),
        (0, rows) if rows == distance => Some(Direction::South),
        (columns, 0) if columns == distance && to.column > from.column => Some(Direction::East),
        (columns, 0) if columns == distance => Some(Direction::West),
        _ => None,
    }
}

/// Judges a slide, but for the piece it may owe the Court.
fn slide(
    position: &Position,
    from: GridSquare,
    to: GridSquare,
    direction: Direction,
) -> Result<Move, Fault> {
    if position.empty() & bit(to) == 0 {
        return Err(Fault::new(OCCUPIED, format!("{to} is occupied")));
    }
    if position.played < 2 && COURT & bit(to) == 0 {
        let why =
            format!("the first move of each player must enter the Court, and {to} is outside");
        return Err(Fault::new(FIRST_MOVE_MUST_ENTER_COURT, why));
    }
    if position.played == 1 && direction != entry_direction(position).opposite() {
        let entered = entry_direction(position);
        let answer = entered.opposite();
        let why = format!("First entered the Court {entered}, so Second must enter it {answer}");
        return Err(Fault::new(NOT_OPPOSITE_DIRECTION, why));
    }
    Ok(Move { shifted: bit(from) | bit(to), captured: 0 })
}

/// Judges a chain of jumps, but for the piece it may owe the Court.
fn walk(position: &Position, path: &[GridSquare]) -> Result<Move, Fault> {
    let start = path.first().copied().map_or(0, bit);
    let free = position.empty() | start;
    let mut captured = 0;
    let mut square = start;
    let mut visited = start;
    for (from, to) in path.iter().zip(path.iter().skip(1)) {
        let Some(direction) = direction(*from, *to, 2) else {
            return Err(Fault::new(NOT_A_SLIDE_OR_JUMP, no_jump(*from, *to)));
        };
        square = bit(*to);
        let jumped = direction.step(bit(*from));
        if jumped & captured != 0 {
            let why = format!(
                "nothing to jump between {from} and {to}: the piece there is already captured"
            );
            return Err(Fault::new(NOTHING_TO_JUMP, why));
        }
        if jumped & (position.own | position.enemy) == 0 {
            let why = format!("nothing to jump between {from} and {to}");
            return Err(Fault::new(NOTHING_TO_JUMP, why));
        }
        if free & square == 0 {
            return Err(Fault::new(OCCUPIED, format!("{to} is occupied")));
        }
        if position.played < OPENING_MOVES {
            let why = "each player's first two moves must be slides, and this is a jump";
            return Err(Fault::new(JUMP_TOO_EARLY, why));
        }
        if jumped & position.enemy != 0 {
            captured |= jumped;
            visited = 0;
        }
        if visited & square != 0 {
            return Err(Fault::new(NULL_RULE, format!("returns to {to} without a capture")));
        }
        visited |= square;
    }
    Ok(Move { shifted: start ^ square, captured })
}

fn no_jump(from: GridSquare, to: GridSquare) -> String {
    match direction(from, to, 1) {
        Some(_) => format!("{from} to {to} is a slide, which cannot be part of a longer move"),
        None => format!("{from} to {to} is neither a slide nor a jump"),
    }
}

fn read_board(board: &str) -> Result<[u64; 2], TextError> {
    let mut pieces = [0; 2];
    for (square, letter) in GRID.read_board(board)? {
        match letter {
            '1' => pieces[0] |= bit(square),
            '2' => pieces[1] |= bit(square),
            '.' => {}
            _ => return Err(TextError::new(letter, format!("'1', '2' or '.' on {square}"))),
        }
    }
    for (set, title) in pieces.iter().zip(TITLES) {
        let count = set.count_ones();
        if count > PIECES {
            let expected = format!("at most {PIECES} pieces of {title}, not {count}");
            return Err(TextError::new(board, expected));
        }
    }
    Ok(pieces)
}

impl KingsCourt {
    fn check_opening(&self, position: &Position, board: &str, turn: &str) -> Result<(), TextError> {
        let played = position.played;
        if u16::from(played) != position.quiet {
            let expected = format!("{played}, as no capture is possible in the opening");
            return Err(TextError::new(position.quiet.to_string(), expected));
        }
        if position.to_move.0 != played % 2 {
            let expected = Self::CARD.players[usize::from(played % 2)];
            let expected = format!("'{expected}', whose turn it is after {played} moves");
            return Err(TextError::new(turn, expected));
        }
        if !self.leads_to(&self.start(), position) {
            let expected = format!("a board that {played} moves of the opening lead to");
            return Err(TextError::new(board, expected));
        }
        Ok(())
    }

    fn leads_to(&self, from: &Position, target: &Position) -> bool {
        if from.played == target.played {
            return from == target;
        }
        let found = self.legal_moves(from, |mv| {
            let mut next = *from;
            next.play(mv);
            if self.leads_to(&next, target) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.is_break()
    }
}

fn check_later(position: &Position, board: &str) -> Result<(), TextError> {
    let Position { own, enemy, quiet, to_move, .. } = *position;
    let mover = TITLES[to_move.index()];
    let other = TITLES[to_move.next(2).index()];
    if enemy & COURT == 0 {
        let expected = format!("a piece of {other}, who has just moved, in the Court");
        return Err(TextError::new(board, expected));
    }
    let all = own.count_ones() + enemy.count_ones() == 2 * PIECES;
    let expected = if quiet == 0 && own.count_ones() == PIECES {
        format!("at least 1, as {mover} has all {PIECES} pieces")
    } else if quiet > 0 && own & COURT == 0 {
        format!("0, as {mover} can only have lost the Court by a capture")
    } else if all && (quiet < u16::from(OPENING_MOVES) || quiet % 2 != u16::from(to_move.0)) {
        let parity = if to_move == FIRST { "even" } else { "odd" };
        format!(
            "an {parity} number from {OPENING_MOVES} on, as nothing was captured and {mover} is to move"
        )
    } else {
        return Ok(());
    };
    Err(TextError::new(quiet.to_string(), expected))
}
