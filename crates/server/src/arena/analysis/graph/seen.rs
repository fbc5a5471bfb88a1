//! What is known of each position of a game that is being judged, and who is to blame for what happened between two.
//!
//! Positions in the middle of a turn, such as a proposal that waits for its answer, are not judged. What a turn lost its
//! player was lost by that player's last move in it, and what it won was given away by the other's: so every move has a
//! position before and one after, which differ for the player who was to blame.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Card, Outcome, Player, Table};
use manator_search::Score;
use manator_state::analysis::{Judged, Worth};

use crate::arena::analysis::worth;

/// What an agent found in a position.
#[derive(Clone)]
pub(super) struct Finding {
    /// To the player to move.
    pub(super) score: Score,
    pub(super) best: Option<String>,
    /// What it would play if that were refused.
    pub(super) alternate: Option<String>,
}

pub(super) struct Seen {
    pub(super) mover: Player,
    pub(super) found: Option<Finding>,
    /// What the move that led here is worth to whoever made it, where the player to move does not say as much.
    pub(super) to_last_mover: Option<Score>,
    /// Who made that move.
    last_mover: Option<Player>,
    begins_turn: bool,
    over: Option<(Outcome, Worth)>,
    /// What could be done instead of what was played, in the middle of a turn.
    instead: Vec<String>,
}

impl Seen {
    fn of(table: &dyn Table, last_mover: Option<Player>, played: Option<&String>) -> Seen {
        let begins_turn = table.begins_turn();
        let instead = match begins_turn {
            true => Vec::new(),
            false => table.legal().into_iter().filter(|mv| Some(mv) != played).collect(),
        };
        Seen {
            mover: table.to_move(),
            found: None,
            to_last_mover: None,
            last_mover,
            begins_turn,
            over: table.outcome().zip(worth::over(table)),
            instead,
        }
    }

    pub(super) fn can_be_judged(&self) -> bool {
        self.begins_turn && self.over.is_none()
    }

    fn is_end_of_turn(&self) -> bool {
        self.begins_turn || self.over.is_some()
    }

    /// Returns what the position is worth to each player, from -1 to 1, where that is known.
    pub(super) fn values(&self, card: &Card) -> Vec<Option<f64>> {
        let players = card.players.len();
        let found = self.found.as_ref();
        let value = |player: Player| {
            if let Some((outcome, _)) = &self.over {
                return Some(f64::from(outcome.payoffs[player]));
            }
            if player == self.mover {
                return found.map(|found| worth::value(card, found.score));
            }
            if players == 2 {
                return found.map(|found| worth::value(card, opposite(found.score)));
            }
            let last = self.last_mover == Some(player);
            self.to_last_mover.filter(|_| last).map(|score| worth::value(card, score))
        };
        (0..players).map(|seat| value(Player(seat as u8))).collect()
    }

    fn judged(&self, card: &Card) -> Option<Judged> {
        let values = self.values(card);
        if let Some((_, worth)) = &self.over {
            return Some(Judged { worth: worth.clone(), best: None, values });
        }
        let found = self.found.as_ref()?;
        let worth = worth::of(card, self.mover, found.score);
        Some(Judged { worth, best: found.best.clone(), values })
    }
}

/// Where everybody loses, the other one does too.
fn opposite(score: Score) -> Score {
    if worth::is_lost_to_all(score) { score } else { -score }
}

/// Returns what there is to know of the positions of a game before anybody thinks.
pub(super) fn positions(table: &dyn Table) -> Vec<Seen> {
    let line = table.moves().to_vec();
    let mut table = table.copy();
    while table.undo() {}
    let mut seen = vec![Seen::of(&*table, None, line.first())];
    for (ply, mv) in line.iter().enumerate() {
        let mover = table.to_move();
        // They were played before.
        let _ = table.play(mv);
        seen.push(Seen::of(&*table, Some(mover), line.get(ply + 1)));
    }
    seen
}

/// Returns where each turn begins and where it ends.
pub(super) fn turns(seen: &[Seen]) -> impl Iterator<Item = (usize, usize)> {
    let ends = (0..seen.len()).filter(|ply| *ply == 0 || seen[*ply].is_end_of_turn());
    let ends: Vec<usize> = ends.collect();
    (1..ends.len()).map(move |at| (ends[at - 1], ends[at]))
}

/// Lets positions of a game of two learn from each other, so that nobody is blamed for what an agent saw too late: what
/// was proven before a move holds after it, and a move that turned out better than what was found, or that was found to
/// be the best, is worth what came of it.
pub(super) fn reconcile(seen: &mut [Seen], line: &[String], players: usize) {
    if players != 2 {
        return;
    }
    for ply in 0..line.len() {
        let mover = seen[ply].mover;
        let is_best = |found: &&Finding| found.best.as_ref() == Some(&line[ply]);
        let proven = seen[ply].found.as_ref().filter(is_best).map(|found| found.score);
        let after = &mut seen[ply + 1];
        let is_own = after.mover == mover;
        if let (Some(score), Some(found)) =
            (proven.filter(|score| score.is_proven()), &mut after.found)
            && !found.score.is_proven()
        {
            let score = score.sooner(1);
            found.score = if is_own { score } else { opposite(score) };
        }
    }
    for ply in (0..line.len()).rev() {
        let mover = seen[ply].mover;
        let after = &seen[ply + 1];
        let score = match (&after.over, &after.found) {
            (Some((outcome, _)), _) => Score::of(outcome, mover, 1),
            (None, Some(found)) if after.mover == mover => found.score.later(1),
            (None, Some(found)) => opposite(found.score).later(1),
            _ => continue,
        };
        let played = Some(&line[ply]);
        if let Some(found) = &mut seen[ply].found
            && (score > found.score || found.best.as_ref() == played)
        {
            *found = Finding { score, best: played.cloned(), alternate: None };
        }
    }
}

/// Returns what is known of every position.
pub(super) fn judged(seen: &[Seen], card: &Card, line: &[String]) -> Vec<Option<Judged>> {
    let mut all: Vec<Option<Judged>> = seen.iter().map(|seen| seen.judged(card)).collect();
    for (begin, end) in turns(seen).filter(|(begin, end)| end - begin > 1) {
        let (Some(before), Some(after)) = (all[begin].clone(), all[end].clone()) else { continue };
        let player = seen[begin].mover;
        let of = |judged: &Judged| judged.values[player.index()];
        let has_lost = of(&after) < of(&before);
        let is_to_blame = |ply: &usize| (seen[*ply].mover == player) == has_lost;
        let Some(blamed) = (begin..end).rev().find(is_to_blame) else { continue };
        for ply in begin + 1..end {
            let best = (ply == blamed).then(|| better(&seen[begin], &seen[ply], &line[begin]));
            let worth = if ply <= blamed { &before } else { &after };
            all[ply] = Some(Judged { best: best.flatten(), ..worth.clone() });
        }
    }
    all
}

/// Returns what would have been better in the middle of a turn that began with a proposal.
fn better(begin: &Seen, seen: &Seen, proposed: &String) -> Option<String> {
    if let [other] = &seen.instead[..] {
        return Some(other.clone());
    }
    let found = begin.found.as_ref().filter(|_| begin.mover == seen.mover)?;
    let best = found.best.clone().filter(|best| best != proposed);
    best.or_else(|| found.alternate.clone()).filter(|mv| seen.instead.contains(mv))
}
