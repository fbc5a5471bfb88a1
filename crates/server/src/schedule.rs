//! Which games are played, in which order.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_tournament::schedule::{seatings, subsets};

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Who sits where, by the number of the participant.
    pub(crate) seats: Vec<usize>,
}

/// Returns the games of one of several tables, at which the same players meet `runs` times. They are made one
/// by one, since there may be millions.
pub(crate) fn at_table(
    table: usize,
    tables: usize,
    players: usize,
    runs: u32,
) -> impl Iterator<Item = Pairing> {
    let number = move |run: u32| run * tables as u32 + table as u32 + 1;
    let seats = move || (table * players..(table + 1) * players).collect();
    (0..runs).map(move |run| Pairing { number: number(run), seats: seats() })
}

/// Returns the games of a tournament: each group meets from all its seatings, `runs` times.
pub(crate) fn tourney(participants: usize, players: usize, runs: u32) -> Vec<Pairing> {
    let everybody: Vec<usize> = (0..participants).collect();
    let games: Vec<Vec<usize>> =
        subsets(&everybody, players).iter().flat_map(|group| seatings(group)).collect();
    let all = (0..runs).flat_map(|_| games.iter().cloned());
    (1..).zip(all).map(|(number, seats)| Pairing { number, seats }).collect()
}

#[cfg(test)]
mod tests {
    use super::{at_table, tourney};

    #[test]
    fn tables_share_the_numbers_of_games() {
        let games = |table| -> Vec<(u32, Vec<usize>)> {
            at_table(table, 2, 3, 2).map(|game| (game.number, game.seats)).collect()
        };
        assert_eq!(games(0), [(1, vec![0, 1, 2]), (3, vec![0, 1, 2])]);
        assert_eq!(games(1), [(2, vec![3, 4, 5]), (4, vec![3, 4, 5])]);
    }

    #[test]
    fn everybody_meets_everybody_from_every_seat() {
        let seats = |participants, players, runs| -> Vec<Vec<usize>> {
            tourney(participants, players, runs).into_iter().map(|game| game.seats).collect()
        };
        assert_eq!(seats(2, 2, 1), [[0, 1], [1, 0]]);
        assert_eq!(seats(3, 2, 1), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(seats(2, 2, 2), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let three = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        assert_eq!(seats(3, 3, 1), three);
        assert_eq!(seats(5, 3, 1).len(), 60);
    }
}
