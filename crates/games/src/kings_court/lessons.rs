//! Lessons: slides, jumps and the Court.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "opening",
        title: "The first move",
        words: "First begins by sliding a piece into the Court, the sixteen squares in the \
                middle. Slide any piece that can.",
        position: "21212121/12121212/21....21/12....12/21....21/12....12/21212121/12121212 first 0 0",
        goal: &[],
        done: "Second must now slide into the Court in exactly the opposite direction.",
    },
    Lesson {
        name: "chain",
        title: "A chain of jumps",
        words: "Jump from B2 over C2, D3 and E4 to F4: touch every square you land on.",
        position: ".......2/......../.....2../..1...../....2.../...1..../.12...../.......1 first 4 0",
        goal: &["B2D2D4F4"],
        done: "Two enemies are captured; your own piece on D3 stays. You could have stopped after \
               any jump.",
    },
    Lesson {
        name: "own",
        title: "Over your own",
        words: "Your own pieces are bridges: jump from B4 over C4 to D4.",
        position: ".......2/......../.....2../.....2../.11.1.../......../......../........ first 4 0",
        goal: &["B4D4"],
        done: "Nothing is captured, and from there E4 could have been jumped, too.",
    },
    Lesson {
        name: "court",
        title: "The empty Court",
        words: "Whoever has no piece left in the Court has lost. Second has one there, on C3: \
                jump over it.",
        position: "22....../.......2/......../...1..../......../..2...../..1...1./........ first 4 0",
        goal: &["C2C4"],
        done: "Second has no piece left in the Court, however many are around it.",
    },
    Lesson {
        name: "guard",
        title: "Stay in the Court",
        words: "On C3 stands your only piece in the Court, and no move may leave you without one \
                there. Try to slide it to B3, and see what the arbiter says; then capture the \
                piece on C4.",
        position: "......../.2....../.....2../......../..2...../..1...1./......../1....... first 4 0",
        goal: &["C3C5"],
        done: "It captured, and is still in the Court. On its way a piece may leave the Court, if \
               it comes back.",
    },
];
