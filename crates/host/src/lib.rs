//! Games in progress: who sits where, whose clock runs, what is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0
