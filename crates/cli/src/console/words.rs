//! What is said about a game: who plays, who moved what, what the clocks show, how it ended.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::Gesture;
use manator_core::{Decision, LOST, Outcome, Player, TIED, Table, WON};
use manator_play::time::clock_text;
use manator_play::{COMPUTER, SeatSpec, Session, Verdict, title};

pub(super) const HELP: &str = "\
type a move as the notation has it, or
  moves          list the legal moves
  hint           what a strong agent would do
  undo, redo     take back to your last decision, and forth again
  show           the board once more
  clock          how much time is left
  rules          read the rules
  resign         give the game up
  save FILE      write the record to a new file
  quit           leave; the game can be resumed";

pub(crate) const KEPT: &str = "the game is kept; go on with: manator play --resume";

pub(super) fn who(table: &dyn Table, names: &[String], player: Player) -> String {
    let (side, name) = (title(table, player), &names[player.index()]);
    if side.eq_ignore_ascii_case(name) { side } else { format!("{side} ({name})") }
}

pub(super) fn lineup(session: &Session, names: &[String]) -> String {
    let table = session.table();
    let side = |player: Player| match &session.seats.specs[player.index()] {
        // What plays has a name, although it is called the computer.
        SeatSpec::Agent { name, .. } if names[player.index()] == COMPUTER => {
            format!("{} ({COMPUTER}: Manator's {name})", title(table, player))
        }
        _ => who(table, names, player),
    };
    let sides = Player::all(names.len()).map(side);
    format!("{}: {}", table.card().title, sides.collect::<Vec<_>>().join(", "))
}

pub(super) fn last_move(session: &Session, names: &[String]) -> Option<String> {
    let table = session.table();
    manator_play::last_move(table, session.is_over(), |player| who(table, names, player))
}

pub(super) fn clocks(session: &Session) -> Option<String> {
    let table = session.table();
    let each = Player::all(session.seats.count()).filter_map(|player| {
        let left = session.left(player)?;
        Some(format!("{} {}", title(table, player), clock_text(left)))
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("clocks: {}", each.join(", ")))
}

pub(super) fn ending(session: &Session, verdict: &Verdict) -> String {
    let count = moves_made(session.table());
    let moves = if count == 1 { "move" } else { "moves" };
    let mut letters = verdict.words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let words: String = first.into_iter().chain(letters).collect();
    let personal = personal(session, &verdict.outcome);
    let personal = personal.map(|words| format!("\n{words}")).unwrap_or_default();
    format!("Game over after {count} {moves}. {words}.{personal}")
}

/// Returns what the end means to the only person at the keyboard, or that nobody has won.
fn personal(session: &Session, outcome: &Outcome) -> Option<String> {
    if outcome.winner().is_none() {
        let drawn = outcome.payoffs.iter().all(|(_, payoff)| *payoff == TIED);
        return Some(if drawn { "It is a draw." } else { "Nobody wins." }.into());
    }
    let specs = &session.seats.specs;
    let mut people = Player::all(specs.len()).filter(|player| specs[player.index()].is_person());
    let (person, None) = (people.next()?, people.next()) else { return None };
    let computer =
        specs.len() == 2 && specs.iter().any(|spec| matches!(spec, SeatSpec::Agent { .. }));
    Some(match (outcome.payoffs[person], computer) {
        (WON, true) => "You have won, the computer has lost.".into(),
        (WON, false) => "You have won.".into(),
        (LOST, true) => "The computer has won, you have lost.".into(),
        (LOST, false) => "You have lost.".into(),
        _ => "You have neither won nor lost.".into(),
    })
}

/// Counts the moves that stand on the board: answers, and moves that were refused, do not.
fn moves_made(table: &dyn Table) -> usize {
    let mut replay = table.copy();
    let mut count = 0;
    for _ in table.moves() {
        count += usize::from(replay.begins_turn());
        replay.undo();
    }
    count
}

/// The answers that a game may ask for: the button, what the question calls it, and what people type.
const ANSWERS: [(&str, &str, &[&str]); 2] = [
    ("accept", "Accept", &["accept", "a", "yes", "y"]),
    ("reject", "Reject", &["reject", "refuse", "r", "no", "n"]),
];

pub(super) fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].iter().any(|word| line.eq_ignore_ascii_case(word))
}

/// Returns the buttons to press when a position is decided by these alone.
fn buttons(table: &dyn Table) -> Vec<&'static str> {
    let gestures = table.gestures().into_iter().map(|(_, gesture)| match gesture {
        Gesture::Button(name) => Some(name),
        Gesture::Cells(_) => None,
    });
    gestures.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Asks the player to move for what is to be decided.
pub(super) fn question(table: &dyn Table) -> String {
    let what = match table.decision() {
        Decision::Move => "move",
        Decision::Proposal => "proposal",
        Decision::Alternate => "alternate",
        Decision::Answer => {
            let shown = |button: &'static str| {
                let known = ANSWERS.iter().find(|(name, ..)| *name == button);
                known.map_or(button, |(_, shown, _)| *shown)
            };
            let names: Vec<&str> = buttons(table).into_iter().map(shown).collect();
            return format!("{}? ", names.join(" or "));
        }
    };
    format!("{}, your {what}: ", title(table, table.to_move()))
}

/// Returns the move that a line stands for where only answers are possible, or the line itself.
pub(super) fn answer<'a>(table: &dyn Table, line: &'a str) -> &'a str {
    let buttons = buttons(table);
    let typed = |words: &[&str]| words.iter().any(|word| line.eq_ignore_ascii_case(word));
    let found = ANSWERS.iter().find(|(name, _, words)| buttons.contains(name) && typed(words));
    found.map_or(line, |(name, ..)| name)
}
