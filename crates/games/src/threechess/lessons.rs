//! Lessons: chess around a corner.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "crossing",
        title: "Across the seam",
        words: "Cross the seam: move the Pawn from BD4 to GE4.",
        position: "...............PK.P............./................k.....p........./................6............... blue 114,0,0 -",
        goal: &["BD4GE4"],
        done: "In another section forward means toward row 1, and there it becomes a Queen.",
    },
    Lesson {
        name: "bishop",
        title: "The Bishop",
        words: "Both other sections are open to it. Take the Knight on RC3.",
        position: "..........B.....K.............../..........r.....k.............../..........2.....6............... blue 106,0,0 -",
        goal: &["BC3RC3"],
        done: "The Rook on GC3 was on its way, too.",
    },
    Lesson {
        name: "knight",
        title: "The Knight",
        words: "It stands at the centre, with more targets than elsewhere: take the Knight on \
                RC4.",
        position: "...............NK.............../................k..........n..../...........2....6............... blue 108,0,0 -",
        goal: &["BD4RC4"],
        done: "Count from the seam: two along, one aside, in any order.",
    },
    Lesson {
        name: "king",
        title: "The King",
        words: "At the centre one step leads into each section. Take the Pawn on RD4.",
        position: "..........P....K..P............./................k.............../...............16............... blue 114,0,0 -",
        goal: &["BD4RD4"],
        done: "There is no check: a King may stay under attack, or walk into it.",
    },
    Lesson {
        name: "castling",
        title: "Castling",
        words: "Both Rooks are at home, and nothing is between them and the King. Castle either \
                way.",
        position: "R...............KP...P......R.../................k.............../................6............... blue 105,0,0 -",
        goal: &["BE1BG1", "BE1BC1"],
        done: "It does not matter whether they have moved before, or what attacks them.",
    },
    Lesson {
        name: "promotion",
        title: "A new Queen",
        words: "Become a Queen: move the Pawn to GC1.",
        position: "................K.............../.........P..............k......./................6............... blue 116,0,0 -",
        goal: &["GC2GC1"],
        done: "There is no choice of piece, and no capture in passing either.",
    },
    Lesson {
        name: "win",
        title: "A captured King",
        words: "Take Green's King on GE2.",
        position: "............R...K........P....../.................k............../................6............... blue 111,0,0 -",
        goal: &["BD1GE2"],
        done: "A file goes on beyond the seam: BD1 to BD4, then GE4, GE3, GE2.",
    },
];
