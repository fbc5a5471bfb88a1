//! Lessons: knights, and squares that burn.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "knight",
        title: "The knight",
        words: "Ride to E6.",
        position: "....b.../......../......../......../...w..../......../......../........ white",
        goal: &["D4E6"],
        done: "The square it left burns, and nobody may ever enter it again.",
    },
    Lesson {
        name: "burning",
        title: "Burned squares",
        words: "Squares that burn cannot be entered, and knights never capture: F5, E3 and C2 are \
                burned, and Black stands on E6. Make any move, and look at the square you left.",
        position: "...x..../......../....b.../.....x../...w..../....x.../..x...../........ white",
        goal: &[],
        done: "Every move burns a square, so that no game of Joust lasts longer than its board is \
               large.",
    },
    Lesson {
        name: "trap",
        title: "The trap",
        words: "Whoever has no move left has lost. Black has one way out of the corner: ride to \
                C7 and close it.",
        position: "b......./......../.x..w.../..x...../.x.x..../......../...x..../........ white",
        goal: &["E6C7"],
        done: "B6 is burned and you stand on C7: Black has no move and has lost.",
    },
];
