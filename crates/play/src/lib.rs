//! Games in progress: who sits where, whose clock runs, what is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod adjudication;
mod agreement;
pub mod client;
pub mod contender;
mod opening;
pub mod referee;
mod remote;
pub mod saves;
mod seat_spec;
mod seats;
mod session;
pub mod sheet;
mod thinker;
pub mod time;
pub mod transcript;
mod verdict;
mod watched;

pub use adjudication::{Adjudication, ResignRule, TieRule};
pub use client::{End, Heard, Spectator};
pub use contender::{Contender, Fault};
pub use manator_engine::Thought;
pub use opening::{Opening, open_rules, restore, rules};
pub use referee::{Allowance, Report, Terms, referee};
pub use remote::Passage;
pub use saves::{Saves, Slot};
pub use seat_spec::{Address, SeatError, SeatSpec};
pub use seats::{ADVISER, COMPUTER, MakeAgent, ORDINALS, Seats, SetupError};
pub use session::{Happened, Post, SeatEvent, Session, Setup};
pub use sheet::Sheet;
pub use time::{Clocks, Controls, TimeControl};
pub use verdict::{
    ADJUDICATED, DEFAULT, RESIGNED, STEPS, Verdict, advice, any_of, last_move, task, title,
};
pub use watched::{Ending, NOTES_MAX, Note, STANDING_MAX, Standing, Told, Watched};
