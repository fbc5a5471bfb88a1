//! Joint ratings from games of two players.
//!
//! The model of Bradley and Terry (1952) with the ties of Davidson (On extending the Bradley-Terry model to
//! accommodate ties, 1970) and a common advantage of the first seat. Davidson's ties are chosen over those of
//! Rao and Kupper because a tie then counts exactly half a win and half a loss: at the maximum everybody's
//! expected points are the points scored, the likelihood is concave in the logarithms of the strengths, and
//! with three players it becomes the model of [`plackett_luce`](super::plackett_luce), so that one
//! computation serves both.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;

use super::joint::{self, Interval, RatingError, Ratings};
use crate::results::Results;

/// The number of seats this is for.
const SEATS: usize = 2;

/// Rates everybody from games of two players.
///
/// # Errors
/// Returns an error when the games have another number of seats.
pub fn rate(results: &Results) -> Result<Ratings, RatingError> {
    joint::check_seats(results, SEATS)?;
    Ok(joint::rate(results))
}

/// Returns how much it is worth to sit first.
pub fn first_seat_advantage(ratings: &Ratings) -> Interval {
    ratings.seat_difference(Player(0), Player(1))
}
