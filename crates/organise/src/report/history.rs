//! How the scores developed in the course of a tournament.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_state::report::{ScoreCurve, ScoreHistory};
use manator_tournament::rating::standings::Tally;
use manator_tournament::{Entrant, Results};

/// The moments at which scores are looked at; more cannot be told apart on a screen.
const MOMENTS_MAX: usize = 80;

/// Follows some entrants through the games in the order of their ids.
pub(super) fn history(results: &Results, entrants: &[Entrant]) -> ScoreHistory {
    let games = results.games().len();
    let step = games.div_ceil(MOMENTS_MAX).max(1);
    let mut at = Vec::new();
    let mut tallies = vec![Tally::default(); results.entrants()];
    let mut shares = vec![Vec::new(); entrants.len()];
    for (number, game) in results.games().enumerate() {
        game.shares().for_each(|(entrant, payoff)| tallies[entrant.0].count(payoff));
        let played = number + 1;
        if played % step == 0 || played == games {
            at.push(played);
            for (share, entrant) in shares.iter_mut().zip(entrants) {
                share.push(part(&tallies[entrant.0]));
            }
        }
    }
    let lines = entrants.iter().zip(shares);
    let lines = lines.map(|(entrant, share)| ScoreCurve { entrant: entrant.0, share });
    ScoreHistory { at, lines: lines.collect() }
}

/// Returns the part of the possible points, in thousandths.
fn part(tally: &Tally) -> Option<f64> {
    let possible = 2 * tally.games();
    let part = tally.half_points() as f64 / possible as f64;
    (possible > 0).then(|| (part * 1000.0).round() / 1000.0)
}
