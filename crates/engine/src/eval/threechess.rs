//! What a position of ThreeChess is worth.
//!
//! A captured King ends the game for all: its captor wins, its owner loses, the third player gets as much
//! as for a draw, which is nothing. So values are around nothing where all three have equal chances. Most
//! of what a player owns counts double against what each of the others owns: an exchange gains the
//! third player as much as it costs the two who made it. Threats to a King are between two players.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod learned;
mod sight;

use manator_core::{Game, Player};
use manator_games::bits::count_few;
use manator_games::threechess::{ByKind, Kind, Move, Position, Square, ThreeChess};
use manator_search::strong::Tuning;
use manator_search::{Guide, Score};

use super::learned::Sight;
use super::{Evaluation, Evaluations};
use crate::book::Book;
use crate::catalog::{Played, Players, Stable};
use crate::level::Levels;

evaluations! {
    ThreeChessEval {
        Learned "learned": "the sums of safety and attacks around Kings, weighed by training",
        Safety "safety": "Kings in danger and pieces that hang, by who moves next; mobility as well",
        Mobility "mobility": "pieces, how far Pawns have come, and the squares attacked",
        Material "material": "the values of the pieces, one's own counting a tenth more than others'",
    }
}

impl Played for ThreeChess {
    const STABLE: &'static dyn Stable = &Players::<ThreeChess, ThreeChessEval>::three();
}

impl Evaluations<ThreeChess> for ThreeChessEval {
    const ALL: &'static [Evaluation<Self>] = Self::LISTED;
    const LEVELS: Levels = Levels::of([(40, 300), (16, 110), (6, 60), (6, 70), (5, 60), (0, 5)])
        .rated([(1000, 41), (1141, 34), (1224, 32), (1342, 33), (1381, 33), (1448, 35)]);
    const TUNING: Option<Tuning> = None;
    const BOOK: Option<Book<'static>> = Some(Book::new(include_str!("../books/threechess.book")));
    const SIGHT: Option<&'static dyn Sight> = Some(&sight::ThreeChessSight);
    const PUZZLES: Option<&'static str> = Some(include_str!("../../puzzles/threechess.txt"));
    const EXAMPLE: Option<&'static str> = Some(include_str!("../../played/threechess.txt"));
}

impl Guide<ThreeChess> for ThreeChessEval {
    fn evaluate(&self, game: &ThreeChess, position: &Position, player: Player) -> i32 {
        let field = || Field::new(position, game.to_move(position));
        match self {
            ThreeChessEval::Learned => learned::value(&field(), player),
            ThreeChessEval::Safety => field().evaluate(player, &SAFETY),
            ThreeChessEval::Mobility => field().evaluate(player, &MOBILITY),
            ThreeChessEval::Material => {
                let score = |seat| material(&position.army(seat), &SCORES);
                let [own, next, last] = in_turn(player).map(score);
                // Nothing at the start.
                11 * own - 10 * (next + last) + 9 * START_SCORE
            }
        }
    }

    fn is_noisy(&self, _game: &ThreeChess, position: &Position, mv: Move) -> bool {
        position.piece(mv.to).is_some() || promotes(kind_on(position, mv.from), mv)
    }

    fn promise(&self, game: &ThreeChess, position: &Position, mv: Move) -> i32 {
        let mover = game.to_move(position);
        let kind = kind_on(position, mv.from);
        let promoted = if promotes(kind, mv) { PIECES[Kind::Queen as usize] } else { 0 };
        let gain = match position.piece(mv.to) {
            Some((_, Kind::King)) => return PROMISE_OF_WIN,
            Some((_, victim)) => PIECES[victim as usize],
            None if promoted == 0 => return quiet_promise(kind, mv, mover),
            None => 0,
        };
        let risk = PIECES[kind as usize];
        // Only a capture by something dearer has to be asked whether it is paid back.
        if risk > gain && position.attackers(mv.to) & !position.owned(mover) != 0 {
            return gain - risk;
        }
        PROMISE_OF_GAIN + 16 * (gain + promoted) - risk
    }

    fn is_exposed(
        &self,
        _game: &ThreeChess,
        position: &Position,
        player: Player,
        by: Player,
    ) -> bool {
        position.king(player).is_some_and(|king| attacked(position, king, position.owned(by)))
    }

    fn neither(&self) -> i32 {
        NEITHER
    }

    fn hoped(&self) -> Option<i32> {
        Some(HOPED)
    }

    /// Returns a win where the player to move can capture a King.
    fn solve(&self, game: &ThreeChess, position: &Position) -> Option<Score> {
        let [mover, next, last] = in_turn(game.to_move(position));
        let takes = |owner| {
            position.king(owner).is_some_and(|king| attacked(position, king, position.owned(mover)))
        };
        (takes(next) || takes(last)).then(|| Score::win_in(1))
    }
}

