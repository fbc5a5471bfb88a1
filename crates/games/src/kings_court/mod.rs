//! King's Court: slides and chains of jumps around a Court that neither player may leave empty.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod chains;
mod lessons;
mod moves;
mod notation;
mod notices;
mod paths;
mod position;
mod threats;
mod view;

use std::ops::ControlFlow;

use manator_core::notation::fault;
use manator_core::random::mix;
use manator_core::{
    Card, Game, LOST, OptionError, OptionKind, OptionSpec, Outcome, Player, Reason, Rulebook,
    Settings, TwoPlayer,
};

pub use moves::Move;
pub use position::{COURT, FIRST, OPENING_MOVES, Position, SECOND};
pub use threats::Reach;

pub const COURT_EMPTY: Reason = Reason("court-empty");
pub const DOUBLE_FORFEIT: Reason = Reason("double-forfeit");
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");

const OCCUPIED: fault::Code = ("occupied", "a piece stands where this one would land");
const NOT_A_SLIDE_OR_JUMP: fault::Code =
    ("not-a-slide-or-jump", "a step of the path is neither a lone slide nor a jump");
const NOTHING_TO_JUMP: fault::Code =
    ("nothing-to-jump", "no piece stands between two squares of the path");
const NULL_RULE: fault::Code =
    ("null-rule", "the path comes to a square twice without a capture in between");
const LEAVES_COURT_EMPTY: fault::Code =
    ("leaves-court-empty", "the mover would have no piece in the Court");
const JUMP_TOO_EARLY: fault::Code =
    ("jump-too-early", "the first two moves of each player must be slides");
const FIRST_MOVE_MUST_ENTER_COURT: fault::Code =
    ("first-move-must-enter-court", "the first move of each player must enter the Court");
const NOT_OPPOSITE_DIRECTION: fault::Code =
    ("not-opposite-direction", "Second must enter the Court opposite to First");

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "quiet-limit",
    summary: "how many moves in a row may go by without a capture; one more, and both players lose",
    kind: OptionKind::Integer { min: 1, max: 1000 },
    default: Some("50"),
}];

#[derive(Clone, Debug)]
pub struct KingsCourt {
    pub quiet_limit: u16,
}

impl Rulebook for KingsCourt {
    const CARD: Card = Card {
        name: "kings-court",
        title: "King's Court",
        summary: "chains of jumps around a Court that neither player may leave empty",
        players: &["first", "second"],
        options: OPTIONS,
        reasons: &[
            (COURT_EMPTY, "a player has no piece left in the Court and loses"),
            (DOUBLE_FORFEIT, "too many moves in a row without a capture: both players lose"),
            (NO_LEGAL_MOVE, "the player to move has no legal move and loses"),
        ],
        faults: &[
            OCCUPIED,
            NOT_A_SLIDE_OR_JUMP,
            NOTHING_TO_JUMP,
            NULL_RULE,
            LEAVES_COURT_EMPTY,
            JUMP_TOO_EARLY,
            FIRST_MOVE_MUST_ENTER_COURT,
            NOT_OPPOSITE_DIRECTION,
        ],
        rules_version: "1",
        rules: include_str!("rules.md"),
        lessons: lessons::LESSONS,
    };

    fn new(settings: &Settings) -> Result<Self, OptionError> {
        Ok(KingsCourt { quiet_limit: settings.integer("quiet-limit") as u16 })
    }

    fn diagram(&self, name: &str) -> Option<String> {
        (name == "chain").then(|| self.chain_diagram())
    }
}

impl KingsCourt {
    /// Returns whether the game ended without regard to what moves there would be.
    #[inline]
    fn is_decided(&self, position: &Position) -> bool {
        position.court_lost() || position.quiet > self.quiet_limit
    }
}

impl Game for KingsCourt {
    type Position = Position;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::start()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_decided(position) {
            return ControlFlow::Continue(());
        }
        moves::visit_moves(position, visit)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let loser = position.to_move;
        let lost = |reason| Some(Outcome::win(2, loser.next(2), loser, reason));
        if position.court_lost() {
            return lost(COURT_EMPTY);
        }
        if position.quiet > self.quiet_limit {
            return Some(Outcome::all(2, LOST, DOUBLE_FORFEIT));
        }
        let stuck = moves::visit_moves(position, |_| ControlFlow::Break(())).is_continue();
        if stuck { lost(NO_LEGAL_MOVE) } else { None }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let counters = u64::from(position.quiet) << 16
            | u64::from(position.played) << 8
            | u64::from(position.to_move.0);
        mix(mix(mix(position.own).wrapping_add(position.enemy)).wrapping_add(counters))
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if self.is_decided(position) { 0 } else { moves::count_moves(position) }
    }
}

impl TwoPlayer for KingsCourt {}
