//! What whoever runs a server is told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::SocketAddr;
use std::sync::Arc;

use manator_play::{Report, Sheet};

/// Something that happened. An agent that has `Left` may come back; `why` a display is not `Watched` any more
/// is known unless it left by itself.
#[derive(Debug)]
pub enum Notice<'a> {
    Joined { name: &'a str, address: SocketAddr },
    Left { name: &'a str },
    Watches { address: SocketAddr },
    Watched { address: SocketAddr, why: Option<&'a str> },
    Refused { address: SocketAddr, why: &'a str },
    Complete { names: &'a [String], games: u32 },
    Begins { number: u32, of: u32, names: &'a [String] },
    Moved { name: &'a str, text: &'a str, sheet: &'a Sheet },
    Says { name: &'a str, text: &'a str },
    Ended { number: u32, names: &'a [String], report: &'a Report },
}

pub type Tell = Arc<dyn Fn(&Notice<'_>) + Send + Sync>;
