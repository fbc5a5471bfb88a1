//! What everybody in a class has reached, and what went wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_organise::store::Number;
use manator_organise::{Prepared, Store, StoreError};
pub use manator_state::class::{Faults, Grade, Mishap};
use manator_tournament::rating::{self, standings::Standings};
use manator_tournament::{Entrant, Results};

#[derive(Clone, Debug)]
pub struct Grades {
    /// Everybody, the best first.
    pub lines: Vec<Grade>,
    /// What went wrong, in the order of games.
    pub mishaps: Vec<Mishap>,
}

impl Grades {
    pub fn read(
        store: &Store,
        number: Number,
        prepared: &Prepared,
        students: usize,
    ) -> Result<Grades, StoreError> {
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
        let mut lines = grade(prepared, students, &results, &faults);
        let order = store.order(number)?;
        if !prepared.is_planned() && order.len() == lines.len() {
            for line in &mut lines {
                let at = order.iter().position(|who| who.0 == line.who);
                line.place = at.map_or(line.place, |at| at + 1);
            }
            lines.sort_by_key(|line| line.place);
        }
        Ok(Grades { lines, mishaps })
    }

    /// Writes a table for spreadsheets, one line a student.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "name,place,points,games,won,tied,lost,rating,error,faults,what went wrong\r\n",
        );
        for line in self.lines.iter().filter(|line| line.student) {
            let own = self.mishaps.iter().filter(|mishap| mishap.who == line.who);
            let words: Vec<String> =
                own.map(|one| format!("{}: {}", one.game, one.words)).collect();
            let rounded = |value: Option<f64>| value.map(|value| format!("{value:.0}"));
            let fields = [
                line.name.clone(),
                line.place.to_string(),
                line.points.to_string(),
                line.games.to_string(),
                line.won.to_string(),
                line.tied.to_string(),
                line.lost.to_string(),
                rounded(line.elo).unwrap_or_default(),
                rounded(line.error).unwrap_or_default(),
                line.faults.values().sum::<u64>().to_string(),
                words.join("; "),
            ];
            let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
            text += &format!("{}\r\n", fields.join(","));
        }
        text
    }
}

/// Returns what everybody has reached, the best first.
pub(super) fn grade(
    prepared: &Prepared,
    students: usize,
    results: &Results,
    faults: &[Faults],
) -> Vec<Grade> {
    let table = Standings::of(results);
    let names = prepared.names();
    let rated = rating::rate(results);
    let rating = |who: Entrant| {
        let rating = rated.by_entrant().get(who.0)?;
        (rating.games > 0).then_some(rating.strength)
    };
    let lines = table.ranked().into_iter().map(|(place, line)| {
        let (who, total) = (line.entrant.0, line.total);
        let strength = rating(line.entrant);
        Grade {
            who,
            name: names.get(who).cloned().unwrap_or_default(),
            student: who < students,
            place,
            points: total.half_points() as f64 / 2.0,
            won: total.won,
            tied: total.tied,
            lost: total.lost,
            games: total.games(),
            elo: strength.map(|strength| strength.elo),
            error: strength.map(|strength| strength.error).filter(|error| error.is_finite()),
            faults: faults.get(who).cloned().unwrap_or_default(),
        }
    });
    lines.collect()
}

/// Returns a field as spreadsheets read it, as text and never as a formula.
fn quoted(field: &str) -> String {
    let is_number = field.parse::<f64>().is_ok();
    let is_formula = !is_number && field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let field = if is_formula { format!("'{field}") } else { field.to_string() };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}
