//! A game in progress, whatever its types: what everything but search works with.
//!
//! [`Table`] is the one erased layer and [`Typed`] its one implementation. Moves are text here, which is
//! what people, agents and records exchange anyway.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::canvas::Canvas;
use crate::game::{legal_list, perft};
use crate::notation::{Decision, Fact, Fault, TextError};
use crate::notice::Notice;
use crate::options::{OptionError, Settings};
use crate::outcome::Outcome;
use crate::player::Player;
use crate::rulebook::{Card, Rulebook};
use crate::text::one_line;
use crate::view::{Board, CellId, Gesture, Piece, Placed};

/// How many legal alternatives an explanation names before it only counts the rest.
const ALTERNATIVES_MAX: usize = 24;

/// A game in progress: rules, position, and the moves played since it was set up.
pub trait Table: Send + Sync {
    fn card(&self) -> Card;
    fn settings(&self) -> &Settings;
    fn to_move(&self) -> Player;
    fn begins_turn(&self) -> bool;
    fn decision(&self) -> Decision;
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the verdict of the clock if `player` ran out of time now.
    fn out_of_time(&self, player: Player) -> Outcome;
    fn describe_outcome(&self, outcome: &Outcome) -> String;
    /// Returns the legal moves in byte order.
    fn legal(&self) -> Vec<String>;
    fn gestures(&self) -> Vec<(String, Gesture)>;
    /// Returns the canonical spelling of a legal move without playing it.
    fn judge(&self, text: &str) -> Result<String, Illegal>;
    /// Plays a move and returns its canonical spelling; if it is not legal, the position stays as it was.
    fn play(&mut self, text: &str) -> Result<String, Illegal>;
    /// Takes the last move back; returns whether there was one.
    fn undo(&mut self) -> bool;
    fn moves(&self) -> &[String];
    /// Returns who made each of the moves, and whether a turn began with it.
    fn movers(&self) -> Vec<(Player, bool)>;
    /// Returns what each of the moves decided.
    fn decisions(&self) -> Vec<Decision>;
    /// Returns the position the game was set up in, when it is not the ordinary one.
    fn initial(&self) -> Option<&str>;
    fn position(&self) -> String;
    /// Sets up a position and forgets the moves played; if it cannot be, the position stays as it was.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;
    fn key(&self) -> u64;
    fn facts(&self) -> Vec<Fact>;
    /// Returns what the game's document thinks the position is worth, as [`View::estimate`](crate::View::estimate) does.
    fn estimate(&self) -> Option<Fact>;
    /// Returns what players should know before they decide, as [`View::notices`](crate::View::notices) does.
    fn notices(&self) -> Vec<Notice>;
    /// Returns the legal moves to ask about before they are played, each with its question.
    fn questions(&self) -> Vec<(String, &'static str)>;
    /// Returns the heading of the rules under which stands what matters now.
    fn rule(&self) -> &'static str;
    fn perft(&self, depth: u32) -> u64;
    fn board(&self) -> Board;
    fn pieces(&self) -> Vec<Placed>;
    fn palette(&self) -> Vec<Piece>;
    /// Writes the position with these pieces and this player to move, as [`View::compose`](crate::View::compose) does.
    fn compose(&self, pieces: &[Placed], turn: Player) -> String;
    fn last_move(&self) -> Vec<CellId>;
    /// Draws the position with characters, with `seats` instead of the players' names where given.
    fn canvas(&self, seats: Option<&[String]>) -> Canvas;
    fn copy(&self) -> Box<dyn Table>;
    fn as_any(&self) -> &dyn Any;
}

impl fmt::Debug for dyn Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.card().name, self.position())
    }
}

/// A move that was not legal: what was typed, why not, and what would be legal instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    pub text: String,
    pub fault: Fault,
    /// What the piece that the move names may do instead, in words; empty when it names none.
    pub hint: Box<str>,
    /// The legal moves, where the hint does not say enough; empty when the game is over.
    pub legal: Box<[String]>,
}

impl Illegal {
    pub fn why(&self) -> String {
        let mut why = self.what();
        if !self.legal.is_empty() {
            why += &format!("; legal here: {}", listed(self.legal.iter().map(String::as_str)));
        }
        why
    }

