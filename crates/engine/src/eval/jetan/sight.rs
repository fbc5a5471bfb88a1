//! What the learned evaluation of Jetan sees: sums for both sides, and in which phase the game is.
//!
//! Chiefs make the phases. In 4,434 games of the champion before with itself, a leader by 600 won 8 to 11 % where no Chief
//! was left, 92 % with the only Chief against three other officers or fewer, and 53 % against more. Where nobody has more than four
//! officers, a capture or two weaken both sides, and half of all games are tied.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::jetan::{Attacks, Jetan, Piece, Position, Side, Square, Squares};

use super::{rows_ahead, value};
use crate::eval::learned::{Seen, Shape, Trainable};

pub(super) const PHASES: usize = 5;
pub(super) const TERMS: usize = NAMES.len();

/// The terms: what the side to move has of each less what the other has, from `lose most` on what one of them
/// has. A Princess's and a Chief's `safe` squares are those in reach that nobody attacks.
const NAMES: &[&str] = &[
    "warriors",
    "padwars",
    "dwars",
    "fliers",
    "thoats",
    "chief",
    "panthans",
    "warrior moves",
    "padwar moves",
    "dwar moves",
    "flier moves",
    "thoat moves",
    "chief moves",
    "panthans ahead",
    "officers defended",
    "panthans defended",
    "lone princess",
    "princess safe",
    "princess safe 0",
    "princess safe up to 3",
    "princess safe up to 8",
    "princess besieged",
    "princess besieged twice",
    "princess attacked around",
    "princess enemies around",
    "princess ahead",
    "princess from edge",
    "escape",
    "chief safe",
    "chief safe 0",
    "chief safe up to 3",
    "chief safe up to 8",
    "chief besieged",
    "chief attacked around",
    "chief enemies around",
    "chief ahead",
    "chief from edge",
    "chief to princess",
    "lose most",
    "lose rest",
    "lose officers",
    "lose panthans",
    "lose chief loose",
    "lose chief defended",
    "win most",
    "win rest",
    "win officers",
    "win panthans",
    "win chief loose",
    "win chief defended",
    "threatened",
    "threatened twice",
    "threatened without escape",
    "threatened nearly caught",
    "tempo",
];

pub(super) struct JetanSight;

impl Trainable for JetanSight {
    type Game = Jetan;

    const SHAPE: Shape = Shape {
        game: "jetan",
        terms: NAMES,
        phases: PHASES,
        inputs: 0,
        inputs_at_once: 0,
        width: 0,
        symmetries: 1,
        scale: 760,
    };

    fn see(&self, game: &Jetan, position: &Position) -> Option<Seen> {
        let terms = terms(game, position)?.to_vec();
        Some(Seen { terms, phase: phase(position), inputs: Vec::new() })
    }
}

/// Where each kind of number begins.
const COUNTS: usize = 0;
const MOVES: usize = 7;
const ADVANCE: usize = 13;
const DEFENDED: usize = 14;
const LONE: usize = 16;
const PRINCESS: usize = 17;
const CHIEF: usize = 28;
/// From here on the numbers of the side to move and of the other are different things.
const LOOSE: usize = 38;
const THREAT: usize = 50;
const TEMPO: usize = 54;
/// The Chief's index among the ranks of attackers.
const CHIEF_RANK: usize = 4;

/// How many officers a side has at most, Chief and Princess included, that is weakened by the next capture.
const FEW_OFFICERS: u32 = 4;

/// Returns the phase: both Chiefs and more than 32 pieces, fewer, one Chief, none, few officers and some Chief.
pub(super) fn phase(position: &Position) -> usize {
    let officers = |side| (position.pieces(side) & !position.panthans(side)).count();
    let is_few = |side| officers(side) <= FEW_OFFICERS;
    match (position.chief(Side::Black), position.chief(Side::Orange)) {
        (None, None) => 3,
        _ if is_few(Side::Black) && is_few(Side::Orange) => 4,
        (Some(_), Some(_)) => {
            let pieces = position.pieces(Side::Black) | position.pieces(Side::Orange);
            usize::from(pieces.count() <= 32)
        }
        _ => 2,
    }
}

/// Returns the terms, or `None` where the side to move wins at once.
pub(super) fn terms(game: &Jetan, position: &Position) -> Option<[i32; TERMS]> {
    let (side, other) = (position.turn, position.turn.other());
    let mine = Camp::new(game, position, side);
    let theirs = Camp::new(game, position, other);
    let takes = |attacked: Squares, at: Option<Square>| at.is_some_and(|at| attacked.contains(at));
    if takes(mine.attacks.all, position.princess(other))
        || takes(mine.attacks.by_rank[CHIEF_RANK], position.chief(other))
    {
        return None;
    }
    let mut terms = [0; TERMS];
    let mut opposed = [0; LOOSE];
    mine.count(position, &theirs, &mut terms[..LOOSE]);
    theirs.count(position, &mine, &mut opposed);
    for (term, opposed) in terms.iter_mut().zip(opposed) {
        *term -= opposed;
    }
    let (loose, rest) = terms[LOOSE..].split_at_mut(THREAT - LOOSE);
    let (to_lose, to_win) = loose.split_at_mut(6);
    mine.loose(position, &theirs, to_lose);
    theirs.loose(position, &mine, to_win);
    mine.threat(position, &theirs, rest);
    terms[TEMPO] = 1;
    Some(terms)
}

struct Camp {
    side: Side,
    pieces: Squares,
    panthans: Squares,
    attacks: Attacks,
}

