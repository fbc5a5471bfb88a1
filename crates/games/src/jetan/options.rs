//! The choices the rules leave open, each declared once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{OptionKind, OptionSpec, Settings};

pub(super) const SPECS: &[OptionSpec] = &[
    OptionSpec {
        name: "variant",
        summary: "whose rules: the defaults of the options below that are not given",
        kind: OptionKind::Choice(&[
            ("standard", "the rules as printed here"),
            ("book", "as the appendix of the book has them: chief-taken=draw escape=any-time"),
            (
                "software",
                "as the course's own program plays: thoat=jumps array=facing, no tie by weakened \
                 forces, and a Dwar that knows only some of its paths",
            ),
        ]),
        default: Some("standard"),
    },
    OptionSpec {
        name: "chief-taken",
        summary: "what follows when a Chief is taken by a piece other than the Chief",
        kind: OptionKind::Choice(&[
            ("play-on", "the Chief is removed, nothing else"),
            ("draw", "the game is drawn"),
        ]),
        default: None,
    },
    OptionSpec {
        name: "escape",
        summary: "when the Princess may use her one escape",
        kind: OptionKind::Choice(&[
            ("attacked", "only while she is attacked"),
            ("any-time", "at any time"),
        ]),
        default: None,
    },
    OptionSpec {
        name: "thoat",
        summary: "how the Thoat passes the square between",
        kind: OptionKind::Choice(&[
            ("walks", "it must be empty"),
            ("jumps", "it may hold anything"),
        ]),
        default: None,
    },
    OptionSpec {
        name: "array",
        summary: "how Chiefs and Princesses are set up",
        kind: OptionKind::Choice(&[
            ("opposed", "each Chief opposite the other side's Princess"),
            ("facing", "both Chiefs in column E, both Princesses in column F"),
        ]),
        default: None,
    },
    OptionSpec {
        name: "max-moves",
        summary: "moves per player before the game is tied",
        kind: OptionKind::Integer { min: 1, max: MOVES_MAX },
        default: Some("1000"),
    },
];

const MOVES_MAX: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChiefTaken {
    PlayOn,
    Draw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Escape {
    Attacked,
    AnyTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThoatSteps {
    Walks,
    Jumps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Array {
    Opposed,
    Facing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DwarPaths {
    All,
    Software,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakened {
    Tie,
    PlayOn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub chief_taken: ChiefTaken,
    pub escape: Escape,
    pub thoat: ThoatSteps,
    pub array: Array,
    pub dwar: DwarPaths,
    pub weakened: Weakened,
    pub max_moves: u32,
}

impl Options {
    pub const STANDARD: Options = Options {
        chief_taken: ChiefTaken::PlayOn,
        escape: Escape::Attacked,
        thoat: ThoatSteps::Walks,
        array: Array::Opposed,
        dwar: DwarPaths::All,
        weakened: Weakened::Tie,
        max_moves: 1000,
    };

    pub const BOOK: Options =
        Options { chief_taken: ChiefTaken::Draw, escape: Escape::AnyTime, ..Options::STANDARD };

    pub const SOFTWARE: Options = Options {
        thoat: ThoatSteps::Jumps,
        array: Array::Facing,
        dwar: DwarPaths::Software,
        weakened: Weakened::PlayOn,
        ..Options::STANDARD
    };

    /// Reads the options given by a user; the variant decides those that are not.
    pub(super) fn read(settings: &Settings) -> Options {
        let mut options = match settings.value("variant") {
            Some("book") => Options::BOOK,
            Some("software") => Options::SOFTWARE,
            _ => Options::STANDARD,
        };
        let given = |name, word| settings.value(name).map(|value| value == word);
        if let Some(draw) = given("chief-taken", "draw") {
            options.chief_taken = if draw { ChiefTaken::Draw } else { ChiefTaken::PlayOn };
        }
        if let Some(any_time) = given("escape", "any-time") {
            options.escape = if any_time { Escape::AnyTime } else { Escape::Attacked };
        }
        if let Some(jumps) = given("thoat", "jumps") {
            options.thoat = if jumps { ThoatSteps::Jumps } else { ThoatSteps::Walks };
        }
        if let Some(facing) = given("array", "facing") {
            options.array = if facing { Array::Facing } else { Array::Opposed };
        }
        options.max_moves = settings.integer("max-moves") as u32;
        options
    }
}