const PLAYERS: usize = 3;
const SEATS: [Player; PLAYERS] = [Player(0), Player(1), Player(2)];
/// What the clock counts for pawn, knight, bishop, rook and queen.
const SCORES: [i32; 5] = [1, 3, 3, 5, 9];
const START_SCORE: i32 = 39;
const PROMISE_OF_WIN: i32 = 1_000_000;
/// The least promise of a capture that is not paid back, above all quiet moves.
const PROMISE_OF_GAIN: i32 = 20_000;
/// What pieces are worth to the order of moves, by the numbers of their kinds.
const PIECES: [i32; 8] = [60, 160, 150, 0, 200, 0, 400, 1000];
/// What it is worth to be able to capture a King at once: more than everything else together.
const CAPTURE: i32 = 100_000;
/// What it is worth that another player captures the third one's King. It counts nothing, but whoever is content
/// with that leaves the wins to others. `docs/strength.md` compares numbers.
const NEITHER: i32 = -1000;

/// What a win is worth that depends on whether an opponent gives up its King to the root player or to the other.
/// With it the most one is ever ahead is less than a likely win.
const HOPED: i32 = 4000;

fn in_turn(player: Player) -> [Player; PLAYERS] {
    let next = player.next(PLAYERS);
    [player, next, next.next(PLAYERS)]
}

fn attacked(position: &Position, square: Square, by: u128) -> bool {
    position.attackers(square) & by != 0
}

fn kind_on(position: &Position, square: Square) -> Kind {
    position.piece(square).map_or(Kind::Pawn, |(_, kind)| kind)
}

fn promotes(kind: Kind, mv: Move) -> bool {
    kind == Kind::Pawn && mv.to.row() == 0
}

/// Sends pawns forward, officers towards the centre and the king away from it.
fn quiet_promise(kind: Kind, mv: Move, mover: Player) -> i32 {
    let centre = |square: Square| {
        let column = i32::from(square.column());
        20 * i32::from(square.row()) + 10 * column.min(7 - column)
    };
    match kind {
        Kind::Pawn => 40 * steps(mv.to, mover) as i32,
        Kind::King => centre(mv.from) - centre(mv.to),
        _ => centre(mv.to) - centre(mv.from),
    }
}

fn count(set: u128) -> i32 {
    set.count_ones() as i32
}

fn count_small(set: u128) -> i32 {
    (count_few(set as u64) + count_few((set >> 64) as u64)) as i32
}

fn material(army: &ByKind, values: &[i32; 5]) -> i32 {
    let sets = [army.pawns, army.knights, army.bishops, army.rooks, army.queens];
    // Promoted pawns included, there are never more than ten of a kind.
    sets.iter().zip(values).map(|(set, value)| value * count_small(*set)).sum()
}

fn progress(mut pawns: u128, player: Player, values: &[i32; 6]) -> i32 {
    pawns &= !(0xFF00 << (32 * player.0));
    let mut worth = 0;
    while let Some(square) = Square::first_of(pawns) {
        worth += values[steps(square, player)];
        pawns ^= square.bit();
    }
    worth
}

fn steps(square: Square, player: Player) -> usize {
    let row = usize::from(square.row());
    if square.section() == player.0 { row.saturating_sub(1) } else { 6 - row }
}

struct Weights {
    pieces: [i32; 5],
    progress: [i32; 6],
    /// Squares attacked by knights, bishops, rooks, queens, unless a pawn of another player does.
    space: [i32; 4],
    threats: Option<Threats>,
}

struct Threats {
    undeveloped: i32,
    shelter: i32,
    /// Percent of the dearest piece that hangs, by when its attacker moves.
    hanging: [i32; 3],
    /// A king attacked by the next player: that of the player to move, who can still do something about
    /// it, and that of the last, who cannot.
    next_checks: [i32; 2],
    /// A king attacked by the last player: that of the player to move, and that of the next.
    last_checks: [i32; 2],
    /// How many times a check counts if the king has no square to flee to.
    no_flight: i32,
}

/// Chosen by hand, with paranoid search of 2 plies. One with all of it among two without some of it gets,
/// in 120 games, 0.61 a game more than nothing by knowing what hangs, and 0.29 by knowing checks. Pressure
/// on the squares around Kings gained nothing (0.02), nor did other weights near these in 480 games.
const SAFETY: Weights = Weights {
    pieces: [60, 160, 150, 200, 400],
    progress: [0, 4, 10, 20, 50, 120],
    space: [4, 4, 3, 2],
    threats: Some(Threats {
        undeveloped: 10,
        shelter: 8,
        hanging: [70, 40, 25],
        next_checks: [100, 1500],
        last_checks: [60, 60],
        no_flight: 3,
    }),
};