impl Camp {
    fn new(game: &Jetan, position: &Position, side: Side) -> Camp {
        let attacks = game.all_attacks(position, side);
        let (pieces, panthans) = (position.pieces(side), position.panthans(side));
        Camp { side, pieces, panthans, attacks }
    }

    fn count(&self, position: &Position, enemies: &Camp, terms: &mut [i32]) {
        let Attacks { all, officers, moves, .. } = &self.attacks;
        let panthans = self.panthans.count();
        for (term, count) in terms[COUNTS..].iter_mut().zip(officers.iter().chain([&panthans])) {
            *term = *count as i32;
        }
        for (term, moves) in terms[MOVES..].iter_mut().zip(moves) {
            *term = *moves as i32;
        }
        terms[ADVANCE] = self.panthans.squares().map(|at| rows_ahead(self.side, at)).sum();
        let defended = self.pieces & *all;
        terms[DEFENDED] = (defended & !self.panthans).count() as i32;
        terms[DEFENDED + 1] = (defended & self.panthans).count() as i32;
        terms[LONE] = i32::from(panthans + officers.iter().sum::<u32>() == 0);
        if let Some(at) = position.princess(self.side) {
            self.princess(position, enemies, at, &mut terms[PRINCESS..CHIEF]);
        }
        if let Some(at) = position.chief(self.side) {
            self.chief(position, enemies, at, &mut terms[CHIEF..LOOSE]);
        }
    }

    fn princess(&self, position: &Position, enemies: &Camp, at: Square, terms: &mut [i32]) {
        let attacked = enemies.attacks.all.around(at);
        let hunters = enemies.pieces.around(at);
        let safe = self.safe_around(enemies, at);
        terms.copy_from_slice(&[
            safe,
            i32::from(safe == 0),
            i32::from(safe <= 3),
            i32::from(safe <= 8),
            count(attacked & Squares::NEAR),
            count(enemies.attacks.twice.around(at) & Squares::NEAR),
            count(attacked),
            count(hunters),
            rows_ahead(self.side, at),
            from_edge(at),
            i32::from(position.escapes[self.side as usize]),
        ]);
    }

    /// Returns to how many squares a Princess may go.
    fn safe_around(&self, enemies: &Camp, at: Square) -> i32 {
        let barred = self.pieces | enemies.pieces | enemies.attacks.all;
        count((!barred).around(at))
    }

    fn chief(&self, position: &Position, enemies: &Camp, at: Square, terms: &mut [i32]) {
        let attacked = enemies.attacks.all.around(at);
        let targets = (self.attacks.by_rank[CHIEF_RANK] & !self.pieces).around(at);
        let safe = count(targets & !attacked);
        terms.copy_from_slice(&[
            safe,
            i32::from(safe == 0),
            i32::from(safe <= 3),
            i32::from(safe <= 8),
            count(attacked & Squares::NEAR),
            count(attacked),
            count(enemies.pieces.around(at)),
            rows_ahead(self.side, at),
            from_edge(at),
            position.princess(enemies.side).map_or(0, |to| 9 - distance(at, to)),
        ]);
    }

    /// Tells what the other side can win by capturing: the most, all else, how many officers stand
    /// undefended, how many Panthans, and whether the Chief does or is attacked though defended.
    fn loose(&self, position: &Position, enemies: &Camp, terms: &mut [i32]) {
        let hit = self.pieces & enemies.attacks.all;
        let undefended = hit & !self.attacks.all;
        let (mut most, mut sum, mut officers) = (0, 0, 0);
        for at in (hit & !self.panthans).squares() {
            let Some((_, piece)) = position.at(at) else { continue };
            let is_loose = undefended.contains(at);
            let gain = match piece {
                Piece::Princess => continue,
                Piece::Chief => {
                    terms[if is_loose { 4 } else { 5 }] = 1;
                    continue;
                }
                _ if is_loose => value(piece) / 100,
                _ => value(piece) / 100 - enemies.least_attacker(at),
            };
            officers += i32::from(is_loose);
            most = most.max(gain);
            sum += gain.max(0);
        }
        let panthans = (undefended & self.panthans).count() as i32;
        most = most.max(i32::from(panthans > 0));
        terms[..4].copy_from_slice(&[most, (sum - most).max(0), officers, panthans]);
    }

    fn least_attacker(&self, at: Square) -> i32 {
        const VALUES: [i32; 5] = [1, 2, 3, 4, 10];
        let rank = self.attacks.by_rank.iter().position(|set| set.contains(at));
        rank.map_or(0, |rank| VALUES[rank])
    }

    /// Tells whether the Princess, whose side is to move, is attacked, and how badly.
    fn threat(&self, position: &Position, enemies: &Camp, terms: &mut [i32]) {
        let Some(at) = position.princess(self.side) else { return };
        if !enemies.attacks.all.contains(at) {
            return;
        }
        let safe = self.safe_around(enemies, at);
        let escapes = position.escapes[self.side as usize];
        terms[..4].copy_from_slice(&[
            1,
            i32::from(enemies.attacks.twice.contains(at)),
            i32::from(safe == 0 && !escapes),
            i32::from(safe <= 3),
        ]);
    }
}

fn count(around: u64) -> i32 {
    around.count_ones() as i32
}

fn from_edge(at: Square) -> i32 {
    i32::from(at.column().min(9 - at.column()))
}

pub(super) fn distance(from: Square, to: Square) -> i32 {
    let columns = from.column().abs_diff(to.column());
    i32::from(columns.max(from.row().abs_diff(to.row())))
}
