//! What pages may do in a room.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_core::view::Gesture;
use manator_play::{SeatEvent, Thought};
use manator_state::game::{Hint, Wish, Words};
use manator_state::study::Refusal;
use serde_json::{Value, json};
use tokio::sync::oneshot::Sender;

use super::callers::Call;
use super::chair::{Chair, called, pictured};
use super::room::Room;
use super::talk;
use crate::arena::analysis::worth;

impl Room {
    pub(super) fn act(&mut self, action: Action, key: &str, reply: Reply) {
        if action == Action::Take {
            return drop(reply.send(self.take_seat()));
        }
        let own: Vec<usize> =
            (0..).zip(&self.chairs).filter(|(_, c)| c.opens_with(key)).map(|(at, _)| at).collect();
        let [seat] = own[..] else {
            let _ = reply.send(Err("nobody who plays here has this key".into()));
            return;
        };
        let player = Player(seat as u8);
        if action == Action::Hint {
            return self.hint(player, reply);
        }
        let done = match action {
            Action::Play { mv, ply } => self.play(player, &mv, ply),
            Action::Touch { cells, ply } => self.touch(player, &cells, ply),
            Action::Undo => self.undo(player),
            Action::Redo => self.redo(),
            Action::Resign => self.resign(player),
            Action::Rematch => self.ask_rematch(player),
            Action::Hurry => {
                self.session.hurry();
                Ok(Value::Null)
            }
            Action::Accept => self.answer(seat, true),
            Action::Decline => self.answer(seat, false),
            Action::Name { name, picture } => {
                let person = self.chairs.get_mut(seat);
                if let Some(Chair::Person { name: own, picture: drawn, .. }) = person {
                    *own = name.unwrap_or_else(|| own.clone());
                    *drawn = picture.or_else(|| drawn.clone());
                }
                self.changed();
                Ok(Value::Null)
            }
            Action::Say(words) => self.say(seat, words),
            Action::Withdraw => self.withdraw(),
            Action::Hint | Action::Take => Ok(Value::Null),
        };
        let _ = reply.send(done);
    }

    fn play(&mut self, player: Player, mv: &str, ply: Option<u64>) -> Result<Value, String> {
        self.may_play(player, ply)?;
        let spelled = self.session.play(mv).map_err(|illegal| Refusal::from(illegal).words)?;
        self.changed();
        Ok(json!({ "move": spelled }))
    }

    /// Plays what touching cells means: the move whose way this is, or whatever the arbiter makes of it.
    fn touch(&mut self, player: Player, cells: &[u64], ply: Option<u64>) -> Result<Value, String> {
        let board = self.session.table().board();
        let name = |cell: &u64| {
            let cell = usize::try_from(*cell).ok().and_then(|cell| board.cells.get(cell));
            cell.map(|cell| cell.name.as_str())
        };
        let names: Option<Vec<&str>> = cells.iter().map(name).collect();
        let text = names.ok_or("cells: expected cells of this board")?.join("-");
        self.play(player, &text, ply)
    }

    pub(super) fn may_play(&self, player: Player, ply: Option<u64>) -> Result<(), String> {
        let table = self.session.table();
        if let Some(verdict) = &self.session.sheet.verdict {
            return Err(format!("the game is over: {}", verdict.words));
        }
        if !self.session.seats.all_connected() {
            return Err("somebody is still waited for".into());
        }
        if self.is_open() {
            return Err("nobody has taken the other seat yet".into());
        }
        if ply.is_some_and(|ply| ply != table.moves().len() as u64) {
            return Err("the position has changed since".into());
        }
        if table.to_move() != player {
            let side = table.card().players[table.to_move().index()];
            return Err(format!("it is not your turn: {side} decides"));
        }
        Ok(())
    }