    /// Returns the explanation without the move in front and without all legal moves behind.
    pub fn what(&self) -> String {
        match &*self.hint {
            "" => self.fault.why.clone(),
            hint => format!("{}; {hint}", self.fault.why),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.text, self.why())
    }
}

impl std::error::Error for Illegal {}

pub struct Typed<G: Rulebook> {
    game: Arc<G>,
    settings: Settings,
    initial: Option<String>,
    position: G::Position,
    /// How the game ended in this position, once somebody has asked.
    outcome: OnceLock<Option<Outcome>>,
    /// The position before each move played.
    before: Vec<G::Position>,
    played: Vec<G::Move>,
    moves: Vec<String>,
}

impl<G: Rulebook> Typed<G> {
    pub fn new(settings: Settings) -> Result<Self, OptionError> {
        let game = G::new(&settings)?;
        let position = game.start();
        Ok(Typed {
            game: Arc::new(game),
            settings,
            initial: None,
            position,
            outcome: OnceLock::new(),
            before: Vec::new(),
            played: Vec::new(),
            moves: Vec::new(),
        })
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the rules to share with an engine.
    pub fn rules(&self) -> Arc<G> {
        self.game.clone()
    }

    pub fn current(&self) -> &G::Position {
        &self.position
    }

    /// Returns the position before each move played.
    pub fn before(&self) -> &[G::Position] {
        &self.before
    }

    fn read(&self, text: &str) -> Result<G::Move, Illegal> {
        if let Some(outcome) = self.outcome() {
            let how = self.game.describe_outcome(&self.position, &outcome);
            let (fault, hint, legal) = (Fault::game_over(&how), Box::default(), Box::default());
            return Err(Illegal { text: shown(text), fault, hint, legal });
        }
        self.game.read_move(&self.position, text).map_err(|fault| {
            let (hint, legal) = self.instead(text);
            Illegal { text: shown(text), fault, hint: hint.into(), legal }
        })
    }

    /// Says what would be legal instead: the moves of the piece named, in words, or else all moves.
    fn instead(&self, text: &str) -> (String, Box<[String]>) {
        let moves = self.gestures();
        let board = self.game.board();
        let name = |cell: &CellId| board.cells[cell.index()].name.as_str();
        let all = |moves: Vec<(String, Gesture)>| moves.into_iter().map(|(text, _)| text).collect();
        let plain: String = text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let plain = plain.to_ascii_uppercase();
        let named = board.cells.iter().filter(|cell| plain.starts_with(&cell.name));
        let Some(from) = named.max_by_key(|cell| cell.name.len()).map(|cell| cell.name.as_str())
        else {
            return (String::new(), all(moves));
        };
        let mut steps = 0;
        let mut targets = Vec::new();
        let mut paths = Vec::new();
        for (text, gesture) in &moves {
            let Gesture::Cells(cells) = gesture else { continue };
            steps += 1;
            if cells.first().map(name) != Some(from) {
                continue;
            }
            paths.push(text.as_str());
            if let [_, to] = &cells[..] {
                targets.push(name(to));
            }
        }
        targets.sort_unstable();
        if paths.is_empty() {
            let player = self.game.to_move(&self.position);
            let own = self
                .game
                .pieces(&self.position)
                .into_iter()
                .any(|placed| placed.piece.owner == Some(player) && name(&placed.cell) == from);
            let hint = match own && steps > 0 {
                true => format!("the piece on {from} has no legal move"),
                false => String::new(),
            };
            return (hint, all(moves));
        }
        let hint = match paths.len() == targets.len() {
            true => format!("from {from} it can go to {}", listed(targets.into_iter())),
            false => format!("from {from} it can play {}", listed(paths.into_iter())),
        };
        (hint, Box::default())
    }
}

/// Shortens what was typed, so that an explanation stays readable.
fn shown(text: &str) -> String {
    const SHOWN_MAX: usize = 80;
    one_line(text.trim(), SHOWN_MAX)
}

fn listed<'a>(items: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = items.len().saturating_sub(ALTERNATIVES_MAX);
    let mut text = items.take(ALTERNATIVES_MAX).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}

macro_rules! of_position {
    ($($name:ident -> $answer:ty),*) => {
        $(fn $name(&self) -> $answer {
            self.game.$name(&self.position)
        })*
    };
}

