//! Two games in a row, as a referee plays them: the agent in another seat each time.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use manator_core::{Player, Settings, Table};
use manator_engine::options::OPTIONS;

use super::Plan;
use super::item::{Item, Marks, counted};
use super::legality::Sound;
use manator_play::contender::{Builtin, Contender, Fault};
use manator_play::referee::{Event, referee};
use manator_play::time::TimeControl;
use manator_play::{Allowance, Terms};

const NAME: &str = "two games";
const STEPS: u32 = 20;
const GAME_TIMEOUT: Duration = Duration::from_secs(2);
/// What each clock shows: enough for anybody who looks at it.
const GAME_TIME: Duration = Duration::from_secs(10);
const OPPONENT: &str = "random";

pub(super) fn examine(
    agent: &mut dyn Contender,
    table: &dyn Table,
    plan: &Plan,
    sound: Sound,
    marks: &mut Marks<'_>,
) {
    marks.group("games");
    let mut moves = Vec::new();
    for seat in 0..2 {
        match play(agent, table, plan, Player(seat)) {
            Ok(count) => moves.push(counted(count, "move")),
            Err(fault) => {
                marks.add(lost(&fault, moves.len() + 1, sound));
                return;
            }
        }
    }
    let found = format!("played one after the other, of {}", moves.join(" and "));
    marks.add(Item::ok(NAME, found));
}

fn lost(fault: &Fault, game: usize, sound: Sound) -> Item {
    let is_known = match fault {
        Fault::Illegal(_) | Fault::NoMove(_) | Fault::Malformed(_) => !sound.is_legal,
        _ => !sound.is_steady,
    };
    let found = format!("game {game} was lost because it {fault}");
    if is_known {
        return Item::skip(NAME, format!("{found}: see above"));
    }
    let fix =
        "forget the game before when `uginewgame` comes; `position` always tells the whole game";
    Item::fail(NAME, found, fix)
}

fn play(
    agent: &mut dyn Contender,
    table: &dyn Table,
    plan: &Plan,
    seat: Player,
) -> Result<usize, Fault> {
    let terms = Terms {
        allowance: Allowance {
            depth: Some(1),
            ..TimeControl::game(GAME_TIME, Duration::ZERO).into()
        },
        margin: plan.margin,
        steps: Some(STEPS),
        ..Terms::default()
    };
    let players = table.card().players.len();
    let mut others = Vec::new();
    for _ in 1..players {
        let settings = Settings::defaults(OPTIONS);
        let other = manator_engine::catalog::open(table, OPPONENT, &settings)
            .map_err(|error| Fault::Broken(error.to_string()))?;
        others.push(Builtin::new(OPPONENT, other));
    }
    let mut contenders: Vec<&mut dyn Contender> =
        others.iter_mut().map(|other| other as &mut dyn Contender).collect();
    contenders.insert(seat.index(), agent);
    let cancel = Arc::new(AtomicBool::new(false));
    let mut begin = Instant::now();
    let report = referee(table.copy(), &mut contenders, &terms, &cancel, &mut |_, event| {
        // What it takes to get ready is not part of the game.
        match event {
            Event::Begun => begin = Instant::now(),
            _ if begin.elapsed() > GAME_TIMEOUT || plan.over().is_some() => {
                cancel.store(true, Ordering::Relaxed);
            }
            _ => {}
        }
    });
    match report.faults.into_iter().next() {
        Some((_, fault)) => Err(fault),
        None => Ok(report.record.moves.len()),
    }
}