    pub(super) fn pages(&self) -> Vec<usize> {
        let mut pages: Vec<usize> = self.chairs.iter().filter_map(Chair::page).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    /// Returns whether all people who play sit at one page: then nobody needs to be asked.
    pub(super) fn is_at_one_page(&self) -> bool {
        self.pages().len() <= 1
    }

    fn undo(&mut self, player: Player) -> Result<Value, String> {
        if self.session.table().moves().is_empty() {
            return Err("there is no move to take back".into());
        }
        if self.is_at_one_page() {
            self.take_back(None)?;
            return Ok(Value::Null);
        }
        self.ask(Wish::Undo, player)
    }

    /// Takes moves back until a person decides again, or this one.
    pub(super) fn take_back(&mut self, until: Option<Player>) -> Result<(), String> {
        let mut is_done = false;
        while self.session.undo() {
            is_done = true;
            if until.is_none_or(|player| self.session.table().to_move() == player) {
                break;
            }
        }
        self.asked = None;
        self.changed();
        if is_done { Ok(()) } else { Err("there is no move to take back".into()) }
    }

    fn redo(&mut self) -> Result<Value, String> {
        if !self.is_at_one_page() {
            return Err(
                "moves that were taken back stay so when people play at several pages".into()
            );
        }
        if !self.session.redo() {
            return Err("there is no move to play again".into());
        }
        self.changed();
        Ok(Value::Null)
    }

    pub(super) fn resign(&mut self, player: Player) -> Result<Value, String> {
        if self.session.is_over() {
            return Err("the game is over already".into());
        }
        if self.is_open() {
            return Err("nobody plays yet: the challenge can be withdrawn".into());
        }
        self.session.resign(player);
        self.changed();
        Ok(Value::Null)
    }

    fn hint(&mut self, player: Player, reply: Reply) {
        let may = self.may_play(player, None).and_then(|()| match self.is_at_one_page() {
            true => Ok(()),
            false => Err("there are no hints while people play each other".into()),
        });
        match may {
            Ok(()) => {
                self.hints.push(reply);
                self.session.advise();
            }
            Err(why) => drop(reply.send(Err(why))),
        }
    }

    pub(super) fn advise(&mut self, thought: &Thought) {
        let table = self.session.table();
        let answer = thought.best().ok_or("nobody has an idea".to_string()).map(|best| {
            let line = thought.lines.first();
            let cells = table.gestures().into_iter().find(|(text, _)| text == best);
            let cells: Vec<u16> = match cells {
                Some((_, Gesture::Cells(cells))) => cells.iter().map(|cell| cell.0).collect(),
                _ => Vec::new(),
            };
            json!(Hint {
                mv: best.into(),
                cells,
                score: line.map(|line| line.score.to_string()).unwrap_or_default(),
                proven: line.and_then(|line| worth::proven(table.to_move(), line.score)),
                depth: thought.depth,
                line: line.map(|line| line.moves.clone()).unwrap_or_default(),
            })
        });
        for reply in self.hints.drain(..) {
            let _ = reply.send(answer.clone());
        }
    }
}

/// What a room is told. A page that comes shows its keys, and is answered which seats are its own; a room is to
/// `Look` when an agent came over the network, or went, and `End` when the server ends.
pub(super) enum Command {
    Seat(SeatEvent),
    Act { action: Action, key: String, reply: Reply },
    Enter { keys: Vec<String>, reply: Sender<Vec<usize>> },
    Leave { seats: Vec<usize> },
    Record { reply: Sender<String> },
    Call(Call),
    Look,
    End,
}

/// Where an answer goes: what came of an action, or a sentence.
pub(super) type Reply = Sender<Result<Value, String>>;

/// What a page asks for; `ply` is how many moves were played when it was seen there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Play {
        mv: String,
        ply: Option<u64>,
    },
    Touch {
        cells: Vec<u64>,
        ply: Option<u64>,
    },
    Undo,
    Redo,
    Resign,
    Rematch,
    Hurry,
    Hint,
    Accept,
    Decline,
    Name {
        name: Option<String>,
        picture: Option<String>,
    },
    Say(Words),
    /// Takes a seat that is open, which needs no key.
    Take,
    Withdraw,
}

pub(super) const ACTIONS: [&str; 13] = [
    "play", "undo", "redo", "resign", REMATCH, "hurry", "hint", "accept", "decline", "name", "say",
    TAKE, "withdraw",
];

/// What a page says that wants to play again.
pub(in crate::arena) const REMATCH: &str = "rematch";
/// What a page says that takes an open seat.
pub(in crate::arena) const TAKE: &str = "take";

impl Action {
    pub(super) fn read(asked: &Value) -> Result<Action, String> {
        Ok(match asked["do"].as_str().unwrap_or_default() {
            "play" => return play(asked),
            "undo" => Action::Undo,
            "redo" => Action::Redo,
            "resign" => Action::Resign,
            REMATCH => Action::Rematch,
            "hurry" => Action::Hurry,
            "hint" => Action::Hint,
            "accept" => Action::Accept,
            "decline" => Action::Decline,
            "name" => identity(asked)?,
            "say" => Action::Say(talk::read(asked)?),
            TAKE => Action::Take,
            "withdraw" => Action::Withdraw,
            _ => return Err(format!("expected one of {}", ACTIONS.join(", "))),
        })
    }
}

/// Reads what somebody is called and what their picture is drawn from: both, or one of them.
fn identity(asked: &Value) -> Result<Action, String> {
    let picture = asked["picture"].as_str().map(pictured).transpose()?;
    let name = match asked["name"].as_str() {
        None if picture.is_some() => None,
        name => Some(called(name.unwrap_or_default())?),
    };
    Ok(Action::Name { name, picture })
}

fn play(asked: &Value) -> Result<Action, String> {
    let ply = asked["ply"].as_u64();
    if let Some(mv) = asked["move"].as_str() {
        return Ok(Action::Play { mv: mv.into(), ply });
    }
    let cells = asked["cells"].as_array().ok_or("a move is missing: expected move or cells")?;
    let cells: Option<Vec<u64>> = cells.iter().map(Value::as_u64).collect();
    Ok(Action::Touch { cells: cells.ok_or("cells: expected numbers")?, ply })
}
