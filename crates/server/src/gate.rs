//! Where connections come in: who they are, and whether they may stay.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manator_course::plays;
use manator_play::contender::{Peer, Ugi};
use manator_protocol::{ANY_GAME, ErrorCode, FromClient, FromServer, ParseError, Welcome, quoted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::course;
use crate::feed::{self, Feed};
use crate::greeting::{Expected, Greeting, Originals, greet};
use crate::guests::{Coming, Proof, Refusal, Registry, Request};
use crate::http::Site;
use crate::notice::{Notice, Tell};
use crate::permits::{Permit, Permits};
use crate::setup::Limits;

/// How long to wait after the system refused a connection, for lack of something.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);
/// How long a client that is refused may take to read why.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
/// How much of what such a client still says is taken in.
const UNHEARD_MAX: usize = 1024 * 1024;
const EXPECTED: &str = "expected join or watch";

/// What is played here, and where it can be watched.
pub(crate) trait Offer: Send + Sync {
    /// Returns the rules as `UGI_Game` has them.
    fn rules(&self, game: &str) -> Result<String, Refusal>;

    fn feed(&self, table: Option<u32>) -> Result<Arc<Feed>, Refusal>;

    fn originals(&self) -> Originals {
        Originals::Unknown
    }
}

pub(crate) struct OneGame {
    pub(crate) game: &'static str,
    pub(crate) rules: String,
    pub(crate) feeds: Vec<Arc<Feed>>,
}

impl Offer for OneGame {
    fn rules(&self, game: &str) -> Result<String, Refusal> {
        if game.eq_ignore_ascii_case(self.game) || game == ANY_GAME {
            return Ok(self.rules.clone());
        }
        let text = format!("{} is played here, not '{}'", self.game, quoted(game));
        Err((ErrorCode::Game, text))
    }

    fn feed(&self, table: Option<u32>) -> Result<Arc<Feed>, Refusal> {
        let number = table.unwrap_or(1) as usize;
        let feed = number.checked_sub(1).and_then(|index| self.feeds.get(index));
        let last = self.feeds.len();
        let missing = || match last {
            0 => "this tournament is watched in a browser, at the same address".to_string(),
            1 => format!("there is no table {number}: there is only one"),
            _ => format!("there is no table {number}: expected 1 to {last}"),
        };
        feed.cloned().ok_or_else(|| (ErrorCode::Seat, missing()))
    }

    fn originals(&self) -> Originals {
        match self.game == course::GAME {
            false => Originals::Unknown,
            true if plays(&self.rules) => Originals::Welcome,
            true => Originals::Refused,
        }
    }
}

pub(crate) struct Gate {
    pub(crate) offer: Arc<dyn Offer>,
    pub(crate) guests: Arc<Registry>,
    pub(crate) permits: Arc<Permits>,
    pub(crate) limits: Limits,
    pub(crate) site: Option<Arc<Site>>,
    pub(crate) tell: Tell,
}

impl Gate {
    pub(crate) async fn open(self: Arc<Self>, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    let gate = self.clone();
                    tokio::spawn(async move { gate.meet(stream, address).await });
                }
                Err(_) => sleep(ACCEPT_RETRY).await,
            }
        }
    }

    pub(crate) async fn meet(&self, mut stream: TcpStream, address: SocketAddr) {
        let permit = match self.permits.take(address.ip()) {
            Ok(permit) => permit,
            Err(why) => return self.refuse(stream, address, (ErrorCode::Busy, why)).await,
        };
        // Moves are short, and each is waited for.
        let _ = stream.set_nodelay(true);
        let expected =
            Expected { originals: self.offer.originals(), browsers: self.site.is_some() };
        let has_browser =
            || self.site.as_ref().is_some_and(|site| site.permits.taken_by(address.ip()) > 0);
        let greeting = match greet(&mut stream, expected, self.limits.hello, has_browser).await {
            Ok(greeting) => greeting,
            Err(_) => return,
        };
        let refusal = match greeting {
            Greeting::Frames(bytes) => {
                return course::meet(self, stream, bytes, address, permit).await;
            }
            Greeting::Request(said) => {
                // It takes one of the permits for browsers instead.
                drop(permit);
                if let Some(site) = &self.site {
                    site.clone().serve(stream, said, address).await;
                }
                return;
            }
            // To close is all there is to say to a browser that has heard something else, or has gone.
            Greeting::Spoiled | Greeting::Spare => return,
            Greeting::Line(line, rest) => match line.parse() {
                Ok(FromClient::Join { game, name, seat, token, rejoin }) => {
                    let from = Some(address.ip().to_canonical());
                    let proof = &Proof { secret: rejoin, from };
                    let admitted = self.offer.rules(&game).and_then(|rules| {
                        let (game, name, token) = (&*game, &*name, token.as_deref());
                        Ok((rules, self.guests.admit(&Request { game, name, seat, token, proof })?))
                    });
                    match admitted {
                        Ok((rules, coming)) => {
                            return self.seat(stream, rest, rules, coming, address, permit).await;
                        }
                        Err(refusal) => refusal,
                    }
                }
                Ok(FromClient::Watch { game, table }) => {
                    let shown = self.offer.rules(&game);
                    match shown.and_then(|rules| Ok((rules, self.offer.feed(table)?))) {
                        Ok((rules, feed)) => {
                            return self.show(stream, rules, &feed, address).await;
                        }
                        Err(refusal) => refusal,
                    }
                }
                Err(error @ ParseError::Unknown { .. }) => {
                    (ErrorCode::Syntax, format!("{error}: {EXPECTED}"))
                }
                Err(error) => (ErrorCode::Syntax, error.to_string()),
            },
            Greeting::TooLong => {
                (ErrorCode::Syntax, format!("the first line is too long: {EXPECTED}"))
            }
            Greeting::Silence => (ErrorCode::Slow, format!("no line came in time: {EXPECTED}")),
            Greeting::Left => {
                (ErrorCode::Syntax, format!("closed before a line was whole: {EXPECTED}"))
            }
        };
        self.refuse(stream, address, refusal).await;
    }

    async fn seat(
        &self,
        mut stream: TcpStream,
        heard: Vec<u8>,
        rules: String,
        coming: Coming,
        address: SocketAddr,
        permit: Permit,
    ) {
        let welcome = Welcome::Join { rules, name: coming.name.clone() };
        let text = format!("{}\n", FromServer::Welcome(welcome));
        let contender = match stream.write_all(text.as_bytes()).await {
            Ok(()) => stream.into_std().and_then(|stream| {
                let own = stream.try_clone()?;
                let mut peer = Peer::connected(stream)?;
                peer.has_said(&heard);
                Ok((Ugi::connected(peer).named(coming.name.clone()), own))
            }),
            Err(error) => Err(error),
        };
        if let Ok((contender, stream)) = contender {
            coming.arrive(contender, Some(stream), permit, address);
        }
    }

    async fn show(&self, mut stream: TcpStream, rules: String, feed: &Feed, address: SocketAddr) {
        let welcome = FromServer::Welcome(Welcome::Watch { rules });
        if stream.write_all(format!("{welcome}\n").as_bytes()).await.is_err() {
            return;
        }
        let lines = |text: &str| Ok(vec![text.as_bytes().to_vec()]);
        let shown = feed::show(stream, feed, self.limits.unread, lines);
        feed::counted(&self.guests, &self.tell, address, shown).await;
    }

    async fn refuse(&self, mut stream: TcpStream, address: SocketAddr, (code, text): Refusal) {
        (self.tell)(&Notice::Refused { address, why: &text });
        let line = format!("{}\n", FromServer::Error { code, text });
        let _ = timeout(REFUSAL_TIMEOUT, async {
            stream.write_all(line.as_bytes()).await?;
            stream.shutdown().await?;
            // To close while something is unread would take back what was just written; but nobody lingers
            // where there is no place.
            let mut unheard = [0; 4096];
            let mut left = if code == ErrorCode::Busy { 0 } else { UNHEARD_MAX };
            while left > 0 {
                let count = stream.read(&mut unheard).await?;
                left = if count == 0 { 0 } else { left.saturating_sub(count) };
            }
            io::Result::Ok(())
        })
        .await;
    }
}
