//! The last four pieces of King's Court: who wins, and in how many plies, from a table.
//!
//! The table has a byte for each position of at most four pieces, of which each side has one in the Court, as the
//! player to move sees it. It knows nothing of the quiet limit: its answers hold where the limit is further away
//! than the end. `manator solve kings-court` made it.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod build;
mod sets;

use std::sync::LazyLock;

use manator_games::kings_court::{KingsCourt, Position};
use manator_search::Score;

pub use self::build::{Endings, Material, build};
use self::sets::Sets;

/// How many pieces both sides have together at most.
pub const PIECES_MAX: usize = 4;
/// How many pieces one side has at most, where the other has one.
const SIDE_MAX: usize = PIECES_MAX - 1;

/// The table that is part of the program.
pub static TABLE: &[u8] = include_bytes!("endings.table");
static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// Returns who wins a position of few pieces, and in how many plies; `None` where neither side can force a win, the
/// quiet limit may come first, or there are more pieces.
#[inline]
pub(crate) fn find(game: &KingsCourt, position: &Position) -> Option<Score> {
    let [own, enemy] = sides(position);
    if (own | enemy).count_ones() as usize > PIECES_MAX {
        return None;
    }
    let plies = known(TABLE[LAYOUT.index(own, enemy)?])?;
    let in_time = position.quiet.saturating_add(plies) <= game.quiet_limit;
    // The winner has the last move.
    let score = if plies % 2 == 1 { Score::win_in } else { Score::loss_in };
    in_time.then(|| score(plies.into()))
}

/// Returns the squares of the player to move, and those of the other.
fn sides(position: &Position) -> [u64; 2] {
    [position.to_move, position.to_move.next(2)].map(|player| position.pieces(player))
}

/// Returns in how many plies a position ends, by its byte: one more than that, or nothing where neither side can force it.
fn known(byte: u8) -> Option<u16> {
    byte.checked_sub(1).map(u16::from)
}

/// Where the table has what.
struct Layout {
    /// The sets of a side's squares, by how many there are less one.
    sets: [Sets; SIDE_MAX],
    /// Where positions begin in which the sides have so many pieces, each less one.
    begins: [[usize; SIDE_MAX]; SIDE_MAX],
    len: usize,
}

impl Layout {
    fn new() -> Layout {
        let sets = [1, 2, 3].map(Sets::new);
        let (mut begins, mut len) = ([[0; SIDE_MAX]; SIDE_MAX], 0);
        for [own, enemy] in Layout::materials() {
            begins[own - 1][enemy - 1] = len;
            len += sets[own - 1].classes.len() * sets[enemy - 1].all.len();
        }
        Layout { sets, begins, len }
    }

    /// Returns how many pieces the player to move may have, and the other.
    fn materials() -> impl Iterator<Item = [usize; 2]> {
        let all = (1..=SIDE_MAX).flat_map(|own| (1..=SIDE_MAX).map(move |enemy| [own, enemy]));
        all.filter(|[own, enemy]| own + enemy <= PIECES_MAX)
    }

    /// Returns where the byte of a position is, if both sides have a piece in the Court.
    ///
    /// The board is turned so that the player to move has the first of all images of its squares.
    fn index(&self, own: u64, enemy: u64) -> Option<usize> {
        let counts = [own, enemy].map(|set| set.count_ones() as usize);
        let [own_sets, enemy_sets] = counts.map(|count| self.sets.get(count.wrapping_sub(1)));
        let (class, way) = own_sets?.class(own)?;
        let enemy_sets = enemy_sets?;
        let enemy = enemy_sets.find(sets::seen(enemy, way))?;
        let begin = self.begins[counts[0] - 1][counts[1] - 1];
        Some(begin + class * enemy_sets.all.len() + enemy)
    }
}