const MOBILITY: Weights = Weights { threats: None, ..SAFETY };

struct Side {
    army: ByKind,
    attacks: ByKind,
    all: u128,
}

struct Field {
    sides: [Side; PLAYERS],
    order: [usize; PLAYERS],
}

struct Clash<'a> {
    owner: &'a Side,
    attacker: &'a Side,
    third: &'a Side,
    /// How many moves of others come before the attacker's.
    when: usize,
    escape: usize,
}

impl Field {
    fn new(position: &Position, mover: Player) -> Field {
        let side = |seat| {
            let army = position.army(seat);
            let attacks = position.attacks(seat, &army);
            Side { army, attacks, all: attacks.all() }
        };
        Field { sides: SEATS.map(side), order: in_turn(mover).map(Player::index) }
    }

    fn evaluate(&self, player: Player, weights: &Weights) -> i32 {
        if let Some(value) = self.capture_value(player) {
            return value;
        }
        let mut value = 0;
        for owner in SEATS {
            let share = if owner == player { 2 } else { -1 };
            value += share * self.worth(owner, weights);
            let Some(threats) = &weights.threats else { continue };
            value += share * self.home(owner, threats);
            for (attacker, third) in [(1, 2), (2, 1)] {
                let after = |by| (owner.index() + by) % PLAYERS;
                let when = |seat| self.order.iter().position(|other| *other == seat).unwrap_or(0);
                let clash = Clash {
                    owner: &self.sides[owner.index()],
                    attacker: &self.sides[after(attacker)],
                    third: &self.sides[after(third)],
                    when: when(after(attacker)),
                    escape: when(owner.index()),
                };
                value -= share * clash.hanging(weights) * threats.hanging[clash.when] / 100;
                if owner == player {
                    value -= clash.danger(threats);
                } else if after(attacker) == player.index() {
                    value += clash.danger(threats);
                }
            }
        }
        value
    }

    fn capture_value(&self, player: Player) -> Option<i32> {
        let [mover, next, last] = self.order;
        let falls =
            [next, last].map(|owner| self.sides[mover].all & self.sides[owner].army.king != 0);
        match falls {
            [false, false] => None,
            _ if player.index() == mover => Some(CAPTURE),
            [true, true] => Some(-CAPTURE / 2),
            [of_next, _] => {
                Some(if of_next == (player.index() == next) { -CAPTURE } else { NEITHER })
            }
        }
    }

    fn worth(&self, player: Player, weights: &Weights) -> i32 {
        let Side { army, attacks, .. } = &self.sides[player.index()];
        let others = in_turn(player).map(|seat| self.sides[seat.index()].attacks.pawns);
        let open = !(army.all() | others[1] | others[2]);
        let sets = [attacks.knights, attacks.bishops, attacks.rooks, attacks.queens];
        let space: i32 =
            sets.iter().zip(&weights.space).map(|(set, value)| value * count(set & open)).sum();
        material(army, &weights.pieces) + progress(army.pawns, player, &weights.progress) + space
    }

    fn home(&self, player: Player, threats: &Threats) -> i32 {
        let Side { army, attacks, .. } = &self.sides[player.index()];
        let back_row = 0xFF << (32 * player.0);
        threats.shelter * count_small(attacks.king & army.pawns)
            - threats.undeveloped * count_small((army.knights | army.bishops) & back_row)
    }
}

impl Clash<'_> {
    fn hanging(&self, weights: &Weights) -> i32 {
        let (army, by) = (&self.owner.army, &self.attacker.attacks);
        let unguarded = self.attacker.all & !self.owner.all & !self.third.all;
        let minor = unguarded | by.pawns;
        let rook = minor | by.knights | by.bishops;
        let in_danger = [
            army.pawns & unguarded,
            army.knights & minor,
            army.bishops & minor,
            army.rooks & rook,
            army.queens & (rook | by.rooks),
        ];
        let values = in_danger.iter().zip(&weights.pieces);
        values.filter(|(set, _)| **set != 0).map(|(_, value)| *value).max().unwrap_or(0)
    }

    fn danger(&self, threats: &Threats) -> i32 {
        let (army, ring) = (&self.owner.army, self.owner.attacks.king);
        if self.attacker.all & army.king == 0 {
            return 0;
        }
        let checks = if self.when == 1 { threats.next_checks } else { threats.last_checks };
        let danger = checks[usize::from(self.escape != 0)];
        let flight = ring & !(army.all() | self.attacker.all | self.third.all);
        if flight == 0 { danger * threats.no_flight } else { danger }
    }
}
