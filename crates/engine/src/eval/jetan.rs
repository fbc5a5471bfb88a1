//! What a position of Jetan is worth.
//!
//! Most pieces reach whole areas, so the squares a side attacks are gathered as sets, and everything else
//! is read off them. A Chief within reach of the other is always a win for the side to move, because its
//! paths lead back as well: only the Princess can be threatened.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_games::jetan::{Jetan, Move, Piece, Position, SIZE, Side, Square, Squares};
use manator_search::{Guide, Score};

use super::{Evaluation, Evaluations};
use crate::catalog::{HELD_BACK, Played, Players, Stable};

evaluations! {
    /// The evaluations of Jetan, in hundredths of a Panthan.
    JetanEval {
        Princess "princess": "pieces, attacks around the Princesses, escapes, what can be taken",
        Mobility "mobility": "pieces, and how many squares they reach",
        Material "material": "what the pieces are worth to players",
    }
}

impl Played for Jetan {
    const STABLE: &'static dyn Stable = &Players::<Jetan, JetanEval>::two([2, 3], HELD_BACK);
}

impl Evaluations<Jetan> for JetanEval {
    const ALL: &'static [Evaluation<Self>] = Self::LISTED;
    /// A lead that decides, two Dwars. Of 60 openings those less far apart, by up to 559, said nothing about the
    /// result between champions with 2,000 nodes a move; the two beyond were won.
    const DECISIVE_LEAD: Option<i32> = Some(800);
}

impl Guide<Jetan> for JetanEval {
    fn evaluate(&self, game: &Jetan, position: &Position, player: Player) -> i32 {
        let (mover, other) = (position.turn, position.turn.other());
        let value = match self {
            JetanEval::Princess => weigh(game, position),
            JetanEval::Mobility => {
                let worth =
                    |side| material(position, side) + MOBILITY * mobility(game, position, side);
                worth(mover) - worth(other)
            }
            JetanEval::Material => material(position, mover) - material(position, other),
        };
        // Two weakened sides tie unless something is captured soon.
        let value = match game.quiet_left(position) {
            Some(left) => value * (2 + left as i32) / 12,
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

const VALUE_BY_RANK: [i32; 5] = [100, 200, 300, 400, 1000];
/// What the pieces are worth to [`JetanEval::Princess`], in the order of their kinds.
const WORTH: [i32; 8] = [180, 180, 400, 400, 280, 1000, 0, 80];
const MOVES: i32 = 6;
const ADVANCE: i32 = 8;
const SAFE: i32 = 2;
/// An attacked square next to the Princess, or her own.
const BESIEGED: i32 = 30;
/// An officer that attacks one of these squares.
const BESIEGER: i32 = 15;
/// A row the Princess has gone.
const PRINCESS_AHEAD: i32 = 30;
const ESCAPE: i32 = 250;
const DEFENDED: i32 = 10;
/// The part, in percent, of what is en prise to the side to move that counts.
const EN_PRISE_NOW: i32 = 60;
/// The part, in percent, of what is en prise to the other side that counts.
const EN_PRISE_LATER: i32 = 30;
const THREATENED: i32 = 200;
const TEMPO: i32 = 40;

struct Camp {
    worth: i32,
    /// The squares attacked by Panthans, Warriors and Padwars, Thoats, Dwars and Fliers, and the Chief.
    by_rank: [Squares; 5],
    all: Squares,
    besiegers: i32,
}

const fn rank(piece: Piece) -> usize {
    match piece {
        Piece::Panthan => 0,
        Piece::Warrior | Piece::Padwar => 1,
        Piece::Thoat => 2,
        Piece::Dwar | Piece::Flier => 3,
        Piece::Chief | Piece::Princess => 4,
    }
}

impl Camp {
    fn new(game: &Jetan, position: &Position, side: Side) -> Camp {
        let beside =
            position.princess(side.other()).map_or(Squares::EMPTY, |at| Squares::within(at, 1));
        let mut by_rank = [Squares::EMPTY; 5];
        by_rank[0] = game.panthan_attacks(position, side);
        let (mut worth, mut besiegers) = (0, 0);
        for (piece, from) in position.officers(side) {
            if piece == Piece::Princess {
                continue;
            }
            let attack = game.officer_attacks(position, (side, piece), from);
            let set = &mut by_rank[rank(piece)];
            *set = *set | attack.squares;
            worth += WORTH[piece as usize] + MOVES * attack.moves as i32;
            besiegers += i32::from(!(attack.squares & beside).is_empty());
        }
        for panthan in position.panthans(side).squares() {
            worth += WORTH[Piece::Panthan as usize] + ADVANCE * rows_ahead(side, panthan);
        }
        let all = by_rank.into_iter().fold(Squares::EMPTY, |all, set| all | set);
        Camp { worth, by_rank, all, besiegers }
    }

    /// Returns what the other side can win by capturing, piece by piece, as players value them.
    fn en_prise(&self, position: &Position, side: Side, enemies: &Camp) -> i32 {
        let loose = position.panthans(side) & enemies.all & !self.all;
        let mut total = value(Piece::Panthan) * loose.count() as i32;
        for (piece, at) in position.officers(side) {
            if piece == Piece::Princess || !enemies.all.contains(at) {
                continue;
            }
            total += if self.all.contains(at) {
                let least = enemies.by_rank.iter().position(|set| set.contains(at));
                (value(piece) - least.map_or(0, |rank| VALUE_BY_RANK[rank])).max(0)
            } else {
                value(piece)
            };
        }
        total
    }

    fn princess(&self, position: &Position, side: Side, enemies: &Camp) -> i32 {
        let Some(at) = position.princess(side) else { return 0 };
        let occupied = position.pieces(side) | position.pieces(side.other());
        let safe = Squares::within(at, 3) & !(occupied | enemies.all);
        let besieged = Squares::within(at, 1) & enemies.all;
        SAFE * safe.count() as i32
            - BESIEGED * besieged.count() as i32
            - BESIEGER * enemies.besiegers
            - PRINCESS_AHEAD * rows_ahead(side, at)
            + ESCAPE * i32::from(position.escapes[side as usize])
    }
}

fn rows_ahead(side: Side, square: Square) -> i32 {
    match side {
        Side::Black => i32::from(square.row()),
        Side::Orange => i32::from(SIZE - 1 - square.row()),
    }
}

fn weigh(game: &Jetan, position: &Position) -> i32 {
    if wins_next(game, position) {
        return WINS_NEXT;
    }
    let (side, other) = (position.turn, position.turn.other());
    let mine = Camp::new(game, position, side);
    let theirs = Camp::new(game, position, other);
    let threatened = position.princess(side).is_some_and(|at| theirs.all.contains(at));
    TEMPO + mine.worth - theirs.worth + mine.princess(position, side, &theirs)
        - theirs.princess(position, other, &mine)
        + DEFENDED * ((position.pieces(side) & mine.all).count() as i32)
        - DEFENDED * ((position.pieces(other) & theirs.all).count() as i32)
        + theirs.en_prise(position, other, &mine) * EN_PRISE_NOW / 100
        - mine.en_prise(position, side, &theirs) * EN_PRISE_LATER / 100
        - THREATENED * i32::from(threatened)
}
