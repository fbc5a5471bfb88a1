//! Lessons: moves that are proposed, and refused.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "pawn",
        title: "The pawn",
        words: "Propose to take the pawn on B5.",
        position: "---K-/-----/-----/-P-P-/--p--/-----/-----/----k south propose -",
        goal: &["C4B5"],
        done: "Now the other side says whether you may. On the far row a pawn never moves again.",
    },
    Lesson {
        name: "knight",
        title: "The knight",
        words: "Propose to take the pawn on B6.",
        position: "---K-/-----/-P---/--p--/--n--/-----/-----/----k south propose -",
        goal: &["C4B6"],
        done: "No piece moves backward, and a knight is no exception.",
    },
    Lesson {
        name: "left-rook",
        title: "The left rook",
        words: "Propose to take the pawn on A3.",
        position: "--K--/-----/---P-/-----/-----/P--l-/-----/----k south propose -",
        goal: &["D3A3"],
        done: "To the right it cannot go: that is for the other rook.",
    },
    Lesson {
        name: "right-rook",
        title: "The right rook",
        words: "Propose to take the pawn on E3.",
        position: "--K--/-----/-P---/-----/-----/-r--P/-----/----k south propose -",
        goal: &["B3E3"],
        done: "Left and right are the same for both players.",
    },
    Lesson {
        name: "king",
        title: "The king",
        words: "Propose to take the rook on E1.",
        position: "---K-/-----/-----/-----/-----/n----/-----/-k--R south propose -",
        goal: &["B1E1"],
        done: "There is no check: only the capture of a king ends the game.",
    },
    Lesson {
        name: "far-row",
        title: "On the far row",
        words: "Propose to move the right rook to D8, and accept for North: it changes its \
                side.",
        position: "RK---/-----/-P---/-----/-----/---r-/-----/----k south propose -",
        goal: &["D3D8"],
        done: "Once that is accepted, it is a left rook, and can go along the row to the king.",
    },
    Lesson {
        name: "refuse",
        title: "Refuse",
        words: "South proposes to take your king on B8. Say no: every proposal may be refused \
                once.",
        position: "-K---/-----/---PN/-----/-l---/---p-/-----/----k south respond B4B8",
        goal: &["refuse"],
        done: "South must play another move now, and that one stands.",
    },
    Lesson {
        name: "again",
        title: "After a refusal",
        words: "Your capture of the king was refused. A different move stands at once: bring the \
                rook to A4.",
        position: "-K---/-----/---PN/-----/-l---/---p-/-----/----k south alternate B4B8",
        goal: &["B4A4"],
        done: "Nobody could refuse that. In your next turn you may propose what was refused.",
    },
    Lesson {
        name: "two",
        title: "Two threats",
        words: "Only one proposal can be refused, so that two captures of a king cannot both be. \
                Rook and knight attack it: propose either capture.",
        position: "-K---/----R/--nP-/-----/-l---/-----/-----/----k south propose -",
        goal: &["B4B8", "C6B8"],
        done: "Refused or not, you take the king: with this move, or with the other.",
    },
];
