//! Systems other than Linux have none of the limits, which is what is said there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::limit::{Held, Limit};
use super::order::Order;

/// Returns for each limit that it does not hold.
pub(super) fn confine(_: &Order) -> Vec<Held> {
    Limit::ALL.map(|(limit, _)| (limit, Err("only Linux can enforce it".into()))).to_vec()
}
