//! The levels: players who look a few plies ahead, overlook moves and misjudge positions, the less the higher.
//!
//! A level is the search of the game's champion in a game where some moves are missing, with an evaluation that is
//! off by a little. Both errors are drawn from the seed and the position, so that another seed is another game, and
//! neither knows a game: errors of evaluation are measured by what random moves change.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use manator_core::random::{SplitMix, mix};
use manator_core::{Game, Outcome, Player, TwoPlayer, legal_list};
use manator_search::strong::Reach;
use manator_search::{Guide, Limits, Report, Score, move_hash};

use crate::searcher::{Searcher, Tell};

/// How a level searches, in every game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    name: &'static str,
    summary: &'static str,
    pub(crate) depth: u32,
    /// Whether it follows exchanges, and sees ends that the rules make certain.
    pub(crate) reach: Reach,
}

const fn level(name: &'static str, summary: &'static str, depth: u32, reach: Reach) -> Level {
    Level { name, summary, depth, reach }
}

/// The levels of the Joust document, whose depths these are.
const ALL: [Level; 6] = [
    level("novice", "depth 1: its own move and no answer", 1, Reach::Uniform),
    level("easy", "depth 2: also the next player's answer", 2, Reach::Uniform),
    level("medium", "depth 3: three moves, whoever makes them", 3, Reach::Uniform),
    level("hard", "depth 4: four moves, and exchanges to their end", 4, Reach::Selective),
    level("ultra", "depth 5: five moves, and exchanges to their end", 5, Reach::Selective),
    level("demigod", "depth 6: six moves, and exchanges to their end", 6, Reach::Selective),
];

/// The mistakes of a level in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mistakes {
    /// How many of its own moves in a hundred it overlooks, anywhere in what it imagines, and of others' a part.
    overlooked_percent: u64,
    /// By how much it misjudges a position at most, in per cent of what a move changes.
    error_percent: i32,
}

/// What the levels are in one game, the weakest first.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// What each overlooks, and by how much it misjudges, as [`Mistakes`] has them.
    mistakes: [(u64, i32); ALL.len()],
    /// The Elo of each and its error, where that was measured.
    ratings: Option<[(i32, i32); ALL.len()]>,
}

impl Levels {
    /// The levels of a game for which nothing else was chosen.
    pub const USUAL: Levels =
        Levels::of([(40, 300), (18, 130), (8, 80), (4, 50), (2, 25), (0, 10)]);

    /// Returns levels with these mistakes. They are chosen so that each level beats the one before it, by no more than
    /// it must: docs/strength.md has the matches.
    pub(crate) const fn of(mistakes: [(u64, i32); ALL.len()]) -> Self {
        Levels { mistakes, ratings: None }
    }

    pub(crate) const fn rated(self, ratings: [(i32, i32); ALL.len()]) -> Self {
        Levels { ratings: Some(ratings), ..self }
    }

    pub(crate) fn ratings(&self) -> Option<Ratings> {
        Some(self.ratings?.map(|(elo, error)| Rating { elo, error }))
    }

    pub(crate) fn mistakes(&self, level: &Level) -> Mistakes {
        // Each looks a ply deeper than the one before it.
        let (overlooked_percent, error_percent) = self.mistakes[level.depth as usize - 1];
        Mistakes { overlooked_percent, error_percent }
    }
}

/// How strong a level is in one game, in Elo beside the other levels, and by how much that may be wrong, 95 %.
///
/// The weakest level has 1000 in every game, so ratings of different games do not compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    pub elo: i32,
    pub error: i32,
}

/// The ratings of all levels of a game, the weakest first.
pub type Ratings = [Rating; ALL.len()];

/// The names of the levels, the weakest first, with what they mean.
pub const LEVELS: &[(&str, &str)] = &{
    let mut named = [("", ""); ALL.len()];
    let mut index = 0;
    while index < ALL.len() {
        named[index] = (ALL[index].name, ALL[index].summary);
        index += 1;
    }
    named
};

pub(crate) fn find(name: &str) -> Option<&'static Level> {
    const { &ALL }.iter().find(|level| level.name == name)
}

/// A game as a level sees it: without the moves that it overlooks.
///
/// A move that is overlooked is so in all of a turn's thoughts. Were it drawn anew in every position, a search would
/// find the line in which every answer is overlooked: in Jetan `easy` lost to `novice`.
pub(crate) struct Fallible<G> {
    game: Arc<G>,
    seed: u64,
    overlooked_percent: u64,
    /// What is overlooked in this turn is drawn from it.
    turn: AtomicU64,
    mover: AtomicU64,
}

/// What others may do is overlooked so many times less often: a single answer that is not seen can lose the game, and a
/// search goes where it sees none.
const OTHERS_PART: u64 = 4;

impl<G: Game> Fallible<G> {
    pub(crate) fn new(game: Arc<G>, mistakes: Mistakes, seed: u64) -> Self {
        let overlooked_percent = mistakes.overlooked_percent;
        Fallible {
            game,
            seed: mix(!seed),
            overlooked_percent,
            turn: AtomicU64::new(0),
            mover: AtomicU64::new(0),
        }
    }

    fn begin_turn(&self, position: &G::Position) {
        self.turn.store(mix(self.seed ^ self.game.key(position)), Ordering::Relaxed);
        self.mover.store(self.game.to_move(position).index() as u64, Ordering::Relaxed);
    }
}