impl<G: Rulebook> Table for Typed<G> {
    of_position!(to_move -> Player, begins_turn -> bool, decision -> Decision, key -> u64);
    of_position!(notices -> Vec<Notice>, rule -> &'static str);
    of_position!(facts -> Vec<Fact>, estimate -> Option<Fact>, pieces -> Vec<Placed>);

    fn card(&self) -> Card {
        G::CARD
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn outcome(&self) -> Option<Outcome> {
        *self.outcome.get_or_init(|| self.game.outcome(&self.position))
    }

    fn out_of_time(&self, player: Player) -> Outcome {
        self.game.out_of_time(&self.position, player)
    }

    fn describe_outcome(&self, outcome: &Outcome) -> String {
        self.game.describe_outcome(&self.position, outcome)
    }

    fn legal(&self) -> Vec<String> {
        let moves = legal_list(&*self.game, &self.position);
        let mut texts: Vec<String> =
            moves.into_iter().map(|mv| self.game.move_text(&self.position, mv)).collect();
        texts.sort_unstable();
        texts
    }

    fn gestures(&self) -> Vec<(String, Gesture)> {
        let moves = legal_list(&*self.game, &self.position).into_iter();
        let mut gestures: Vec<_> = moves
            .map(|mv| {
                let text = self.game.move_text(&self.position, mv);
                (text, self.game.gesture(&self.position, mv))
            })
            .collect();
        gestures.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        gestures
    }

    fn judge(&self, text: &str) -> Result<String, Illegal> {
        self.read(text).map(|mv| self.game.move_text(&self.position, mv))
    }

    fn play(&mut self, text: &str) -> Result<String, Illegal> {
        let mv = self.read(text)?;
        let canonical = self.game.move_text(&self.position, mv);
        // The game goes on with the copy: copies of copies may share what they have in common.
        let next = self.position.clone();
        self.before.push(std::mem::replace(&mut self.position, next));
        self.played.push(mv);
        self.moves.push(canonical.clone());
        self.game.play(&mut self.position, mv);
        self.outcome.take();
        Ok(canonical)
    }

    fn undo(&mut self) -> bool {
        let Some(position) = self.before.pop() else {
            return false;
        };
        self.position = position;
        self.outcome.take();
        self.played.pop();
        self.moves.pop();
        true
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn movers(&self) -> Vec<(Player, bool)> {
        let mover = |before| (self.game.to_move(before), self.game.begins_turn(before));
        self.before.iter().map(mover).collect()
    }

    fn decisions(&self) -> Vec<Decision> {
        self.before.iter().map(|before| self.game.decision(before)).collect()
    }

    fn questions(&self) -> Vec<(String, &'static str)> {
        let moves = legal_list(&*self.game, &self.position).into_iter();
        let asked = moves.filter_map(|mv| Some((mv, self.game.question(&self.position, mv)?)));
        asked.map(|(mv, question)| (self.game.move_text(&self.position, mv), question)).collect()
    }

    fn initial(&self) -> Option<&str> {
        self.initial.as_deref()
    }

    fn position(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        self.position = self.game.read_position(text)?;
        self.initial = (self.position != self.game.start()).then(|| self.position());
        self.outcome.take();
        self.before.clear();
        self.played.clear();
        self.moves.clear();
        Ok(())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.game, &self.position, depth)
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn palette(&self) -> Vec<Piece> {
        self.game.palette()
    }

    fn compose(&self, pieces: &[Placed], turn: Player) -> String {
        self.game.compose(pieces, turn)
    }

    fn last_move(&self) -> Vec<CellId> {
        let Some(index) = self.game.last_move(&self.played) else {
            return Vec::new();
        };
        match self.game.gesture(&self.before[index], self.played[index]) {
            Gesture::Cells(cells) => cells,
            Gesture::Button(_) => Vec::new(),
        }
    }

    fn canvas(&self, seats: Option<&[String]>) -> Canvas {
        let seat = |player: Player| match seats {
            Some(names) => names[player.index()].clone(),
            None => G::CARD.players[player.index()].to_string(),
        };
        Canvas::draw(&self.board(), &self.pieces(), &self.last_move(), seat)
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(Typed::<G> {
            game: self.game.clone(),
            settings: self.settings.clone(),
            initial: self.initial.clone(),
            position: self.position.clone(),
            outcome: self.outcome.clone(),
            before: self.before.clone(),
            played: self.played.clone(),
            moves: self.moves.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
