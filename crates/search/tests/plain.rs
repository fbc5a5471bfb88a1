//! What the searchers for several players compute, in as few words as possible: the yardsticks.
//!
//! Each visits the whole tree.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Outcome, PerPlayer, Player, WON, legal_list};
use manator_search::{Guide, Score};

/// A game with a guide, to look `depth` plies ahead in.
pub(crate) struct Plain<'a, G, E: ?Sized> {
    pub(crate) game: &'a G,
    /// The evaluation, and for Best-Reply Search the moves expected.
    pub(crate) guide: &'a E,
}

impl<G: Game, E: Guide<G> + ?Sized> Plain<'_, G, E> {
    /// Returns what a position is worth to each player when all of them maximise their own value.
    ///
    /// Of equally good moves a player plays the one listed first.
    pub(crate) fn maxn(&self, position: &G::Position, depth: u32) -> PerPlayer<Score> {
        self.maxn_at(position, depth, 0)
    }

    /// Returns what a position is worth to `root` when all others minimise just that.
    pub(crate) fn paranoid(&self, position: &G::Position, root: Player, depth: u32) -> Score {
        self.paranoid_at(position, root, depth, 0)
    }

    /// Returns what a position is worth to `root` when between any two of its moves one opponent
    /// minimises just that, and the others play the moves expected of them.
    ///
    /// All moves of the opponents in one round count as one ply of depth.
    pub(crate) fn best_reply(&self, position: &G::Position, root: Player, depth: u32) -> Score {
        self.best_reply_at(position, root, depth, Round { plies: 0, moved: 0, replier: None })
    }

    /// Returns what each move is worth to whoever is to move, as [`Plain::best_reply`] sees it.
    pub(crate) fn best_replies(&self, position: &G::Position, depth: u32) -> Vec<(G::Move, Score)> {
        let root = self.game.to_move(position);
        let begun = Round { plies: 1, moved: 0, replier: None };
        let value = |mv| self.best_reply_at(&self.after(position, mv), root, depth - 1, begun);
        legal_list(self.game, position).into_iter().map(|mv| (mv, value(mv))).collect()
    }

    /// Returns the move the guide expects: the most promising, of several the first.
    pub(crate) fn expected(&self, position: &G::Position) -> Option<G::Move> {
        let moves = legal_list(self.game, position).into_iter();
        moves.rev().max_by_key(|mv| self.guide.promise(self.game, position, *mv))
    }

    /// Returns what a position is worth to `root` by [`Plain::best_reply`] when no opponent throws the game
    /// away: one that can win at once does, and none leaves itself exposed that has another move.
    pub(crate) fn guarded(&self, position: &G::Position, root: Player, depth: u32) -> Score {
        self.guarded_at(position, root, depth, Round { plies: 0, moved: 0, replier: None })
    }

    fn guarded_at(&self, position: &G::Position, root: Player, depth: u32, round: Round) -> Score {
        let (game, mover) = (self.game, self.game.to_move(position));
        let mut moves = legal_list(game, position);
        let cost = u32::from(mover == root || round.moved.is_multiple_of(game.players() - 1));
        if depth < cost || moves.is_empty() {
            return self.leaf(position, root, round.plies);
        }
        let plies = round.plies + 1;
        let won = |mv: &G::Move| {
            let outcome = game.outcome(&self.after(position, *mv))?;
            (outcome.payoffs[mover] == WON).then(|| self.end(&outcome, root, plies))
        };
        if let Some(score) = moves.iter().filter_map(won).min() {
            return score;
        }
        let next = |mv, moved, replier| {
            let round = Round { plies, moved, replier };
            self.guarded_at(&self.after(position, mv), root, depth - cost, round)
        };
        if mover == root {
            return moves.into_iter().map(|mv| next(mv, 0, None)).max().expect("some move");
        }
        let exposes = |mv: &G::Move| {
            let after = self.after(position, *mv);
            let follows = game.to_move(&after);
            let mut others = Player::all(game.players()).filter(|by| *by != mover);
            others.any(|by| {
                (by == follows || by != root) && self.guide.is_exposed(game, &after, mover, by)
            })
        };
        if !moves.iter().all(exposes) {
            moves.retain(|mv| !exposes(mv));
        }
        let promise = |mv: &&G::Move| self.guide.promise(game, position, **mv);
        let expected = *moves.iter().rev().max_by_key(promise).expect("some move");
        let hope = self.hope(position, root, depth);
        let replies = moves.into_iter().filter_map(|mv| match round.replier {
            None if mv == expected => Some(next(mv, round.moved + 1, None)),
            None => Some(next(mv, round.moved + 1, Some(mover))),
            Some(replier) if replier == mover || mv == expected => {
                Some(next(mv, round.moved + 1, round.replier))
            }
            Some(_) => None,
        });
        replies.chain(hope).min().expect("the move expected")
    }

    /// What is left where all moves lose, to the root player or to the next.
    fn hope(&self, position: &G::Position, root: Player, depth: u32) -> Option<Score> {
        let (game, mover, hoped) = (self.game, self.game.to_move(position), self.guide.hoped()?);
        let (mut worths, mut gifts) = (Vec::new(), 0);
        for mv in legal_list(game, position) {
            let after = self.after(position, mv);
            let follows = game.to_move(&after);
            let exposed = |by| self.guide.is_exposed(game, &after, mover, by);
            let is_over = game.outcome(&after).is_some();
            if is_over || [root, mover].contains(&follows) || !exposed(follows) && !exposed(root) {
                return None;
            }
            let outcomes = legal_list(game, &after)
                .into_iter()
                .filter_map(|mv| game.outcome(&self.after(&after, mv)))
                .filter(|outcome| outcome.payoffs[follows] == WON);
            let worst = outcomes.map(|outcome| self.end(&outcome, root, 0)).min();
            let gift = worst.filter(|_| exposed(follows));
            gifts += usize::from(gift.is_some());
            worths.push(match gift {
                Some(end) if end.is_proven() => -hoped,
                Some(_) => self.guide.neither(),
                None => hoped,
            });
        }
        let mean = worths.iter().sum::<i32>() / worths.len() as i32;
        (gifts > 0).then(|| Score::evaluation(mean + 20 * depth as i32))
    }

    fn leaf(&self, position: &G::Position, player: Player, plies: u32) -> Score {
        match self.game.outcome(position) {
            Some(outcome) => self.end(&outcome, player, plies),
            None => Score::evaluation(self.guide.evaluate(self.game, position, player)),
        }
    }

    fn end(&self, outcome: &Outcome, player: Player, plies: u32) -> Score {
        match Score::of(outcome, player, plies) {
            Score::TIE => Score::evaluation(self.guide.neither()),
            score => score,
        }
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        next
    }

    fn maxn_at(&self, position: &G::Position, depth: u32, plies: u32) -> PerPlayer<Score> {
        let moves = legal_list(self.game, position);
        if depth == 0 || moves.is_empty() {
            return PerPlayer::from_fn(self.game.players(), |player| {
                self.leaf(position, player, plies)
            });
        }
        let mover = self.game.to_move(position);
        let values = moves
            .into_iter()
            .map(|mv| self.maxn_at(&self.after(position, mv), depth - 1, plies + 1));
        values
            .reduce(|best, value| if value[mover] > best[mover] { value } else { best })
            .expect("some move")
    }

    fn paranoid_at(&self, position: &G::Position, root: Player, depth: u32, plies: u32) -> Score {
        let moves = legal_list(self.game, position);
        if depth == 0 || moves.is_empty() {
            return self.leaf(position, root, plies);
        }
        let values = moves
            .into_iter()
            .map(|mv| self.paranoid_at(&self.after(position, mv), root, depth - 1, plies + 1));
        let best = if self.game.to_move(position) == root { values.max() } else { values.min() };
        best.expect("some move")
    }

    fn best_reply_at(
        &self,
        position: &G::Position,
        root: Player,
        depth: u32,
        round: Round,
    ) -> Score {
        let mover = self.game.to_move(position);
        let moves = legal_list(self.game, position);
        let cost = u32::from(mover == root || round.moved.is_multiple_of(self.game.players() - 1));
        if depth < cost || moves.is_empty() {
            return self.leaf(position, root, round.plies);
        }
        let expected = self.expected(position).expect("some move");
        let plies = round.plies + 1;
        let next = |mv, moved, replier| {
            let round = Round { plies, moved, replier };
            self.best_reply_at(&self.after(position, mv), root, depth - cost, round)
        };
        if mover == root {
            return moves.into_iter().map(|mv| next(mv, 0, None)).max().expect("some move");
        }
        let replies = moves.into_iter().filter_map(|mv| match round.replier {
            None if mv == expected => Some(next(mv, round.moved + 1, None)),
            None => Some(next(mv, round.moved + 1, Some(mover))),
            Some(replier) if replier == mover || mv == expected => {
                Some(next(mv, round.moved + 1, round.replier))
            }
            Some(_) => None,
        });
        replies.min().expect("the move expected")
    }
}

/// What has happened since the root player's last move.
#[derive(Clone, Copy)]
struct Round {
    plies: u32,
    /// How many moves the opponents have made.
    moved: usize,
    /// The opponent who has played something else than expected.
    replier: Option<Player>,
}
