//! The rules of a game, as search and everything above it see them.
//!
//! A [`Game`] is a rulebook: options chosen, tables built. A position is plain data. Three ideas keep
//! the trait small. *Over means stuck*: a position is final exactly when no move is legal. *No
//! alternation*: `to_move` is the only truth about whose turn it is. *A phase is data*: a proposal that
//! waits for its answer is a position like any other, and the answer a move like any other.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::outcome::{Outcome, TIME};
use crate::player::Player;

/// The rules of one game with its options chosen.
///
/// A whole game: whoever takes the last of some stones, one or two at a time, wins.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use manator_core::{Game, Outcome, Player, Reason, legal_list, perft};
///
/// struct Stones;
///
/// impl Game for Stones {
///     type Position = (u8, Player);
///     type Move = u8;
///
///     fn players(&self) -> usize {
///         2
///     }
///     fn start(&self) -> (u8, Player) {
///         (5, Player(0))
///     }
///     fn to_move(&self, position: &(u8, Player)) -> Player {
///         position.1
///     }
///     fn legal_moves<B>(
///         &self,
///         position: &(u8, Player),
///         visit: impl FnMut(u8) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         (1..=position.0.min(2)).try_for_each(visit)
///     }
///     fn play(&self, position: &mut (u8, Player), taken: u8) {
///         *position = (position.0 - taken, position.1.next(2));
///     }
///     fn outcome(&self, position: &(u8, Player)) -> Option<Outcome> {
///         let loser = position.1;
///         (position.0 == 0).then(|| Outcome::win(2, loser.next(2), loser, Reason("none-left")))
///     }
///     fn key(&self, position: &(u8, Player)) -> u64 {
///         u64::from(position.0) << 1 | u64::from(position.1.0)
///     }
/// }
///
/// let mut position = Stones.start();
/// assert_eq!(legal_list(&Stones, &position), [1, 2]);
/// assert_eq!(perft(&Stones, &position, 3), 7);
/// for taken in [2, 1, 2] {
///     Stones.play(&mut position, taken);
/// }
/// assert_eq!(Stones.outcome(&position).and_then(|end| end.winner()), Some(Player(0)));
/// ```
pub trait Game: Send + Sync + 'static {
    /// All that the rules depend on: board, turn, counters, rights, a pending proposal, history.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One decision of one player.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    fn players(&self) -> usize;

    fn start(&self) -> Self::Position;

    /// Returns the player who decides next; arbitrary but stable once the game is over.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Calls `visit` once for each legal move, until it breaks.
    ///
    /// No two moves visited lead to positions that the rules cannot tell apart.
    fn legal_moves<B>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Plays a legal move.
    ///
    /// An illegal one breaks the contract: it may panic or leave a meaningless position.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Returns how the game ended, or `None` exactly while some move is legal.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Returns a hash that is equal for positions the rules cannot tell apart.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns how many bytes a position takes. Games whose positions have a heap part override it to add that.
    fn size(&self, position: &Self::Position) -> usize {
        size_of_val(position)
    }

    /// Returns how many moves are legal. Games override it to count without listing.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut count = 0;
        let _ = self.legal_moves(position, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.legal_moves(position, |legal| {
            if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Runs `f` on the position after `mv`, then leaves `position` as it was.
    ///
    /// The default copies, which is right for positions of up to about 256 bytes without a heap part;
    /// others override it to play and take back in place.
    #[inline]
    fn with_move<R>(
        &self,
        position: &mut Self::Position,
        mv: Self::Move,
        f: impl FnOnce(&mut Self::Position) -> R,
    ) -> R {
        let mut next = position.clone();
        self.play(&mut next, mv);
        f(&mut next)
    }

    /// Returns the verdict of the clock when `player` runs out of time in `position`.
    ///
    /// With two players the other one wins; games for more say who gains.
    fn out_of_time(&self, _position: &Self::Position, player: Player) -> Outcome {
        Outcome::win(self.players(), player.next(self.players()), player, TIME)
    }
}

/// A game of two players, which is what alpha-beta asks for.
pub trait TwoPlayer: Game {}

pub fn legal_list<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = game.legal_moves(position, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// Counts the sequences of exactly `depth` legal moves from `position`.
///
/// The last ply is counted without being played. A finished game has no continuation; the move that
/// ends it counts.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position) as u64,
        // The ply before the last has a loop of its own, so that the count is inlined into it.
        2 => sum_children(game, position, |next| game.count_moves(next) as u64),
        _ => sum_children(game, position, |next| perft(game, next, depth - 1)),
    }
}

#[inline]
fn sum_children<G: Game>(
    game: &G,
    position: &G::Position,
    count: impl Fn(&G::Position) -> u64,
) -> u64 {
    let mut scratch = position.clone();
    let mut total = 0;
    let _ = game.legal_moves(position, |mv| {
        total += game.with_move(&mut scratch, mv, |next| count(next));
        ControlFlow::<()>::Continue(())
    });
    total
}
