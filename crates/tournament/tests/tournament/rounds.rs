//! Schedules in which the next round depends on results.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeSet, HashSet};

use manator_core::random::SplitMix;
use manator_tournament::schedule::course::{Course, PLAY_OFFS_MAX, best_of};
use manator_tournament::schedule::knockout::{Knockout, Seeding};
use manator_tournament::schedule::swiss::Swiss;
use manator_tournament::schedule::{Pairing, PlanError, Step};
use manator_tournament::{Entrant, Results};

use super::simulated::{id, played};

type Next<'a> = &'a dyn Fn(&Results) -> Result<Step, PlanError>;

/// Decides a game: what each seat gets.
type Decide<'a> = &'a mut dyn FnMut(&Pairing) -> Vec<i8>;

/// Plays until all is over; returns the steps and the final order.
fn play(results: &mut Results, next: Next, decide: Decide) -> (Vec<Vec<Pairing>>, Vec<Entrant>) {
    let mut steps = Vec::new();
    loop {
        match next(results).expect("a tournament") {
            Step::Over(order) => return (steps, order),
            Step::Play(games) => {
                for game in &games {
                    let seats: Vec<usize> = game.seats.iter().map(|who| who.0).collect();
                    let game = played(game.id, &seats, &decide(game), "end");
                    results.add(game).expect("a new game");
                }
                steps.push(games);
            }
        }
    }
}

/// The lower number wins.
fn favourite(game: &Pairing) -> Vec<i8> {
    let best = game.seats.iter().min().copied();
    game.seats.iter().map(|who| if Some(*who) == best { 1 } else { -1 }).collect()
}

fn tie(game: &Pairing) -> Vec<i8> {
    vec![0; game.seats.len()]
}

fn coin(random: &mut SplitMix, game: &Pairing) -> Vec<i8> {
    let winner = random.below(game.seats.len() as u64 + 1) as usize;
    let won = |seat: usize| if seat == winner { 1 } else { -1 };
    if winner == game.seats.len() { tie(game) } else { (0..game.seats.len()).map(won).collect() }
}

fn is_permutation(order: &[Entrant], entrants: usize) -> bool {
    order.iter().copied().collect::<BTreeSet<_>>() == (0..entrants).map(Entrant).collect()
}

/// Returns whether players can all be paired with somebody new; one may be left over.
fn can_avoid(left: &[usize], met: &BTreeSet<(usize, usize)>, bye: bool) -> bool {
    let [first, rest @ ..] = left else { return true };
    let fresh = |at: &usize| !met.contains(&(*first, rest[*at]));
    let pair = |at: usize| can_avoid(&[&rest[..at], &rest[at + 1..]].concat(), met, bye);
    (0..rest.len()).filter(fresh).any(pair) || (bye && can_avoid(rest, met, false))
}

#[test]
fn a_swiss_tournament_repeats_no_pairing_while_avoidable() {
    let mut random = SplitMix::new(1);
    for entrants in (2..=9).flat_map(|entrants| [entrants; 12]) {
        let seed = random.next_u64();
        let swiss = Swiss { entrants, seats: 2, rounds: entrants as u32 + 1, openings: 3, seed };
        let mut results = Results::new(entrants, 2).expect("two seats");
        let (rounds, order) =
            play(&mut results, &|results| swiss.next(results), &mut |game| coin(&mut random, game));
        assert!(is_permutation(&order, entrants));
        assert_eq!(rounds.len(), entrants + 1);
        let all: Vec<usize> = (0..entrants).collect();
        let mut met = BTreeSet::new();
        for games in rounds {
            let pairs: BTreeSet<(usize, usize)> =
                games.iter().map(|game| (game.seats[0].0, game.seats[1].0)).collect();
            // Both orders of every pair, and nobody in two of them.
            assert_eq!((games.len(), pairs.len()), (entrants / 2 * 2, entrants / 2 * 2));
            let again = pairs.intersection(&met).count();
            let avoidable = can_avoid(&all, &met, entrants % 2 == 1);
            assert!(again == 0 || !avoidable, "{entrants} {seed}: {again} of {pairs:?}");
            met.extend(pairs);
        }
    }
}

