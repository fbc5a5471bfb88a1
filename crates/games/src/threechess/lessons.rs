//! Lessons: chess around a corner.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "crossing",
        title: "Across the seam",
        words: "Row 4 is the seam between the sections: columns A to D lead into the next one, \
                with the columns mirrored. Move the Pawn from BD4 to GE4.",
        position: "...............PK.P............./................k.....p........./................6............... blue 114,0,0 -",
        goal: &["BD4GE4"],
        done: "In another section forward means toward row 1, and there it becomes a Queen.",
    },
    Lesson {
        name: "bishop",
        title: "The Bishop",
        words: "The long diagonals fork at the centre: from BC3 a Bishop goes on into both other \
                sections. Take the Knight on RC3.",
        position: "..........B.....K.............../..........r.....k.............../..........2.....6............... blue 106,0,0 -",
        goal: &["BC3RC3"],
        done: "The Rook on GC3 was on its way, too.",
    },
    Lesson {
        name: "knight",
        title: "The Knight",
        words: "Two squares one way and one sideways, and it jumps. Around the centre it has up \
                to ten targets: take the Knight on RC4.",
        position: "...............NK.............../................k..........n..../...........2....6............... blue 108,0,0 -",
        goal: &["BD4RC4"],
        done: "Count from the seam: two along, one aside, in any order.",
    },
    Lesson {
        name: "king",
        title: "The King",
        words: "One step in any direction, which are nine around the centre. Take the Pawn on \
                RD4.",
        position: "..........P....K..P............./................k.............../...............16............... blue 114,0,0 -",
        goal: &["BD4RD4"],
        done: "There is no check: a King may stay under attack, or walk into it.",
    },
    Lesson {
        name: "castling",
        title: "Castling",
        words: "With King and Rook at home and nothing between them the King goes two squares \
                toward the Rook, which jumps over it. Castle either way.",
        position: "R...............KP...P......R.../................k.............../................6............... blue 105,0,0 -",
        goal: &["BE1BG1", "BE1BC1"],
        done: "It does not matter whether they have moved before, or what attacks them.",
    },
    Lesson {
        name: "promotion",
        title: "A new Queen",
        words: "A Pawn that reaches row 1 of another section becomes a Queen at once. Move it to \
                GC1.",
        position: "................K.............../.........P..............k......./................6............... blue 116,0,0 -",
        goal: &["GC2GC1"],
        done: "There is no choice of piece, and no capture in passing either.",
    },
    Lesson {
        name: "win",
        title: "A captured King",
        words: "Whoever captures a King wins, its owner loses, and the third player is neither. \
                Take Green's King on GE2.",
        position: "............R...K........P....../.................k............../................6............... blue 111,0,0 -",
        goal: &["BD1GE2"],
        done: "A file goes on beyond the seam: BD1 to BD4, then GE4, GE3, GE2.",
    },
];
