//! How strong players are, and how sure that is.
//!
//! Two players: [`elo`], [`sprt`], and [`sure`] for those who are no authors of engines. Many players: [`rate`], whose model for games of two and of three is one.
//! [`standings`] counts, [`sentence`] and [`summary`] say what comes out, [`residual`] whether the machines agree.
//! [`live`] and [`prefix`] keep all that up to date while games are played.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod choice;
pub mod elo;
mod evidence;
mod expectation;
mod forecast;
mod joint;
pub mod live;
mod matrix;
mod normal;
mod plackett_luce;
pub mod prefix;
pub mod residual;
pub mod sentence;
pub mod sprt;
pub mod standings;
pub mod summary;
pub mod sure;

mod tail;

pub use joint::{Bars, Interval, PRIOR_ELO, Rating, Ratings, rate};
