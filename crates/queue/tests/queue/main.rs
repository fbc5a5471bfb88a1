//! The queue against a real server, which is killed, and real workers, which are killed and frozen.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod cast;
mod disaster;
mod doors;
mod errors;
mod jobs;
mod ordinary;
mod trust;