#[test]
fn a_swiss_tournament_finds_the_best() {
    for (entrants, seats, rounds) in [(16, 2, 4), (33, 2, 6), (11, 3, 5), (9, 3, 4), (3, 3, 2)] {
        for seed in 0..5 {
            let swiss = Swiss { entrants, seats, rounds, openings: 0, seed };
            let mut results = Results::new(entrants, seats).expect("seats");
            let (steps, order) = play(&mut results, &|results| swiss.next(results), &mut favourite);
            assert_eq!((steps.len(), order[0]), (rounds as usize, Entrant(0)));
            assert!(is_permutation(&order, entrants));
            for games in steps {
                let players: BTreeSet<_> = games.iter().flat_map(|game| &game.seats).collect();
                assert_eq!(players.len(), entrants / seats * seats);
            }
        }
    }
}

fn knockout(entrants: usize, seats: usize) -> Knockout {
    let seeding = Seeding::Entry;
    Knockout { entrants, seats, seeding, play_offs_max: 2, openings: 4, seed: 9 }
}

#[test]
fn a_knockout_of_any_number_has_one_champion() {
    let mut random = SplitMix::new(2);
    for (entrants, seats) in (2..=3).flat_map(|seats| (seats..40).map(move |count| (count, seats)))
    {
        let plan = knockout(entrants, seats);
        let mut results = Results::new(entrants, seats).expect("seats");
        let (_, order) = play(&mut results, &|results| plan.next(results), &mut favourite);
        assert!(is_permutation(&order, entrants), "{entrants} {seats}: {order:?}");
        assert_eq!(order[0], Entrant(0));
        if seats == 2 {
            assert_eq!(order[1], Entrant(1), "the second seed meets the first in the final only");
            assert_eq!(results.games().len(), 2 * (entrants - 1));
        }
        let plan = Knockout { seeding: Seeding::Drawn, seed: random.next_u64(), ..plan };
        let mut results = Results::new(entrants, seats).expect("seats");
        let (_, order) =
            play(&mut results, &|results| plan.next(results), &mut |game| coin(&mut random, game));
        assert!(is_permutation(&order, entrants));
    }
}

