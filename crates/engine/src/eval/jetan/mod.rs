//! What a position of Jetan is worth.
//!
//! Most pieces reach whole areas, so the squares a side attacks are gathered as sets, and everything else
//! is read off them. A Chief within reach of the other is always a win for the side to move, because its
//! paths lead back as well: only the Princess can be threatened.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod learned;
mod princess;
mod sight;

use manator_core::Player;
use manator_games::jetan::{Jetan, Move, Piece, Position, SIZE, Side, Square};
use manator_search::{Guide, Score};

use self::sight::JetanSight;
use super::learned::Sight;
use super::{Evaluation, Evaluations};
use crate::book::Book;
use crate::catalog::{Played, Players, Stable};
use crate::level::Levels;

evaluations! {
    /// The evaluations of Jetan, in hundredths of a Panthan.
    JetanEval {
        Learned "learned": "what princess looks at and more about Chiefs, weighed as self-play taught it",
        Princess "princess": "pieces, attacks around the Princesses, escapes, what can be taken",
        Mobility "mobility": "pieces, and how many squares they reach",
        Material "material": "what the pieces are worth to players",
    }
}

impl Played for Jetan {
    const STABLE: &'static dyn Stable = &Players::<Jetan, JetanEval>::two(3);
}

impl Evaluations<Jetan> for JetanEval {
    const ALL: &'static [Evaluation<Self>] = Self::LISTED;
    const LEVELS: Levels = Levels::of([(45, 400), (12, 80), (5, 50), (9, 110), (5, 70), (0, 10)])
        .rated([(1000, 46), (1115, 42), (1263, 37), (1476, 29), (1615, 33), (1691, 41)]);
    const BOOK: Option<Book<'static>> = Some(Book::new(include_str!("../../books/jetan.book")));
    const PUZZLES: Option<&'static str> = Some(include_str!("../../../puzzles/jetan.txt"));
    const EXAMPLE: Option<&'static str> = Some(include_str!("../../../played/jetan.txt"));
    /// A lead worth two Dwars. In 12,913 games of the learned evaluation with itself, 400 nodes and 3 random moves
    /// in a hundred, whoever first had it won 65 % and lost 19 %; from 1600 on 91 % and 3 %.
    const DECISIVE_LEAD: Option<i32> = Some(800);
    /// The leader in a few-piece ending went to and fro until the moves were used up.
    const PAST_MAX: usize = 64;
    const SIGHT: Option<&'static dyn Sight> = Some(&JetanSight);
}

impl Guide<Jetan> for JetanEval {
    fn evaluate(&self, game: &Jetan, position: &Position, player: Player) -> i32 {
        let (mover, other) = (position.turn, position.turn.other());
        let value = match self {
            JetanEval::Learned => learned::weigh(game, position),
            JetanEval::Princess => princess::weigh(game, position),
            JetanEval::Mobility => {
                let worth =
                    |side| material(position, side) + MOBILITY * mobility(game, position, side);
                worth(mover) - worth(other)
            }
            JetanEval::Material => material(position, mover) - material(position, other),
        };
        // Two weakened sides tie unless something is captured soon. That is worth hardly anything, or else whoever is ahead
        // exchanges officers rather than come back to where it was.
        let value = match game.quiet_left(position) {
            Some(left) => value * (2 + left as i32) / 96,
            None => value,
        };
        if player == mover.player() { value } else { -value }
    }

    /// Returns whether a move captures something, unless the capturing piece is worth more and would be
    /// lost for it.
    fn is_noisy(&self, game: &Jetan, position: &Position, mv: Move) -> bool {
        let other = position.turn.other();
        position.has_piece(other, mv.to) && !loses_exchange(game, position, mv)
    }

    fn promise(&self, game: &Jetan, position: &Position, mv: Move) -> i32 {
        let (side, other) = (position.turn, position.turn.other());
        if position.has_piece(other, mv.to) {
            let taken = victim(position, mv.to);
            // Great victims first, then small attackers.
            let gain = 16 * value(taken) - value(mv.piece);
            return if loses_exchange(game, position, mv) { gain - LOSING } else { gain };
        }
        let attacks = position
            .princess(other)
            .is_some_and(|at| game.would_attack(position, (side, mv.piece), mv.to, at));
        if attacks { ATTACKS_PRINCESS } else { 0 }
    }

    /// Passes unless the Princess is attacked, or so little is left that having to move may hurt.
    fn pass(&self, game: &Jetan, position: &Position) -> Option<Position> {
        let side = position.turn;
        let enough = position.officers(side).count() > PASSING_OFFICERS_MIN;
        (enough && !is_princess_attacked(game, position, side)).then(|| position.passed())
    }

    fn margin(&self) -> Option<i32> {
        Some(MARGIN)
    }

    /// Returns a win where the Princess, or the Chief by the Chief, can be taken.
    fn solve(&self, game: &Jetan, position: &Position) -> Option<Score> {
        wins_next(game, position).then(|| Score::win_in(1))
    }
}

/// What a losing capture is put behind the others by.
const LOSING: i32 = 40_000;
const ATTACKS_PRINCESS: i32 = 4000;
/// With this many officers passing is no longer tried: two of them are Chief and Princess.
const PASSING_OFFICERS_MIN: usize = 5;
/// Against none: 56.1 % (51.5 to 60.7) of 320 games at 3,000 nodes a move, in 9 % more time.
const MARGIN: i32 = 120;
const WINS_NEXT: i32 = 20_000;
/// What a square within reach is worth to [`JetanEval::Mobility`].
const MOBILITY: i32 = 4;

/// Returns what players hold a piece to be worth; a Princess is not counted.
const fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Panthan => 100,
        Piece::Warrior | Piece::Padwar => 200,
        Piece::Thoat => 300,
        Piece::Dwar | Piece::Flier => 400,
        Piece::Chief => 1000,
        Piece::Princess => 10_000,
    }
}

fn victim(position: &Position, square: Square) -> Piece {
    position.at(square).map_or(Piece::Panthan, |(_, piece)| piece)
}

fn loses_exchange(game: &Jetan, position: &Position, mv: Move) -> bool {
    let other = position.turn.other();
    value(mv.piece) > value(victim(position, mv.to)) && game.is_attacked(position, other, mv.to)
}

fn is_princess_attacked(game: &Jetan, position: &Position, side: Side) -> bool {
    position.princess(side).is_some_and(|at| game.is_attacked(position, side.other(), at))
}

fn wins_next(game: &Jetan, position: &Position) -> bool {
    let (side, other) = (position.turn, position.turn.other());
    let chiefs = position.chief(side).zip(position.chief(other));
    chiefs.is_some_and(|(from, at)| game.would_attack(position, (side, Piece::Chief), from, at))
        || is_princess_attacked(game, position, other)
}

fn material(position: &Position, side: Side) -> i32 {
    let officers = position.officers(side).filter(|(piece, _)| *piece != Piece::Princess);
    let worth: i32 = officers.map(|(piece, _)| value(piece)).sum();
    worth + value(Piece::Panthan) * position.panthans(side).count() as i32
}

fn mobility(game: &Jetan, position: &Position, side: Side) -> i32 {
    let officers = position.officers(side);
    officers
        .map(|(piece, from)| game.officer_attacks(position, (side, piece), from).moves as i32)
        .sum()
}

fn rows_ahead(side: Side, square: Square) -> i32 {
    match side {
        Side::Black => i32::from(square.row()),
        Side::Orange => i32::from(SIZE - 1 - square.row()),
    }
}
