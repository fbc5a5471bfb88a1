//! Refusal, after Fred Galvin: a small chess in which every move may be refused once.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod arbiter;
mod attack;
mod lessons;
mod moves;
mod notation;
mod position;
mod possible;
mod rotate;
mod turn;
mod view;

pub use attack::Forces;
pub use position::{Action, Kind, Move, NORTH, Phase, Position, SOUTH, Square};
pub use turn::{Refusal, Refusals};

use manator_core::notation::fault;
use manator_core::{Card, FIRST, OptionError, OptionKind, OptionSpec, Reason, Rulebook, Settings};

pub const KING_CAPTURED: Reason = Reason("king-captured");
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");
pub const REFUSED_WITHOUT_ALTERNATIVE: Reason = Reason("refused-without-alternative");

const ANSWER_FIRST: fault::Code = ("answer-first", "a move is proposed and waits for an answer");
const NOTHING_PROPOSED: fault::Code = ("nothing-proposed", "no move waits for an answer");
const REFUSED: fault::Code = ("refused", "the move was refused in this turn");
const STUCK: fault::Code = ("stuck", "pawns and knights on the far row never move again");
const BACKWARD: fault::Code = ("backward", "no piece ever moves backward");
const WRONG_SIDE: fault::Code =
    ("wrong-side", "left rooks never move to the right, nor right rooks to the left");
const PAWN_CAPTURE: fault::Code = ("pawn-capture", "pawns capture only diagonally forward");
const NOTHING_TO_CAPTURE: fault::Code =
    ("nothing-to-capture", "the piece moves like that only to capture");

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: FIRST,
        summary: "who begins",
        kind: OptionKind::Choice(&[
            ("south", "the player at the bottom"),
            ("north", "the player at the top"),
        ]),
        default: Some("south"),
    },
    OptionSpec {
        name: "refusals",
        summary: "how often a move may be refused in a turn",
        kind: OptionKind::Choice(&[
            ("once", "the opponent may refuse the first move of every turn"),
            ("never", "every move stands at once: a small chess without refusals"),
        ]),
        default: Some("once"),
    },
];

impl Rulebook for Refusal {
    const CARD: Card = Card {
        name: "refusal",
        title: "Refusal",
        summary: "a small chess in which every move may be refused once",
        players: &["south", "north"],
        options: OPTIONS,
        reasons: &[
            (KING_CAPTURED, "a king was captured by a move that stands; its owner loses"),
            (NO_LEGAL_MOVE, "the player to move has no legal move and loses"),
            (
                REFUSED_WITHOUT_ALTERNATIVE,
                "the only legal move was refused; the player who proposed it loses",
            ),
        ],
        faults: &[
            BACKWARD,
            WRONG_SIDE,
            STUCK,
            PAWN_CAPTURE,
            NOTHING_TO_CAPTURE,
            REFUSED,
            ANSWER_FIRST,
            NOTHING_PROPOSED,
        ],
        rules_version: "1",
        rules: include_str!("rules.md"),
        lessons: lessons::LESSONS,
    };

    fn new(settings: &Settings) -> Result<Self, OptionError> {
        let first = if settings.value(FIRST) == Some("north") { NORTH } else { SOUTH };
        let refusals = match settings.value("refusals") {
            Some("never") => Refusals::Never,
            _ => Refusals::Once,
        };
        Ok(Refusal::with(first, refusals))
    }

    fn diagram(&self, name: &str) -> Option<String> {
        view::diagram(name)
    }
}
