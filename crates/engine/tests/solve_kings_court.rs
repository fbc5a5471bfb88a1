//! The table of King's Court's last four pieces against searches that know nothing but the rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Game, Rulebook, Settings, legal_list};
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_engine::solve::kings_court::{PIECES_MAX, TABLE, build};
use manator_games::kings_court::{KingsCourt, Position};
use manator_search::{Guide, Score};

/// How many plies the plain search looks ahead.
const PLIES: u32 = 4;

fn rules() -> KingsCourt {
    KingsCourt::new(&Settings::defaults(KingsCourt::CARD.options)).expect("the defaults")
}

#[test]
fn the_table_is_what_the_rules_make() {
    assert!(build(&rules()).bytes == TABLE, "manator solve kings-court --table makes another one");
}

/// Returns who wins within so many plies, and in how many, by trying all moves; nobody wins a double forfeit.
fn plain(game: &KingsCourt, position: &Position, plies: u32) -> Option<Score> {
    let moves = legal_list(game, position);
    if moves.is_empty() {
        return game.outcome(position)?.winner().map(|_| Score::loss_in(0));
    }
    let left = plies.checked_sub(1)?;
    let answers = moves.into_iter().map(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        plain(game, &next, left).map(|score| -score.later(1))
    });
    let answers: Vec<Option<Score>> = answers.collect();
    match answers.iter().flatten().max() {
        Some(best) if best.wins_in().is_some() => Some(*best),
        best => best.copied().filter(|_| answers.iter().all(Option::is_some)),
    }
}

/// Draws positions of at most four pieces, each side with one in the Court.
fn drawn(count: usize) -> Vec<Position> {
    let mut random = SplitMix::new(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let pieces = 2 + random.below(PIECES_MAX as u64 - 1);
        let own = 1 + random.below(pieces - 1);
        let mut set = |size| (0..size).fold(0, |set, _| set | 1u64 << random.below(64));
        positions.extend(Position::later(set(own), set(pieces - own)));
    }
    positions
}

fn solve(game: &KingsCourt, position: &Position) -> Option<Score> {
    KingsCourtEval::Material.solve(game, position)
}

fn plies(score: Score) -> u32 {
    score.wins_in().or(score.loses_in()).expect("a proven score")
}

#[test]
fn who_wins_soon_is_what_plain_search_finds_also_before_the_quiet_limit() {
    let game = rules();
    let (mut sure, mut open) = (0, 0);
    for mut position in drawn(300) {
        // Far from the limit, with just enough moves left, and with fewer.
        for left in [game.quiet_limit, PLIES as u16, 3, 2, 1, 0] {
            position.quiet = game.quiet_limit - left;
            let found = plain(&game, &position, PLIES);
            match solve(&game, &position).filter(|score| plies(*score) <= PLIES) {
                Some(score) => {
                    assert_eq!(found, Some(score), "{position:?}");
                    sure += 1;
                }
                // Nearer to the limit the table is careful: a capture would begin it anew.
                None if left == game.quiet_limit => {
                    assert_eq!(found, None, "{position:?}");
                    open += 1;
                }
                None => {}
            }
        }
    }
    assert!(sure > 300 && open > 30, "{sure} {open}");
}

#[test]
fn what_is_won_is_won_in_as_many_plies_as_the_table_says() {
    let game = rules();
    let (mut games, mut longest) = (0, 0);
    for start in drawn(2_000) {
        let Some(score) = solve(&game, &start) else { continue };
        let (mut position, mut played) = (start, 0);
        let winner = if score.wins_in().is_some() { start.to_move } else { start.to_move.next(2) };
        while game.outcome(&position).is_none() {
            let after = |mv| {
                let mut next = position;
                game.play(&mut next, mv);
                next
            };
            let worth = |next: &Position| match game.outcome(next) {
                Some(_) => Score::win_in(1),
                None => solve(&game, next).map_or(Score::TIE, |score| -score.later(1)),
            };
            let next = legal_list(&game, &position).into_iter().map(after).max_by_key(worth);
            position = next.expect("a move");
            played += 1;
        }
        let outcome = game.outcome(&position).expect("the end");
        assert_eq!((outcome.winner(), played), (Some(winner), plies(score)), "{start:?}");
        (games, longest) = (games + 1, longest.max(played));
    }
    assert!(games > 1_000 && longest > 20, "{games} {longest}");
}
