//! What is special about a game: answers to proposals, its end, and whether the agent repeats itself.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_protocol::Go;

use super::examinee::{ANSWER_GRACE, Examinee, REPLY_TIMEOUT};
use super::item::{Item, Marks};
use super::positions;
use manator_play::contender::Fault;

const ACCEPT: &str = "accept";
const REFUSE: &str = "refuse";

pub(super) fn examine(examinee: &mut Examinee, table: &dyn Table, marks: &mut Marks<'_>) {
    marks.group("rules");
    if let Some((proposal, answer)) = proposal(table) {
        marks.add(answers(examinee, &*answer));
        marks.add(alternate(examinee, table, &proposal));
    }
    marks.add(game_over(examinee, table));
    marks.add(repeats(examinee, table));
}

/// Returns a first move and the question whether it stands, where the game has such questions.
fn proposal(table: &dyn Table) -> Option<(String, Box<dyn Table>)> {
    let mv = table.legal().into_iter().next()?;
    let mut answer = table.copy();
    answer.play(&mv).ok()?;
    answer.judge(REFUSE).is_ok().then_some((mv, answer))
}

fn answers(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "accept or refuse";
    let fix = "when the last move is a proposal, the legal moves are `accept` and `refuse`: answer \
               `bestmove accept` or `bestmove refuse`";
    let go = examinee.quick_go();
    match examinee.ask(table, &go, ANSWER_GRACE) {
        Ok(answer) if [ACCEPT, REFUSE].contains(&answer.mv.as_str()) => {
            Item::ok(NAME, format!("a proposal is answered by '{}'", answer.mv))
        }
        Ok(answer) => Item::fail(NAME, format!("a proposal is answered by '{}'", answer.mv), fix),
        Err(fault) => Item::fail(NAME, format!("it {fault}"), fix),
    }
}

/// Asks for a second move, and looks at the one that was named at once, if one was.
fn alternate(examinee: &mut Examinee, table: &dyn Table, refused: &str) -> Item {
    const NAME: &str = "alternate";
    let fix = "after `refuse` play another legal move than the one that was refused";
    let go = examinee.quick_go();
    let after = |mv: &str| {
        let mut after = table.copy();
        after.play(mv).and_then(|_| after.play(REFUSE)).ok().map(|_| after)
    };
    let Some(second) = after(refused) else { return Item::skip(NAME, "no move can be refused") };
    let named = examinee.ask(table, &go, ANSWER_GRACE);
    let named = named.map(|answer| (after(&answer.mv), answer.alternate));
    let played = examinee.ask(&*second, &go, ANSWER_GRACE);
    let wrong = |found: String| Item::fail(NAME, found, fix);
    match (named, played) {
        (Err(fault), _) | (_, Err(fault)) => wrong(format!("it {fault}")),
        (_, Ok(played)) if second.judge(&played.mv).is_err() => {
            wrong(format!("'{}' after '{refused}' was refused", played.mv))
        }
        (Ok((Some(after), Some(alternate))), _) if after.judge(&alternate).is_err() => {
            wrong(format!("it names '{alternate}' as alternate, which is not legal then"))
        }
        (Ok((_, alternate)), Ok(played)) => {
            let named = if alternate.is_some() { "it is named at once" } else { "when asked" };
            Item::ok(NAME, format!("'{}' when '{refused}' is refused; {named}", played.mv))
        }
    }
}

fn game_over(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "game over";
    let Some(over) = positions::finished(table) else {
        return Item::skip(NAME, "no random game ended soon enough");
    };
    let fix = "without a legal move answer `bestmove 0000`";
    let go = examinee.quick_go();
    let asked = examinee.put(&*over, &go).and_then(|()| examinee.wait(REPLY_TIMEOUT / 2));
    match asked {
        Ok(Some(answer)) => Item::ok(NAME, format!("'go' is answered by '{}'", answer.mv)),
        Ok(None) => match examinee.say("stop\n").and_then(|()| examinee.settle()) {
            Ok(_) => Item::ok(NAME, "'go' is not answered, and it listens on"),
            Err(fault) => Item::fail(NAME, format!("it {fault}, when the game is over"), fix),
        },
        // A referee does not ask then, but other programs do.
        Err(fault @ Fault::Gone(_)) => {
            Item::warn(NAME, format!("it {fault}, when asked after the end"), fix)
        }
        Err(fault) => Item::fail(NAME, format!("it {fault}, when asked after the end"), fix),
    }
}

/// Only tells: both is right.
fn repeats(examinee: &mut Examinee, table: &dyn Table) -> Item {
    const NAME: &str = "repeats itself";
    let go = Go { depth: Some(2), ..examinee.go() };
    let mut ask = || {
        examinee.ready(table)?;
        examinee.ask(table, &go, ANSWER_GRACE)
    };
    match (ask(), ask()) {
        (Ok(first), Ok(second)) if first.mv == second.mv => {
            Item::ok(NAME, format!("the same position twice: {} both times", first.mv))
        }
        (Ok(first), Ok(second)) => {
            Item::ok(NAME, format!("the same position twice: {}, then {}", first.mv, second.mv))
        }
        (Err(fault), _) | (_, Err(fault)) => Item::skip(NAME, format!("it {fault}")),
    }
}
