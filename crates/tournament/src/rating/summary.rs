//! What a tournament shows, as a page of plain text: for the terminal, while it is played and at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use manator_core::Player;
use unicode_width::UnicodeWidthStr;

use super::joint::{Interval, Ratings};
use super::normal::{Z95, below};
use super::standings::{Standing, Standings, Tally, name, share};
use crate::notes::Fault;
use crate::results::Entrant;
use crate::text::{aligned, fitted, plural, signed};

/// A crosstable of more players than this is not read any more.
const CROSSTABLE_MAX: usize = 12;

/// Reasons are words of this program; others are cut.
const REASON_COLUMNS_MAX: usize = 32;

const INDENT: &str = "  ";

const SEATS: [&str; 3] = ["first", "second", "third"];

#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// The names of the entrants; who has none is numbered.
    pub names: &'a [String],
    pub standings: &'a Standings,
    pub ratings: &'a Ratings,
    /// The order in which they finished, where the schedule decides that and not the points alone.
    pub order: Option<&'a [Entrant]>,
    pub columns: usize,
}

impl Summary<'_> {
    pub fn in_words(&self) -> String {
        let lines = self.standings.ordered(self.order);
        let sections = [
            self.standings(&lines),
            self.seats(),
            self.reasons(),
            self.faults(&lines),
            self.illegal(&lines),
            self.crosstable(&lines),
        ];
        let written: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
        written.join("\n")
    }

    fn standings(&self, lines: &[(usize, &Standing)]) -> String {
        let counts = if self.standings.seats() > 2 { "won-neither-lost" } else { "W-D-L" };
        let mut heading =
            ["", "name", "points", counts, "Elo", "95 %", "LOS"].map(str::to_string).to_vec();
        let grouped = self.ratings.groups() > 1 && self.standings.games() > 0;
        if grouped {
            heading.push("group".to_string());
        }
        let mut rows = vec![heading];
        let mut held = false;
        for (at, (rank, line)) in lines.iter().enumerate() {
            let rating = self.ratings.by_entrant().get(line.entrant.0);
            let known = rating.filter(|rating| rating.strength.error.is_finite());
            let mark = if known.is_some_and(|rating| rating.held_by_prior) { "*" } else { "" };
            held |= !mark.is_empty();
            let mut row = vec![
                rank.to_string(),
                name(self.names, line.entrant),
                share(&line.total, self.standings.seats()),
                won_tied_lost(&line.total),
                known.map_or("?".into(), |rating| signed(rating.strength.elo)),
                known.map_or(String::new(), |rating| {
                    format!("± {:.0}{mark}", rating.strength.error)
                }),
                lines.get(at + 1).map_or(String::new(), |(_, next)| self.superiority(line, next)),
            ];
            if grouped {
                row.push(rating.map_or("?".into(), |rating| (rating.group + 1).to_string()));
            }
            rows.push(row);
        }
        let mut text = aligned(&rows, &[1]);
        if held {
            text.push_str("* won, or lost, too much: only the prior keeps this from infinity\n");
        }
        if grouped {
            text.push_str("groups have never met: Elo compares within a group only\n");
        }
        text
    }

    fn superiority(&self, line: &Standing, next: &Standing) -> String {
        match self.ratings.difference(line.entrant, next.entrant) {
            Some(Interval { elo, error }) if error > 0.0 => {
                format!("{:.1} %", 100.0 * below(elo / (error / Z95)))
            }
            _ => "-".to_string(),
        }
    }

    fn seats(&self) -> String {
        if self.standings.games() == 0 {
            return "no game is over yet\n".to_string();
        }
        let seats = self.standings.by_seat.iter().zip(SEATS);
        let rows: Vec<Vec<String>> = seats
            .map(|(tally, seat)| {
                let (count, games) = (self.standings.seats(), tally.games().max(1) as f64);
                let part = tally.value(count) / games;
                let points = match count > 2 {
                    true => format!("{part:+.2} a game"),
                    false => format!("{:.1} %", 100.0 * part),
                };
                let seat = format!("{INDENT}{seat} seat");
                vec![seat, share(tally, count), won_tied_lost(tally), points]
            })
            .collect();
        format!("{}\n{}", seat_sentence(self.ratings), aligned(&rows, &[0]))
    }

    fn reasons(&self) -> String {
        let mut reasons: Vec<(&String, &u64)> = self.standings.by_reason.iter().collect();
        reasons.sort_by_key(|(reason, count)| (Reverse(**count), *reason));
        let games = self.standings.games().max(1) as f64;
        let row = |(reason, count): &(&String, &u64)| {
            let reason = format!("{INDENT}{}", fitted(reason, REASON_COLUMNS_MAX));
            vec![reason, count.to_string(), format!("{:.1} %", 100.0 * **count as f64 / games)]
        };
        let rows: Vec<Vec<String>> = reasons.iter().map(row).collect();
        if rows.is_empty() {
            return String::new();
        }
        let games = plural(self.standings.games(), "game", "games");
        format!("{games}, which ended for these reasons:\n{}", aligned(&rows, &[0]))
    }

    fn faults(&self, lines: &[(usize, &Standing)]) -> String {
        let at_fault = lines.iter().filter(|(_, line)| !line.faults.is_empty());
        let words: Vec<String> = at_fault
            .map(|(_, line)| {
                let kinds = line.faults.iter().map(|(fault, count)| format!("{count} {fault}"));
                let kinds: Vec<String> = kinds.collect();
                format!("{INDENT}{}: {}\n", name(self.names, line.entrant), kinds.join(", "))
            })
            .collect();
        if words.is_empty() {
            return String::new();
        }
        format!("games not decided on the board, by who was at fault:\n{}", words.concat())
    }

    /// Returns how many answers were illegal, where somebody was asked again: else the faults say it already.
    fn illegal(&self, lines: &[(usize, &Standing)]) -> String {
        let lost = |line: &Standing| line.faults.get(&Fault::Illegal).copied().unwrap_or_default();
        if lines.iter().all(|(_, line)| line.illegal <= lost(line)) {
            return String::new();
        }
        let counted = lines.iter().filter(|(_, line)| line.illegal > 0);
        let rows = counted.map(|(_, line)| {
            format!("{INDENT}{}: {}\n", name(self.names, line.entrant), line.illegal)
        });
        format!("illegal answers, by who gave them:\n{}", rows.collect::<String>())
    }

    /// Returns who beats whom, of as many of the first as fit.
    ///
    /// Lines that wrap cannot be read. What a page has no room for is in the list of games.
    fn crosstable(&self, lines: &[(usize, &Standing)]) -> String {
        let most = lines.len().min(CROSSTABLE_MAX);
        let fits = |text: &String| text.lines().all(|line| line.width() <= self.columns);
        let mut tables = (2..=most)
            .rev()
            .map(|count| (count, self.standings.crosstable(self.names, &lines[..count])));
        match tables.find(|(_, text)| fits(text)) {
            _ if self.standings.games() == 0 => String::new(),
            None => String::new(),
            Some((count, text)) if count == lines.len() => format!("who beats whom:\n{text}"),
            Some((count, text)) => {
                format!("who beats whom, the first {count} of {}:\n{text}", lines.len())
            }
        }
    }
}

/// Returns what the seats are worth: `the first seat is worth +12 ± 30 Elo`.
pub fn seat_sentence(ratings: &Ratings) -> String {
    let worth = |interval: Interval| format!("{} ± {:.0}", signed(interval.elo), interval.error);
    let advantages = ratings.seat_advantages();
    if advantages.len() == 2 {
        let ahead = ratings.seat_difference(Player(0), Player(1));
        return format!("the first seat is worth {} Elo", worth(ahead));
    }
    let seats = advantages.into_iter().zip(SEATS);
    let words: Vec<String> =
        seats.map(|(interval, seat)| format!("{seat} {}", worth(interval))).collect();
    format!("seat advantages in Elo: {}", words.join(", "))
}

fn won_tied_lost(tally: &Tally) -> String {
    format!("{}-{}-{}", tally.won, tally.tied, tally.lost)
}
