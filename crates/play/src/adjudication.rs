//! Games that end because the players themselves see how they will.
//!
//! As in cutechess and fastchess, the scores decide that players tell with their moves. A score is what the
//! player who moves expects for itself, in the units of its own evaluation: what UGI calls centipawns, which
//! few games have. A proven win or loss is beyond every number. Nothing is converted, so a bound that suits
//! one evaluation need not suit another.
//!
//! One score counts for each turn: the one told with its first decision, not with an answer to somebody
//! else's proposal. A turn without a score breaks every run of its player, and so does a score of somebody
//! who has not looked a single ply ahead.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::num::NonZeroU32;

use manator_core::{LOST, Outcome, PerPlayer, Player, TIED, Table, WON};
use manator_engine::Thought;
use manator_search::Score;

use crate::verdict::{ADJUDICATED, Verdict, counted_moves, title};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    pub tie: Option<TieRule>,
    pub resign: Option<ResignRule>,
}

/// It is a tie when nobody has seen an advantage for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieRule {
    /// How many moves each player must have made before, those of an opening included.
    pub from: u32,
    pub moves: NonZeroU32,
    /// How far from nothing a score may be, either way.
    pub within: u32,
}

/// A player has lost that has seen itself losing for long. Only for games of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    pub moves: NonZeroU32,
    /// How far below nothing its scores are at least.
    pub behind: u32,
    /// Whether the other must have seen itself as far above nothing in as many moves.
    pub two_sided: bool,
}

impl TieRule {
    pub fn verdict(&self, players: usize) -> Verdict {
        let who = if players == 2 { "both" } else { "all" };
        let moves = counted_moves(self.moves.get());
        let words = format!("adjudicated: {who} saw no advantage for {moves}: a tie");
        Verdict { outcome: Outcome::all(players, TIED, ADJUDICATED), words }
    }
}

impl ResignRule {
    pub fn verdict(&self, table: &dyn Table, loser: Player) -> Verdict {
        let players = table.card().players.len();
        let payoff = |player| if player == loser { LOST } else { WON };
        let outcome = Outcome { payoffs: PerPlayer::from_fn(players, payoff), reason: ADJUDICATED };
        let winner = title(table, loser.next(players));
        let agreed = if self.two_sided { format!(", and {winner} winning") } else { String::new() };
        let (loser, moves) = (title(table, loser), counted_moves(self.moves.get()));
        let words =
            format!("adjudicated: {loser} saw itself losing for {moves}{agreed}: {winner} wins");
        Verdict { outcome, words }
    }
}

impl Adjudication {
    pub fn check(&self, table: &dyn Table) -> Result<(), String> {
        let (game, players) = (table.card().name, table.card().players.len());
        match self.resign {
            Some(_) if players != 2 => Err(format!(
                "nobody can be taken to resign in {game}, which has {players} players: expected a game \
                 of two"
            )),
            _ => Ok(()),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    turns: PerPlayer<u32>,
    runs: PerPlayer<Runs>,
}

/// For how many turns in a row a player has seen something.
#[derive(Clone, Copy, Debug, Default)]
struct Runs {
    level: u32,
    losing: u32,
    winning: u32,
}

impl Judge {
    pub(crate) fn new(rules: Adjudication, table: &dyn Table) -> Judge {
        let players = table.card().players.len();
        let mut turns = PerPlayer::from_fn(players, |_| 0);
        for (player, begins_turn) in table.movers() {
            turns[player] += u32::from(begins_turn);
        }
        Judge { rules, turns, runs: PerPlayer::from_fn(players, |_| Runs::default()) }
    }

    pub(crate) fn hear(&mut self, player: Player, thought: Option<&Thought>) {
        self.turns[player] = self.turns[player].saturating_add(1);
        let score = thought.and_then(score);
        let runs = &mut self.runs[player];
        let count = |run: &mut u32, holds: &dyn Fn(i32) -> bool| {
            *run = if score.is_some_and(|score| holds(score.0)) { *run + 1 } else { 0 };
        };
        if let Some(rule) = self.rules.tie {
            count(&mut runs.level, &|score| score.unsigned_abs() <= rule.within);
        }
        if let Some(rule) = self.rules.resign {
            let bound = i64::from(rule.behind);
            count(&mut runs.losing, &|score| i64::from(score) <= -bound);
            count(&mut runs.winning, &|score| i64::from(score) >= bound);
        }
    }

    /// Returns how the game ends, if it does; asked between turns.
    pub(crate) fn verdict(&self, table: &dyn Table) -> Option<Verdict> {
        self.resigned(table).or_else(|| self.tied())
    }

    fn tied(&self) -> Option<Verdict> {
        let rule = self.rules.tie?;
        let is_late = self.turns.as_slice().iter().all(|turns| *turns >= rule.from);
        let agree = self.runs.as_slice().iter().all(|runs| runs.level >= rule.moves.get());
        if !is_late || !agree {
            return None;
        }
        Some(rule.verdict(self.runs.players()))
    }

    fn resigned(&self, table: &dyn Table) -> Option<Verdict> {
        let rule = self.rules.resign?;
        let least = rule.moves.get();
        let players = self.runs.players();
        let loser = Player::all(players).find(|player| {
            let other = player.next(players);
            let is_granted = !rule.two_sided || self.runs[other].winning >= least;
            self.runs[*player].losing >= least && is_granted
        })?;
        Some(rule.verdict(table, loser))
    }
}

fn score(thought: &Thought) -> Option<Score> {
    let score = thought.lines.first()?.score;
    (thought.depth > 0 || score.is_proven()).then_some(score)
}
