//! The evaluation weighed by hand, which the trained one succeeded.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::jetan::{Jetan, Piece, Position, Side, Squares};

use super::{WINS_NEXT, rows_ahead, value, wins_next};

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

pub(super) fn weigh(game: &Jetan, position: &Position) -> i32 {
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
