//! Whether a player wins by force, by looking at every move of everybody.
//!
//! Nothing is left out and nothing is guessed: no evaluation, no reduction, no null move. A move that decided a position
//! is tried first in the next one, and positions are remembered whole, not by a hash that two might share; both change how
//! long an answer takes, never the answer. Whoever is not the player plays against it, however many there are.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use manator_core::outcome::WON;
use manator_core::{Game, Player, legal_list};

use crate::limits::{Clock, Limits};

/// What has fewer plies left is looked at again sooner than it is found among what is remembered.
const REMEMBERED_PLIES_MIN: u32 = 2;
/// How many positions are remembered, and how many bytes of them, which matters where a position has a long past; they are
/// forgotten together.
const REMEMBERED_MAX: usize = 50_000;
const REMEMBERED_BYTES_MAX: usize = 12 << 20;

/// Proves that one player wins by force, or that it does not, within a number of plies.
///
/// ```
/// use std::sync::Arc;
///
/// use manator_core::{Game, Player, Rulebook, Settings};
/// use manator_games::joust::Joust;
/// use manator_search::{Forced, Limits};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let settings = Settings::parse(Joust::CARD.options, "size=4x4")?;
/// let joust = Arc::new(Joust::new(&settings)?);
/// let start = joust.start();
/// let mut black = Forced::new(joust.clone(), Player(1), &Limits::default());
/// assert_eq!([4, 16].map(|plies| black.wins(&start, plies)), [Some(false), Some(true)]);
/// # Ok(())
/// # }
/// ```
pub struct Forced<G: Game> {
    game: Arc<G>,
    player: Player,
    clock: Clock,
    known: HashMap<G::Position, Known>,
    known_bytes: usize,
    /// By plies left, the move that decided the last such position.
    deciding: Vec<Option<G::Move>>,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    /// Within so many plies it is won.
    wins: Option<u32>,
    /// Within so many it is not.
    fails: u32,
}

impl<G: Game> Forced<G> {
    pub fn new(game: Arc<G>, player: Player, limits: &Limits) -> Forced<G> {
        let clock = Clock::start(limits);
        let (known, known_bytes, deciding) = (HashMap::new(), 0, Vec::new());
        Forced { game, player, clock, known, known_bytes, deciding }
    }

    /// Returns whether the player wins within so many plies whatever the others do; `None` once a limit is reached.
    pub fn wins(&mut self, position: &G::Position, plies: u32) -> Option<bool> {
        self.deciding.resize(self.deciding.len().max(plies as usize + 1), None);
        let wins = self.look(&mut position.clone(), plies);
        (!self.clock.is_stopped()).then_some(wins)
    }

    /// Returns how many positions were looked at in all.
    pub fn nodes(&self) -> u64 {
        self.clock.nodes()
    }

    fn look(&mut self, position: &mut G::Position, plies: u32) -> bool {
        if self.clock.tick() {
            return false;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return outcome.payoffs[self.player] == WON;
        }
        if plies == 0 {
            return false;
        }
        if plies < REMEMBERED_PLIES_MIN {
            return self.try_moves(position, plies);
        }
        match self.known.get(position) {
            Some(known) if known.wins.is_some_and(|wins| wins <= plies) => return true,
            Some(known) if known.fails >= plies => return false,
            _ => {}
        }
        let wins = self.try_moves(position, plies);
        if !self.clock.is_stopped() {
            self.remember(position, plies, wins);
        }
        wins
    }

    fn try_moves(&mut self, position: &mut G::Position, plies: u32) -> bool {
        // Its own move decides by winning, a move of others by not losing.
        let is_own = self.game.to_move(position) == self.player;
        let mut moves = legal_list(&*self.game, position);
        let first = self.deciding[plies as usize];
        if let Some(at) = first.and_then(|first| moves.iter().position(|mv| *mv == first)) {
            moves[..=at].rotate_right(1);
        }
        let game = self.game.clone();
        // What wins at once is found before anything is looked at deeper.
        if is_own
            && plies > 1
            && moves.iter().any(|mv| game.with_move(position, *mv, |next| self.look(next, 0)))
        {
            return true;
        }
        for mv in moves {
            let wins = game.with_move(position, mv, |next| self.look(next, plies - 1));
            if self.clock.is_stopped() {
                return false;
            }
            if wins == is_own {
                self.deciding[plies as usize] = Some(mv);
                return is_own;
            }
        }
        !is_own
    }

    fn remember(&mut self, position: &G::Position, plies: u32, wins: bool) {
        let size = self.game.size(position);
        if self.known.len() >= REMEMBERED_MAX || self.known_bytes + size > REMEMBERED_BYTES_MAX {
            self.known.clear();
            self.known_bytes = 0;
        }
        let found = match wins {
            true => Known { wins: Some(plies), fails: 0 },
            false => Known { wins: None, fails: plies },
        };
        match self.known.entry(position.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(found);
                self.known_bytes += size;
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.wins = found.wins.or(known.wins);
                known.fails = known.fails.max(found.fails);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::{Forced, REMEMBERED_BYTES_MAX};
    use crate::limits::Limits;
    use manator_core::{Game, Outcome, Player, Reason};

    const SIZE: usize = 1 << 20;
    const PLIES: u32 = 10;

    /// Everybody adds a bit, until there are enough; positions are large.
    struct Bits;

    impl Game for Bits {
        type Position = Vec<bool>;
        type Move = bool;

        fn players(&self) -> usize {
            2
        }

        fn start(&self) -> Vec<bool> {
            Vec::new()
        }

        fn to_move(&self, position: &Vec<bool>) -> Player {
            Player((position.len() % 2) as u8)
        }

        fn legal_moves<B>(
            &self,
            position: &Vec<bool>,
            mut visit: impl FnMut(bool) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            if position.len() < PLIES as usize {
                visit(false)?;
                visit(true)?;
            }
            ControlFlow::Continue(())
        }

        fn play(&self, position: &mut Vec<bool>, bit: bool) {
            position.push(bit);
        }

        fn outcome(&self, position: &Vec<bool>) -> Option<Outcome> {
            let is_over = position.len() == PLIES as usize;
            is_over.then(|| Outcome::win(2, Player(1), Player(0), Reason("enough")))
        }

        fn key(&self, position: &Vec<bool>) -> u64 {
            position.iter().fold(1, |key, bit| key << 1 | u64::from(*bit))
        }

        fn size(&self, _position: &Vec<bool>) -> usize {
            SIZE
        }
    }

    #[test]
    fn large_positions_are_remembered_within_a_limit() {
        let mut forced = Forced::new(Arc::new(Bits), Player(0), &Limits::default());
        assert_eq!(forced.wins(&Vec::new(), PLIES), Some(false));
        assert_eq!(forced.known_bytes, forced.known.len() * SIZE);
        assert!((1..=REMEMBERED_BYTES_MAX / SIZE).contains(&forced.known.len()));
    }
}
