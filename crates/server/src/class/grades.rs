//! What everybody in a class has reached, and what went wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_organise::store::Number;
use manator_organise::{Prepared, Store, StoreError};
pub use manator_state::class::{Faults, Mishap};
use manator_state::tournament::{Basis, Counts, Standing, Tables};
use manator_tournament::grades::{csv, safe};
use manator_tournament::rating::live::Live;
use manator_tournament::rating::standings::Tally;
use manator_tournament::{Entrant, Results};

/// What somebody has reached.
#[derive(Clone, Debug)]
pub struct Grade {
    /// The number among the players, from 0; students come first.
    pub who: usize,
    pub name: String,
    /// Whether it is a student, and not a player of the house.
    pub student: bool,
    /// The rank, from 1.
    pub place: usize,
    /// One for a win, half for a tie; of three players, -1 for a loss and nothing for neither.
    pub points: f64,
    pub won: u64,
    pub tied: u64,
    pub lost: u64,
    pub games: u64,
    /// The rating in Elo, relative to the mean of the class.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    pub faults: Faults,
}

#[derive(Clone, Debug)]
pub struct Grades {
    /// Everybody, the best first.
    pub lines: Vec<Grade>,
    /// What went wrong, in the order of games.
    pub mishaps: Vec<Mishap>,
    /// How many play in a game.
    pub seats: usize,
}

impl Grades {
    pub fn read(
        store: &Store,
        number: Number,
        prepared: &Prepared,
        students: usize,
    ) -> Result<Grades, StoreError> {
        let (tables, faults, mishaps) = read(store, number, prepared)?;
        let line = |line: &Standing| {
            let (who, Counts(won, tied, lost)) = (line.entrant, line.counts);
            Grade {
                who,
                name: tables.names.get(who).cloned().unwrap_or_default(),
                student: who < students,
                place: line.rank,
                points: Tally { won, tied, lost }.value(prepared.seats()),
                won,
                tied,
                lost,
                games: won + tied + lost,
                elo: line.rating,
                error: line.error,
                faults: faults.get(who).cloned().unwrap_or_default(),
            }
        };
        let lines = tables.standings.iter().map(line).collect();
        Ok(Grades { lines, mishaps, seats: prepared.seats() })
    }

    /// Writes a table for spreadsheets, one line a student.
    pub fn csv(&self) -> String {
        let tied = if self.seats > 2 { "neither" } else { "tied" };
        let heads =
            format!("name,place,points,games,won,{tied},lost,rating,error,faults,what went wrong");
        let row = |line: &Grade| {
            let own = self.mishaps.iter().filter(|mishap| mishap.who == line.who);
            let words: Vec<String> =
                own.map(|one| format!("{}: {}", one.game, one.words)).collect();
            let rounded = |value: Option<f64>| value.map(|value| format!("{value:.0}"));
            vec![
                safe(&line.name),
                line.place.to_string(),
                line.points.to_string(),
                line.games.to_string(),
                line.won.to_string(),
                line.tied.to_string(),
                line.lost.to_string(),
                rounded(line.elo).unwrap_or_default(),
                rounded(line.error).unwrap_or_default(),
                line.faults.values().sum::<u64>().to_string(),
                safe(&words.join(", ")),
            ]
        };
        let heads = heads.split(',').map(str::to_string).collect();
        let students = self.lines.iter().filter(|line| line.student);
        csv(std::iter::once(heads).chain(students.map(row)))
    }
}

/// Reads the tables of a tournament, how often what went wrong for each player, and what it was in each game.
pub(super) fn read(
    store: &Store,
    number: Number,
    prepared: &Prepared,
) -> Result<(Tables, Vec<Faults>, Vec<Mishap>), StoreError> {
    let results = store.results(number, prepared.results())?;
    let mut mishaps = Vec::new();
    let mut faults = vec![Faults::new(); prepared.names().len()];
    store.outlines(number, |row| {
        let blames = row.offences.iter().zip(&row.blames);
        for (who, (kind, words)) in row.seats.iter().zip(blames) {
            let Some(kind) = kind else { continue };
            if let Some(faults) = faults.get_mut(who.0) {
                *faults.entry(kind.clone()).or_default() += 1;
            }
            let words = words.clone().unwrap_or_default();
            let game = row.id.to_string();
            mishaps.push(Mishap { game, who: who.0, kind: kind.clone(), words });
        }
    })?;
    Ok((tables(prepared, &results, &store.order(number)?), faults, mishaps))
}

/// Makes the tables; `order` is the final one, empty until there is one.
pub(super) fn tables(prepared: &Prepared, results: &Results, order: &[Entrant]) -> Tables {
    let counted = Live::from(prepared.counted(results));
    let ratings = counted.rate();
    // A result that does not belong there is listed among the games all the same.
    let rounds = prepared.rounds(results).ok().flatten();
    Tables::of(&Basis {
        table: &*prepared.table,
        names: &prepared.names(),
        results: counted.results(),
        counted: counted.standings(),
        ratings: (results.games().len() > 0).then_some(&ratings),
        order: (!order.is_empty() && !prepared.is_planned()).then_some(order),
        rounds: rounds.as_ref(),
        champion: prepared.champion(results),
    })
}