#[test]
fn the_best_seeds_have_byes() {
    let plan = knockout(5, 2);
    let mut results = Results::new(5, 2).expect("two seats");
    let (steps, _) = play(&mut results, &|results| plan.next(results), &mut favourite);
    let tables = |games: &[Pairing]| -> Vec<[usize; 2]> {
        games.iter().step_by(2).map(|game| [game.seats[0].0, game.seats[1].0]).collect()
    };
    let steps: Vec<_> = steps.iter().map(|games| tables(games)).collect();
    assert_eq!(steps, [vec![[3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
}

#[test]
fn tied_tables_play_off_and_then_the_better_seed_goes_on() {
    let plan = knockout(4, 2);
    let mut results = Results::new(4, 2).expect("two seats");
    let (steps, order) = play(&mut results, &|results| plan.next(results), &mut tie);
    assert_eq!(order[0], Entrant(0));
    let games: Vec<usize> = steps.iter().map(Vec::len).collect();
    assert_eq!(games, [4, 4, 4, 2, 2, 2]);
    assert_ne!(steps[0][0].opening, steps[1][0].opening);
}

#[test]
fn what_is_missing_is_asked_for_again_and_nothing_else() {
    let plan = knockout(4, 2);
    let mut results = Results::new(4, 2).expect("two seats");
    let Ok(Step::Play(games)) = plan.next(&results) else { panic!("games are missing") };
    results.add(played(games[2].id, &[1, 2], &[1, -1], "end")).expect("a game");
    let rest = [games[0].clone(), games[1].clone(), games[3].clone()];
    assert_eq!(plan.next(&results), Ok(Step::Play(rest.to_vec())));
    results.add(played(games[0].id, &[2, 0], &[1, -1], "end")).expect("a game");
    assert_eq!(plan.next(&results), Err(PlanError::Foreign { id: games[0].id }));
    let other = Results::new(5, 2).expect("two seats");
    assert_eq!(plan.next(&other), Err(PlanError::Results { entrants: 5, seats: 2 }));
}

#[test]
fn the_course_ends_with_a_play_off() {
    for (entrants, seats) in [(2, 2), (5, 2), (6, 2), (4, 3)] {
        let best = Some(best_of(entrants, seats));
        let course = Course { entrants, seats, best, openings: 30, seed: 3 };
        let mut results = Results::new(entrants, seats).expect("seats");
        let (steps, order) = play(&mut results, &|results| course.next(results), &mut favourite);
        assert_eq!((steps.len(), order[0]), (2, Entrant(0)), "the best meet in any case");
        assert!(steps[0].iter().all(|game| game.opening.is_none()));
        let mut openings: Vec<_> = steps[1].iter().map(|game| game.opening).collect();
        openings.dedup();
        let units: HashSet<_> = openings.iter().flatten().collect();
        assert_eq!(units.len(), openings.len(), "each unit has an opening of its own");
        // Everybody loses every game: nobody has a point, and the table decides in the end.
        let mut results = Results::new(entrants, seats).expect("seats");
        let mut forfeit = |game: &Pairing| vec![-1; game.seats.len()];
        let (steps, order) = play(&mut results, &|results| course.next(results), &mut forfeit);
        assert_eq!(steps.len() as u32, 1 + PLAY_OFFS_MAX);
        assert!(is_permutation(&order, entrants));
        let names: Vec<String> = (0..entrants).map(|at| format!("p{at}")).collect();
        let told = course.in_words(&names, &results);
        let champion = format!("p{} is the champion by the table: after 20 play-offs", order[0].0);
        assert!(told.starts_with(&champion), "{told}");
        assert_ne!(steps[1][0].opening, steps[2][0].opening, "other openings than before");
    }
}

#[test]
fn the_champion_is_who_wins_the_play_off() {
    // The first leads the table, and the second wins the play-off of the best two.
    let course = Course { entrants: 3, seats: 2, best: Some(2), openings: 4, seed: 3 };
    let names = ["ada", "bob", "cy"].map(str::to_string);
    let mut results = Results::new(3, 2).expect("two seats");
    let told = course.in_words(&names, &results);
    assert_eq!(told, "there is no champion yet: 6 games of the table are missing");
    let mut decide = |game: &Pairing| {
        let is_extra = game.id.unit.round > 1;
        let strength = |who: &Entrant| if is_extra && who.0 == 1 { 9 } else { 3 - who.0 };
        let ahead = strength(&game.seats[0]) > strength(&game.seats[1]);
        if ahead { vec![1, -1] } else { vec![-1, 1] }
    };
    let (steps, order) = play(&mut results, &|results| course.next(results), &mut decide);
    assert_eq!((steps.len(), steps[1].len()), (2, 2));
    assert_eq!(order, [Entrant(1), Entrant(0), Entrant(2)]);
    let told = course.in_words(&names, &results);
    assert_eq!(told, "bob is the champion: 2/2 in the play-off, 2/4 before");
    let rounds = course.rounds(&results).expect("rounds");
    assert_eq!((rounds.champion, rounds.rounds.len()), (Some(Entrant(1)), 1));
    assert_eq!(rounds.in_words(&names), "play-off:\n  2.1  ada 0, bob 2\n");
}

#[test]
fn a_tournament_of_the_course_that_was_begun_earlier_goes_on_as_it_did() {
    // Two lead; of the play-off's two games one is a win, the other a double forfeit.
    let course = Course { entrants: 3, seats: 2, best: None, openings: 9, seed: 3 };
    let mut results = Results::new(3, 2).expect("two seats");
    let mut decide = |game: &Pairing| match (game.seats[0].0, game.seats[1].0) {
        (0, 1) if game.id.unit.round == 2 => vec![-1, -1],
        (0 | 1, 2) => vec![1, -1],
        (2, 0 | 1) => vec![-1, 1],
        _ => vec![i8::from(game.id.unit.round == 2), -i8::from(game.id.unit.round == 2)],
    };
    let (steps, order) = play(&mut results, &|results| course.next(results), &mut decide);
    assert_eq!((steps.len(), steps[1].len()), (2, 2));
    assert_eq!(order, [Entrant(1), Entrant(0), Entrant(2)]);
    assert_eq!((steps[1][0].id, steps[1][0].opening), (id(2, 1, 1), None));
}
