//! Games in progress: who sits where, whose clock runs, what is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod course;
mod event;
mod opening;
mod remote;
mod restore;
pub mod saves;
mod seat;
mod seats;
mod session;
mod thinker;
pub mod time;
mod verdict;

pub use event::{Post, SeatEvent};
pub use manator_engine::Thought;
pub use opening::Opening;
pub use remote::RESIGN;
pub use restore::{RestoreError, Restored, restore};
pub use saves::{Kept, Saves, Slot};
pub use seat::{Address, SeatError, SeatSpec};
pub use seats::{ADVISER, Seats, SetupError};
pub use session::{Happened, Session, Setup};
pub use time::{Clocks, TimeControl};
pub use verdict::{DEFAULT, RESIGNED, Verdict, title};
