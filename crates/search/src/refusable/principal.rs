//! The exact worth of a turn, with the line expected.
//!
//! Only the second-best move needs an exact value; of the best it is enough to know that it is no
//! worse. So the move expected to be second is looked at first, with the whole window, and every other
//! is only asked a question: the best, whether it reaches that value; the rest, whether they exceed it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Refusable;

use crate::guide::Guide;
use crate::score::{Score, Window};
use crate::transposition::Bound;

use super::Reply;
use super::order::pick;
use super::turn::{NOTHING, Search};
use super::turn_cache::{Found, NO_HINT};

impl Window {
    /// Returns a bound of a turn with two moves or more at `ply` that lies outside the window anyway:
    /// nothing ends before a move of this turn stands.
    pub(super) fn decides(self, ply: u32) -> Option<Score> {
        let (least, most) = (Score::loss_in(ply + 1), Score::win_in(ply + 1));
        if least >= self.beta {
            return Some(least);
        }
        (most <= self.alpha).then_some(most)
    }
}

struct Node<'p, P> {
    at: &'p P,
    depth: u32,
    ply: u32,
}

struct Two<S> {
    /// The best: its value is exact, or only known to be no less.
    best: Option<Top<S>>,
    is_exact: bool,
    /// The second-best, always exact.
    second: Option<Top<S>>,
    failed: Score,
}

struct Top<S> {
    index: usize,
    value: Score,
    line: Vec<S>,
}

