//! What a position of King's Court is worth.
//!
//! This game's check is a chain that empties the Court. The rulebook tells it from the board exactly, so a
//! search sees a win one ply early. Looking one ply deeper where it is threatened gained nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod learned;
mod sight;

use manator_core::Player;
use manator_games::kings_court::{COURT, KingsCourt, Move, Position, Reach};
use manator_search::{Guide, Score};

use self::sight::KingsCourtSight;
use super::learned::Sight;
use super::{Evaluation, Evaluations};
use crate::book::Book;
use crate::catalog::{Played, Players, Stable};
use crate::level::Levels;
use crate::solve::kings_court as endings;

evaluations! {
    /// The evaluations of King's Court, in hundredths of a piece.
    KingsCourtEval {
        Learned "learned": "what balanced looks at, weighed as self-play taught it, and a small net on the board",
        Balanced "balanced": "pieces, the Court and its safety, ways into it, captures to come",
        Attack "attack": "like balanced, but for captures to come rather than safety",
        Court "court": "pieces in the Court, above all those that cannot be jumped over",
        Material "material": "the number of pieces",
    }
}

impl Played for KingsCourt {
    const STABLE: &'static dyn Stable = &Players::<KingsCourt, KingsCourtEval>::two(3);
}

impl Evaluations<KingsCourt> for KingsCourtEval {
    const ALL: &'static [Evaluation<Self>] = Self::LISTED;
    const LEVELS: Levels = Levels::of([
        (15, 150),
        (26, 250),
        (25, 230),
        (16, 125),
        (9, 80),
        (3, 40),
    ])
    .rated([(1000, 121), (1394, 85), (1809, 70), (2131, 73), (2662, 101), (3004, 115)]);
    const BOOK: Option<Book<'static>> = Some(Book::new(include_str!("../books/kings_court.book")));
    const PUZZLES: Option<&'static str> = Some(include_str!("../../puzzles/kings_court.txt"));
    const EXAMPLE: Option<&'static str> = Some(include_str!("../../played/kings_court.txt"));
    /// A lead that decides: of 150 openings 19 were so far apart, and the leader won 18 of them between
    /// champions with 3,000 nodes a move; from 200 on 39 of 45. That was with `balanced`, in whose units `learned` is
    /// trained.
    const DECISIVE_LEAD: Option<i32> = Some(300);
    const SIGHT: Option<&'static dyn Sight> = Some(&KingsCourtSight);
}

impl Guide<KingsCourt> for KingsCourtEval {
    fn evaluate(&self, game: &KingsCourt, position: &Position, player: Player) -> i32 {
        let (mover, other) = (position.to_move, position.to_move.next(2));
        let value = match self {
            KingsCourtEval::Learned => learned(game, position),
            KingsCourtEval::Balanced => weigh(&BALANCED, game, position),
            KingsCourtEval::Attack => weigh(&ATTACK, game, position),
            KingsCourtEval::Court => court_worth(position, mover) - court_worth(position, other),
            KingsCourtEval::Material => {
                let count = |player| position.pieces(player).count_ones() as i32;
                100 * (count(mover) - count(other))
            }
        };
        if player == mover { value } else { -value }
    }

    fn evaluate_unsolved(&self, game: &KingsCourt, position: &Position, player: Player) -> i32 {
        match self {
            KingsCourtEval::Learned => {
                let value = feared(game, position, learned::value(position));
                if player == position.to_move { value } else { -value }
            }
            _ => self.evaluate(game, position, player),
        }
    }

    /// Returns whether a move captures anything.
    ///
    /// Leaving exchanges of single pieces out loses 45 to 64 of 120 games at 10,000 nodes a move.
    fn is_noisy(&self, _game: &KingsCourt, _position: &Position, mv: Move) -> bool {
        mv.captured != 0
    }

    fn promise(&self, _game: &KingsCourt, position: &Position, mv: Move) -> i32 {
        let captured = mv.captured;
        let (from, to) = mv.ends(position);
        let entered = i32::from(to & COURT != 0) - i32::from(from & COURT != 0);
        if captured == 0 {
            return 1000 * entered;
        }
        if empties_court(position, mv) {
            return PROMISE_OF_WIN;
        }
        let (all, inside) = (captured.count_ones(), (captured & COURT).count_ones());
        (4000 * all + 2000 * inside) as i32 + 1000 * entered
    }

    fn margin(&self) -> Option<i32> {
        Some(MARGIN)
    }

    fn solve(&self, game: &KingsCourt, position: &Position) -> Option<Score> {
        if position.can_win(position.to_move) {
            return Some(Score::win_in(1));
        }
        endings::find(game, position)
    }
}

