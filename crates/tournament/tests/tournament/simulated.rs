//! Players of known strength.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{LOST, PerPlayer, TIED, WON};
use manator_tournament::schedule::Pairing;
use manator_tournament::{Entrant, GameId, Played, Results, UnitId};

/// Returns a random number from 0 to 1.
pub(crate) fn uniform(random: &mut SplitMix) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Draws a place in a list of weights.
pub(crate) fn pick(random: &mut SplitMix, weights: &[f64]) -> usize {
    let mut rest = uniform(random) * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return at;
        }
    }
    weights.len() - 1
}

/// Returns the id of a game.
pub(crate) fn id(round: u32, number: u32, seating: u32) -> GameId {
    GameId { unit: UnitId { round, number }, seating }
}

/// Returns a game with given payoffs.
pub(crate) fn played(id: GameId, seats: &[usize], payoffs: &[i8], reason: &str) -> Played {
    Played {
        id,
        seats: seats.iter().copied().map(Entrant).collect(),
        payoffs: PerPlayer::from_fn(payoffs.len(), |player| payoffs[player.index()]),
        reason: reason.to_string(),
    }
}

/// Strengths in logits.
pub(crate) struct Truth {
    pub(crate) strengths: Vec<f64>,
    pub(crate) seats: Vec<f64>,
    /// How strong ties are of two, and of three.
    pub(crate) ties: [f64; 2],
}

impl Truth {
    /// Draws a game of two or three from the Davidson-Luce model.
    pub(crate) fn play(&self, pairing: &Pairing, random: &mut SplitMix) -> Played {
        let worth = |seat: usize| (self.strengths[pairing.seats[seat].0] + self.seats[seat]).exp();
        let payoffs = match pairing.seats.len() {
            2 => self.two(worth(0), worth(1), random).to_vec(),
            _ => self.three([worth(0), worth(1), worth(2)], random).to_vec(),
        };
        let seats: Vec<usize> = pairing.seats.iter().map(|entrant| entrant.0).collect();
        played(pairing.id, &seats, &payoffs, "end")
    }

    fn two(&self, one: f64, other: f64, random: &mut SplitMix) -> [i8; 2] {
        let all = [[WON, LOST], [LOST, WON], [TIED, TIED]];
        all[pick(random, &[one, other, self.ties[0] * (one * other).sqrt()])]
    }

    fn three(&self, worth: [f64; 3], random: &mut SplitMix) -> [i8; 3] {
        let [a, b, c] = worth;
        let tie = |one: f64, other: f64| self.ties[0] * (one * other).sqrt();
        let all = self.ties[1] * (a * b * c).cbrt();
        match pick(random, &[a, b, c, tie(a, b), tie(a, c), tie(b, c), all]) {
            6 => [TIED; 3],
            3 => [TIED, TIED, LOST],
            4 => [TIED, LOST, TIED],
            5 => [LOST, TIED, TIED],
            first => {
                let rest: Vec<usize> = (0..3).filter(|seat| *seat != first).collect();
                let two = self.two(worth[rest[0]], worth[rest[1]], random);
                let mut payoffs = [WON; 3];
                // Below a winner, the second gets nothing and the last loses; a tie is for the last place.
                payoffs[rest[0]] = if two[0] == WON { TIED } else { LOST };
                payoffs[rest[1]] = if two[1] == WON { TIED } else { LOST };
                payoffs
            }
        }
    }

    /// Plays a whole schedule.
    pub(crate) fn play_all(&self, games: &[Pairing], random: &mut SplitMix) -> Results {
        let mut results = Results::new(self.strengths.len(), self.seats.len()).expect("seats");
        for game in games {
            results.add(self.play(game, random)).expect("a game of the schedule");
        }
        results
    }
}
