//! Lessons: what each piece of Jetan does, and what decides a game.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        name: "warrior",
        title: "The Warrior",
        words: "It may turn on its way. D6 is occupied, but one free way is enough: take the \
                Panthan on E6 with the Warrior.",
        position: ".........r/........../........../........../...Aa...../...W....../........../........../........../R......... black Rr 0 0 -",
        goal: &["D5E6"],
        done: "It went by E5.",
    },
    Lesson {
        name: "padwar",
        title: "The Padwar",
        words: "Two steps that turn lead straight ahead: take the Panthan on E6 with the \
                Padwar.",
        position: ".........r/........../........../........../....a...../...A....../....P...../........../........../R......... black Rr 0 0 -",
        goal: &["E4E6"],
        done: "It went by F5, for D5 is occupied.",
    },
    Lesson {
        name: "dwar",
        title: "The Dwar",
        words: "It reaches even the square beside it, by going around: take the Panthan on E5 \
                with the Dwar.",
        position: ".........r/........../........../........../........../....a...../...AD...../........../........../R......... black Rr 0 0 -",
        goal: &["E4E5"],
        done: "East, north, west: it went around by F4 and F5.",
    },
    Lesson {
        name: "flier",
        title: "The Flier",
        words: "Pieces are in the way, which does not matter: take the Warrior on H7 with the \
                Flier.",
        position: ".........r/........../........../.......w../......a.../...A.A..../....F...../........../........../R......... black Rr 0 0 -",
        goal: &["E4H7"],
        done: "Nothing stops a Flier on its way; only the last square counts.",
    },
    Lesson {
        name: "thoat",
        title: "The Thoat",
        words: "One of its two ways is closed: take the Warrior on F6 with the Thoat.",
        position: ".........r/........../........../........../...a.w..../....A...../....T...../........../........../R......... black Rr 0 0 -",
        goal: &["E4F6"],
        done: "Diagonal first, then straight: E5 was occupied, F5 was not.",
    },
    Lesson {
        name: "chief",
        title: "The Chief",
        words: "A Chief that captures the other Chief wins the game: take it on G6 with yours.",
        position: ".........r/........../........../........../......c.../.....A..../....C...../........../........../R......... black Rr 0 0 -",
        goal: &["E4G6"],
        done: "Chief takes Chief, and the game is over. Any other piece may capture a Chief too, \
               but that ends nothing.",
    },
    Lesson {
        name: "panthan",
        title: "The Panthan",
        words: "Take the Panthan on D5.",
        position: ".........r/........../........../........../........../...aw...../....A...../........../........../R......... black Rr 0 0 -",
        goal: &["E4D5"],
        done: "Straight ahead it could have taken the Warrior, too. It is never promoted.",
    },
    Lesson {
        name: "princess",
        title: "The Princess",
        words: "Panthans stand around her, and a Dwar on C6 attacks some squares. Bring her out \
                to E4.",
        position: ".........r/........../........../........../..d......./........../........../....A...../....A...../...CR..... black Rr 0 0 -",
        goal: &["E1E4"],
        done: "She jumped over both Panthans. D4 was no choice: the Dwar on C6 attacks it.",
    },
    Lesson {
        name: "escape",
        title: "The escape",
        words: "A Warrior attacks your Princess. Use the escape: send her to J1.",
        position: ".........r/........../........../........../........../..p......./........../w........./........../R......... black Rr 0 0 -",
        goal: &["A1J1"],
        done: "The escape is used up now: for the rest of the game three columns and rows must \
               do.",
    },
    Lesson {
        name: "win",
        title: "The Princess is lost",
        words: "Take the Princess on D10 with the Warrior.",
        position: "..frc...../........../...W....../........../........../........../........../........../........../R......... black Rr 0 0 -",
        goal: &["D8D10"],
        done: "A Princess may be left under attack, at her own risk.",
    },
];