const PROMISE_OF_WIN: i32 = 200_000;
/// With the other changes of its time: 60.5 % (54.5 to 66.5) of 200 games at 2,700 nodes a move against
/// 3,000 before, in 5 % more time.
const MARGIN: i32 = 60;
const WINS_NEXT: i32 = 20_000;
/// From how many moves before the quiet limit on an advantage counts less and less.
///
/// At the limit both lose: whoever is ahead has to capture something first, and whoever is behind does
/// not have to.
const QUIET_HORIZON: i32 = 20;

/// The squares of one colour; jumps cross only those of the other.
const EVEN: u64 = 0xAA55_AA55_AA55_AA55;
const THRESHOLD: u64 = 0x007E_4242_4242_7E00;

struct Weights {
    piece: i32,
    /// A hundredth of all pieces more than the other side: fewer pieces make each of them weigh more.
    share: i32,
    court: i32,
    /// A piece in the Court that nothing can jump over.
    guarded: i32,
    /// Pieces in the Court on both colours, which no single chain can take.
    colours: i32,
    /// Each pair of pieces in the Court on different colours.
    pair: i32,
    sole: i32,
    threshold: i32,
    /// An empty square outside the Court within reach: a gap in one's own lines.
    gap: i32,
    way_in: i32,
    /// An enemy that can be captured now; the second is for the side not to move.
    capture: [i32; 2],
    /// As much again if it is in the Court.
    capture_in_court: [i32; 2],
    /// The side not to move threatens to win.
    threat: i32,
    tempo: i32,
}

/// Fitted by logistic regression to the results of 1,000 games played by an earlier fit, 2 plies deep.
const BALANCED: Weights = Weights {
    piece: 57,
    share: 13,
    court: 81,
    guarded: 7,
    colours: 42,
    pair: -56,
    sole: 5,
    threshold: 29,
    gap: -11,
    way_in: 18,
    capture: [26, 18],
    capture_in_court: [41, 37],
    threat: 44,
    tempo: 7,
};

const ATTACK: Weights = Weights {
    guarded: 0,
    gap: 0,
    way_in: 25,
    capture: [45, 20],
    capture_in_court: [60, 37],
    threat: 80,
    ..BALANCED
};

fn learned(game: &KingsCourt, position: &Position) -> i32 {
    if position.can_win(position.to_move) {
        return WINS_NEXT;
    }
    feared(game, position, learned::value(position))
}

/// Returns less and less of an advantage the nearer the quiet limit is.
fn feared(game: &KingsCourt, position: &Position, value: i32) -> i32 {
    let left = i32::from(game.quiet_limit) + 1 - i32::from(position.quiet);
    value * left.clamp(1, QUIET_HORIZON) / QUIET_HORIZON
}

fn weigh(weights: &Weights, game: &KingsCourt, position: &Position) -> i32 {
    let (mover, other) = (position.to_move, position.to_move.next(2));
    if position.can_win(mover) {
        return WINS_NEXT;
    }
    let (mine, theirs) = (position.reach(mover), position.reach(other));
    let mut value =
        weights.tempo + weights.camp(position, mover, mine) - weights.camp(position, other, theirs);
    let [now, later] = [(mine, 0), (theirs, 1)].map(|(reach, turn)| {
        weights.capture[turn] * count(reach.captures)
            + weights.capture_in_court[turn] * count(reach.captures & COURT)
    });
    value += now - later;
    let [own, enemies] = [mover, other].map(|player| count(position.pieces(player)));
    value += weights.share * 100 * (own - enemies) / (own + enemies);
    if position.can_win(other) {
        value -= weights.threat;
    }
    feared(game, position, value)
}

impl Weights {
    fn camp(&self, position: &Position, player: Player, reach: Reach) -> i32 {
        let own = position.pieces(player);
        let court = own & COURT;
        let (even, odd) = (count(court & EVEN), count(court & !EVEN));
        let pairs = even.min(odd);
        self.piece * count(own)
            + self.court * (even + odd)
            + self.guarded * count(court & position.guarded(player))
            + self.colours * pairs.min(1)
            + self.pair * pairs
            + self.sole * i32::from(even + odd == 1)
            + self.threshold * count(own & THRESHOLD)
            + self.gap * count(reach.squares & !COURT)
            + self.way_in * count(reach.squares & COURT)
    }
}

fn court_worth(position: &Position, player: Player) -> i32 {
    let court = position.pieces(player) & COURT;
    let both = court & EVEN != 0 && court & !EVEN != 0;
    60 * count(court) + 40 * count(court & position.guarded(player)) + 60 * i32::from(both)
}

fn empties_court(position: &Position, mv: Move) -> bool {
    position.pieces(position.to_move.next(2)) & COURT & !mv.captured == 0
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
