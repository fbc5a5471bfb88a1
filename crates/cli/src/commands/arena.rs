//! `manator arena`: everything in a browser.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use manator_server::arena::{ArenaServer, ArenaSetup};
use manator_server::{Limits, Server, Tell};

use crate::organise::StoreArgs;
use crate::stop::Stop;
use crate::{Verdict, streams};

/// Play, analyse, watch, run tournaments and learn in a browser
///
/// Serves a page at the address it prints, until Ctrl-C. Agents and displays use the same port. `manator` without
/// a command does the same. See docs/arena.md.
#[derive(Args)]
pub(crate) struct ArenaCommand {
    /// The TCP port for browsers, agents and displays; 0 for any that is free
    #[arg(short, long, default_value_t = 7777)]
    port: u16,
    /// The address to listen at; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// What this machine is called in the addresses that others type; may be repeated
    #[arg(long, value_name = "NAME")]
    public_name: Vec<String>,
    /// Let everybody create and stop tournaments, not only who has the key
    #[arg(long)]
    open: bool,
    /// Make a new key for the owner; the link with the old one ends
    #[arg(long)]
    new_key: bool,
    /// The most games that are not over and were begun within an hour from one address
    #[arg(long, value_name = "N", default_value_t = 20)]
    games_per_address: usize,
    /// How many milliseconds at least a move of an agent stays on the board before the next
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pace: u64,
    /// The most connections from one address
    #[arg(long, value_name = "N", default_value_t = Limits::default().each_max)]
    per_address: usize,
    #[command(flatten)]
    place: StoreArgs,
}

impl ArenaCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let place = SocketAddr::new(self.bind, self.port);
        let listener = Server::listen(place).map_err(|error| {
            anyhow!(
                "cannot listen at {place}: {error}; --port takes another port, 0 any that is free"
            )
        })?;
        let address = listener.local_addr()?;
        let guests = Limits::default();
        let setup = ArenaSetup {
            store: self.place.path(),
            names: self.public_name.clone(),
            open: self.open,
            new_key: self.new_key,
            rooms_each_max: self.games_per_address,
            guests: Limits {
                each_max: self.per_address,
                all_max: guests.all_max.max(self.per_address),
                ..guests
            },
            pace: Duration::from_millis(self.pace),
            budget: None,
        };
        let server = ArenaServer::open(setup, listener)?;
        let mut talk = streams::stderr();
        writeln!(talk, "remarkable board games at http://{address}/")?;
        let host = match self.public_name.first() {
            Some(name) => format!("{name}:{}", address.port()),
            None => address.to_string(),
        };
        writeln!(talk, "who opens {} owns it", server.owner.link(&host))?;
        writeln!(talk, "Ctrl-C ends the server; games go on when it is started again")?;
        let stop = Stop::on_signal()?;
        let tell: Tell = Arc::new(|_| {});
        server.run(&stop.flag, tell)?;
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }
}
