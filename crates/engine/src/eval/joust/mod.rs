//! What a position of Joust is worth.
//!
//! A knight changes colour with every move. So whether the knights stand on squares of the same colour
//! when a player is to move stays the same for that player throughout the game. The one who always
//! finds them on the same colour is the hunter: only its moves can burn squares the other was about to
//! use. While the knights can meet the hunter wins almost always; once they cannot, the rest is two
//! walks, and the longer one wins.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod path;
pub mod reach;

use std::sync::Arc;

use manator_core::{Game, Player, Settings, Table};
use manator_games::joust::{BLACK, DECIDED, Joust, Move, Position, Squares};
use manator_search::{Guide, Limits, Score};

use self::path::{Side, Walker};
use self::reach::{moves_at_most, private_region, region};
use super::{Evaluation, Evaluations};
use crate::agent::Agent;
use crate::catalog::{Played, Players, Stable};
use crate::jouster::Jouster;
use crate::level::Levels;
use crate::options::OwnLimits;
use crate::solve::joust::Solver;

evaluations! {
    JoustEval {
        Territory "territory": "the squares each knight reaches first, well connected ones most",
        Region "region": "the squares each knight can reach at all, and who hunts whom",
        Mobility "mobility": "the course program's: the moves of one knight less those of the other",
    }
}

/// What the solver may remember of a board, in MiB.
const SOLVED_MIB: usize = 4;

impl Played for Joust {
    const STABLE: &'static dyn Stable = &Players::<Joust, JoustEval>::two(6);
}

impl Evaluations<Joust> for JoustEval {
    const ALL: &'static [Evaluation<Self>] = Self::LISTED;
    const LEVELS: Levels = Levels::of([(40, 300), (18, 130), (7, 60), (3, 30), (2, 20), (0, 1)])
        .rated([(1000, 27), (1187, 21), (1352, 18), (1527, 18), (1585, 18), (1665, 20)]);
    const PUZZLES: Option<&'static str> = Some(include_str!("../../../puzzles/joust.txt"));
    const EXAMPLE: Option<&'static str> = Some(include_str!("../../../played/joust.txt"));

    fn decided(&self) -> Option<i32> {
        (*self == JoustEval::Mobility).then_some(DECIDED)
    }

    fn solved(game: &Joust, position: &Position, limits: &Limits) -> Option<Player> {
        let wins = Solver::new(SOLVED_MIB).wins(game, position, limits)?;
        let mover = game.to_move(position);
        Some(if wins { mover } else { mover.next(2) })
    }

    fn champion(
        self,
        table: &dyn Table,
        game: &Arc<Joust>,
        limits: &OwnLimits,
        settings: &Settings,
    ) -> Option<Box<dyn Agent>> {
        // Who wants several moves compared is not helped by one that wins.
        let jouster = || Jouster::new(table, game.clone(), self, limits.clone(), settings);
        (settings.integer("lines") == 1).then(|| -> Box<dyn Agent> { Box::new(jouster()) })
    }
}

/// What a square reached first is worth that a walk can pass through.
const PASSABLE: u32 = 10;
/// What it is worth more if it still can when the squares are gone that cannot be passed.
const CORE: u32 = 5;
const LEAD: i32 = 10;
const EXITS: i32 = 20;
/// What a square is worth to the hunter that both can reach.
const HUNT: i32 = 1;
/// What an exit promises, on the scale of a search's history. More exits first, and squares the other
/// could go to: that halves the nodes of plain alpha-beta 7 plies deep.
const EXIT_PROMISE: i32 = 512;
/// How many exits taking one of the other's is worth.
const EXITS_FOR_TAKING: i32 = 3;
/// What a ply rarely changes the weighed territory by. Against none, 2,000 nodes a move: 55.3 ± 2.2 % of
/// 2,000 games on 8 x 8, 52.8 ± 3.1 % of 1,000 on 10 x 10; twice as much does as well. It was chosen
/// after seeing these games.
const TERRITORY_MARGIN: i32 = 30;
/// How many nodes an exact ending may take, so that no single position holds a search up.
const WALK_NODES_MAX: u64 = 1000;

impl Guide<Joust> for JoustEval {
    fn evaluate(&self, game: &Joust, position: &Position, player: Player) -> i32 {
        let value = match (self, game.words) {
            (JoustEval::Mobility, _) => mobility(game, position),
            (JoustEval::Territory, 1) => territory::<1>(game, position),
            (JoustEval::Territory, 2) => territory::<2>(game, position),
            (JoustEval::Territory, _) => territory::<4>(game, position),
            (JoustEval::Region, 1) => regions::<1>(game, position),
            (JoustEval::Region, 2) => regions::<2>(game, position),
            (JoustEval::Region, _) => regions::<4>(game, position),
        };
        if player == game.to_move(position) { value } else { -value }
    }

