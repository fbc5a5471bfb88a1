//! Positions to ask about, found by random play from a fixed seed.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::random::SplitMix;

/// What random play is drawn from: everybody gets the same positions.
const SEED: u64 = 1;
const PLIES_MAX: usize = 400;
/// How many positions random play looks at, all games together.
const SEEN_MAX: usize = 2400;
const GAMES_MAX: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    First,
    Last,
    OneMove,
    /// As many moves are legal as anywhere.
    MostMoves,
    Long,
    /// It is set up rather than played.
    SetUp,
    Any,
}

/// The kinds, how many of each are asked about at most, and what they are called after a number.
pub(super) const KINDS: [(Kind, usize, &str); 7] = [
    (Kind::First, 8, "first moves"),
    (Kind::Last, 24, "last moves"),
    (Kind::OneMove, 24, "with one legal move"),
    (Kind::MostMoves, 12, "with the most legal moves"),
    (Kind::Long, 6, "of long games"),
    (Kind::SetUp, 60, "set up by 'position fen'"),
    (Kind::Any, 300, "others"),
];

impl Kind {
    pub(super) fn words(self) -> &'static str {
        KINDS[self as usize].2
    }
}

/// A ply of the random games, before it is looked up.
struct Ply {
    kind: Kind,
    game: usize,
    number: usize,
}

/// Random games: the table at the end of each, and how many moves were legal before every ply.
struct Played {
    end: Box<dyn Table>,
    legal: Vec<usize>,
}

/// Returns positions to ask about, the kinds mixed, so that any number of the first is a fair choice.
pub(super) fn positions(start: &dyn Table) -> Vec<(Kind, Box<dyn Table>)> {
    let mut random = SplitMix::new(SEED);
    let mut games = Vec::new();
    let mut seen = 0;
    while seen < SEEN_MAX && games.len() < GAMES_MAX {
        let played = play(start, &mut random);
        seen += played.legal.len().max(1);
        games.push(played);
    }
    let mut by_kind: Vec<Vec<(Kind, Box<dyn Table>)>> = Vec::new();
    for (kind, most, _) in KINDS {
        let mut plies = plies(kind, &games, &mut random);
        plies.truncate(most);
        by_kind.push(plies.iter().filter_map(|ply| look_up(&games, ply)).collect());
    }
    let mut mixed = Vec::new();
    while by_kind.iter().any(|kind| !kind.is_empty()) {
        mixed.extend(by_kind.iter_mut().filter_map(Vec::pop));
    }
    mixed
}

pub(super) fn finished(start: &dyn Table) -> Option<Box<dyn Table>> {
    let mut random = SplitMix::new(SEED);
    let ends = (0..8).map(|_| play(start, &mut random).end);
    ends.into_iter().find(|end| end.outcome().is_some())
}

fn play(start: &dyn Table, random: &mut SplitMix) -> Played {
    let mut end = start.copy();
    let mut legal = Vec::new();
    while legal.len() < PLIES_MAX {
        let moves = end.legal();
        let Some(index) = (!moves.is_empty()).then(|| random.below(moves.len() as u64)) else {
            break;
        };
        legal.push(moves.len());
        if end.play(&moves[index as usize]).is_err() {
            break;
        }
    }
    Played { end, legal }
}

/// Returns where positions of a kind are, the best first.
fn plies(kind: Kind, games: &[Played], random: &mut SplitMix) -> Vec<Ply> {
    let all = games.iter().enumerate().flat_map(|(game, played)| {
        (0..played.legal.len()).map(move |number| Ply { kind, game, number })
    });
    let legal = |ply: &Ply| games[ply.game].legal[ply.number];
    let length = |ply: &Ply| games[ply.game].legal.len();
    let mut plies: Vec<Ply> = match kind {
        Kind::First => all.filter(|ply| ply.game < 2 && ply.number < 4).collect(),
        Kind::Last => all
            .filter(|ply| games[ply.game].end.outcome().is_some())
            .filter(|ply| ply.number + 3 >= length(ply))
            .collect(),
        Kind::OneMove => all.filter(|ply| legal(ply) == 1).collect(),
        Kind::MostMoves | Kind::Long | Kind::SetUp | Kind::Any => all.collect(),
    };
    match kind {
        Kind::MostMoves => plies.sort_by_key(|ply| std::cmp::Reverse(legal(ply))),
        Kind::Long => {
            plies.retain(|ply| ply.number + 1 == length(ply));
            plies.sort_by_key(|ply| std::cmp::Reverse(ply.number));
        }
        Kind::First => {}
        _ => shuffle(&mut plies, random),
    }
    plies
}

fn shuffle(plies: &mut [Ply], random: &mut SplitMix) {
    for index in (1..plies.len()).rev() {
        plies.swap(index, random.below(index as u64 + 1) as usize);
    }
}

fn look_up(games: &[Played], ply: &Ply) -> Option<(Kind, Box<dyn Table>)> {
    let played = &games[ply.game];
    let mut table = played.end.copy();
    while table.moves().len() > ply.number && table.undo() {}
    if ply.kind == Kind::SetUp {
        let text = table.position();
        table.set_position(&text).ok()?;
    }
    Some((ply.kind, table))
}

#[cfg(test)]
mod tests {
    use super::{KINDS, Kind, finished, positions};
    use manator_core::Settings;
    use manator_games::catalog::GAMES;

    #[test]
    fn every_game_has_hundreds_of_positions_and_an_end() {
        for entry in GAMES {
            let card = entry.card();
            let table = entry.open(Settings::defaults(card.options)).expect("a table");
            let found = positions(&*table);
            assert!(found.len() >= 300, "{}: {}", card.name, found.len());
            for (kind, position) in &found {
                assert!(position.outcome().is_none(), "{}: {kind:?}", card.name);
            }
            // Where a move can be forced at all, random play meets it.
            for (kind, ..) in KINDS.into_iter().filter(|(kind, ..)| *kind != Kind::OneMove) {
                assert!(found.iter().any(|(other, _)| *other == kind), "{}: {kind:?}", card.name);
            }
            let again = positions(&*table);
            let texts = |all: &[(Kind, Box<dyn manator_core::Table>)]| {
                all.iter().map(|(_, table)| table.position()).collect::<Vec<_>>()
            };
            assert_eq!(texts(&found), texts(&again), "{}", card.name);
            assert!(finished(&*table).is_some(), "{}", card.name);
        }
    }
}
