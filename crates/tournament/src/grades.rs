//! Tables for spreadsheets: grades, who beats whom, and all games. CSV as in RFC 4180.
//!
//! Names and words come from strangers, and spreadsheets run what begins like a formula. Such texts get a
//! single quote in front, which shows them as they are.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::record::result_text;

use crate::notes::Fault;
use crate::rating::Ratings;
use crate::rating::standings::{Standing, Standings, Tally};
use crate::results::{Entrant, Played, Results};

/// What a formula may begin with, full-width signs and leading blanks included.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// What a field must be quoted for; semicolons and tabs separate fields in some countries.
const QUOTED: [char; 6] = [',', ';', '\t', '"', '\r', '\n'];

const LINE_END: &str = "\r\n";

/// Returns a line for each entrant, the first first: rank, name, points, games, and so on.
///
/// Points are decimal, a win 1 and a tie 0.5. Ratings are empty for those who have met nobody. `order` is the
/// order in which they finished, where the schedule decides that.
pub fn entrants(
    names: &[String],
    standings: &Standings,
    ratings: &Ratings,
    order: Option<&[Entrant]>,
) -> String {
    let mut fields: Vec<String> =
        ["rank", "name", "points", "games", "wins", "ties", "losses", "defaults"]
            .map(str::to_string)
            .to_vec();
    fields.extend(Fault::ALL.iter().map(|fault| fault.code().to_string()));
    fields.extend(["rating", "error"].map(str::to_string));
    let mut text = fields.join(",") + LINE_END;
    let lines = order.map_or_else(|| standings.ranked(), |order| standings.in_order(order));
    for (rank, line) in lines {
        text += &entrant(names, rank, line, ratings).join(",");
        text += LINE_END;
    }
    text
}

fn entrant(names: &[String], rank: usize, line: &Standing, ratings: &Ratings) -> Vec<String> {
    let total = &line.total;
    let mut fields = vec![
        rank.to_string(),
        field(&name(names, line.entrant)),
        decimal(total),
        total.games().to_string(),
        total.won.to_string(),
        total.tied.to_string(),
        total.lost.to_string(),
        line.defaults().to_string(),
    ];
    let count = |fault: &Fault| line.faults.get(fault).copied().unwrap_or(0).to_string();
    fields.extend(Fault::ALL.iter().map(count));
    let rating = ratings.by_entrant().get(line.entrant.0).map(|rating| rating.strength);
    match rating.filter(|strength| strength.error.is_finite()) {
        // Adding zero turns a rounded -0 into 0.
        Some(strength) => fields.extend(
            [strength.elo, strength.error]
                .map(|elo| ((elo * 10.0).round() / 10.0 + 0.0).to_string()),
        ),
        None => fields.extend([String::new(), String::new()]),
    }
    fields
}

/// Returns who beats whom: a line for each entrant, the first first, with the points against everybody in the
/// same order. Fields are empty where two have not met.
pub fn crosstable(names: &[String], standings: &Standings, order: Option<&[Entrant]>) -> String {
    let lines = order.map_or_else(|| standings.ranked(), |order| standings.in_order(order));
    let mut heads = ["rank", "name", "points", "games"].map(str::to_string).to_vec();
    heads.extend(lines.iter().map(|(_, line)| field(&name(names, line.entrant))));
    let mut text = heads.join(",") + LINE_END;
    for (rank, line) in &lines {
        let mut fields = vec![
            rank.to_string(),
            field(&name(names, line.entrant)),
            decimal(&line.total),
            line.total.games().to_string(),
        ];
        let against = lines.iter().map(|(_, other)| &line.against[other.entrant.0]);
        fields.extend(against.map(|tally| match tally.games() {
            0 => String::new(),
            _ => decimal(tally),
        }));
        text += &fields.join(",");
        text += LINE_END;
    }
    text
}

/// Returns points as a number, a tie 0.5.
fn decimal(tally: &Tally) -> String {
    (tally.half_points() as f64 / 2.0).to_string()
}

/// Returns a line for each game: id, who sat where, the result by seats, the reason, the words.
pub fn games(names: &[String], results: &Results) -> String {
    let seats = ["first", "second", "third"];
    let mut fields = vec!["id"];
    fields.extend(seats.iter().take(results.seats()));
    fields.extend(["result", "reason", "words"]);
    let mut text = fields.join(",") + LINE_END;
    for game in results.games() {
        let words = results.note(game.id).map_or("", |note| &note.words);
        text += &self::game(names, game, words).join(",");
        text += LINE_END;
    }
    text
}

fn game(names: &[String], game: &Played, words: &str) -> Vec<String> {
    let mut fields = vec![game.id.to_string()];
    fields.extend(game.seats.iter().map(|entrant| field(&name(names, *entrant))));
    fields.push(result_text(Some(game.payoffs.as_slice())));
    fields.extend([field(&game.reason), field(words)]);
    fields
}

/// Returns the whole name of an entrant, or its number from 1 where it has none.
fn name(names: &[String], entrant: Entrant) -> String {
    names.get(entrant.0).cloned().unwrap_or_else(|| format!("entrant {}", entrant.0 + 1))
}

/// Returns a text as a field.
fn field(text: &str) -> String {
    let begins = text.trim_start_matches([' ', '\u{FEFF}', '\u{A0}']).starts_with(FORMULA);
    let safe = if begins { format!("'{text}") } else { text.to_string() };
    if safe.contains(QUOTED) || safe.trim() != safe {
        return format!("\"{}\"", safe.replace('"', "\"\""));
    }
    safe
}
