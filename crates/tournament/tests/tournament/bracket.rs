//! Rounds as people follow them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;

use manator_core::random::SplitMix;
use manator_tournament::schedule::knockout::{Knockout, Seeding};
use manator_tournament::schedule::rounds::{Rounds, Slot};
use manator_tournament::schedule::swiss::Swiss;
use manator_tournament::schedule::{Pairing, Step};
use manator_tournament::{Entrant, Results};

use super::simulated::played;

fn knockout(entrants: usize, seats: usize, seed: u64) -> Knockout {
    Knockout { entrants, seats, seeding: Seeding::Drawn, play_offs_max: 2, openings: 0, seed }
}

/// Adds a game.
fn add(results: &mut Results, game: &Pairing, payoffs: &[i8]) {
    let seats: Vec<usize> = game.seats.iter().map(|who| who.0).collect();
    results.add(played(game.id, &seats, payoffs, "end")).expect("a new game");
}

/// Draws what each seat gets: somebody wins, or nobody.
fn drawn(random: &mut SplitMix, seats: usize) -> Vec<i8> {
    let winner = random.below(seats as u64 + 1) as usize;
    (0..seats)
        .map(|seat| if winner == seats { 0 } else { 2 * i8::from(seat == winner) - 1 })
        .collect()
}

fn names(entrants: usize) -> Vec<String> {
    ["ada", "bob", "cy", "dee", "eve", "fay"].map(str::to_string)[..entrants].to_vec()
}

/// Returns all slots, round by round.
fn slots(told: &Rounds) -> Vec<Vec<Slot>> {
    let all = |round: &manator_tournament::schedule::rounds::Round| {
        let meetings = round.meetings.iter().flat_map(|meeting| meeting.slots.iter().copied());
        meetings.chain(round.byes.iter().copied()).collect()
    };
    told.rounds.iter().map(all).collect()
}

#[test]
fn what_is_known_of_later_rounds_stays_true() {
    let mut random = SplitMix::new(5);
    for (entrants, seats) in (2..=3).flat_map(|seats| (seats..22).map(move |count| (count, seats)))
    {
        let plan = knockout(entrants, seats, random.next_u64());
        let mut results = Results::new(entrants, seats).expect("seats");
        let mut told = vec![plan.rounds(&results).expect("rounds")];
        while let Step::Play(games) = plan.next(&results).expect("a tournament") {
            // Games end in any order.
            let game = &games[random.below(games.len() as u64) as usize];
            add(&mut results, game, &drawn(&mut random, seats));
            told.push(plan.rounds(&results).expect("rounds"));
        }
        let last = told.last().cloned().expect("rounds");
        let Ok(Step::Over(order)) = plan.next(&results) else { panic!("it is over") };
        assert_eq!(last.champion, order.first().copied());
        let finally = slots(&last);
        for before in &told {
            assert_eq!(before.rounds.last().map(|round| round.name.as_str()), Some("final"));
            let before = slots(before);
            assert_eq!(before.len(), finally.len(), "{entrants} {seats}");
            for (then, now) in before.iter().zip(&finally) {
                assert_eq!(then.len(), now.len());
                let is_kept =
                    |(one, other): (&Slot, &Slot)| one.entrant().is_none() || one == other;
                assert!(then.iter().zip(now).all(is_kept), "{entrants} {seats}: {then:?} {now:?}");
            }
        }
        assert!(finally.iter().flatten().all(|slot| slot.entrant().is_some()));
        assert!(
            last.rounds.iter().flat_map(|round| &round.meetings).all(|one| one.decided.is_some())
        );
    }
}

#[test]
fn a_seed_that_nobody_can_overtake_is_in_the_next_round_at_once() {
    let plan = Knockout { seeding: Seeding::Entry, ..knockout(4, 2, 1) };
    let mut results = Results::new(4, 2).expect("two seats");
    let Ok(Step::Play(games)) = plan.next(&results) else { panic!("games are missing") };
    for game in games.iter().filter(|game| game.id.unit.number == 1) {
        add(&mut results, game, &[[1, -1], [-1, 1]][game.id.seating as usize - 1]);
    }
    let told = plan.rounds(&results).expect("rounds");
    assert_eq!(told.rounds[1].meetings[0].slots, [Slot::Of(Entrant(0)), Slot::Left(2)]);
}

#[test]
fn rounds_are_told_in_words() {
    let plan = Knockout { seeding: Seeding::Entry, play_offs_max: 1, ..knockout(5, 2, 1) };
    let mut results = Results::new(5, 2).expect("two seats");
    let mut tell = |steps: usize, payoffs: &dyn Fn(&Pairing) -> [i8; 2]| {
        for _ in 0..steps {
            let Ok(Step::Play(games)) = plan.next(&results) else { panic!("games are missing") };
            games.iter().for_each(|game| add(&mut results, game, &payoffs(game)));
        }
        plan.rounds(&results).expect("rounds").in_words(&names(5))
    };
    assert_eq!(
        tell(0, &|_| [0, 0]),
        "quarter-finals:\n  1.1  dee, eve                       0 of 2 games\n  bye  ada, bob, cy\n\
         semi-finals:\n       ada, 4th seed left\n       bob, cy\n\
         final:\n       best seed left, 2nd seed left\n"
    );
    // The first seating wins: both have a point, and one more play-off leaves it to the seeds.
    let text = tell(2, &|_| [1, -1]);
    assert!(
        text.contains(
            "1.1  dee 2, eve 2                   dee goes on as the better seed, after a play-off"
        ),
        "{text}"
    );
    let text = tell(2, &|game| if game.seats[0] < game.seats[1] { [1, -1] } else { [0, 0] });
    assert!(text.contains("2.1  ada 1½, dee ½"), "{text}");
    assert!(text.ends_with("final:\n  3.1  ada 1½, bob ½  ada wins\n"), "{text}");
}

#[test]
fn everybody_is_in_every_round_of_a_swiss_tournament() {
    let mut random = SplitMix::new(6);
    for (entrants, seats) in [(5, 2), (6, 2), (5, 3)] {
        let swiss = Swiss { entrants, seats, rounds: 3, openings: 0, seed: random.next_u64() };
        let mut results = Results::new(entrants, seats).expect("seats");
        let mut steps = 0;
        while let Step::Play(games) = swiss.next(&results).expect("a tournament") {
            let told = swiss.rounds(&results).expect("rounds");
            assert_eq!((told.rounds.len(), told.champion), (steps + 1, None));
            games.iter().for_each(|game| add(&mut results, game, &drawn(&mut random, seats)));
            steps += 1;
        }
        let told = swiss.rounds(&results).expect("rounds");
        assert!(told.champion.is_some());
        for round in slots(&told) {
            let who: BTreeSet<_> = round.iter().filter_map(|slot| slot.entrant()).collect();
            assert_eq!((who.len(), round.len()), (entrants, entrants));
        }
        let text = told.in_words(&names(entrants));
        assert!(text.starts_with("round 1 of 3:\n  1.1  "), "{text}");
        assert!(!text.contains("goes on"), "{text}");
    }
}
