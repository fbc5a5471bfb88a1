//! Games in progress: who sits where, whose clock runs, what is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod adjudication;
pub mod client;
pub mod contender;
mod event;
mod opening;
pub mod referee;
mod remote;
mod restore;
pub mod saves;
mod seat;
mod seats;
mod session;
pub mod sheet;
mod spectator;
mod terms;
mod thinker;
pub mod time;
mod verdict;
mod watched;

pub use adjudication::{Adjudication, ResignRule, TieRule};
pub use contender::{Contender, Fault};
pub use event::{Post, SeatEvent};
pub use manator_engine::Thought;
pub use opening::{Opening, open_rules, rules};
pub use referee::{Allowance, Report, Terms, referee};
pub use remote::RESIGN;
pub use restore::{RestoreError, Restored, restore};
pub use saves::{SavedGame, Saves, Slot};
pub use seat::{Address, SeatError, SeatSpec};
pub use seats::{ADVISER, Seats, SetupError};
pub use session::{Happened, Session, Setup};
pub use sheet::Sheet;
pub use spectator::{End, Heard, Spectator};
pub use time::{Clocks, Controls, TimeControl};
pub use verdict::{ADJUDICATED, DEFAULT, RESIGNED, STEPS, Verdict, last_move, title};
pub use watched::{Ending, NOTES_MAX, Note, STANDING_MAX, Standing, Told, Watched};