impl<G: Game> Game for Fallible<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn to_move(&self, position: &G::Position) -> Player {
        self.game.to_move(position)
    }

    fn legal_moves<B>(
        &self,
        position: &G::Position,
        mut visit: impl FnMut(G::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.overlooked_percent > 0 {
            let turn = self.turn.load(Ordering::Relaxed);
            let is_own =
                self.to_move(position).index() as u64 == self.mover.load(Ordering::Relaxed);
            let bound = if is_own { 100 } else { 100 * OTHERS_PART };
            let mut sees_any = false;
            let flow = self.game.legal_moves(position, |mv| {
                if SplitMix::new(turn ^ move_hash(mv)).below(bound) < self.overlooked_percent {
                    return ControlFlow::Continue(());
                }
                sees_any = true;
                visit(mv)
            });
            if sees_any {
                return flow;
            }
        }
        // Nobody overlooks all there is.
        self.game.legal_moves(position, visit)
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.game.play(position, mv);
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.game.outcome(position)
    }

    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position)
    }

    fn with_move<R>(
        &self,
        position: &mut G::Position,
        mv: G::Move,
        f: impl FnOnce(&mut G::Position) -> R,
    ) -> R {
        self.game.with_move(position, mv, f)
    }
}

impl<G: TwoPlayer> TwoPlayer for Fallible<G> {}

/// An evaluation that is off by a little, and tells what it knows for certain only to those who look for it.
pub(crate) struct FallibleGuide<E> {
    guide: E,
    reach: Reach,
    seed: u64,
    error_max: i32,
}

impl<E> FallibleGuide<E> {
    pub(crate) fn new<G: Game>(
        game: &G,
        guide: E,
        reach: Reach,
        mistakes: Mistakes,
        seed: u64,
    ) -> Self
    where
        E: Guide<G>,
    {
        let error_max = usual_change(game, &guide).saturating_mul(mistakes.error_percent) / 100;
        FallibleGuide { guide, reach, seed: mix(seed), error_max: error_max.max(1) }
    }

    fn error(&self, key: u64) -> i32 {
        let drawn = SplitMix::new(self.seed ^ key).below(2 * self.error_max as u64 + 1);
        drawn as i32 - self.error_max
    }
}

impl<G: Game, E: Guide<G>> Guide<Fallible<G>> for FallibleGuide<E> {
    fn evaluate(&self, game: &Fallible<G>, position: &G::Position, player: Player) -> i32 {
        let key = game.key(position);
        // With two players one's gain is the other's loss, and so is an error.
        let error = match (game.players(), player.index()) {
            (2, 1) => -self.error(key),
            (2, _) => self.error(key),
            (_, index) => self.error(mix(key ^ index as u64)),
        };
        self.guide.evaluate(&game.game, position, player).saturating_add(error)
    }

    fn is_noisy(&self, game: &Fallible<G>, position: &G::Position, mv: G::Move) -> bool {
        self.guide.is_noisy(&game.game, position, mv)
    }

    fn promise(&self, game: &Fallible<G>, position: &G::Position, mv: G::Move) -> i32 {
        self.guide.promise(&game.game, position, mv)
    }

    fn is_urgent(&self, game: &Fallible<G>, position: &G::Position) -> bool {
        self.guide.is_urgent(&game.game, position)
    }

    fn is_exposed(
        &self,
        game: &Fallible<G>,
        position: &G::Position,
        player: Player,
        by: Player,
    ) -> bool {
        let looks = self.reach == Reach::Selective;
        looks && self.guide.is_exposed(&game.game, position, player, by)
    }

    fn neither(&self) -> i32 {
        self.guide.neither()
    }

    fn pass(&self, game: &Fallible<G>, position: &G::Position) -> Option<G::Position> {
        self.guide.pass(&game.game, position)
    }

    fn margin(&self) -> Option<i32> {
        self.guide.margin()
    }

    fn solve(&self, game: &Fallible<G>, position: &G::Position) -> Option<Score> {
        let looks = self.reach == Reach::Selective;
        looks.then(|| self.guide.solve(&game.game, position)).flatten()
    }
}

/// How many random games are begun to see what moves change, and how many moves of each are looked at.
const WALKS: usize = 8;
const WALK_MOVES: usize = 24;

/// Returns how much a random move changes the evaluation, the median of those that do: what its units are worth.
fn usual_change<G: Game>(game: &G, guide: &impl Guide<G>) -> i32 {
    let mut random = SplitMix::new(0);
    let mut changes = Vec::new();
    for _ in 0..WALKS {
        let mut position = game.start();
        for _ in 0..WALK_MOVES {
            let moves = legal_list(game, &position);
            if moves.is_empty() {
                break;
            }
            let player = game.to_move(&position);
            let before = guide.evaluate(game, &position, player);
            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
            if game.outcome(&position).is_none() {
                let after = guide.evaluate(game, &position, player);
                changes.push(after.saturating_sub(before).saturating_abs());
            }
        }
    }
    // A proposal changes nothing yet.
    changes.retain(|change| *change > 0);
    changes.sort_unstable();
    changes.get(changes.len() / 2).copied().unwrap_or(0)
}

/// A search of the game as a level sees it, as one of the game itself.
pub(crate) struct Seen<G, S> {
    game: Arc<Fallible<G>>,
    searcher: S,
}

impl<G, S> Seen<G, S> {
    pub(crate) fn new(game: Fallible<G>, searcher: impl FnOnce(Arc<Fallible<G>>) -> S) -> Self {
        let game = Arc::new(game);
        Seen { game: game.clone(), searcher: searcher(game) }
    }
}

impl<G: Game, S: Searcher<Fallible<G>>> Searcher<G> for Seen<G, S> {
    fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move> {
        self.game.begin_turn(at);
        // What it remembers is of a turn in which it overlooked other moves.
        self.searcher.new_game();
        self.searcher.search(at, limits, tell)
    }
}
