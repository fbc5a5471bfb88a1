//! What whoever runs a server is told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::SocketAddr;
use std::sync::Arc;

use manator_play::{Report, Sheet};

/// Something that happened, for whoever runs the server.
#[derive(Debug)]
pub enum Notice<'a> {
    Joined {
        /// What it is called here.
        name: &'a str,
        address: SocketAddr,
    },
    /// An agent is gone; it may come back.
    Left {
        /// What it is called here.
        name: &'a str,
    },
    Watches {
        address: SocketAddr,
    },
    Watched {
        /// From where it was.
        address: SocketAddr,
        /// Why, unless it left by itself.
        why: Option<&'a str>,
    },
    /// A client may not stay.
    Refused {
        address: SocketAddr,
        why: &'a str,
    },
    Complete {
        names: &'a [String],
        /// How many games there will be.
        games: u32,
    },
    Begins {
        /// Its number, from 1.
        number: u32,
        /// How many there are.
        of: u32,
        /// Who plays, in seat order.
        names: &'a [String],
    },
    Moved {
        name: &'a str,
        text: &'a str,
        sheet: &'a Sheet,
    },
    Says {
        name: &'a str,
        text: &'a str,
    },
    Ended {
        /// Its number, from 1.
        number: u32,
        /// Who played, in seat order.
        names: &'a [String],
        report: &'a Report,
    },
}

/// Where notices go, from many threads at once.
pub type Tell = Arc<dyn Fn(&Notice<'_>) + Send + Sync>;
