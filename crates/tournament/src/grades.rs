//! Tables for spreadsheets: grades, who beats whom, and all games. CSV as in RFC 4180.
// SPDX-License-Identifier: MIT OR Apache-2.0

use csv::{QuoteStyle, Terminator, WriterBuilder};
use manator_core::record::result_text;

use crate::notes::Fault;
use crate::rating::Ratings;
use crate::rating::standings::{Standing, Standings};
use crate::results::{Entrant, Played, Results};

/// What a formula may begin with, full-width signs included.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Writes rows of fields; texts of strangers have to be made [`safe`] before.
pub fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = Vec::new();
    for row in rows {
        // Semicolons and tabs separate fields in some countries, and blanks around a text would be lost.
        let is_plain = |field: &String| !field.contains([';', '\t']) && field.trim() == field;
        let quotes =
            if row.iter().all(is_plain) { QuoteStyle::Necessary } else { QuoteStyle::NonNumeric };
        let mut writer = WriterBuilder::new()
            .terminator(Terminator::CRLF)
            .quote_style(quotes)
            .buffer_capacity(256)
            .from_writer(&mut text);
        writer.write_record(&row).expect("memory can be written");
    }
    String::from_utf8(text).expect("texts were written")
}

/// Returns a text with a single quote in front if it begins like a formula, which spreadsheets would run; the quote
/// shows it as it is.
pub fn safe(text: &str) -> String {
    let begins = text.trim_start_matches([' ', '\u{FEFF}', '\u{A0}']).starts_with(FORMULA);
    if begins { format!("'{text}") } else { text.to_string() }
}

/// What the table of the entrants is made of.
pub struct Graded<'a> {
    pub names: &'a [String],
    pub standings: &'a Standings,
    /// What they did in play-offs after the table, where there are such.
    pub play_offs: Option<Standings>,
    /// The order in which they finished, where the schedule decides that.
    pub order: Option<&'a [Entrant]>,
}

impl Graded<'_> {
    /// Returns a row for each entrant as [`entrants`] does, with the points in play-offs at the end.
    pub fn entrants(&self, ratings: &Ratings) -> String {
        let Graded { names, standings, play_offs, order } = self;
        let mut rows = rows(names, standings, ratings, *order);
        if let Some(play_offs) = play_offs {
            let fields = standings.ordered(*order).into_iter().map(|(_, line)| {
                let total = play_offs.by_entrant[line.entrant.0].total;
                [total.value(standings.seats()).to_string(), total.games().to_string()]
            });
            let heads = ["play-off points", "play-off games"].map(str::to_string);
            let all = std::iter::once(heads).chain(fields);
            rows.iter_mut().zip(all).for_each(|(row, fields)| row.extend(fields));
        }
        csv(rows)
    }
}

/// Returns a row for each entrant, the first first: rank, name, points, games, and so on.
///
/// Points are decimal, a win 1 and a tie 0.5; of three players the winner has 1 and the loser -1. Ratings are empty for those who have met nobody. `order` is the
/// order in which they finished, where the schedule decides that.
pub fn entrants(
    names: &[String],
    standings: &Standings,
    ratings: &Ratings,
    order: Option<&[Entrant]>,
) -> String {
    csv(rows(names, standings, ratings, order))
}

fn rows(
    names: &[String],
    standings: &Standings,
    ratings: &Ratings,
    order: Option<&[Entrant]>,
) -> Vec<Vec<String>> {
    let tied = if standings.seats() > 2 { "neither" } else { "ties" };
    let heads = ["rank", "name", "points", "games", "wins", tied, "losses", "defaults"];
    let heads = heads.into_iter().chain(Fault::ALL.iter().map(|fault| fault.code()));
    let heads = heads.chain(["illegal-answers", "rating", "error"]).map(str::to_string).collect();
    let ranked = standings.ordered(order);
    let rows = ranked.into_iter().map(|(rank, one)| entrant(names, rank, one, ratings));
    std::iter::once(heads).chain(rows).collect()
}

fn entrant(names: &[String], rank: usize, standing: &Standing, ratings: &Ratings) -> Vec<String> {
    let total = &standing.total;
    let mut fields = vec![
        rank.to_string(),
        name(names, standing.entrant),
        total.value(standing.by_seat.len()).to_string(),
        total.games().to_string(),
        total.won.to_string(),
        total.tied.to_string(),
        total.lost.to_string(),
        standing.defaults().to_string(),
    ];
    let count = |fault: &Fault| standing.faults.get(fault).copied().unwrap_or(0).to_string();
    fields.extend(Fault::ALL.iter().map(count));
    fields.push(standing.illegal.to_string());
    let rating = ratings.by_entrant().get(standing.entrant.0).map(|rating| rating.strength);
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

/// Returns who beats whom: a row for each entrant, the first first, with the points against everybody in the
/// same order. Fields are empty where two have not met.
pub fn crosstable(names: &[String], standings: &Standings, order: Option<&[Entrant]>) -> String {
    let ranked = standings.ordered(order);
    let mut heads = ["rank", "name", "points", "games"].map(str::to_string).to_vec();
    heads.extend(ranked.iter().map(|(_, one)| name(names, one.entrant)));
    let rows = ranked.iter().map(|(rank, one)| {
        let mut fields = vec![
            rank.to_string(),
            name(names, one.entrant),
            one.total.value(standings.seats()).to_string(),
            one.total.games().to_string(),
        ];
        let against = ranked.iter().map(|(_, other)| &one.against[other.entrant.0]);
        fields.extend(against.map(|tally| match tally.games() {
            0 => String::new(),
            _ => tally.value(standings.seats()).to_string(),
        }));
        fields
    });
    csv(std::iter::once(heads).chain(rows))
}

/// Returns a row for each game: id, who sat where, the result, the reason, the words. The result of three is in a
/// column for each seat: 1, 0 or -1.
pub fn games(names: &[String], results: &Results) -> String {
    let seats = ["first", "second", "third"].into_iter().take(results.seats());
    let points = ["first-points", "second-points", "third-points"];
    let result = if results.seats() > 2 { &points[..] } else { &["result"] };
    let heads = std::iter::once("id").chain(seats).chain(result.iter().copied());
    let heads = heads.chain(["reason", "words"]);
    let row = |game: &Played| {
        let mut fields = vec![game.id.to_string()];
        fields.extend(game.seats.iter().map(|entrant| name(names, *entrant)));
        match game.payoffs.as_slice() {
            [_, _] => fields.push(result_text(Some(game.payoffs.as_slice()))),
            payoffs => fields.extend(payoffs.iter().map(i8::to_string)),
        }
        let words = results.note(game.id).map_or("", |note| &note.words);
        fields.extend([safe(&game.reason), safe(words)]);
        fields
    };
    csv(std::iter::once(heads.map(str::to_string).collect()).chain(results.games().map(row)))
}

fn name(names: &[String], entrant: Entrant) -> String {
    names.get(entrant.0).map_or_else(|| format!("entrant {}", entrant.0 + 1), |name| safe(name))
}
