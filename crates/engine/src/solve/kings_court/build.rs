//! How the table is made: all positions at once, from the ends of games backwards.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::Game;
use manator_games::kings_court::{KingsCourt, Position};

use super::sets::Sets;
use super::{LAYOUT, Layout, known, sides};

/// Instead of the index of a position: the move wins at once.
const WON: u32 = u32::MAX;

/// A table, and what is in it.
pub struct Endings {
    pub bytes: Vec<u8>,
    pub materials: Vec<Material>,
}

/// What became of the positions in which the player to move has `own` pieces and the other `enemy`; the board turned or
/// mirrored is the same position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    pub own: usize,
    pub enemy: usize,
    pub positions: usize,
    pub won: usize,
    pub lost: usize,
    /// In how many plies the longest of them is won or lost.
    pub plies_max: u16,
}

/// A position, and where its moves begin in the list of all moves.
struct Node {
    index: u32,
    begin: usize,
}

/// Makes the table by the rules alone.
pub fn build(game: &KingsCourt) -> Endings {
    let layout = &*LAYOUT;
    let (mut nodes, mut moves) = (Vec::new(), Vec::new());
    for position in Layout::materials().flat_map(|counts| positions(layout, counts)) {
        let [own, enemy] = sides(&position);
        let index = layout.index(own, enemy).expect("a position of the table") as u32;
        nodes.push(Node { index, begin: moves.len() });
        let _ = game.legal_moves(&position, |mv| {
            let mut next = position;
            game.play(&mut next, mv);
            let [own, enemy] = sides(&next);
            // Without a piece in the Court the other has lost.
            moves.push(layout.index(own, enemy).map_or(WON, |index| index as u32));
            ControlFlow::<()>::Continue(())
        });
    }
    let bytes = solve(&nodes, &moves, layout.len);
    let materials = Layout::materials().map(|counts| count(layout, counts, &bytes)).collect();
    Endings { bytes, materials }
}

/// Returns one of each position in which the sides have so many pieces.
fn positions(layout: &Layout, [own, enemy]: [usize; 2]) -> impl Iterator<Item = Position> {
    let [Sets { classes, .. }, Sets { all, .. }] =
        [own, enemy].map(|count| &layout.sets[count - 1]);
    let pairs = classes.iter().flat_map(move |own| all.iter().map(move |enemy| (*own, *enemy)));
    pairs.filter_map(|(own, enemy)| Position::later(own, enemy))
}

/// Finds out who wins: positions that end after so many plies, for more and more of them.
fn solve(nodes: &[Node], moves: &[u32], len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let ends = nodes.iter().skip(1).map(|node| node.begin).chain([moves.len()]);
    let mut open: Vec<(u32, &[u32])> =
        nodes.iter().zip(ends).map(|(node, end)| (node.index, &moves[node.begin..end])).collect();
    for plies in 0..u16::from(u8::MAX) {
        let is_won = |bytes: &[u8], mv: &u32| match *mv {
            WON => plies == 1,
            mv => plies > 0 && known(bytes[mv as usize]) == Some(plies - 1),
        };
        // What wins for the other was found before: it is nearer its end.
        let is_lost = |bytes: &[u8], mv: &u32| {
            *mv != WON && known(bytes[*mv as usize]).is_some_and(|plies| plies % 2 == 1)
        };
        let mut found = Vec::new();
        open.retain(|(index, moves)| {
            let ends = match plies % 2 {
                0 => moves.iter().all(|mv| is_lost(&bytes, mv)),
                _ => moves.iter().any(|mv| is_won(&bytes, mv)),
            };
            found.extend(ends.then_some(*index));
            !ends
        });
        // Nothing ends after two plies more than before: nothing ever will.
        if found.is_empty() && plies > 1 {
            break;
        }
        found.into_iter().for_each(|index| bytes[index as usize] = plies as u8 + 1);
    }
    bytes
}

fn count(layout: &Layout, [own, enemy]: [usize; 2], bytes: &[u8]) -> Material {
    let mut material = Material { own, enemy, ..Material::default() };
    for position in positions(layout, [own, enemy]) {
        let [own, enemy] = sides(&position);
        let index = layout.index(own, enemy).expect("a position of the table");
        material.positions += 1;
        if let Some(plies) = known(bytes[index]) {
            material.won += usize::from(plies % 2 == 1);
            material.lost += usize::from(plies % 2 == 0);
            material.plies_max = material.plies_max.max(plies);
        }
    }
    material
}
