//! What the learned evaluation of ThreeChess sees: the same sums for each player, in the order of turns from the one
//! whose eyes it looks with.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};
use manator_games::threechess::{Position, ThreeChess};

use super::{Field, PLAYERS, SAFETY, SEATS, Side, count, count_small, in_turn, progress};
use crate::eval::learned::{Seen, Shape, Trainable};

pub(super) const PHASES: usize = 2 * PLAYERS;
pub(super) const TERMS: usize = NAMES.len();

/// How many terms there are of each player.
const EACH: usize = 22;
/// Where the numbers of the two who may attack a player begin, the one who moves after it first.
const ATTACKS: usize = 12;
const OF_ATTACKER: usize = 5;
/// With fewer pieces a game is in its second half.
const FEW_PIECES: u32 = 32;
/// How much a check counts: its weight shall fit into 16 bits.
const CHECK: i32 = 4;

macro_rules! names {
    ($($player:literal),*) => {
        &[
            $(
                concat!($player, " pawns"),
                concat!($player, " knights"),
                concat!($player, " bishops"),
                concat!($player, " rooks"),
                concat!($player, " queens"),
                concat!($player, " progress"),
                concat!($player, " knight squares"),
                concat!($player, " bishop squares"),
                concat!($player, " rook squares"),
                concat!($player, " queen squares"),
                concat!($player, " shelter"),
                concat!($player, " undeveloped"),
                concat!($player, " hanging to the next"),
                concat!($player, " hanging second to the next"),
                concat!($player, " checked by the next"),
                concat!($player, " without flight from the next"),
                concat!($player, " king's squares attacked by the next"),
                concat!($player, " hanging to the last"),
                concat!($player, " hanging second to the last"),
                concat!($player, " checked by the last"),
                concat!($player, " without flight from the last"),
                concat!($player, " king's squares attacked by the last"),
            )*
            "tempo",
        ]
    };
}

const NAMES: &[&str] = names!("own", "next", "last");

const _: () = assert!(ATTACKS + 2 * OF_ATTACKER == EACH && TERMS == PLAYERS * EACH + 1);

pub(super) struct ThreeChessSight;

impl Trainable for ThreeChessSight {
    type Game = ThreeChess;

    const SHAPE: Shape = Shape {
        game: "threechess",
        terms: NAMES,
        phases: PHASES,
        inputs: 0,
        inputs_at_once: 0,
        width: 0,
        symmetries: 1,
        scale: 1400,
    };

    fn see(&self, game: &ThreeChess, position: &Position) -> Option<Seen> {
        let mover = game.to_move(position);
        see(&Field::new(position, mover), mover)
    }

    fn views(&self, game: &ThreeChess, position: &Position) -> Vec<(Player, Seen)> {
        let field = Field::new(position, game.to_move(position));
        SEATS.into_iter().filter_map(|player| Some((player, see(&field, player)?))).collect()
    }
}

fn see(field: &Field, player: Player) -> Option<Seen> {
    let is_open = field.capture_value(player).is_none();
    let terms = || terms(field, player).to_vec();
    is_open.then(|| Seen { terms: terms(), phase: phase(field, player), inputs: Vec::new() })
}

/// Returns the phase: who moves, the player, the next or the last, and whether half of the pieces are gone.
#[inline]
pub(super) fn phase(field: &Field, player: Player) -> usize {
    let pieces = field.sides.iter().fold(0, |all, side| all | side.army.all()).count_ones();
    let turns = (field.order[0] + PLAYERS - player.index()) % PLAYERS;
    2 * turns + usize::from(pieces < FEW_PIECES)
}

#[inline]
pub(super) fn terms(field: &Field, player: Player) -> [i32; TERMS] {
    let mut terms = [1; TERMS];
    for (owner, terms) in in_turn(player).into_iter().zip(terms.chunks_exact_mut(EACH)) {
        describe(field, owner, terms);
    }
    terms
}

#[inline]
fn describe(field: &Field, owner: Player, terms: &mut [i32]) {
    let [own, next, last] = in_turn(owner).map(|seat| &field.sides[seat.index()]);
    let Side { army, attacks, .. } = own;
    let kinds = [army.pawns, army.knights, army.bishops, army.rooks, army.queens];
    for (term, set) in terms.iter_mut().zip(kinds) {
        *term = count_small(set);
    }
    terms[5] = progress(army.pawns, owner, &SAFETY.progress);
    let open = !(army.all() | next.attacks.pawns | last.attacks.pawns);
    let squares = [attacks.knights, attacks.bishops, attacks.rooks, attacks.queens];
    for (term, set) in terms[6..].iter_mut().zip(squares) {
        *term = count(set & open);
    }
    let back_row = 0xFF << (32 * owner.0);
    terms[10] = count_small(attacks.king & army.pawns);
    terms[11] = count_small((army.knights | army.bishops) & back_row);
    let cannot_flee = attacks.king & !(army.all() | next.all | last.all) == 0;
    for (index, (attacker, third)) in [(next, last), (last, next)].into_iter().enumerate() {
        let terms = &mut terms[ATTACKS + index * OF_ATTACKER..][..OF_ATTACKER];
        [terms[0], terms[1]] = hanging(own, attacker, third);
        let is_checked = attacker.all & army.king != 0;
        terms[2] = CHECK * i32::from(is_checked);
        terms[3] = CHECK * i32::from(is_checked && cannot_flee);
        terms[4] = count_small(attacks.king & attacker.all);
    }
}

/// Returns the values of the two dearest pieces that an attacker threatens to capture at a profit.
#[inline]
fn hanging(owner: &Side, attacker: &Side, third: &Side) -> [i32; 2] {
    let (army, by) = (&owner.army, &attacker.attacks);
    let unguarded = attacker.all & !owner.all & !third.all;
    let minor = unguarded | by.pawns;
    let rook = minor | by.knights | by.bishops;
    let in_danger = [
        (army.queens & (rook | by.rooks), 40),
        (army.rooks & rook, 20),
        (army.knights & minor, 16),
        (army.bishops & minor, 15),
        (army.pawns & unguarded, 6),
    ];
    let mut found = [0; 2];
    for (set, value) in in_danger.into_iter().filter(|(set, _)| *set != 0) {
        let several = set & (set - 1) != 0;
        match found {
            [0, _] => found = [value, if several { value } else { 0 }],
            [_, 0] => found[1] = value,
            _ => break,
        }
    }
    found
}
