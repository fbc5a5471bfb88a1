//! Rounds as plain text, for terminals.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::rounds::{Kind, Meeting, Round, Rounds, Slot};
use crate::rating::standings::name;
use crate::results::Entrant;
use crate::text::aligned;

/// More meetings are not read any more; the first rounds are left out then.
const MEETINGS_MAX: usize = 64;

const INDENT: &str = "  ";

impl Rounds {
    /// Returns a line for each meeting below the name of its round, the last rounds of many.
    pub fn in_words(&self, names: &[String]) -> String {
        let mut rows = Vec::new();
        let mut heads = Vec::new();
        let mut meetings = 0;
        let is_shown = |round: &&Round| -> bool {
            meetings += round.meetings.len();
            meetings <= MEETINGS_MAX
        };
        let shown = self.rounds.iter().rev().take_while(is_shown).count();
        for round in &self.rounds[self.rounds.len() - shown..] {
            heads.push((rows.len(), round.name.as_str()));
            rows.extend(round.meetings.iter().map(|meeting| self.row(names, round, meeting)));
            if !round.byes.is_empty() {
                let byes: Vec<String> =
                    round.byes.iter().map(|slot| called(names, *slot)).collect();
                rows.push(vec![format!("{INDENT}bye"), byes.join(", ")]);
            }
        }
        let lines = aligned(&rows, &[0, 1, 2]);
        let mut text = String::new();
        for (at, line) in lines.lines().enumerate() {
            for (_, head) in heads.iter().filter(|(from, _)| *from == at) {
                text += &format!("{head}:\n");
            }
            text += &format!("{line}\n");
        }
        text
    }

    fn row(&self, names: &[String], round: &Round, meeting: &Meeting) -> Vec<String> {
        let unit = meeting
            .legs
            .first()
            .map_or(String::new(), |leg| format!("{}.{}", leg.id.round, leg.id.number));
        let (played, games) = meeting.games();
        let players = meeting.slots.iter().zip(meeting.points());
        let players = players.map(|(slot, points)| match (called(names, *slot), played) {
            (name, 0) => name,
            (name, _) => format!("{name} {points}"),
        });
        let players: Vec<String> = players.collect();
        let stands = match &meeting.winners[..] {
            [] if played < games => format!("{played} of {games} games"),
            [] => String::new(),
            _ if self.kind == Kind::Swiss => String::new(),
            winners => self.verdict(names, round, winners, meeting),
        };
        vec![format!("{INDENT}{unit}"), players.join(", "), stands]
    }

    fn verdict(
        &self,
        names: &[String],
        round: &Round,
        winners: &[Entrant],
        meeting: &Meeting,
    ) -> String {
        let who: Vec<String> = winners.iter().map(|who| name(names, *who)).collect();
        let is_last = self.rounds.last().is_some_and(|last| last.number == round.number);
        let does = match winners.len() {
            1 if is_last => "wins",
            1 => "goes on",
            _ => "go on",
        };
        let how = meeting.decided.map_or(String::new(), |decided| decided.in_words());
        format!("{} {does} {how}", who.join(" and ")).trim_end().to_string()
    }
}

fn called(names: &[String], slot: Slot) -> String {
    slot.entrant().map_or_else(|| slot.in_words(), |who| name(names, who))
}
