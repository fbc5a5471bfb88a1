//! What is measured of King's Court.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Case;

pub(crate) fn cases() -> Vec<Case> {
    vec![]
}