    fn promise(&self, game: &Joust, position: &Position, mv: Move) -> i32 {
        match game.words {
            1 => promise::<1>(game, position, mv),
            2 => promise::<2>(game, position, mv),
            _ => promise::<4>(game, position, mv),
        }
    }

    fn margin(&self) -> Option<i32> {
        (*self == JoustEval::Territory).then_some(TERRITORY_MARGIN)
    }

    fn solve(&self, game: &Joust, position: &Position) -> Option<Score> {
        match (self, game.words) {
            (JoustEval::Mobility, _) => None,
            (_, 1) => solve::<1>(game, position),
            (_, 2) => solve::<2>(game, position),
            _ => solve::<4>(game, position),
        }
    }
}

/// Returns the document's `staticval`, for the player to move.
fn mobility(game: &Joust, position: &Position) -> i32 {
    let value = game.static_value(position);
    if game.to_move(position) == BLACK { value } else { -value }
}

struct Sight<const N: usize> {
    free: Squares<N>,
    own: u8,
    other: u8,
    own_exits: Squares<N>,
    other_exits: Squares<N>,
}

impl<const N: usize> Sight<N> {
    #[inline]
    fn new(game: &Joust, position: &Position) -> Self {
        let mover = game.to_move(position);
        let (own, other) = (position.knight(mover), position.knight(mover.next(2)));
        let free = position.free();
        Sight {
            free,
            own,
            other,
            own_exits: game.near(own) & free,
            other_exits: game.near(other) & free,
        }
    }
}

/// Weighs the squares that each knight reaches first, the well connected ones most.
///
/// Measured over 400 games on 8 x 8 with 2,000 nodes a move, both seats of every opening: squares that
/// can be passed through score 57 % against the bound by colours, and counting twice over the ones that
/// still can be when the dead ends are gone, another 56 %. Exits and who hunts added nothing.
fn territory<const N: usize>(game: &Joust, position: &Position) -> i32 {
    let sight = Sight::<N>::new(game, position);
    let (mut own_front, mut other_front) = (sight.own_exits, sight.other_exits & !sight.own_exits);
    let (mut own, mut other) = (own_front, other_front);
    let mut unclaimed = sight.free & !(own | other);
    // Both at once: whoever is nearer claims a square, and the player to move if both are equally near.
    while !(own_front | other_front).is_empty() {
        own_front = game.spread(own_front) & unclaimed;
        unclaimed = unclaimed & !own_front;
        other_front = game.spread(other_front) & unclaimed;
        unclaimed = unclaimed & !other_front;
        (own, other) = (own | own_front, other | other_front);
    }
    let room = |knight: u8, squares: Squares<N>| {
        let start = Squares::of(knight);
        let passable = squares & game.spread_twice(squares | start);
        let core = passable & game.spread_twice(passable | start);
        (PASSABLE * passable.count() + CORE * core.count()) as i32
    };
    room(sight.own, own) - room(sight.other, other)
}

/// Weighs the moves that each knight can make at most over all squares it can reach, the squares where
/// the hunter can still meet its prey, and the exits.
///
/// While the board is open both reach the same squares, so it plays no better than exits alone: 52 % of
/// 1,000 games on 8 x 8, 49 % of 600 on 10 x 10.
fn regions<const N: usize>(game: &Joust, position: &Position) -> i32 {
    let sight = Sight::<N>::new(game, position);
    let own = region(game, sight.own, sight.free);
    let other = region(game, sight.other, sight.free);
    let most = |knight, squares| moves_at_most(game, knight, squares) as i32;
    let lead = most(sight.own, own) - most(sight.other, other);
    let exits = sight.own_exits.count() as i32 - sight.other_exits.count() as i32;
    let dark = game.dark_squares::<N>();
    let is_hunter = dark.contains(sight.own) == dark.contains(sight.other);
    let hunt = if is_hunter { HUNT } else { -HUNT };
    LEAD * lead + EXITS * exits + hunt * (own & other).count() as i32
}

fn promise<const N: usize>(game: &Joust, position: &Position, mv: Move) -> i32 {
    let sight = Sight::<N>::new(game, position);
    let exits = (game.near(mv.to) & sight.free).count() as i32;
    let takes_exit = i32::from(sight.other_exits.contains(mv.to));
    EXIT_PROMISE * (exits + EXITS_FOR_TAKING * takes_exit)
}

fn solve<const N: usize>(game: &Joust, position: &Position) -> Option<Score> {
    let sight = Sight::<N>::new(game, position);
    let own = private_region(game, sight.own, sight.free, sight.other_exits)?;
    let mover = Side { knight: sight.own, region: own };
    let other = Side { knight: sight.other, region: region(game, sight.other, sight.free) };
    Some(Walker::new(game, WALK_NODES_MAX).race(mover, other)?.score())
}
