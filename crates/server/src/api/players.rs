//! Players of a match that come over HTTP: the port they come to, and where the match gets them from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_organise::{Gallery, Prepared, Programs, Supply};
use manator_play::Contender;
use manator_tournament::schedule::Pairing;
use tokio::runtime::{Builder, Runtime};

use super::desk::Desk;
use crate::http::Site;
use crate::setup::Limits;

/// How long programs may take to read how the last game ended, and that the match is over.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// How often it is looked whether they have, and whether a connection that failed can be had.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

pub struct HttpPlayers {
    desk: Arc<Desk>,
    site: Arc<Site>,
    runtime: Runtime,
    pub address: SocketAddr,
}

impl HttpPlayers {
    /// Opens a port of this machine for the players of a match that come over HTTP.
    pub fn open(
        prepared: &Arc<Prepared>,
        port: u16,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<HttpPlayers> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let desk = Arc::new(Desk::new(prepared.clone(), stop.clone()));
        let router = super::routes().with_state(desk.clone());
        let site = Arc::new(Site::new(router, Vec::new(), &Limits::default()));
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let answers = site.clone();
        runtime.spawn(async move {
            loop {
                match listener.accept().await {
                    Ok((stream, from)) => {
                        tokio::spawn(answers.clone().serve(stream, Vec::new(), from));
                    }
                    // Too many files are open, say: that passes.
                    Err(_) => tokio::time::sleep(POLL_INTERVAL).await,
                }
            }
        });
        Ok(HttpPlayers { desk, site, runtime, address })
    }

    pub fn names(&self) -> Vec<String> {
        self.desk.names()
    }

    /// Returns where a thread of the match gets its contenders from: all others from `house`.
    pub fn supply(&self, house: Programs) -> Box<dyn Supply> {
        Box::new(HttpSupply { desk: self.desk.clone(), house })
    }

    pub fn gallery(&self) -> Gallery {
        self.desk.clone()
    }

    /// Tells programs that the match is over.
    pub fn close(self) {
        self.desk.close();
        let end = Instant::now() + CLOSE_TIMEOUT;
        while self.site.permits.taken_by(self.address.ip()) > 0 && Instant::now() < end {
            thread::sleep(POLL_INTERVAL);
        }
        self.runtime.shutdown_background();
    }
}

struct HttpSupply {
    desk: Arc<Desk>,
    house: Programs,
}

impl Supply for HttpSupply {
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        let one = |seat: Player| match self.desk.seat(pairing, seat) {
            Some(player) => player,
            None => self.house.one(pairing, seat),
        };
        Player::all(pairing.seats.len()).map(one).collect()
    }

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>) {
        self.house.give_back(pairing, contenders);
    }
}