impl<G: Refusable, E: Guide<G>> Search<'_, G, E> {
    /// Returns the worth of a turn if it lies inside the window, else a bound on its side of it, and
    /// writes the line expected.
    pub(super) fn exact(
        &mut self,
        at: &G::Position,
        depth: u32,
        ply: u32,
        window: Window,
        line: &mut Vec<G::Standing>,
    ) -> Score {
        line.clear();
        if self.clock.tick() {
            return Score::TIE;
        }
        if let Some(score) = self.leaf(at, depth, ply, window).or(window.decides(ply)) {
            return score;
        }
        let key = self.game.key(at);
        // An entry that would answer at once is not used: it knows neither the line nor which reply
        // to refuse.
        let hints = self.table.find(key).map_or([NO_HINT; 2], |known| known.hints);
        let base = self.moves.len();
        self.list(at, ply, hints);
        let two = self.best_two(&Node { at, depth, ply }, window, base);
        let score = two.second.as_ref().map_or(two.failed, |second| second.value);
        if !self.clock.stopped {
            let bound = match score {
                _ if score >= window.beta => Bound::Lower,
                _ if score > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let number =
                |top: &Option<Top<_>>| top.as_ref().map(|top| self.moves[top.index].number);
            let hints = match (number(&two.best), number(&two.second)) {
                (Some(best), Some(second)) => [best, second],
                (Some(best), None) if best != hints[0] => [best, hints[0]],
                _ => hints,
            };
            let score = score.sooner(ply);
            self.table.store(key, Found { score, depth, bound, hints });
        }
        self.moves.truncate(base);
        if let Some(second) = two.second {
            *line = second.line;
        }
        score
    }

    fn best_two(
        &mut self,
        node: &Node<'_, G::Position>,
        window: Window,
        base: usize,
    ) -> Two<G::Standing> {
        let end = self.moves.len();
        pick(&mut self.moves[base..end]);
        pick(&mut self.moves[base + 1..end]);
        // The second hint comes first.
        self.moves.swap(base, base + 1);
        let mut two = Two { best: None, is_exact: true, second: None, failed: NOTHING };
        for index in base..end {
            if index > base + 1 {
                pick(&mut self.moves[index..end]);
            }
            // A single good move would be refused: the last need not be looked at.
            if index + 1 == end && two.best.is_none() {
                break;
            }
            self.consider(node, window, &mut two, index);
            let second = two.second.as_ref().map_or(NOTHING, |second| second.value);
            if self.clock.stopped || second >= window.beta {
                return two;
            }
        }
        if node.ply == 1 {
            self.reply = self.reply_to_refuse(node, &two);
        }
        two
    }

    fn consider(
        &mut self,
        node: &Node<'_, G::Position>,
        window: Window,
        two: &mut Two<G::Standing>,
        index: usize,
    ) {
        let alpha = two.second.as_ref().map_or(window.alpha, |second| second.value);
        let Some(best) = two.best.take() else {
            // After the first has failed the others are likely to, and a question is cheaper.
            let value = match two.failed {
                NOTHING => Score::INFINITE,
                _ => self.ask(node, index, Score(alpha.0 + 1)),
            };
            if value <= alpha {
                two.failed = two.failed.max(value);
            } else {
                two.best = self.above(node, window, index, &mut two.failed);
            }
            return;
        };
        if two.second.is_none() {
            // Whether this move is at least as good as the first decides which of them is second.
            let value = self.ask(node, index, best.value);
            if value >= best.value {
                two.best = Some(Top { index, value, line: Vec::new() });
                two.is_exact = false;
                two.second = Some(best);
                return;
            }
            let window = Window { alpha, beta: best.value };
            two.second = self.above(node, window, index, &mut two.failed);
            two.best = Some(best);
            return;
        }
        let value = self.ask(node, index, Score(alpha.0 + 1));
        if value <= alpha {
            two.best = Some(best);
            return;
        }
        let best = if two.is_exact {
            Some(best)
        } else {
            self.above(node, Window { alpha, beta: window.beta }, best.index, &mut two.failed)
        };
        two.is_exact = false;
        let Some(best) = best else {
            // The move held for the best was only as good as the second.
            two.best = Some(Top { index, value, line: Vec::new() });
            return;
        };
        let between = Window { alpha, beta: best.value };
        match self.above(node, between, index, &mut two.failed) {
            Some(top) if top.value < best.value => {
                two.second = Some(top);
                two.best = Some(best);
                two.is_exact = true;
            }
            Some(top) => {
                two.second = Some(best);
                two.best = Some(top);
            }
            // Another path has filled the table with more depth since the move was asked.
            None => {
                two.best = Some(best);
                two.is_exact = true;
            }
        }
    }

    /// Returns a move with its line if its value lies above the window's alpha, and exactly if it
    /// lies inside.
    fn above(
        &mut self,
        node: &Node<'_, G::Position>,
        window: Window,
        index: usize,
        failed: &mut Score,
    ) -> Option<Top<G::Standing>> {
        let mv = self.moves[index].mv;
        let mut next = node.at.clone();
        self.game.stand(&mut next, mv);
        let mut line = Vec::new();
        let value = -self.exact(&next, node.depth - 1, node.ply + 1, window.flipped(), &mut line);
        if value <= window.alpha {
            *failed = (*failed).max(value);
            return None;
        }
        line.insert(0, mv);
        Some(Top { index, value: value.min(window.beta), line })
    }

    fn ask(&mut self, node: &Node<'_, G::Position>, index: usize, beta: Score) -> Score {
        self.after(node.at, self.moves[index].mv, node.depth, node.ply, beta)
    }

    /// Finds out which move of a turn its opponent should refuse, after the two best are known.
    fn reply_to_refuse(
        &mut self,
        node: &Node<'_, G::Position>,
        two: &Two<G::Standing>,
    ) -> Option<Reply<G::Standing>> {
        let (best, second) = (two.best.as_ref()?, two.second.as_ref()?);
        let more = Score(second.value.0 + 1);
        let is_better =
            best.value >= more || (!two.is_exact && self.ask(node, best.index, more) >= more);
        if self.clock.stopped {
            return None;
        }
        let refuse = is_better.then(|| self.moves[best.index].mv);
        Some(Reply { key: self.game.key(node.at), refuse, score: -second.value })
    }
}
